import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sideOf } from '../src/evacuation/anchors';
import { coast, lands } from '../src/evacuation/continents';
import type { Option } from '../src/lib/api/types';

const option = (facts: Record<string, unknown>): Option => ({ text: 'x', facts }) as unknown as Option;

describe('the panel at the side', () => {
  it('is the one that holds the answers, whatever was drafted before', () => {
    expect(sideOf([option({ kind: 'done' }), option({ kind: 'under', card: 'heron' })])).toBe('market');
    expect(sideOf([option({ kind: 'research', column: 1 })])).toBe('tech');
    expect(sideOf([option({ kind: 'fly', ship: 'ibis' })])).toBe('ships');
    expect(sideOf([option({ kind: 'pay_order', order: 'scholars' })])).toBe('cards');
  });
  it('is free where boards and prompt show everything', () => {
    expect(sideOf([option({ kind: 'settle', field: 'A1' }), option({ kind: 'forgo' })])).toBeNull();
  });
});

describe('the globe of the Old World', () => {
  it.each([1, 2, 3, 4])('has room for eleven sites of each of %i players', (players) => {
    const all = lands(players);
    expect(all).toHaveLength(players);
    const places = all.flatMap((land) => [...land.land, ...land.sea].map((at) => ({ at, size: land.size })));
    expect(places).toHaveLength(11 * players);
    for (const [i, a] of places.entries()) {
      expect(Math.hypot(...a.at) + a.size / 2, 'inside the globe').toBeLessThanOrEqual(100);
      for (const b of places.slice(i + 1)) {
        const apart = Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
        expect(apart, `${a.at.join()} and ${b.at.join()}`).toBeGreaterThanOrEqual(a.size);
      }
    }
    for (const land of all) expect(coast(land.land)).toMatch(/^M[\d.\- L]+Z$/);
  });
});

const source = readFileSync(join(import.meta.dirname, '../src/evacuation/Symbols.svelte'), 'utf8');
const shell = readFileSync(join(import.meta.dirname, '../src/lib/theme.css'), 'utf8');
const tokens = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map((m) => [m[1]!, m[2]!]));
const dark = {
  ...tokens(/:root \{([\s\S]*?)\n\}/.exec(shell)![1]!),
  ...tokens(/:global\(:root\) \{([\s\S]*?)\n {2}\}/.exec(source)![1]!),
};
const light = {
  ...dark,
  ...tokens(/:root\[data-theme='light'\] \{([\s\S]*?)\n\}/.exec(shell)![1]!),
  ...tokens(/:global\(:root\[data-theme='light'\]\) \{([\s\S]*?)\n {2}\}/.exec(source)![1]!),
};
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x! + 0.05) / (y! + 0.05);
}

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('colours of both worlds in the %s theme', (_, theme) => {
  it.each(['old', 'new'])('the word %s is readable on its own ground and on panels', (world) => {
    for (const ground of [`ev-${world}bg`, 'panel', 'panel2'])
      expect(contrast(theme[`ev-${world}`]!, theme[ground]!), ground).toBeGreaterThanOrEqual(4.5);
  });
  it('text is readable on sites, sea and both grounds', () => {
    for (const ground of ['ev-site', 'ev-sea', 'ev-oldbg', 'ev-newbg', 'ev-land', 'ev-landown'])
      expect(contrast(theme['ink']!, theme[ground]!), ground).toBeGreaterThanOrEqual(4.5);
  });
  it('the edge of a site is seen on land and sea', () => {
    for (const ground of ['ev-land', 'ev-landown', 'ev-site', 'ev-sea'])
      expect(contrast(theme['ev-siteline']!, theme[ground]!), ground).toBeGreaterThanOrEqual(3);
  });
  it.each([0, 1, 2, 3])('the colour of seat %i is seen on panels', (seat) => {
    expect(contrast(theme[`ev-seat${seat}`]!, theme['panel']!)).toBeGreaterThanOrEqual(3);
  });
});
