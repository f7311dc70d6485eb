/** What a search and a link to a rule do with the HTML of our own files. */

import type { Section } from '../../lib/markdown';

const escape = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ').toLowerCase();

/** A section for people: without the column that names the tests of each rule. */
export function readable(section: Section): Section {
  if (!section.html.includes('<th scope="col">tests</th>')) return section;
  const html = section.html
    .replace('<th scope="col">tests</th>', '')
    .replace(/<td>(?:(?!<td>).)*<\/td><\/tr>/gs, '</tr>');
  return { ...section, html, text: `${section.title} ${plain(html)}` };
}

/** Marks what was searched for, but nothing within elements and escaped signs: the text is escaped already. */
export function marked(html: string, find: string): string {
  const words = find
    .split(/\s+/)
    .filter((w) => w.length > 1)
    .map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!words.length) return html;
  const pattern = new RegExp(`(?<!&[a-z]*)(${words.join('|')})(?![^<]*>)`, 'gi');
  return html.replace(pattern, '<mark>$1</mark>');
}

/** Of a table only the rows that hold every word, if there are such. */
export function filtered(html: string, words: readonly string[]): string {
  if (!words.length) return html;
  return html.replace(/<tbody>(.*?)<\/tbody>/gs, (whole, body: string) => {
    const kept = (body.match(/<tr>.*?<\/tr>/gs) ?? []).filter((row) => words.every((w) => plain(row).includes(w)));
    return kept.length ? `<tbody>${kept.join('')}</tbody>` : whole;
  });
}

/** Rows of rules can be linked to, and lead back to where the handbook tells of them, in the reader's language. */
export function rows(
  html: string,
  back: (id: string) => { href: string; title: string } | null,
  language: string,
): string {
  return html.replace(/<tr><td>([A-Z]{2}-[A-Z]+-\d+)<\/td>/g, (_, id: string) => {
    const way = back(id);
    const link = way
      ? `<a class="back" lang="${language}" href="${escape(way.href)}">${escape(way.title)}</a>`
      : '';
    return `<tr id="${id}"><td>${id}${link}</td>`;
  });
}
