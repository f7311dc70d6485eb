/** The view record of an Evacuation position, as docs/views/evacuation.md says it. */

import type { Seat } from '../lib/api/types';

export type World = 'old' | 'new';
export type Resource = 'food' | 'steel' | 'energy';
export type Amounts = Record<Resource, number>;
/** A seat, or a word for somebody without one. */
export type Owner = Seat | 'opponent' | 'neutral' | 'third party';

export const RESOURCES: readonly Resource[] = ['food', 'steel', 'energy'];
export const WORLDS: readonly World[] = ['old', 'new'];

export interface Effect {
  op: string;
  n: number;
  resource?: string;
  factory?: string;
  world?: string;
  next_terrain?: boolean;
  ignore_symbols?: number;
  discount?: number;
}

export interface Field {
  id: string;
  q: number;
  r: number;
  terrain: string;
  factory_slots: number;
  population_slots: { resource: Resource; dots: number; rise: number }[];
  symbols: string[];
}

export interface Lane {
  symbols: string[];
  instant: string;
}

export interface Column {
  column: number;
  id: string;
  main: Lane;
  plus: Lane | null;
  zone: number;
}

export interface TurningPoint {
  id: string;
  after: number;
  first: string;
  second: string;
}

export interface Site {
  id: string;
  kind: 'population' | 'factory' | 'sea';
  resource: Resource | null;
  produces: Amounts;
  terrains: string[];
  loadable: boolean;
}

export interface Ship {
  id: string;
  cost: Amounts;
  flight: number;
  sites: string[];
  buildings: number;
  resources: number;
}

export interface Stadium {
  id: string;
  cost: Amounts;
  satisfaction: number;
  start: boolean;
}

export interface Infrastructure {
  id: string;
  level: number;
  cost: Amounts;
  production: Amounts;
  illustration: string;
  exclamation: boolean;
  condition: { id: string; needs: { terrain: string; n: number; having: string }[]; line: string };
}

export interface Display<T> {
  open: T[];
  revealed: T[];
  stack: number;
  bottom: string[];
}

export interface BonusEffect {
  id: string;
  effects: Effect[];
}

export interface BonusCard {
  id: string;
  flag: boolean;
  small: number;
  large: number;
  small_effect: BonusEffect;
  large_effect: BonusEffect;
}

export interface Order {
  id: string;
  condition: string;
  amount: number;
  cost: Amounts;
  production: Amounts;
  points: number;
}

export interface Tech {
  id: string;
  row: number;
  steps: number;
  effect: string;
  op: string;
  once: boolean;
  n: number;
  resource: string;
  factory: string;
  satisfaction: number;
  researched: number;
  complete: boolean;
}

export interface Card {
  id: string;
  effects: Effect[];
  power: number[];
}

export interface Goal {
  id: string | null;
  open: boolean;
  counts?: string;
  each?: number[];
  tiers?: { low: number; high: number | null; extra: number }[];
  count?: number;
  points?: number;
}

export interface Forecast {
  year: number;
  old: { income: Amounts; demand: number; short: number };
  new: { income: Amounts; demand: number; short: number };
  stadiums: { demand: number; short: number };
}

export interface Player {
  seat: Seat;
  colour: string;
  stock: Record<World, Amounts>;
  production: Amounts;
  old_production: Amounts;
  forecast: Forecast | null;
  sites: { id: string; up: boolean }[];
  sea_moved: number;
  factories: Record<'supply' | 'old' | 'new' | 'settled', Amounts>;
  population: { waiting: number; settled: number };
  cargo: { population: number; factories: Amounts; resources: Amounts; stadiums: (string | Stadium)[] };
  ships: (Ship & { world: World; moved: boolean })[];
  stadiums: Record<World, Stadium[]>;
  plans: Infrastructure[];
  infrastructures: (Infrastructure & { fulfilled: boolean; met: boolean })[];
  technologies: Tech[][];
  satisfaction: { all: number; new: number };
  symbols: string[];
  terrains: string[];
  energy_from: 'old' | 'either' | 'new';
  action_marker: number;
  next_action: { energy: number; areas: (number | null)[]; at_hand: number };
  areas: number[];
  power: number[];
  penalties: number;
  bonuses: { small: number; large: number };
  goals: Goal[] | null;
  draft: string[] | number;
  hand: Card[] | number | null;
  tucked: Card[] | number | null;
  discards: Card[] | number | null;
  played: Card[];
  orders: Order[];
  paid_orders: Order[];
  meets_goal: boolean;
  points: Record<string, number>;
  accounting: { source: string; resource: Resource; by: number; production: Amounts }[] | null;
}

export interface SoloCard {
  id: string;
  action: string;
  number: number;
  x: boolean;
  letter: string;
  red: boolean;
}

export interface Solo {
  done: SoloCard[];
  left: number;
  top: { number: number; x: boolean; letter: string } | null;
  corner: string;
  corners: string[];
  stadiums_aside: string[];
  goal_piles: string[][] | null;
}

export interface Question {
  name: string;
  seat: Seat;
  [name: string]: unknown;
}

export interface EvacuationView {
  game: 'evacuation';
  you: Seat | null;
  pack: { name: string; title: string };
  options: { players: number; mode: 'race' | 'points'; bonuses: string; actions: string; [name: string]: unknown };
  year: number;
  phase: string;
  ending: boolean;
  over: boolean;
  question: Question;
  order: Owner[];
  passed: Owner[];
  board: {
    fields: Field[];
    columns: Column[];
    turning_points: TurningPoint[];
    sites: Site[];
    actions: { id: string; area: number; effects: Effect[] }[];
    action_track: number[];
    surcharge: { from: number; energy: number };
    costs: Record<string, number>;
    years: { year: number; food_old: number; food_new: number; stadiums: number }[];
    goal: { production: number; stadiums: number };
    goals: Goal[];
    lowest_points: number[];
    lowest_step: number;
  };
  settled: { field: string; owner: Owner; factories: Amounts }[];
  markers: { owner: Owner; column: number; lane: string }[];
  displays: { ship: Display<Ship>; stadium: Display<Stadium>; infrastructure: Display<Infrastructure> };
  bonuses: BonusCard[];
  orders: Order[] | null;
  lines: { side: string; lines: string[][]; counts: number[]; rivals: unknown } | null;
  action_stack: number | null;
  players: Player[];
  rivals: { who: string; fields: string[]; stadiums: unknown; satisfaction: number }[];
  solo: Solo | null;
  scores: number[];
  places: number[] | null;
}

const SHAPES = ['circle', 'triangle', 'diamond', 'square'] as const;
const RIVALS: readonly string[] = ['opponent', 'neutral', 'third party'];

/** The shape that stands for an owner, beside the colour. */
export const shape = (owner: Owner): string =>
  typeof owner === 'number' ? (SHAPES[owner % 4] ?? 'circle') : owner === 'neutral' ? 'diamond' : 'square';

/** The colour of an owner. */
export const colour = (owner: Owner): string =>
  typeof owner === 'number' ? `var(--ev-seat${owner % 4})` : `var(--ev-rival${Math.max(0, RIVALS.indexOf(owner))})`;

export const PHASES: readonly string[] = [
  'income',
  'actions',
  'transport',
  'turn order',
  'progress',
  'bonus',
  'year end',
];

/** Only what is there, for prices. */
export const some = (a: Amounts): boolean => RESOURCES.some((r) => a[r] !== 0);

/** Amounts of one world under the names that prices carry: "old food". */
export function tagged(a: Amounts, world: World): Record<string, number> {
  return Object.fromEntries(RESOURCES.filter((r) => a[r]).map((r) => [`${world} ${r}`, a[r]]));
}

/** The symbol of an instant effect of the progress track. */
export const INSTANT: Readonly<Record<string, string>> = {
  research: 'research',
  settle: 'settle',
  infrastructure: 'infrastructure',
  build_ship: 'ship',
  build_stadium: 'stadium',
};
