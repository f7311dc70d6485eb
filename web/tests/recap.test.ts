/** What others did is told one line a turn. */

import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../src/lib/api/types';
import { recap, turns } from '../src/lib/game/recap';
import type { Words } from '../src/lib/game/title';

const entry = (number: number, seat: number, key: string, question = 'Turn', hex?: string): LogEntry =>
  ({
    number,
    move: number,
    seat,
    question,
    text: key,
    message: { key, args: hex ? { hex } : {} },
    messages: [],
    bookings: [],
  }) as unknown as LogEntry;

const words = {
  sentence: (e: LogEntry) => `${e.seat}:${e.message?.key}`,
  places: (e: LogEntry) => (e.message?.args['hex'] ? [String(e.message.args['hex'])] : []),
} as unknown as Words;
const who = (seat: number): string => `P${seat}`;

const gaia = (log: LogEntry[], seen: number) => ({
  log,
  seen,
  mine: [0],
  ends: (key: string) => key === 'end_turn',
  habits: {
    instant: ['LeechOffer'],
    closes: { Turn: 'end_turn' },
    ahead: [],
    idle: [],
    verbs: [],
    secret: () => false,
  },
});

describe('a recap', () => {
  const log = [
    entry(1, 0, 'build_mine'),
    entry(2, 0, 'end_turn'),
    entry(3, 1, 'convert'),
    entry(4, 1, 'build_mine', 'Turn', '4A2'),
    entry(5, 0, 'charge', 'LeechOffer'),
    entry(6, 1, 'end_turn'),
    entry(7, 2, 'research'),
    entry(8, 2, 'end_turn'),
    entry(9, 1, 'pass'),
  ];
  it('has one line for each turn of the others, without conversions and answers to offers', () => {
    const found = recap(gaia(log, 2), words, who);
    expect(found.map((x) => [x.seat, x.text])).toEqual([
      [1, '1:build_mine'],
      [2, '2:research'],
      [1, '1:pass'],
    ]);
    expect(found[0]?.places).toEqual(['4A2']);
    expect(found[0]?.move).toBe(4);
  });
  it('is empty for who only watches, and begins anew with the own turn', () => {
    expect(recap({ ...gaia(log, 2), mine: [] }, words, who)).toEqual([]);
    expect(recap(gaia(log, 8), words, who).map((x) => x.seat)).toEqual([1]);
  });
  it('tells the whole game by turns, the own ones too', () => {
    expect(turns(gaia(log, 0), 0, words, who).map((x) => x.seat)).toEqual([0, 1, 2, 1]);
  });
  it('begins a turn where a question is asked at which a turn rests', () => {
    const store = gaia([entry(1, 1, 'act'), entry(2, 1, 'gain', 'Gain'), entry(3, 1, 'act')], 0);
    const habits = { ...store.habits, closes: {}, rests: ['Turn'] };
    expect(recap({ ...store, habits }, words, who).map((x) => x.text)).toEqual(['1:act 1:gain', '1:act']);
  });
  it('gives a seat that is never asked a line of its own after the own turn', () => {
    const its = {
      ...words,
      sequel: (e: LogEntry) => (e.number === 2 ? { seat: 3, text: 'A', places: ['1A1'] } : null),
    };
    const found = recap(gaia([entry(1, 0, 'build_mine'), entry(2, 0, 'end_turn')], 2), its as Words, who);
    expect(found.map((x) => [x.seat, x.text])).toEqual([[3, 'A']]);
  });
});
