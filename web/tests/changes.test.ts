import { describe, expect, it } from 'vitest';
import { changed, shared } from '../src/lib/game/changes';

describe('changes of a view', () => {
  const view = { a: { b: [1, 2, 3], c: 'x' }, d: { e: 1 } };
  it('set and remove, and leave the old view as it was', () => {
    const next = changed(view, [[['a', 'b', 1], 9], [['a', 'c']], [['a', 'f'], { g: 1 }]]);
    expect(next).toEqual({ a: { b: [1, 9, 3], f: { g: 1 } }, d: { e: 1 } });
    expect(view).toEqual({ a: { b: [1, 2, 3], c: 'x' }, d: { e: 1 } });
  });
  it('share what did not change', () => {
    expect(changed(view, [[['a', 'c'], 'y']])['d']).toBe(view.d);
  });
  it('remove items of lists', () => {
    expect(changed(view, [[['a', 'b', 0]]])).toEqual({ a: { b: [2, 3], c: 'x' }, d: { e: 1 } });
  });
});

describe('sharing', () => {
  it('keeps whatever is equal and nothing else', () => {
    const old = { map: { hexes: [{ q: 1 }, { q: 2 }] }, players: [{ vp: 1 }, { vp: 2 }], gone: 1 };
    const fresh = { map: { hexes: [{ q: 1 }, { q: 2 }] }, players: [{ vp: 1 }, { vp: 3 }], none: null };
    const made = shared(old, fresh);
    expect(made).toEqual(fresh);
    expect(made.map).toBe(old.map);
    expect(made.players[0]).toBe(old.players[0]);
    expect(made.players[1]).not.toBe(old.players[1]);
  });
  it('gives the old one back when nothing changed, and the fresh one when everything did', () => {
    const old = { a: [1, { b: 2 }] };
    expect(shared(old, { a: [1, { b: 2 }] })).toBe(old);
    expect(shared(old, [1])).toEqual([1]);
    expect(shared([1, 2], [1])).toEqual([1]);
    expect(shared(null, { a: 1 })).toEqual({ a: 1 });
    expect(shared({ a: undefined }, {})).toEqual({});
  });
});
