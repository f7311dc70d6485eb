/** Where rounds begin in a log: the title knows which entry starts one. */

import type { LogEntry } from '../api/types';

export interface RoundStart {
  round: number;
  move: number;
  number: number;
}

export function rounds(log: readonly LogEntry[], begins: (entry: LogEntry) => boolean): RoundStart[] {
  const found: RoundStart[] = [];
  for (const entry of log) {
    const move = entry.move ?? null;
    if (move !== null && begins(entry)) found.push({ round: found.length + 1, move, number: entry.number });
  }
  return found;
}
