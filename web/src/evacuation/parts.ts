/** What Evacuation brings to the shell, without its screens. */

import type { Badge, Words } from '../lib/game/title';
import type { Habits } from '../lib/game/habits';
import { first } from '../lib/i18n/index.svelte';
import { colour, factsOf, ownerAt, shape, viewOf, type Asked, type Kind } from './view';
import * as words from './words';

/** The same seat goes on to load, or to choose. */
const OPENS: readonly Kind[] = [
  'fly',
  'fly_back',
  'load_site',
  'load_factory',
  'load_stadium',
  'load_nothing',
  'load_resources',
  'refresh',
  'reveal',
];

export const habits: Habits<Asked, Kind> = {
  instant: [],
  closes: { TransportShips: 'end', ReturnShips: 'end', OrderOffer: 'end' },
  ahead: [],
  confirms: words.confirms,
  opens: (option) => {
    const f = factsOf(option);
    return f.kind === 'act' || f.kind === 'play_card' ? !f.idle : OPENS.includes(f.kind);
  },
  outlook: ['hunger', 'entertainment', 'left_behind'],
  idle: ['pass', 'end', 'done', 'forgo', 'load_nothing'],
  // Goal cards and hands are secret; a race with basic actions has neither.
  secret: (v) => viewOf(v).options.mode !== 'race' || viewOf(v).options.actions !== 'basic',
  rests: [
    'Turn',
    'TransportShips',
    'ReturnShips',
    'OrderOffer',
    'PowerChoice',
    'SplitPower',
    'BonusChoice',
    'KeepHand',
  ],
  keys: [
    ['← ↑ → ↓', 'keys.walk'],
    ['Home / End', 'keys.ends'],
    ['+ / − / 0', 'keys.zoom'],
    ['1 2 3 4', 'keys.panels'],
  ],
  verbs: [
    { name: 'ev.act', letter: 'a', kinds: ['act'] },
    { name: 'ev.card', letter: 'c', kinds: ['play_card'] },
    { name: 'ev.order', letter: 'o', kinds: ['pay_order'] },
    { name: 'ev.take', letter: 't', kinds: ['take'] },
    { name: 'ev.refresh', letter: 'r', kinds: ['refresh', 'reveal'] },
    { name: 'ev.load', letter: 'd', kinds: ['fly', 'load_site', 'load_factory', 'load_stadium', 'load_resources'] },
    { name: 'ev.return', letter: 'b', kinds: ['fly_back'] },
    { name: 'ev.pass', letter: 'p', kinds: ['pass'], direct: true },
  ],
};

const speech: Words = {
  title: words.title,
  sentence: words.sentence,
  told: words.told,
  reason: words.reason,
  warning: words.warning,
  notes: (option, v) => words.notes(option, viewOf(v)),
  scored: (v) => viewOf(v).options.mode !== 'race',
  standing: (v, seat) => words.standing(viewOf(v), seat),
  source: words.source,
  term: (key, args) => first([`ev.${key}`, key], args),
  asks: (question, v, who) => words.asks(question, viewOf(v), who),
  // The first year of a basic race has its income before anybody is asked.
  begins: (entry) =>
    (entry.number === 1 && entry.question === 'Turn') ||
    (entry.messages ?? []).some((m) => m.key === 'phase' && m.args['phase'] === 'income'),
  sequel: words.rivalTurn,
  places(entry) {
    const found = [entry.message?.args['field'], ...(entry.messages ?? []).map((m) => m.args['field'])];
    return found.filter((x): x is string => typeof x === 'string');
  },
};

export const parts = {
  habits,
  words: speech,
  badge(view: Record<string, unknown>, seat: number): Badge {
    const owner = ownerAt(viewOf(view), seat);
    return { shape: shape(owner), colour: colour(owner) };
  },
  round: (v: Record<string, unknown>): number => viewOf(v).year,
  rules: ['evacuation', 'evacuation-values'],
};
