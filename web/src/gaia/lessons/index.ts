/** The lessons of Gaia Project: positions of the real engine, and goals that the engine's own options prove. */

import type { Option } from '../../lib/api/types';
import type { FirstGame, LessonGoal, LessonPlan } from '../../lib/game/title';
import { factsOf, type BoardActionOption, type Facts, type Kind } from '../view';
import half from './game.json';
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

const kind =
  (kind: Kind) =>
  (o: Option): boolean =>
    factsOf(o).kind === kind;

type Pointed = (options: readonly Option[]) => readonly string[];

function goal(say: string, done: (o: Option) => boolean, at: Pointed): LessonGoal {
  return { say, done, at };
}
const CONFIRM = '[data-confirm]:not([disabled])';
const confirming = (say: string, at: Pointed = () => [CONFIRM]): LessonGoal => ({
  say,
  done: () => false,
  sends: true,
  at,
});
const confirm = confirming('lesson.confirm');

/** Something to look at; `tab` holds it on small screens. */
const reading = (say: string, tab: string, ...at: string[]): LessonGoal => ({
  say,
  reads: tab,
  at: at.length > 1 ? () => at : at[0]!,
  done: () => false,
});

/** The hexes of the options that reach the goal; on another tab of a small screen, the way to the map. */
const hexes =
  (done: (o: Option) => boolean): Pointed =>
  (options) => {
    const found = options
      .filter(done)
      .map(factsOf)
      .flatMap((f) => ('hex' in f ? [`[data-hex="${f.hex}"]`] : []));
    // Before it comes to that, another question may have to be answered: the order of income.
    return found.length ? [[...new Set(found)].join(', '), TAB(1)] : ['.answers .opt', CONFIRM];
  };
const TAB = (n: number): string => `.tabbar button:nth-child(${n}):not(.on)`;
const onMap = (say: string, done: (o: Option) => boolean): LessonGoal => goal(say, done, hexes(done));

const other = start.players[1] as unknown as Json;

const when =
  (about: (f: Facts, o: Option) => boolean) =>
  (o: Option): boolean =>
    about(factsOf(o), o);
const home = when((f, o) => f.kind === 'build_mine' && f.steps === 0 && !o.cost?.['qic']);
const near = when((f) => f.kind === 'build_mine' && f.steps > 0 && f.qic_range === 0);
const far = when((f) => f.kind === 'build_mine' && f.qic_range > 0);
const station = when((f) => f.kind === 'upgrade' && f.building === 'trading_station');
const lab = when((f) => f.kind === 'upgrade' && f.building === 'research_lab');
const converts = (conversion: string) => when((f) => f.kind === 'convert' && f.conversion === conversion);
const SIMPLE: readonly BoardActionOption['action'][] = [
  'power_7_credits',
  'power_2_ore',
  'power_2_knowledge',
  'power_2_tokens',
];

const lessons: readonly LessonPlan[] = [
  {
    id: 'look',
    options: { position: position({}, {}, { navigation: 2 }, { mine: ['1A5'] }) },
    goals: [
      reading('lesson.look.aim', 'board', '.mb .vp', '.seats .seat:first-child', '.top'),
      reading('lesson.look.map', 'board', '.map'),
      reading('lesson.look.home', 'board', '[data-hex="1A5"]'),
      reading('lesson.look.others', 'board', '[data-hex="1A9"]'),
      reading('lesson.look.goods', 'board', '.mb .big, section.strip'),
      reading('lesson.look.power', 'boards', '.mb .mid'),
      reading('lesson.look.research', 'research', '.research'),
      reading('lesson.look.rounds', 'boards', '.rounds'),
      reading('lesson.look.turn', 'board', '.draft'),
      onMap('lesson.look.mine', home),
      confirming('lesson.look.confirm'),
      reading('lesson.look.after', 'board', '.draft'),
    ],
  },
  {
    id: 'resources',
    // One mine only, beside a planet of the own type: the next mine uncovers income.
    options: { position: position({}, {}, { navigation: 2 }, { mine: ['1A5'] }) },
    goals: [
      goal('lesson.resources.convert', converts('ore_to_credit'), () => [
        '[data-convert="ore_to_credit"]',
        '.mb .res:first-child, .strip button:first-child',
      ]),
      onMap('lesson.resources.mine', home),
      confirm,
    ],
  },
  {
    id: 'mines',
    options: { position: position({ credits: 20, ore: 12, qic: 2 }, {}, { terraforming: 2, navigation: 2 }) },
    goals: [onMap('lesson.mines.terraform', near), confirm, onMap('lesson.mines.range', far), confirm],
  },
  {
    id: 'upgrades',
    options: { position: position({ credits: 25, ore: 14, knowledge: 6 }) },
    goals: [
      onMap('lesson.upgrades.station', station),
      confirm,
      onMap('lesson.upgrades.lab', lab),
      goal('lesson.upgrades.tech', kind('take_tech'), () => ['.research .spot[data-lit]', TAB(2)]),
      confirming('lesson.upgrades.step', () => ['[data-kind="level"][data-lit]', CONFIRM, TAB(2)]),
    ],
  },
  {
    id: 'research',
    options: { position: position({ knowledge: 9 }, {}, { terraforming: 1, economy: 2 }) },
    goals: [
      reading('lesson.research.areas', 'research', '.research'),
      reading('lesson.research.levels', 'research', '[data-id="economy 3"]'),
      goal('lesson.research.step', kind('research'), () => ['[data-kind="level"][data-lit]', TAB(2)]),
      confirming('lesson.research.confirm'),
      goal('lesson.research.again', kind('research'), () => ['[data-kind="level"][data-lit]', TAB(2)]),
      confirm,
      reading('lesson.research.top', 'research', '[data-id="economy 5"]'),
    ],
  },
  {
    id: 'power',
    options: {
      position: position(
        { bowls: [2, 3, 3] },
        {
          order: [1, 0],
          turn: 1,
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
      goal('lesson.power.charge', kind('charge'), () => ['.charge .btn.pri']),
      goal('lesson.power.burn', converts('burn_power'), () => [
        '[data-convert="burn_power"]',
        '[data-verb="convert"]',
      ]),
      goal('lesson.power.spend', kind('board_action'), () => [
        SIMPLE.map((id) => `[data-kind="action"][data-lit][data-id="${id}"]`).join(', '),
        TAB(2),
      ]),
      confirm,
    ],
  },
  {
    id: 'gaia',
    options: { position: position({ bowls: [4, 4, 0], credits: 10, ore: 6 }) },
    goals: [
      onMap('lesson.gaia.start', kind('gaia_project')),
      confirming('lesson.gaia.bowls', () => ['.answers .opt', CONFIRM]),
      goal('lesson.gaia.pass', kind('pass'), () => ['.answers .card', '[data-verb="pass"]']),
      confirm,
      onMap(
        'lesson.gaia.mine',
        when((f, o) => f.kind === 'build_mine' && f.planet === 'gaia' && !o.cost?.['qic']),
      ),
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
      goal('lesson.federation.form', kind('federation'), () => ['.fed .opt', '[data-verb="federation"]']),
      goal('lesson.federation.bowls', kind('bowls'), () => ['.answers .opt']),
      goal('lesson.federation.token', kind('take_token'), () => ['.answers .card']),
      confirm,
    ],
  },
  {
    id: 'passing',
    options: { position: position({ credits: 8, ore: 6, qic: 1 }, {}, { navigation: 2, terraforming: 2 }) },
    goals: [
      onMap('lesson.passing.mine', kind('build_mine')),
      confirm,
      goal('lesson.passing.pass', kind('pass'), () => ['.answers .card', '[data-verb="pass"]']),
      confirm,
    ],
  },
  {
    id: 'scoring',
    // The last round: only a mine and the pass are left.
    options: {
      position: position(
        { credits: 5, ore: 3, knowledge: 2, vp: 68 },
        { round: 6, other: { ...other, vp: 61 } },
        { navigation: 2, terraforming: 3, economy: 3, science: 4 },
        { mine: ['1A5', '1B1'], trading_station: ['6B1'], research_lab: ['3A3'] },
      ),
    },
    goals: [
      reading('lesson.scoring.round', 'boards', '.rounds .now'),
      onMap('lesson.scoring.mine', kind('build_mine')),
      confirm,
      reading('lesson.scoring.finals', 'boards', '.rounds.fin'),
      reading('lesson.scoring.research', 'research', '.research'),
      reading('lesson.scoring.foretold', 'boards', '.mb .vp'),
      goal('lesson.scoring.pass', kind('pass'), () => ['.answers .card', '[data-verb="pass"]']),
      confirming('lesson.scoring.confirm', () => ['.answers .opt[data-option="done"]', CONFIRM]),
      reading('lesson.scoring.result', 'board', '[data-result]'),
    ],
  },
];
export default lessons;

/** Three rounds of a game that was begun for both, after the set-up and the first half. */
export const first: FirstGame = {
  id: 'game',
  options: { position: half },
  level: 'newcomer',
  tries: [
    { id: 'mine', keys: ['build_mine'] },
    { id: 'upgrade', keys: ['upgrade'] },
    { id: 'research', keys: ['research', 'advance'] },
    { id: 'action', keys: ['board_action', 'special_action'] },
    { id: 'pass', keys: ['pass'] },
    { id: 'federation', keys: ['federation'] },
  ],
};
