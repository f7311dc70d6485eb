import { describe, expect, it } from 'vitest';
import { digits, isWhole, moved, parse, stringify, whole } from '../src/lib/api/exact';
import { stepped, typed } from '../src/lib/tabletop/editor/edits';
import { fits } from '../src/lib/tabletop/editor/shapes';

const SEED = (2n ** 63n - 1n).toString();

describe('whole numbers of any size', () => {
  it('come back as they were, wherever they stand', () => {
    const text = `{"seed":${SEED},"least":-${SEED},"list":[18446744073709551615,1],"word":"${SEED}, \\"${SEED}\\"","part":0.1234567890123456,"large":1e+21}`;
    const found = parse(text) as Record<string, unknown>;
    expect(digits(found['seed'] as string)).toBe(SEED);
    expect(found['word']).toBe(`${SEED}, "${SEED}"`);
    expect(stringify(found)).toBe(text);
    expect(parse('{"a":12}')).toEqual({ a: 12 });
    expect(() => parse(`{"seed":${SEED}`)).toThrow();
  });
  it('are typed, counted and known in the editor', () => {
    const doc = typed({ seed: 1 }, ['seed'], SEED);
    expect(stringify(doc)).toBe(`{"seed":${SEED}}`);
    expect(stringify(stepped(doc, ['seed'], 1))).toBe('{"seed":9223372036854775808}');
    expect(stepped({ a: 3 }, ['a'], -1)).toEqual({ a: 2 });
    expect(moved(whole('9007199254740992')!, -1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(typed(doc, ['seed'], 'many')).toBe(doc);
    expect(fits({}, { type: 'integer' }, whole(SEED))).toBe(true);
    expect(isWhole('12')).toBe(false);
  });
});
