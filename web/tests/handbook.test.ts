import { readdirSync, readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import EvacuationPictures from '../src/evacuation/Pictures.svelte';
import GaiaPictures from '../src/gaia/Pictures.svelte';
import { chapters, RULE, type Block } from '../src/lib/handbook';
import { sections } from '../src/lib/markdown';
import { filtered, marked, readable, rows } from '../src/pages/rules/searching';

const LANGUAGES = ['en', 'de', 'hu'] as const;
const GAMES = { gaia: GaiaPictures, evacuation: EvacuationPictures };
const FOLDER = new URL('../../docs/', import.meta.url);
const source = (game: string, language: string): string =>
  readFileSync(new URL(`handbook/${game}.${language}.md`, FOLDER), 'utf8');

/** Ids of rules: those that begin a row of a table. */
const known = new Set(
  readdirSync(new URL('rules/', FOLDER)).flatMap((file) =>
    [...readFileSync(new URL(`rules/${file}`, FOLDER), 'utf8').matchAll(/^\| ([A-Z]{2}-[A-Z]+-\d+) \|/gm)].map(
      (m) => m[1]!,
    ),
  ),
);

/** What must be alike in every language: chapters, kinds of blocks, rows of tables, rules and pictures at their places. */
function shape(game: string, language: string): unknown {
  return chapters(source(game, language), game).map((c) => [
    c.level,
    c.id,
    c.blocks.map((b: Block) => [
      b.kind,
      b.kind === 'picture' ? [b.name, b.labels.length] : b.text.split('\n').map((line) => line.match(RULE) ?? []),
    ]),
  ]);
}

describe.each(Object.keys(GAMES) as (keyof typeof GAMES)[])('the handbook of %s', (game) => {
  it.each(['de', 'hu'])('is alike in English and %s', (language) => {
    expect(shape(game, language)).toEqual(shape(game, 'en'));
  });
  it.each(LANGUAGES)('cites only rules that exist (%s)', (language) => {
    const cited = source(game, language).match(RULE) ?? [];
    expect(cited.length).toBeGreaterThan(80);
    expect(cited.filter((id) => !known.has(id))).toEqual([]);
  });
  it.each(LANGUAGES)('has a place for every chapter, and no sign that is shown raw (%s)', (language) => {
    const found = chapters(source(game, language), game);
    const ids = found.slice(1).map((c) => c.id);
    expect(ids.every(Boolean)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const c of found)
      for (const b of c.blocks) {
        if (b.kind === 'picture') continue;
        expect(b.html, c.id).not.toMatch(/[{}]|\*\*|pic:|\[[A-Z]{2}-/);
      }
  });
  it('has a picture for every name, and draws nothing for another', () => {
    const drawn = (name: string, labels: readonly string[]): string =>
      render(GAMES[game], { props: { name, labels } })
        .body.replace(/<!--.*?-->/g, '')
        .trim();
    const pictures = chapters(source(game, 'en'), game).flatMap((c) =>
      c.blocks.filter((b) => b.kind === 'picture'),
    );
    expect(pictures.length).toBeGreaterThan(9);
    for (const p of pictures) {
      const html = drawn(p.name, p.labels);
      expect(html.length, p.name).toBeGreaterThan(200);
      for (const label of p.labels) expect(html, p.name).toContain(label);
    }
    expect(drawn('nothing', [])).toBe('');
  });
  it('tells of nearly every rule that players follow', () => {
    const told = new Set(source(game, 'en').match(RULE));
    const own = game === 'gaia' ? /^(GP|AU)-(?!POS|EXP)/ : /^EV-(?!AMB|TV)/;
    const mine = [...known].filter((id) => own.test(id));
    const left = mine.filter((id) => !told.has(id));
    expect(left.length / mine.length, left.join(' ')).toBeLessThan(0.1);
  });
});

describe('what is told and what is looked for', () => {
  it('knows rules, pictures and examples', () => {
    const [title, power] = chapters(
      '# A\n\nIntro.\n\n## Power {#power}\n\nText [GP-POW-1, GP-POW-2].\n\n![Two bowls](pic:bowls "a | b")\n\n> Example: so. [GP-POW-3]\n',
      'gaia',
    );
    expect(title?.title).toBe('A');
    expect(power?.rules).toEqual(['GP-POW-1', 'GP-POW-2', 'GP-POW-3']);
    expect(power?.blocks.map((b) => b.kind)).toEqual(['text', 'picture', 'example']);
    expect(power?.blocks[0]).toHaveProperty(
      'html',
      '<p>Text <span class="rids"><a href="/rules/gaia/exact#GP-POW-1">GP-POW-1</a> <a href="/rules/gaia/exact#GP-POW-2">GP-POW-2</a></span>.</p>',
    );
    expect(power?.blocks[1]).toEqual({ kind: 'picture', name: 'bowls', text: 'Two bowls', labels: ['a', 'b'] });
  });
  it('marks words, but nothing inside of elements', () => {
    expect(marked('<a href="/power">Power</a>', 'power')).toBe('<a href="/power"><mark>Power</mark></a>');
    expect(marked('a &amp; b amp', 'amp')).toBe('a &amp; b <mark>amp</mark>');
  });
  it('leaves out which tests prove a rule', () => {
    const [plain, proved] = sections(
      '## A\n\n| id | rule |\n|---|---|\n| A-B-1 | x |\n\n## B\n\n| id | rule | tests |\n|---|---|---|\n| A-B-2 | y | `test_z` |\n| A-B-3 | w | - |\n',
    );
    expect(readable(plain!)).toBe(plain);
    expect(readable(proved!).html).toBe(
      '<div class="tablebox" tabindex="0"><table><thead><tr><th scope="col">id</th><th scope="col">rule</th></tr></thead><tbody><tr><td>A-B-2</td><td>y</td></tr><tr><td>A-B-3</td><td>w</td></tr></tbody></table></div>',
    );
    expect(readable(proved!).text).not.toContain('test_z');
  });
  it('keeps the rows that were looked for', () => {
    const table = '<tbody><tr><td>A-B-1</td></tr><tr><td>other</td></tr></tbody>';
    expect(filtered(table, ['other'])).toBe('<tbody><tr><td>other</td></tr></tbody>');
    expect(filtered(table, ['heading'])).toBe(table);
  });
  it('gives rows of rules a place and a way back', () => {
    const html = rows(
      '<tr><td>GP-POW-1</td><td>x</td></tr>',
      () => ({ href: '/rules/gaia#power', title: 'A & B' }),
      'de',
    );
    expect(html).toBe(
      '<tr id="GP-POW-1"><td>GP-POW-1<a class="back" lang="de" href="/rules/gaia#power">A &amp; B</a></td><td>x</td></tr>',
    );
  });
});
