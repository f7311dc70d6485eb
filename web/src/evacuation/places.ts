/** Where the places of a field of the New World are drawn. */

import type { Field, Settled } from './view';

export interface Place {
  x: number;
  y: number;
  kind: 'factory' | 'population';
  resource: string;
  /** By how much its production rises, where that is not 1. */
  dots: number;
  filled: boolean;
}

/** Where little is drawn of a unit, pictures take more of the field. */
export const part = (scale: number): number => Math.min(1.3, Math.max(1, 0.9 / scale));

/** All places of a field, and how much larger than usual they are drawn. */
export function placesOf(f: Field, settled: Settled | undefined, scale: number): { places: Place[]; size: number } {
  const used = (['food', 'steel', 'energy'] as const).flatMap((r) =>
    Array.from({ length: settled?.factories[r] ?? 0 }, () => r),
  );
  const filled = !!settled;
  const y = f.symbols.length ? -3 : 2;
  const all: Omit<Place, 'x'>[] = [
    ...Array.from({ length: f.factory_slots }, (_, i) => ({
      kind: 'factory' as const,
      resource: used[i] ?? '',
      dots: 0,
      filled,
      y,
    })),
    ...f.population_slots.map((p) => ({
      kind: 'population' as const,
      resource: p.resource,
      dots: p.dots,
      filled,
      y,
    })),
  ];
  const many = all.length > 2;
  const step = many ? 17 : 19 * part(scale);
  return {
    places: all.map((x, i) => ({ ...x, x: (i - (all.length - 1) / 2) * step })),
    size: many ? Math.min(part(scale), 1.06) : part(scale),
  };
}
