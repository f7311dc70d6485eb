/** A line that was tried from a position, as an address: anybody who may see the match can open and step through it. */

import { matchPath } from '../api/client';
import type { Table } from '../api/types';

/** Answers as one text of an address: their notation holds letters, digits and a few signs. */
export const packed = (line: readonly string[]): string => line.join('~');
export const unpacked = (text: string): string[] => (text ? text.split('~') : []);

/** Where a line from a move of a match is shown; `of`: it has the answers of that seat only. */
export function linePath(
  id: string,
  table: Table,
  move: number,
  line: readonly string[],
  of: number | null = null,
): string {
  const seat = of === null ? '' : `&for=${of}`;
  return `${matchPath(id, table, move)}&${new URLSearchParams({ line: packed(line) })}${seat}`;
}
