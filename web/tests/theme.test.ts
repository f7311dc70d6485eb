import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/lib/theme.css'), 'utf8');

function tokens(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map((m) => [m[1]!, m[2]!]));
}
const dark = tokens(/:root \{([\s\S]*?)\n\}/.exec(css)![1]!);
const light = { ...dark, ...tokens(/:root\[data-theme='light'\] \{([\s\S]*?)\n\}/.exec(css)![1]!) };

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
] as const)('contrast in the %s theme', (_, theme) => {
  const GROUNDS = ['bg', 'bg2', 'panel', 'panel2', 'well'];
  it.each(['ink', 'mut', 'dim', 'act', 'sel', 'good', 'bad', 'warn'])(
    'text in %s is readable on every ground',
    (ink) => {
      for (const ground of GROUNDS)
        expect(contrast(theme[ink]!, theme[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    },
  );
  it('the main button is readable', () =>
    expect(contrast(theme['btn']!, theme['btnink']!)).toBeGreaterThanOrEqual(4.5));
  it.each(['line2', 'act', 'sel', 'focus'])('the edge of controls in %s is seen', (edge) => {
    for (const ground of GROUNDS)
      expect(contrast(theme[edge]!, theme[ground]!), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  });
  it.each(['terra', 'oxide', 'volcanic', 'desert', 'swamp', 'titanium', 'ice'])(
    'the owner colour of %s is seen on the map',
    (planet) => {
      expect(contrast(theme[`c-${planet}`]!, theme['hex']!)).toBeGreaterThanOrEqual(3);
    },
  );
  it('power and the Gaia area are readable', () => {
    expect(contrast(theme['bowlink']!, theme['bowl']!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme['gaiaink']!, theme['gaiabg']!)).toBeGreaterThanOrEqual(4.5);
  });
});
