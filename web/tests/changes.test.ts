import { describe, expect, it } from 'vitest';
import { changed } from '../src/lib/game/changes';

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
