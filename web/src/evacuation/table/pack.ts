/** A pack as the editor knows it: forms, values, where they come from; in words of the reader. */

import { first, has, n, t } from '../../lib/i18n/index.svelte';
import type { Changes } from '../../lib/tabletop/box';
import * as words from '../words';

export interface Form {
  kind: string;
  rule: string;
  low?: number;
  high?: number;
  choices?: string[];
  length?: [number, number];
  usual?: unknown;
}
export interface Entry {
  id: string;
  values: Record<string, unknown>;
  from: Record<string, string>;
}
export interface Section {
  section: string;
  single: boolean;
  forms: Record<string, Form>;
  entries: Entry[];
}
export interface PackData {
  name: string;
  digest: string;
  base: string;
  parts: Record<string, Record<string, Form>>;
  sections: Section[];
  open: number;
  total: number;
}
export interface Problem {
  section: string;
  id: string;
  field: string;
  text: string;
  rule: string;
  doubt: boolean;
  form: Form | null;
}
export interface Checked {
  name: string;
  problems: Problem[];
  faults: number;
  doubts: number;
  digest: string | null;
  option: Record<string, unknown> | null;
  changes: Changes | null;
  base?: string;
  open: number | null;
  total: number;
}

/** What an owner reads from a component. */
export const MINE = 'source box';

export const sectionName = (section: string): string => t(`pack.section.${section}`);
export const fieldName = (field: string): string =>
  first([`pack.field.${field}`, `ev.honest.${field}`, 'said'], { text: field.replaceAll('_', ' ') });

/** What an entry is called on the page. */
export function entryName(section: string, id: string): string {
  if (!id) return sectionName(section);
  if (section === 'years') return t('ev.year', { n: Number(id) });
  if (section === 'columns') return t('pack.column', { n: n(Number(id)) });
  if (section === 'turning_points') return t('pack.turning', { n: n(Number(id.slice(2))) });
  const group: Record<string, string> = {
    board: 'ev.action',
    sites: 'ev.site',
    goals: 'ev.goal',
    technology_effects: 'ev.tech',
  };
  const key = `${group[section] ?? 'ev.name'}.${id}`;
  return has(key) ? t(key) : words.name(id);
}

/** A word of a pack in the reader's language. */
export function wordOf(value: string): string {
  if (value === '') return '–';
  return first(
    [
      `ev.res.${value}`,
      `ev.terrain.${value}`,
      `ev.symbol.${value}`,
      `pack.word.${value}`,
      `ev.goal.${value}`,
      `ev.world.${value}`,
      `ev.tech.${value}`,
      'said',
    ],
    { text: words.name(value), n: 1, what: '', where: '' },
  );
}

/** A value in words: what is printed. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'pack.yes' : 'pack.no');
  if (typeof value === 'number') return n(value);
  if (typeof value === 'string') {
    const slot = /^(food|steel|energy) ([23])$/.exec(value);
    return slot ? `${wordOf(slot[1]!)} ${slot[2]}` : wordOf(value);
  }
  if (Array.isArray(value)) {
    if (value.length && isEffect(value[0])) return words.effects(value as never);
    return value.map((v) => valueText(v)).join(', ') || t('ev.nothing');
  }
  const map = value as Record<string, unknown>;
  if ('low' in map && 'extra' in map)
    return `${valueText(map['low'])}–${map['high'] === null || map['high'] === undefined ? '∞' : valueText(map['high'])}: +${valueText(map['extra'])}`;
  if ('terrain' in map)
    return `${valueText(map['n'] ?? 1)} ${wordOf(String(map['terrain']))}${map['with'] ? ` (${wordOf(String(map['with']))})` : ''}`;
  const amounts = Object.entries(map).filter(([name]) => ['food', 'steel', 'energy'].includes(name));
  if (amounts.length) return amounts.map(([name, v]) => `${String(v)} ${wordOf(name)}`).join(', ');
  return Object.entries(map)
    .map(([name, v]) => `${name}: ${valueText(v)}`)
    .join('; ');
}
const isEffect = (x: unknown): boolean => typeof x === 'object' && x !== null && 'op' in x;

/** Everything that can be said of an entry, to be searched in. */
export function haystack(section: string, entry: Entry): string {
  const parts = [sectionName(section), entryName(section, entry.id), entry.id];
  for (const [field, value] of Object.entries(entry.values)) {
    const text = valueText(value);
    parts.push(`${fieldName(field)} ${text}`, `${text} ${fieldName(field)}`);
  }
  return folded(parts.join(' · '));
}
/** Without accents and capitals. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether an entry answers a search: every word of it, numbers as whole numbers. */
export function matches(hay: string, search: string): boolean {
  return folded(search)
    .split(/[\s,]+/)
    .filter(Boolean)
    .every((word) => (/^\d+$/.test(word) ? new RegExp(`(^|\\D)${word}(\\D|$)`).test(hay) : hay.includes(word)));
}

/** What the corrections say of a field; undefined where they say nothing. */
export function changed(changes: Changes, section: Section, id: string, field: string): unknown {
  const entry = (section.single ? changes[section.section] : changes[section.section]?.[id]) as
    Record<string, unknown> | undefined;
  return entry?.[field];
}

/** The corrections with a field set as read from the box, or left as it was (undefined). */
export function corrected(changes: Changes, section: Section, id: string, field: string, value: unknown): Changes {
  const next = structuredClone(changes);
  const all = (next[section.section] ??= {});
  const entry = (section.single ? all : (all[id] ??= {})) as Record<string, unknown>;
  if (value === undefined) delete entry[field];
  else entry[field] = value;
  const rest = Object.keys(entry).filter((name) => name !== 'from' && name !== 'note');
  if (rest.length) entry['from'] = MINE;
  else {
    delete entry['from'];
    delete entry['note'];
  }
  if (!section.single && !Object.keys(entry).length) delete all[id];
  if (!Object.keys(all).length) delete next[section.section];
  return next;
}

/** The file of a pack: what `check-pack` reads. */
export const fileOf = (name: string, base: string, changes: Changes): Record<string, unknown> => ({
  pack: { name: name || t('pack.name.usual'), extends: base },
  ...changes,
});
