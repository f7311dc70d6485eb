/** The handbook of a title: chapters out of docs/handbook, with pictures that the title draws and the ids of rules. */

import type { Component } from 'svelte';
import type { Language } from './i18n/index.svelte';
import { sections } from './markdown';

export interface PictureProps {
  name: string;
  /** Words that stand in the picture, in the language of the text around it. */
  labels: readonly string[];
}

/** A piece of a chapter: text, an example, or a picture with what it shows in words. */
export type Block =
  | { kind: 'text' | 'example'; html: string; text: string }
  | { kind: 'picture'; name: string; text: string; labels: readonly string[] };

export interface BookChapter {
  id: string;
  level: number;
  title: string;
  blocks: readonly Block[];
  /** Everything that can be searched for. */
  text: string;
  /** The rules behind it, in the order in which they are told. */
  rules: readonly string[];
}

export const RULE = /[A-Z]{2}-[A-Z]+-\d+/g;
const RULES = /\s?\[([A-Z]{2}-[A-Z]+-\d+(?:, [A-Z]{2}-[A-Z]+-\d+)*)\]/g;
const HEADING = /^(#{1,3})\s+(.*?)(?:\s+\{#([a-z-]+)\})?$/;
const PICTURE = /^!\[([^\]]+)\]\(pic:([a-z-]+)(?: "([^"]*)")?\)$/;

/** Where the exact wording of a rule is found. */
export const ruleAddress = (game: string, id: string): string => `/rules/${game}/exact#${id}`;

/** Signs of rules become small links. */
function linked(html: string, game: string): string {
  return html.replace(RULES, (_, ids: string) => {
    const links = ids.split(', ').map((id) => `<a href="${ruleAddress(game, id)}">${id}</a>`);
    return ` <span class="rids">${links.join(' ')}</span>`;
  });
}

/** The chapters of a handbook, in order; the first is its title with the introduction. */
export function chapters(source: string, game: string): BookChapter[] {
  const found: { id: string; level: number; title: string; blocks: Block[]; source: string[] }[] = [];
  let lines: string[] = [];
  const html = (text: string): string =>
    linked(
      sections(text)
        .map((s) => s.html)
        .join(''),
      game,
    );
  const flush = (): void => {
    const text = lines.join('\n').trim();
    lines = [];
    if (text) found.at(-1)?.blocks.push({ kind: 'text', html: html(text), text });
  };
  for (const line of source.split('\n')) {
    const heading = HEADING.exec(line);
    const picture = PICTURE.exec(line);
    if (heading) {
      flush();
      const [, marks, title, id] = heading;
      found.push({ id: id ?? '', level: marks!.length, title: title!, blocks: [], source: [] });
    } else if (picture) {
      flush();
      const [, text, name, labels] = picture;
      found.at(-1)?.blocks.push({ kind: 'picture', name: name!, text: text!, labels: labels?.split(' | ') ?? [] });
    } else if (line.startsWith('> ')) {
      flush();
      const text = line.slice(2);
      found.at(-1)?.blocks.push({ kind: 'example', html: html(text), text });
    } else lines.push(line);
    found.at(-1)?.source.push(line);
  }
  flush();
  return found.map(({ source: own, ...c }) => ({
    ...c,
    text: [c.title, ...c.blocks.map((b) => b.text)].join(' '),
    rules: own.join('\n').match(RULE) ?? [],
  }));
}

const files = import.meta.glob<string>('../../../docs/handbook/*.md', { query: '?raw', import: 'default' });

export async function load(game: string, language: Language): Promise<BookChapter[]> {
  const file = files[`../../../docs/handbook/${game}.${language}.md`];
  return file ? chapters(await file(), game) : [];
}

interface Drawn {
  Picture: Component<PictureProps>;
  /** Drawings that the pictures refer to, where the page does not have them anyway. */
  Symbols?: Component;
}

/** Who draws the pictures of a title. */
export const artists: Readonly<Record<string, () => Promise<Drawn>>> = {
  gaia: async () => ({ Picture: (await import('../gaia/Pictures.svelte')).default }),
  evacuation: async () => ({
    Picture: (await import('../evacuation/Pictures.svelte')).default,
    Symbols: (await import('../evacuation/Symbols.svelte')).default,
  }),
};
