/** What a report on a finished game found, as the page shows it. */

import type { Step } from '../../lib/api/types';
import { n } from '../../lib/i18n/index.svelte';

export interface Moment {
  move: number;
  kind: string;
  played: string[];
  better: string[];
  line: string[];
  points: number;
  low: number;
  high: number;
  how: string;
  clear: boolean;
  reasons: { source: string; by: number }[];
  steps: { played: Step[]; better: Step[] };
}

export interface Report {
  final: number;
  counted: number;
  points: number;
  low: number;
  high: number;
  a_turn: number;
  kinds: { kind: string; decisions: number; points: number }[];
  moments: Moment[];
  expected: { move: number; stage: number; points: number; band: number }[];
  account: { start: number; luck: number; decisions: number; others: number; final: number } | null;
  finish: { move: number; points: number; word: string; more: number | null; line: string[] } | null;
  waste: Record<string, Record<string, number>>;
}

/** A number with one digit behind the point; with its sign. */
export const one = (value: number): string => n(Math.round(value * 10) / 10);
export const signed = (value: number): string => (value > 0 ? '+' : '') + one(value);

/** A turn in words, from its steps, or from its texts where those are not known. */
export type Telling = (steps: Step[], texts: string[]) => string;
