import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inserted, names, parse } from '../src/lib/i18n/message';

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

const ENGINE = join(import.meta.dirname, '../../src/orrery');
const ROOMS = ['core/said', 'desk/said', 'server/said', 'gaia/said', 'evacuation/said', 'gaia/automa/words'];
const spoken = (room: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ENGINE, room, `${language}.json`), 'utf8')) as Record<string, string>;

/** Words that need to know what follows them: a value may begin with anything. */
const ARTICLES: Record<string, RegExp> = {
  en: /(?<!\p{L})an? $/iu,
  de: /(?<!\p{L})(der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|kein|keine|keinen|im|ins|am|ans|zum|zur|beim|vom) $/iu,
  hu: /(?<!\p{L})(a|az|a\(z\)|e|ez|eme) $/iu,
};
/** Where what follows is always of one kind. */
const KNOWN: Record<string, string[]> = {
  en: ['evacuation.why.wrong_terrain'],
  de: ['automa.automa_choice.booster'],
  hu: [],
};

describe.each(['en', 'de', 'hu'])('no article stands before what is put in, in %s', (language) => {
  const wrong = (strings: Record<string, string>, prefix = ''): string[] =>
    Object.entries(strings)
      .filter(([key]) => !KNOWN[language]!.includes(prefix + key))
      .filter(([, text]) => inserted(text).some((before) => ARTICLES[language]!.test(before)))
      .map(([key, text]) => `${prefix}${key}: ${text}`);
  it.each(groups)('in the words of %s', async (group) => {
    expect(wrong(await load(language, group))).toEqual([]);
  });
  it.each(ROOMS)('in the sentences of %s', (room) => {
    expect(wrong(spoken(room, language), `${room.split('/').at(-2)}.`)).toEqual([]);
  });
});

describe.each(ROOMS)('sentences of %s', (room) => {
  it.each(['de', 'hu'])('are complete in %s, with arguments that English has', (language) => {
    const english = spoken(room, 'en');
    const other = spoken(room, language);
    expect(Object.keys(other)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      const known = names(text);
      // English may put everything into one text, for programs.
      if (!known.has('said') && !known.has('expected'))
        for (const name of names(other[key]!)) expect(known, `${language} ${key} uses {${name}}`).toContain(name);
    }
  });
});

describe('names', () => {
  it.each(['en', 'de', 'hu'])('of factions and tiles are those of the page, in %s', async (language) => {
    const page = await load(language, 'gaia');
    for (const [key, text] of Object.entries(spoken('gaia/automa/words', language)))
      if (/^(faction|tile)\./.test(key)) expect(text, key).toBe(page[key]);
  });
  it('are in one group alone, or mean the same in both', async () => {
    // Points are called victory points in one of the games: the title that is on the screen wins.
    const seen = new Map<string, string>();
    for (const group of groups)
      for (const [key, text] of Object.entries(await load('de', group))) {
        if (key !== 'amount.vp' && seen.has(key)) expect(text, key).toBe(seen.get(key));
        seen.set(key, text);
      }
  });
});
