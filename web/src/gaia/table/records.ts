/** What the calls for a real table answer; src/orrery/gaia/tabletop says it field by field. */

import type { Message } from '../../lib/api/types';
import type { Face, Map as GalaxyMap } from '../view';

export interface SetUp {
  seed: number;
  faction: string;
  level: string;
  round_tiles: string[];
  final_tiles: string[];
  boosters: string[];
  deck: number[];
}
export interface GalaxySetUp extends SetUp {
  human: string;
  map: unknown;
  blocked: string;
}
/** Set-up and commands: all there is to keep. */
export interface Saved<S = SetUp> {
  format: string;
  setup: S;
  commands: string[];
}
export const COMPANION = 'orrery companion 1';
export const GALAXY = 'orrery galaxy 1';

export interface Card {
  number: number;
  action: string;
  vp: number;
  passes: boolean;
  direction: string;
}
export interface Components {
  factions: { id: string; vp: number; steps: string[] }[];
  levels: { id: string; name: string; vp: number; bonus: number; cards: number }[];
  boards: Record<string, string>;
  boosters: Record<string, Face>;
  rounds: Record<string, Face>;
  finals: Record<string, Face & { neutral: number }>;
  cards: Record<string, Card>;
  techs: Record<string, Face>;
  /** Sides of sectors, and the steps from one sector's place to the next ones. */
  faces: string[];
  lattice: [number, number][];
}
export interface Rule {
  by: string;
  count?: number;
  old?: string;
  new?: string;
}
export interface Then {
  what: string;
  vp?: number;
  range?: number;
  rules?: Rule[];
}
export interface Turn {
  support: number;
  action?: number;
  kind?: string;
  steps?: { action: string; rules: Rule[]; then: Then[] }[];
  passed?: number;
  points: number;
  source: string;
  booster?: string;
  which?: number;
  deck?: number;
}
export interface Told {
  turn?: Turn;
  card?: number;
  added?: number;
  taken?: string;
}
interface Standing {
  round: number;
  points: number;
  booster: string;
  row: string[];
  /** The person's booster; empty before there is one. */
  human: string;
  passed: boolean;
  human_passed: boolean;
  over: boolean;
  deck: number;
}
export interface Session extends Standing {
  saved: Saved;
  opening: { card: number; slot: number; booster: string };
  abilities: {
    mines: number;
    start: string;
    bonus: number;
    station: number;
    planet_type: number;
    lab: boolean;
    board_twice: boolean;
  };
  discards: number[];
  done: Told[];
}
export interface Galaxy extends Standing {
  saved: Saved<GalaxySetUp>;
  printed: Record<string, unknown>;
  view: Record<string, unknown>;
  opening: Message[];
  done: { messages?: Message[]; offers?: { hex: string; power: number }[]; hex?: string }[];
  own: Record<string, string>;
  forming: string[];
  placed: number;
  /** Structures of the person at the start. */
  starting: number;
  counts: [number[], number[]];
  research: [Record<string, number>, Record<string, number>];
  tiles: string[];
}
export interface Laid {
  map: GalaxyMap;
  placements: [string, number, number, number][];
  wrong: { key: string; args: Record<string, unknown> } | null;
}

/** A seed of chance that survives JSON. */
export const fresh = (): number => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 65536) * 4294967296 + low;
};
