/** What the score pad of Evacuation holds, what it asks the server, and what comes back. */

import { t } from '../../lib/i18n/index.svelte';
import { boxed } from '../../lib/tabletop/box';

export const GOALS = [
  ...['population', 'steppe', 'ships', 'factory-sets', 'small-bonuses', 'turning-points', 'large-bonuses'],
  ...['beyond-steppe', 'technologies', 'infrastructures', 'food-production', 'steel-production'],
  ...['energy-production', 'food-factories', 'steel-factories', 'energy-factories'],
];

export interface GoalCard {
  goal: string;
  count: number;
  rows: number[];
}

export interface Seat {
  name: string;
  rival: boolean;
  production: number[];
  stadiums: number;
  satisfaction: number;
  penalties: number;
  factory_sites: number;
  population_sites: number;
  orders: number;
  line: number;
  goals: GoalCard[];
}

export interface Figures {
  mode: 'race' | 'points';
  lines: boolean;
  seats: Seat[];
}

export interface Share {
  value: number;
  first: number;
  tied: number;
  pot: number;
  points: number;
}

export interface Race {
  mode: 'race';
  seats: {
    stages: { name: string; markers: number[]; moved: number }[];
    goal: boolean;
    lowest: number;
    key: number[];
    place: number;
  }[];
  goal: { production: number; stadiums: number };
}

export interface Points {
  mode: 'points';
  seats: {
    total: number | null;
    sources: Record<string, number>;
    goals: { goal: string; count: number; points: number }[];
    place: number | null;
  }[];
  satisfaction: Share[];
  lines: Share[];
  stadiums: number;
  solo: { good: number; excellent: number } | null;
}

export const seat = (given: Partial<Seat> = {}): Seat => ({
  name: '',
  rival: false,
  production: [0, 0, 0],
  stadiums: 0,
  satisfaction: 0,
  penalties: 0,
  factory_sites: 0,
  population_sites: 0,
  orders: 0,
  line: 0,
  goals: [],
  ...given,
});
const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null;

export function fits(x: unknown): x is Figures {
  if (!isObject(x) || !Array.isArray(x['seats']) || !['race', 'points'].includes(x['mode'] as string)) return false;
  if (x['seats'].length < 1 || x['seats'].length > 4 || !x['seats'].every(isObject)) return false;
  x['seats'] = x['seats'].map((s: Record<string, unknown>) => seat(s as Partial<Seat>));
  return (x['seats'] as Seat[]).every(
    (s) =>
      typeof s.name === 'string' &&
      Array.isArray(s.production) &&
      Array.isArray(s.goals) &&
      s.goals.every((g) => isObject(g) && Array.isArray(g.rows)),
  );
}

/** The request: what does not count in the mode is left out. */
export const asked = (f: Figures): Record<string, unknown> => ({
  mode: f.mode,
  lines: f.mode === 'points' && f.lines,
  ...boxed('evacuation'),
  seats: f.seats.map((s) => ({
    rival: s.rival,
    production: s.production,
    stadiums: s.stadiums,
    satisfaction: s.satisfaction,
    penalties: s.penalties,
    factory_sites: s.factory_sites,
    population_sites: s.population_sites,
    ...(f.mode === 'points'
      ? {
          orders: s.orders,
          line: s.line,
          goals: s.goals
            .filter((g) => g.goal)
            .map((g) =>
              g.goal === 'technologies' ? { goal: g.goal, rows: g.rows } : { goal: g.goal, count: g.count },
            ),
        }
      : {}),
  })),
});

/** The name of a source, as the pad says it. */
export const stage = (name: string, race: boolean): string =>
  race && name === 'lowest production' ? t('pad.production') : t(`ev.source.${name}`);
