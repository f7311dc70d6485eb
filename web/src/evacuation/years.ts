/** How a year turned: what came in, what was eaten, who went hungry, whose bonus was hit. */

import type { LogEntry } from '../lib/api/types';
import { RESOURCES, type Amounts, type World } from './view';

export interface SeatYear {
  seat: number;
  /** What came in on either world. */
  old: Amounts;
  new: Amounts;
  /** Food eaten on either world. */
  eaten: Record<World, number>;
  /** Food and stadiums that were missing: penalty tiles. */
  hungry: number;
  bored: number;
  /** Bonuses received at the end of the year before, by which number; null where the year began the game. */
  bonuses: string[] | null;
}

export interface YearTurn {
  /** The entry that turned it, and the year that begins. */
  number: number;
  year: number;
  seats: SeatYear[];
}

const amounts = (list: unknown): Amounts => {
  const found = Array.isArray(list) ? (list as number[]) : [];
  return Object.fromEntries(RESOURCES.map((r, i) => [r, found[i] ?? 0])) as unknown as Amounts;
};

/** Every turn of a year that a log tells of. */
export function yearTurns(log: readonly LogEntry[]): YearTurn[] {
  const found: YearTurn[] = [];
  let bonuses = new Map<number, string[]>();
  for (const e of log) {
    let year: number | null = null;
    const seats: SeatYear[] = [];
    for (const m of e.messages ?? []) {
      if (m.key === 'phase' && m.args['phase'] === 'income') year = Number(m.args['year']);
      else if (m.key === 'bonus') {
        const seat = Number(m.args['seat']);
        bonuses.set(seat, [...(bonuses.get(seat) ?? []), String(e.message?.args['which'])]);
      } else if (m.key === 'income') {
        const seat = Number(m.args['seat']);
        const eaten = (world: World): number =>
          (e.bookings ?? [])
            .filter(([who, what, , source]) => who === seat && source === 'feeding' && what.startsWith(world))
            .reduce((sum, [, , amount]) => sum - amount, 0);
        seats.push({
          seat,
          old: amounts(m.args['old']),
          new: amounts(m.args['new']),
          eaten: { old: eaten('old'), new: eaten('new') },
          hungry: Number(m.args['hungry'] ?? 0),
          bored: Number(m.args['missing_stadiums'] ?? 0),
          bonuses: year === 1 ? null : (bonuses.get(seat) ?? []),
        });
      }
    }
    if (seats.length) {
      found.push({ number: e.number, year: year ?? found.length + 1, seats });
      bonuses = new Map();
    }
  }
  return found;
}
