/** The values of the person's own box, which tables of this browser are played with. */

import { keep, kept } from './keeping';

/** Corrections by section and id: fields, and where they come from. */
export type Changes = Record<string, Record<string, unknown>>;

export interface Box {
  name: string;
  base: string;
  changes: Changes;
  /** How a match names it; null while it has faults. */
  option: Record<string, unknown> | null;
  /** Quick starts and new tables play with it. */
  use: boolean;
}

const NAME = 'box';
export const box = (): Box | null => kept<Box>(NAME);
export const keepBox = (value: Box | null): boolean => keep(NAME, value);

/** Options of a new table of a title that come from the own box. */
export function boxed(game: string): Record<string, unknown> {
  const own = game === 'evacuation' ? box() : null;
  return own?.use && own.option ? { pack: own.option } : {};
}
