/** The lessons of Gaia Project: positions of the real engine, and goals that the engine's own options prove. */

import type { Option } from '../../lib/api/types';
import type { LessonGoal, LessonPlan } from '../../lib/game/title';
import start from './start.json';

type Json = Record<string, unknown>;

/** The common start (Terrans, you, against Xenos who have passed) with changes to the own holdings. */
function position(mine: Json, table: Json = {}, research: Json = {}, buildings: Json = {}): Json {
  const [me, other] = start.players as unknown as [Json, Json];
  const player = {
    ...me,
    ...mine,
    research: { ...(me['research'] as Json), ...research },
    buildings: { ...(me['buildings'] as Json), ...buildings },
  };
  return {
    ...start,
    passed: [1],
    ...table,
    players: [player, (table['other'] as Json) ?? other],
    other: undefined,
  };
}

const fact = (o: Option, name: string): unknown => o.facts?.[name];
const kind =
  (...kinds: string[]) =>
  (o: Option): boolean =>
    kinds.includes(o.facts?.kind ?? '');

function goal(say: string, done: (o: Option) => boolean): LessonGoal {
  return { say, done };
}
const confirm = goal('lesson.confirm', kind('end_turn'));

const other = start.players[1] as unknown as Json;

const lessons: readonly LessonPlan[] = [
  {
    id: 'resources',
    options: { position: position({}) },
    goals: [
      goal('lesson.resources.convert', (o) => fact(o, 'conversion') === 'ore_to_credit'),
      goal('lesson.resources.mine', kind('build_mine')),
      confirm,
    ],
  },
  {
    id: 'mines',
    options: { position: position({ credits: 20, ore: 12, qic: 2 }, {}, { terraforming: 2, navigation: 2 }) },
    goals: [
      goal('lesson.mines.terraform', (o) => kind('build_mine')(o) && Number(fact(o, 'steps')) > 0),
      confirm,
      goal('lesson.mines.range', (o) => kind('build_mine')(o) && Number(fact(o, 'qic_range')) > 0),
      confirm,
    ],
  },
  {
    id: 'upgrades',
    options: { position: position({ credits: 25, ore: 14, knowledge: 6 }) },
    goals: [
      goal('lesson.upgrades.station', (o) => fact(o, 'building') === 'trading_station'),
      confirm,
      goal('lesson.upgrades.lab', (o) => fact(o, 'building') === 'research_lab'),
      goal('lesson.upgrades.tech', kind('take_tech')),
      goal('lesson.upgrades.step', kind('advance', 'end_turn')),
    ],
  },
  {
    id: 'power',
    options: {
      position: position(
        { bowls: [2, 3, 3] },
        {
          order: [1, 0],
          passed: [],
          other: {
            ...other,
            credits: 12,
            ore: 6,
            buildings: { ...(other['buildings'] as Json), mine: ['1A9', '2A3'], trading_station: ['6A4'] },
          },
          questions: [
            { question: 'Turn', seat: 1, values: [1] },
            { question: 'LeechOffer', seat: 0, values: [110, 1] },
          ],
        },
      ),
    },
    goals: [
      goal('lesson.power.charge', kind('charge')),
      goal('lesson.power.burn', (o) => fact(o, 'conversion') === 'burn_power'),
      goal('lesson.power.spend', kind('board_action')),
      confirm,
    ],
  },
  {
    id: 'gaia',
    options: { position: position({ bowls: [4, 4, 0], credits: 10, ore: 6 }) },
    goals: [
      goal('lesson.gaia.start', kind('gaia_project')),
      confirm,
      goal('lesson.gaia.pass', kind('pass')),
      goal('lesson.gaia.mine', (o) => kind('build_mine')(o) && fact(o, 'planet') === 'gaia'),
      confirm,
    ],
  },
  {
    id: 'federation',
    options: {
      position: position(
        { bowls: [3, 4, 2] },
        {},
        {},
        { mine: ['1B1'], trading_station: ['3A3', '6B3'], planetary_institute: ['6B1'] },
      ),
    },
    goals: [
      goal('lesson.federation.form', kind('federation')),
      goal('lesson.federation.token', kind('take_token')),
      confirm,
    ],
  },
  {
    id: 'passing',
    options: { position: position({ credits: 8, ore: 6, qic: 1 }, {}, { navigation: 2, terraforming: 2 }) },
    goals: [goal('lesson.passing.mine', kind('build_mine')), confirm, goal('lesson.passing.pass', kind('pass'))],
  },
];
export default lessons;
