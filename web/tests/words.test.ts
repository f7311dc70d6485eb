import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { names, parse } from '../src/lib/i18n/message';

const HOME = join(import.meta.dirname, '../src/lib/i18n');
const groups = readdirSync(join(HOME, 'en')).map((file) => file.replace('.ts', ''));
const load = async (language: string, group: string): Promise<Record<string, string>> =>
  ((await import(join(HOME, language, `${group}.ts`))) as { default: Record<string, string> }).default;

describe.each(groups)('words of %s', (group) => {
  it.each(['de', 'hu'])('are complete in %s, with the same arguments', async (language) => {
    const english = await load('en', group);
    const other = await load(language, group);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      const known = names(text);
      for (const name of names(other[key]!)) expect(known, `${language} ${key} uses {${name}}`).toContain(name);
    }
  });
  it.each(['en', 'de', 'hu'])('can all be read in %s', async (language) => {
    for (const text of Object.values(await load(language, group))) parse(text);
  });
});

/** Every file of the page's source, by name. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'i18n' ? [] : sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [path] : [];
  });
}

describe('keys', () => {
  it('that the source names plainly all have words', async () => {
    const known = new Set<string>();
    for (const group of groups) for (const key of Object.keys(await load('en', group))) known.add(key);
    const missing: string[] = [];
    for (const file of sources(join(import.meta.dirname, '../src'))) {
      for (const found of readFileSync(file, 'utf8').matchAll(/(?<![\w.])t\(\s*'([^'$]+)'/g))
        // The Automa's own words come with the engine.
        if (!known.has(found[1]!) && !found[1]!.startsWith('automa:')) missing.push(`${file}: ${found[1]}`);
    }
    expect(missing).toEqual([]);
  });
});
