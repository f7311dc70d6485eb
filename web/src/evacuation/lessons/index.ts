/** The lessons of Evacuation: positions of the real engine, and goals that the engine's own options prove. */

import type { Option } from '../../lib/api/types';
import type { FirstGame, LessonGoal, LessonPlan } from '../../lib/game/title';
import { factsOf, three, type Facts, type Kind, type World } from '../view';
import end from './end.json';
import half from './game.json';
import modes from './modes.json';
import settle from './settle.json';
import transport from './transport.json';
import turn from './turn.json';

const CONFIRM = '[data-confirm]:not([disabled])';
/** On small screens: the way to the tab that holds it. */
const TAB = (n: number): string => `.tabbar button:nth-child(${n}):not(.on)`;
const [BOARD, MINE, DISPLAYS] = [TAB(1), TAB(2), TAB(3)] as const;

type Wish = (f: Facts) => boolean;
/** A goal: what is meant is pointed at, best first; answers that are listed are found by their text. */
const goal = (say: string, done: Wish, ...at: string[]): LessonGoal => ({
  say,
  done: (o) => done(factsOf(o)),
  at: (options) => [...at, ...listed(options, done)],
});
const listed = (options: readonly Option[], done: Wish): string[] =>
  options.filter((o) => done(factsOf(o))).map((o) => `.opt[data-text="${o.text}"]`);
const of =
  (...kinds: Kind[]): Wish =>
  (f) =>
    kinds.includes(f.kind);
const action = (say: string, board: string): LessonGoal =>
  goal(say, (f) => f.kind === 'act' && f.board === board, `[data-id='action:${board}'][data-lit]`, MINE);
const taking = (say: string, world: World): LessonGoal =>
  goal(say, (f) => f.kind === 'take' && f.world === world, '.mcard[data-lit]', DISPLAYS);
const settling = (say: string): LessonGoal =>
  goal(say, of('settle', 'use_factories'), '[data-hex][data-lit]', BOARD);
const gaining = (say: string, resource: string): LessonGoal =>
  goal(say, (f) => f.kind === 'gain' && f.resource === resource && f.world === 'new');
const researching = (say: string): LessonGoal => goal(say, of('research'), '.tech[data-lit]', DISPLAYS);
const passing = (say: string): LessonGoal => goal(say, of('pass'));
const splitting = (say: string): LessonGoal => goal(say, of('advance'), '.splits .opt:first-child');
/** What was drafted is sent. */
const sending = (say: string, ...at: string[]): LessonGoal => ({
  say,
  at: () => [...at, CONFIRM],
  sends: true,
  done: () => false,
});
/** Something to look at; `tab` holds it on small screens. */
const reading = (say: string, tab: string, at: string): LessonGoal => ({ say, reads: tab, at, done: () => false });

const lessons: readonly LessonPlan[] = [
  {
    id: 'ev-look',
    options: { position: turn },
    goals: [
      reading('lesson.ev-look.aim', 'mine', '.my .prod'),
      reading('lesson.ev-look.old', 'board/old', '.part.o'),
      reading('lesson.ev-look.site', 'board/old', '.part.o .site'),
      reading('lesson.ev-look.new', 'board/new', '.part.w'),
      reading('lesson.ev-look.stock', 'mine', '.my .o'),
      reading('lesson.ev-look.stocks', 'mine', '.my .w'),
      reading('lesson.ev-look.displays', 'market/market', '.market'),
      reading('lesson.ev-look.years', 'mine', '.head .phases, .top .chip'),
      reading('lesson.ev-look.actions', 'mine', '.my .areas'),
      reading('lesson.ev-look.turn', 'mine', '.draft'),
      action('lesson.ev-look.act', 'prepare-factory'),
      goal('lesson.ev-look.factory', of('prepare')),
      sending('lesson.ev-look.confirm'),
      reading('lesson.ev-look.after', 'mine', '.draft'),
    ],
  },
  {
    id: 'ev-worlds',
    options: { position: turn },
    goals: [
      action('lesson.ev-worlds.1', 'supply-research'),
      gaining('lesson.ev-worlds.2', 'steel'),
      researching('lesson.ev-worlds.3'),
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
      goal('lesson.ev-actions.4', of('prepare')),
      sending('lesson.ev-actions.c'),
      passing('lesson.ev-actions.5'),
    ],
  },
  {
    id: 'ev-ships',
    options: { position: transport },
    goals: [
      goal('lesson.ev-ships.1', of('fly'), '.sh[data-lit]'),
      goal('lesson.ev-ships.2', of('load_site'), '.site[data-lit]', BOARD),
      goal('lesson.ev-ships.2', of('load_site'), '.site[data-lit]', BOARD),
      goal('lesson.ev-ships.b', of('load_stadium'), '.stad[data-lit]'),
      goal('lesson.ev-ships.3', (f) => f.kind === 'load_resources' && three(f.resources).food > 0, '.cargo'),
      sending('lesson.ev-ships.4'),
    ],
  },
  {
    id: 'ev-settle',
    options: { position: settle },
    goals: [
      action('lesson.ev-settle.1', 'settle'),
      settling('lesson.ev-settle.2'),
      sending('lesson.ev-settle.c'),
      passing('lesson.ev-settle.3'),
      splitting('lesson.ev-settle.4'),
    ],
  },
  {
    id: 'ev-food',
    options: { position: turn },
    goals: [
      reading('lesson.ev-food.old', 'mine', '.my .o .due'),
      reading('lesson.ev-food.new', 'mine', '.my .w .fd'),
      reading('lesson.ev-food.ahead', 'mine', '[data-ahead="year"]'),
      action('lesson.ev-food.trade', 'trade'),
      gaining('lesson.ev-food.gain', 'food'),
      sending('lesson.ev-food.confirm', '.opt[data-option="forgo"]'),
      reading('lesson.ev-food.after', 'mine', '.my .w .fd'),
    ],
  },
  {
    id: 'ev-year',
    options: { position: turn },
    goals: [
      reading('lesson.ev-year.phases', 'mine', '.head .phases, .top .chip'),
      action('lesson.ev-year.act', 'research'),
      researching('lesson.ev-year.column'),
      sending('lesson.ev-year.confirm'),
      passing('lesson.ev-year.pass'),
      splitting('lesson.ev-year.split'),
      sending('lesson.ev-year.send', '.opt[data-option="forgo"]'),
      reading('lesson.ev-year.track', 'board/track', '.part.t'),
      reading('lesson.ev-year.order', 'mine', '.my .stads'),
      reading('lesson.ev-year.income', 'mine', '.my .o'),
    ],
  },
  {
    id: 'ev-end',
    options: { position: end },
    goals: [
      action('lesson.ev-end.1', 'build-stadium'),
      taking('lesson.ev-end.2', 'new'),
      action('lesson.ev-end.3', 'settle'),
      settling('lesson.ev-end.4'),
      sending('lesson.ev-end.c'),
      passing('lesson.ev-end.5'),
    ],
  },
  {
    id: 'ev-modes',
    options: { position: modes },
    goals: [
      reading('lesson.ev-modes.modes', 'mine', '.my .est'),
      reading('lesson.ev-modes.goals', 'mine/cards', '[data-goals]'),
      reading('lesson.ev-modes.hand', 'mine/cards', '[data-hand]'),
      goal('lesson.ev-modes.play', of('play_card'), '.hc[data-lit]', MINE),
      sending(
        'lesson.ev-modes.do',
        '.chooser .opt',
        '.now :is(.opt, .card), .draft :is(.opt, .card)',
        '.hc[data-lit], .mcard[data-lit], .tech[data-lit], [data-hex][data-lit]',
      ),
      reading('lesson.ev-modes.more', 'mine', '.my .est'),
    ],
  },
];
export default lessons;

/** Two years of a race that was begun for both. */
export const first: FirstGame = {
  id: 'ev-game',
  options: { position: half },
  level: 'newcomer',
  tries: [
    { id: 'ship', keys: ['fly'] },
    { id: 'site', keys: ['load_site'] },
    { id: 'settle', keys: ['settle'] },
    { id: 'stadium', keys: ['load_stadium', 'take'] },
    { id: 'research', keys: ['research'] },
    { id: 'progress', keys: ['advance'] },
  ],
};
