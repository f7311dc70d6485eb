/** Where rounds begin in a log of Gaia Project. */

import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../src/lib/api/types';
import { beginning, reaches, rounds } from '../src/lib/game/rounds';

const knows = {
  begins: (e: LogEntry): boolean => (e.bookings ?? []).some(([, , , from]) => from.startsWith('income')),
  within: (e: LogEntry): boolean => !['Turn', 'PickBooster'].includes(e.question),
};

function log(...entries: [question: string, ...income: number[]][]): LogEntry[] {
  return entries.map(
    ([question, ...seats], i) =>
      ({
        number: i + 1,
        move: i + 1,
        seat: 0,
        question,
        text: '',
        bookings: seats.map((seat) => [seat, 'ore', 3, 'income:mine']),
      }) as unknown as LogEntry,
  );
}

describe('rounds', () => {
  test('begin with the entry that set the income off', () => {
    const found = rounds(log(['PickBooster', 0, 1], ['Turn'], ['Turn'], ['Turn', 0, 1], ['Turn']), knows);
    expect(found.map((r) => [r.round, r.move])).toEqual([
      [1, 1],
      [2, 4],
    ]);
  });

  test('begin before a question about income, whoever is asked first', () => {
    const entries = log(
      ['PickBooster', 0],
      ['IncomeOrder', 1],
      ['Turn'],
      ['Turn'],
      ['IncomeOrder', 0, 1],
      ['Turn'],
    );
    const found = rounds(entries, knows);
    expect(found.map((r) => r.move)).toEqual([1, 4]);
    expect(found.map((r) => beginning(entries, r, knows).map((e) => e.move))).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  test('know nothing of what was taken back', () => {
    const entries = log(['PickBooster', 0], ['Turn'], ['Turn', 0]);
    entries[2] = { ...entries[2]!, move: null };
    expect(rounds(entries, knows)).toHaveLength(1);
  });
});

describe('the axis of scores', () => {
  test('includes what lies below zero, at any time', () => {
    const points = [
      [0, 0, 'start', 0],
      [3, 0, 'hunger', -7],
      [5, 1, 'goal', 60],
      [9, 0, 'goal', 20],
    ] as const;
    expect(reaches(points, 40)).toEqual({ top: 60, bottom: -7 });
  });

  test('stops at zero where nobody is below', () => {
    expect(reaches([[1, 0, 'x', 5]], 40)).toEqual({ top: 40, bottom: 0 });
  });
});
