/** What Gaia Project brings to the shell, without its screens. */

import type { LogEntry } from '../lib/api/types';
import type { Badge, Words } from '../lib/game/title';
import type { Habits } from '../lib/game/habits';
import { first } from '../lib/i18n/index.svelte';
import { colour, factsOf, shape, viewOf, type Asked, type Kind } from './view';
import * as words from './words';

export const habits: Habits<Asked, Kind> = {
  instant: ['LeechOffer'],
  closes: { Turn: 'end_turn' },
  ahead: ['Turn'],
  idle: ['pass', 'decline', 'done'],
  secret: () => false,
  foreseeable: (view, seat) => !!viewOf(view).players[seat]?.booster,
  keys: [
    ['← ↑ → ↓, Q W E A S D', 'keys.walk'],
    ['Home / End', 'keys.ends'],
    ['+ / − / 0', 'keys.zoom'],
    ['O', 'keys.codes'],
    ['H', 'keys.names'],
  ],
  verbs: [
    {
      name: 'mine',
      letter: 'm',
      kinds: ['build_mine', 'starting_mine', 'lost_planet', 'space_station'],
      tab: 'board',
    },
    { name: 'upgrade', letter: 'u', kinds: ['upgrade', 'downgrade', 'swap'], tab: 'board' },
    { name: 'gaia', letter: 'g', kinds: ['gaia_project'], tab: 'board' },
    { name: 'federation', letter: 'f', kinds: ['federation'], tab: 'board' },
    { name: 'research', letter: 'r', kinds: ['research', 'advance'], tab: 'research' },
    { name: 'action', letter: 'a', kinds: ['board_action', 'special_action'], tab: 'research' },
    { name: 'convert', letter: 'c', kinds: ['convert'] },
    { name: 'pass', letter: 'p', kinds: ['pass'], direct: true },
  ],
};

const speech: Words = {
  title: words.title,
  sentence: words.sentence,
  told: (message, who) => words.told(message, who, message.key),
  reason: words.reason,
  warning: words.warning,
  miss: factsOf,
  foretold(v, seat) {
    const view = viewOf(v);
    const of = view.players[seat] ?? view.automas[seat - view.players.length];
    if (!of || view.phase === 'over') return null;
    const { total, ...parts } = of.final_points;
    return { total, parts: { now: of.vp, ...parts } };
  },
  source: words.source,
  asks(question, view, who) {
    const q = viewOf(view).question;
    return first([`ask.${question}`, 'ask.other'], {
      ...words.spoken(q?.facts ?? {}, who),
      who: who(q?.seat ?? 0),
      question,
    });
  },
  begins: (entry) => (entry.bookings ?? []).some(([, , , from]) => from.startsWith('income')),
  // The last pass, or the last booster of the set-up, begins a round; whoever is asked before the next turn is
  // asked about income or tokens.
  within: (entry) => !['Turn', 'PickBooster'].includes(entry.question),
  income: (source) => source.startsWith('income'),
  price: 'charge',
  actor: words.automaSeat,
  sequel: words.automaTurn,
  places(entry: LogEntry) {
    const args = entry.message?.args ?? {};
    const found = [args['hex'], ...((args['hexes'] as unknown[]) ?? [])];
    return found.filter((x): x is string => typeof x === 'string');
  },
};

export const parts = {
  habits,
  words: speech,
  badge(view: Record<string, unknown>, seat: number): Badge {
    const v = viewOf(view);
    return { shape: shape(seat), colour: v.players ? colour(v, seat) : `var(--c-none${seat % 4})` };
  },
  round: (view: Record<string, unknown>): number => viewOf(view).round,
  rules: ['gaia', 'gaia-federations', 'automa'],
};
