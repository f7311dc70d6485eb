/** How a year turned is read from the log. */

import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../src/lib/api/types';
import { yearTurns } from '../src/evacuation/years';

const income = (seat: number, hungry = 0) => ({
  key: 'income',
  args: { seat, old: [3, 2, 1], new: [1, 0, 0], hungry, missing_stadiums: 0 },
});
const log = [
  { number: 1, bookings: [], messages: [{ key: 'phase', args: { phase: 'income', year: 1 } }, income(0)] },
  {
    number: 7,
    bookings: [],
    message: { key: 'claim', args: { seat: 0, which: 'small' } },
    messages: [{ key: 'bonus', args: { seat: 0, effect: 'stores' } }],
  },
  {
    number: 9,
    bookings: [
      [0, 'old food', -3, 'feeding'],
      [0, 'new food', -1, 'feeding'],
      [0, 'old food', 3, 'income'],
      [1, 'old food', -2, 'feeding'],
    ],
    messages: [{ key: 'phase', args: { phase: 'income', year: 2 } }, income(0), income(1, 2)],
  },
] as unknown as LogEntry[];

describe('the turn of a year', () => {
  it('tells what came in, what was eaten, what was missing and whose bonus was hit', () => {
    const [first, second] = yearTurns(log);
    expect(first?.seats[0]?.bonuses).toBeNull();
    expect(second).toMatchObject({ number: 9, year: 2 });
    expect(second?.seats[0]).toMatchObject({ seat: 0, eaten: { old: 3, new: 1 }, hungry: 0, bonuses: ['small'] });
    expect(second?.seats[1]).toMatchObject({ seat: 1, eaten: { old: 2, new: 0 }, hungry: 2, bonuses: [] });
    expect(second?.seats[0]?.old).toEqual({ food: 3, steel: 2, energy: 1 });
  });
  it('is none where nothing came in', () => {
    expect(yearTurns(log.slice(1, 2))).toEqual([]);
  });
});
