/** The lessons of Evacuation: positions of the real engine, and goals that the engine's own options prove. */

import type { LessonGoal, LessonPlan } from '../../lib/game/title';
import { factsOf, three, type Facts, type Kind, type World } from '../view';
import end from './end.json';
import settle from './settle.json';
import transport from './transport.json';
import turn from './turn.json';

const CONFIRM = '[data-confirm]';
const goal = (say: string, at: string, done: (f: Facts) => boolean): LessonGoal => ({
  say,
  at,
  done: (o) => done(factsOf(o)),
});
const action = (say: string, board: string): LessonGoal =>
  goal(say, `[data-id='action:${board}']`, (f) => f.kind === 'act' && f.board === board);
const any = (say: string, at: string, ...kinds: Kind[]): LessonGoal => goal(say, at, (f) => kinds.includes(f.kind));
const taking = (say: string, world: World): LessonGoal =>
  goal(say, '.mcard[data-lit]', (f) => f.kind === 'take' && f.world === world);
const passing = (say: string): LessonGoal => any(say, '[data-option=pass]', 'pass');
/** What was drafted is sent. */
const sending = (say: string, at = CONFIRM): LessonGoal => ({ say, at, sends: true, done: () => false });

const plans: readonly LessonPlan[] = [
  {
    id: 'ev-worlds',
    options: { position: turn },
    goals: [
      action('lesson.ev-worlds.1', 'supply-research'),
      goal(
        'lesson.ev-worlds.2',
        '[data-option=gain]',
        (f) => f.kind === 'gain' && f.resource === 'steel' && f.world === 'new',
      ),
      any('lesson.ev-worlds.3', '.tech[data-lit]', 'research'),
      sending('lesson.ev-worlds.4'),
    ],
  },
  {
    id: 'ev-actions',
    options: { position: turn },
    goals: [
      action('lesson.ev-actions.1', 'build-ship'),
      taking('lesson.ev-actions.2', 'old'),
      action('lesson.ev-actions.3', 'prepare-factory'),
      any('lesson.ev-actions.4', '[data-option=prepare]', 'prepare'),
      sending('lesson.ev-actions.c'),
      passing('lesson.ev-actions.5'),
    ],
  },
  {
    id: 'ev-ships',
    options: { position: transport },
    goals: [
      any('lesson.ev-ships.1', '.sh[data-lit]', 'fly'),
      any('lesson.ev-ships.2', '.site[data-lit]', 'load_site'),
      any('lesson.ev-ships.2', '.site[data-lit]', 'load_site'),
      any('lesson.ev-ships.b', '.stad[data-lit]', 'load_stadium'),
      goal('lesson.ev-ships.3', '.cargo', (f) => f.kind === 'load_resources' && three(f.resources).food > 0),
      sending('lesson.ev-ships.4'),
    ],
  },
  {
    id: 'ev-settle',
    options: { position: settle },
    goals: [
      action('lesson.ev-settle.1', 'settle'),
      any('lesson.ev-settle.2', '[data-hex][data-lit]', 'settle', 'use_factories'),
      sending('lesson.ev-settle.c'),
      passing('lesson.ev-settle.3'),
      any('lesson.ev-settle.4', '.splits', 'advance'),
    ],
  },
  {
    id: 'ev-end',
    options: { position: end },
    goals: [
      action('lesson.ev-end.1', 'build-stadium'),
      taking('lesson.ev-end.2', 'new'),
      action('lesson.ev-end.3', 'settle'),
      any('lesson.ev-end.4', '[data-hex][data-lit]', 'settle', 'use_factories'),
      sending('lesson.ev-end.c'),
      passing('lesson.ev-end.5'),
    ],
  },
];
/** The left column belongs to the Old World here. */
const lessons: readonly LessonPlan[] = plans.map((plan) => ({ ...plan, above: true }));
export default lessons;
