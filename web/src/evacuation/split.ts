/** What a split of power points does to both markers, as the server foretells it. */

import type { Option } from '../lib/api/types';
import { factsOf } from './view';

export interface Way {
  from: number;
  to: number;
  /** Where it ends: a driving lane, the parking lane, or one of several lanes that is asked for then. */
  lane: 'main' | 'plus' | 'parking' | 'choice' | 'stays';
  symbols: readonly string[];
  instant: string;
  /** What each lane it may end on holds. */
  lanes: readonly { symbols: readonly string[]; instant: string }[];
  /** Turning points on the way and what each does for this marker. */
  passes: readonly { id: string; effect: string }[];
}

/** The ways of the front and of the rear marker; none for options that are no split. */
export function ways(o: Option | null | undefined): Way[] {
  return ((o && factsOf(o).ends) ?? []).map((end) => {
    const only = end.lanes.length === 1 ? end.lanes[0] : undefined;
    return {
      from: end.from,
      to: end.column,
      lane: !end.moves ? 'stays' : (only ?? 'choice'),
      symbols: (only && end.symbols[only]) ?? [],
      instant: (only && end.instant[only]) ?? '',
      lanes: end.lanes.map((lane) => ({ symbols: end.symbols[lane] ?? [], instant: end.instant[lane] ?? '' })),
      passes: end.turning_points,
    };
  });
}
