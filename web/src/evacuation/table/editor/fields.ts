/** What controls do to the fields of the New World: whose they are. */

import * as edit from '../../../lib/tabletop/editor/edits';
import type { Entered } from '../../../lib/tabletop/editor/editor.svelte';
import type { Fields, Json } from '../../../lib/tabletop/editor/shapes';

/** `players.0` or `rivals.1`; empty for nobody. */
export type Owner = string;

const count = (doc: Fields, what: string): number => ((doc[what] ?? []) as Json[]).length;
export const owners = (doc: Fields): Owner[] => [
  ...Array.from({ length: count(doc, 'players') }, (_, i) => `players.${i}`),
  ...Array.from({ length: count(doc, 'rivals') }, (_, i) => `rivals.${i}`),
];
const listOf = (owner: Owner): edit.Path => {
  const [what = '', index = '0'] = owner.split('.');
  return [what, Number(index), 'fields'];
};
const list = (doc: Fields, owner: Owner): Json[] => (edit.at(doc, listOf(owner)) ?? []) as Json[];
export const ownerOf = (doc: Fields, field: string): Owner =>
  owners(doc).find((one) => list(doc, one).includes(field)) ?? '';

/** A field is somebody's, or nobody's; factories of whoever had it go. */
export function settle(doc: Fields, field: string, owner: Owner): Json {
  const before = ownerOf(doc, field);
  if (before === owner) return doc;
  let next: Json = doc;
  if (before) next = edit.toggle(next, listOf(before), field);
  if (edit.at(next, ['factories', field]) !== undefined) next = edit.drop(next, ['factories', field]);
  return owner ? edit.toggle(next, listOf(owner), field) : next;
}

export function named(title: Entered, doc: Fields, owner: Owner): string {
  const [what, index] = owner.split('.');
  return title.seat(doc, Number(index) + (what === 'rivals' ? count(doc, 'players') : 0));
}
