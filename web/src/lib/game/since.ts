/** Which entries of a log are told one by one. */

import type { LogEntry } from '../api/types';

/** The end of a turn says nothing of its own: the next entry is somebody else's. */
export const silent = (entry: LogEntry, ends: (key: string) => boolean): boolean =>
  ends(entry.message?.key ?? '') && (entry.move ?? null) !== null && !(entry.bookings ?? []).length;

/** The entries after a number that have a line of their own. */
export const since = (log: readonly LogEntry[], number: number, ends: (key: string) => boolean): LogEntry[] =>
  log.filter((entry) => entry.number > number && !silent(entry, ends));
