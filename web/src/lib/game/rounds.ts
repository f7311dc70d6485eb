/** Where rounds begin in a log (the title knows which entry starts one), and how far scores go. */

import type { LogEntry } from '../api/types';
import type { Words } from './title';

export interface RoundStart {
  round: number;
  move: number;
  number: number;
}

export type Knows = Pick<Words, 'begins' | 'within'>;

export function rounds(log: readonly LogEntry[], words: Knows): RoundStart[] {
  const found: RoundStart[] = [];
  const moves = log.filter((e) => (e.move ?? null) !== null);
  moves.forEach((entry, i) => {
    if (!words.begins(entry)) return;
    // An answer within the beginning (in which order income comes): the round began with what went before.
    let first = i;
    while (first > 0 && words.within?.(moves[first]!)) first--;
    const start = moves[first]!;
    if (found.at(-1)?.number !== start.number)
      found.push({ round: found.length + 1, move: start.move!, number: start.number });
  });
  return found;
}

/** The entries of a round's beginning: the one that set it off, and the answers given within. */
export function beginning(log: readonly LogEntry[], start: RoundStart, words: Knows): LogEntry[] {
  const moves = log.filter((e) => (e.move ?? null) !== null && e.number >= start.number);
  const end = moves.findIndex((e, i) => i > 0 && !words.within?.(e));
  return moves.slice(0, end < 0 ? undefined : end);
}

/** The highest score on the way, at least ``most``, and the lowest, at most zero. Points are in the order of moves. */
export function reaches(
  points: readonly (readonly [move: number, seat: number, source: string, amount: number])[],
  most: number,
): { top: number; bottom: number } {
  const sums: number[] = [];
  let [top, bottom] = [most, 0];
  points.forEach(([move, seat, , amount], i) => {
    sums[seat] = (sums[seat] ?? 0) + amount;
    // What is booked together counts together.
    const next = points[i + 1];
    if (next?.[0] === move && next[1] === seat) return;
    top = Math.max(top, sums[seat]);
    bottom = Math.min(bottom, sums[seat]);
  });
  return { top, bottom };
}
