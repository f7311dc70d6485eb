/** The lessons of Evacuation: positions of the real engine, and goals that the engine's own options prove. */

import type { Option } from '../../lib/api/types';
import type { LessonGoal, LessonPlan } from '../../lib/game/title';
import end from './end.json';
import settle from './settle.json';
import transport from './transport.json';
import turn from './turn.json';

const fact = (o: Option, name: string): unknown => ({ ...o.message.args, ...o.facts })[name];
const kind = (o: Option): string => o.facts?.kind ?? o.message.key;
const goal = (say: string, done: (o: Option) => boolean): LessonGoal => ({ say, done });
const action = (say: string, board: string): LessonGoal =>
  goal(say, (o) => kind(o) === 'act' && fact(o, 'board') === board);
const any = (say: string, ...kinds: string[]): LessonGoal => goal(say, (o) => kinds.includes(kind(o)));
const taking = (say: string, world: string): LessonGoal =>
  goal(say, (o) => kind(o) === 'take' && fact(o, 'world') === world);

const lessons: readonly LessonPlan[] = [
  {
    id: 'ev-worlds',
    options: { position: turn },
    goals: [
      action('lesson.ev-worlds.1', 'supply-research'),
      goal(
        'lesson.ev-worlds.2',
        (o) => kind(o) === 'gain' && fact(o, 'resource') === 'steel' && fact(o, 'world') === 'new',
      ),
      any('lesson.ev-worlds.3', 'research'),
    ],
  },
  {
    id: 'ev-actions',
    options: { position: turn },
    goals: [
      action('lesson.ev-actions.1', 'build-ship'),
      taking('lesson.ev-actions.2', 'old'),
      action('lesson.ev-actions.3', 'prepare-factory'),
      any('lesson.ev-actions.4', 'prepare'),
      any('lesson.ev-actions.5', 'pass'),
    ],
  },
  {
    id: 'ev-ships',
    options: { position: transport },
    goals: [
      any('lesson.ev-ships.1', 'fly'),
      any('lesson.ev-ships.2', 'load_site'),
      any('lesson.ev-ships.2', 'load_site'),
      any('lesson.ev-ships.b', 'load_stadium'),
      goal(
        'lesson.ev-ships.3',
        (o) => kind(o) === 'load_resources' && (fact(o, 'resources') as { steel: number }).steel > 0,
      ),
    ],
  },
  {
    id: 'ev-settle',
    options: { position: settle },
    goals: [
      action('lesson.ev-settle.1', 'settle'),
      any('lesson.ev-settle.2', 'settle', 'use_factories'),
      any('lesson.ev-settle.3', 'pass'),
      any('lesson.ev-settle.4', 'advance'),
    ],
  },
  {
    id: 'ev-end',
    options: { position: end },
    goals: [
      action('lesson.ev-end.1', 'build-stadium'),
      taking('lesson.ev-end.2', 'new'),
      action('lesson.ev-end.3', 'research'),
      any('lesson.ev-end.4', 'research'),
      any('lesson.ev-end.5', 'pass'),
    ],
  },
];
export default lessons;
