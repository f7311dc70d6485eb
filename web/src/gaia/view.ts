/** The view record of a Gaia Project position, as docs/views/gaia.md says it. */

import type { Gains, Seat } from '../lib/api/types';

export interface MapHex {
  name: string;
  q: number;
  r: number;
  sector: string;
  planet: string;
}

export interface Building {
  hex: string;
  seat: Seat;
  building: string;
  power: number;
  shared: boolean;
  federation: number | null;
}

export interface Effect {
  when: string;
  gain: Gains;
  per: string | null;
  trigger: string | null;
}

export interface Face {
  kind: string;
  effects: Effect[];
  green?: boolean;
}

export interface Level {
  at_once: Gains;
  income: Gains;
  ongoing: Gains;
  charge: number;
  points: number;
}

export interface Stack {
  tile: string;
  left: number;
  owners: Seat[];
}

export interface Track {
  id: string;
  levels: Level[];
  markers: (number | null)[];
  automas: number[];
  taken: Seat | null;
  token: string | null;
  advanced: string | null;
  tile: Stack;
}

export interface BoardAction {
  id: string;
  cost: Gains;
  gain: Gains;
  used: Seat | null;
}

export interface Standing {
  seat: Seat | null;
  neutral: boolean;
  count: number;
  points: number;
}

export interface Row {
  building: string;
  spaces: { built: boolean; income: Gains; action: Gains }[];
}

export interface Special {
  id: string;
  source: string;
  gain: Gains;
  used: boolean;
  ready: boolean;
}

export interface Player {
  seat: Seat;
  faction: string | null;
  planet: string | null;
  vp: number;
  credits: number;
  ore: number;
  knowledge: number;
  qic: number;
  caps: Gains;
  bowls: [number, number, number];
  gaia_area: number;
  brainstone: number | null;
  income: { source: string; gain: Gains }[];
  income_total: Gains;
  rows: Row[];
  base_income: Gains;
  gaiaformers: { owned: number; ready: number; on_map: number; gaia_area: number };
  gaia_tokens: number | null;
  range: number;
  step: number;
  wheel: { planet: string; steps: number; ore: number }[];
  satellites: { placed: number; limit: number };
  stations: number | null;
  booster: string | null;
  techs: { tile: string; advanced: boolean; covered_by: string | null; covers: string | null }[];
  tokens: { token: string; green: boolean }[];
  specials: Special[];
  counts: Gains;
  federation_power: number;
  passed: boolean;
  pass_points: Gains;
  final_points: Gains;
}

export interface Automa {
  number: number;
  faction: string;
  level: string;
  vp: number;
  deck: number;
  discard: number[];
  action: number | null;
  support: number | null;
  booster: string | null;
  passed: boolean;
  satellites: number;
  left: Gains;
}

export interface GaiaView {
  game: 'gaia';
  you: Seat | null;
  round: number;
  phase: string;
  question: { name: string; seat: Seat | null; facts: Record<string, unknown> };
  map: { hexes: MapHex[]; sectors: { id: string; q: number; r: number; turns: number }[] };
  board: {
    gaia: string[];
    lost: string | null;
    buildings: Building[];
    gaiaformers: { hex: string; seat: Seat; ready: boolean }[];
    satellites: { hex: string; seat: Seat }[];
    stations: { hex: string; seat: Seat }[];
    federations: { seat: Seat; hexes: string[]; power: number }[];
  };
  components: Record<string, Face>;
  research: { tracks: Track[]; free: Stack[]; step_cost: Gains };
  actions: BoardAction[];
  rounds: { tile: string; state: 'past' | 'now' | 'to_come' }[];
  finals: { tile: string; standings: Standing[] }[];
  pool: { boosters: string[]; tokens: { token: string; left: number }[] };
  order: { seats: Seat[]; passed: Seat[]; active: Seat | null };
  players: Player[];
  automas: Automa[];
  draft: {
    factions: string[];
    chosen: { seat: Seat; faction: string }[];
    bids: { faction: string; bid: number; seat: Seat | null }[];
    mines: { seat: Seat; left: number }[];
  } | null;
  result: {
    scores: number[];
    places: number[];
    finals: { tile: string; standings: Standing[] }[];
    research: number[];
    resources: number[];
  } | null;
  options: Record<string, unknown>;
}

export interface After {
  vp: number;
  credits: number;
  ore: number;
  knowledge: number;
  qic: number;
  bowls: [number, number, number];
  gaia_area: number;
  brainstone: number | null;
  gaiaformers: number;
}

/** Shapes of seats, the identity that needs no colour. */
export const SHAPES = ['circle', 'triangle', 'diamond', 'square'] as const;
export const shape = (seat: Seat): (typeof SHAPES)[number] => SHAPES[seat % 4]!;
/** Dashes of rings around owned planets, by seat. */
export const DASHES = ['13 4', '6 3', '', '2 3.2'] as const;

/** The colour of a seat: its home planet's, or a colour of its own before it has one. */
export function colour(view: GaiaView, seat: Seat): string {
  const planet = view.players[seat]?.planet;
  if (planet) return `var(--c-${planet})`;
  const automa = view.automas[seat - view.players.length];
  if (automa) return `var(--c-${HOME[automa.faction] ?? `none${seat % 4}`})`;
  return `var(--c-none${seat % 4})`;
}

/** Colour of a faction's pieces: a name of a theme colour, not a rule. */
export const HOME: Readonly<Record<string, string>> = {
  terrans: 'terra',
  lantids: 'terra',
  hadsch_hallas: 'oxide',
  ivits: 'oxide',
  geodens: 'volcanic',
  bal_taks: 'volcanic',
  xenos: 'desert',
  gleens: 'desert',
  taklons: 'swamp',
  ambas: 'swamp',
  firaks: 'titanium',
  bescods: 'titanium',
  nevlas: 'ice',
  itars: 'ice',
};
