/** Options of a table in words: for who sets one up, and for who thinks about joining. */

import type { SettingInfo, Table } from '../api/types';
import { has, list, n, t } from '../i18n/index.svelte';

/** The name of an option. */
export const label = (s: Pick<SettingInfo, 'name'>): string =>
  has(`set.${s.name}`) ? t(`set.${s.name}`) : s.name.replaceAll('_', ' ');

/** A value of an option. */
export function word(s: Pick<SettingInfo, 'name'>, choice: unknown): string {
  for (const key of [`set.${s.name}.${choice}`, `tile.${choice}`, `faction.${choice}`, `automa.level.${choice}`])
    if (has(key)) return t(key);
  return String(choice);
}

/** What stands elsewhere, or says nothing in words. */
const APART = ['players', 'setup_seed', 'position', 'preset'];
/** What is told even where it is as usual: it decides which game is played. */
const ALWAYS = ['mode', 'factions'];

export interface Fact {
  name: string;
  value: string;
}

/** By which options this table differs from the usual game, and in which mode it is played. */
export function variant(settings: readonly SettingInfo[], options: Readonly<Record<string, unknown>>): Fact[] {
  const found: Fact[] = [];
  for (const s of settings) {
    const value = options[s.name];
    if (APART.includes(s.name) || value === undefined || value === null) continue;
    if (!ALWAYS.includes(s.name) && JSON.stringify(value) === JSON.stringify(s.default)) continue;
    if (typeof value === 'boolean') found.push({ name: label(s), value: t(value ? 'new.on' : 'new.off') });
    else if (Array.isArray(value)) {
      // All there are is no choice.
      const told = value.every((x) => typeof x === 'string' || typeof x === 'number');
      if (told && !(s.choices.length && s.choices.every((c) => (value as unknown[]).includes(c))))
        found.push({ name: label(s), value: list(value.map((x) => word(s, x))) });
    } else if (typeof value !== 'object') found.push({ name: label(s), value: word(s, value) });
  }
  return found;
}

/** How fast a table is played, what the clock gives, and whether a turn can be taken back. */
export function pace(table: Table): Fact[] {
  const clock = table.clock;
  let time = t('new.clock.none');
  if (clock?.seconds) {
    time = t('clock.minutes', { n: n(Math.round(clock.seconds / 60)) });
    if (clock.increment) time = t('clock.added', { time, n: clock.increment });
  } else if (clock?.days) time = t('clock.days', { n: clock.days });
  const found = [
    { name: t('new.mode'), value: t(`new.mode.${table.mode}`) },
    { name: t('new.clock'), value: time },
  ];
  if (clock) found.push({ name: t('new.clock.out'), value: t(`new.clock.out.${clock.out}`) });
  found.push({ name: t('new.undo'), value: t(`new.undo.${table.undo}`) });
  return found;
}
