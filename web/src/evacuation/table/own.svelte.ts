/** The values of the own box, or of the pack of a match: what was corrected, where each comes from, what is wrong. */

import { api } from '../../lib/api/client';
import { n, t } from '../../lib/i18n/index.svelte';
import { hash } from '../../lib/router.svelte';
import { box, keepBox, type Changes } from '../../lib/tabletop/box';
import { Asking, said } from '../../lib/tabletop/calls';
import { unpacked } from '../../lib/tabletop/keeping';
import {
  changed,
  corrected,
  entryName,
  fieldName,
  fileOf,
  MINE,
  sectionName,
  valueText,
  type Checked,
  type Entry,
  type PackData,
  type Problem,
  type Section,
} from './pack';

export class Own {
  /** The pack of a match, to be looked at; else the own one is edited. */
  readonly match = hash() ? unpacked<Record<string, unknown>>(hash()) : null;
  data = $state.raw<PackData | null>(null);
  changes = $state.raw<Changes>({});
  name = $state('');
  base = $state('');
  /** Quick starts and new tables are to use it. */
  use = $state(false);
  checked = $state.raw<Checked | null>(null);
  problem = $state<string | null>(null);
  /** The browser keeps nothing. */
  forgetful = $state(false);
  private readonly asking = new Asking<Checked>('evacuation', 'check-pack');
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const before = this.match ? null : box();
    if (before)
      [this.changes, this.name, this.base, this.use] = [before.changes, before.name, before.base, before.use];
    void this.load();
  }
  private async load(): Promise<void> {
    const { match } = this;
    try {
      this.data = await api.tabletop<PackData>('evacuation', 'components', match ? { pack: match } : {});
      if (match) return;
      if (!this.base) this.base = this.data.base;
      await this.check();
    } catch (error) {
      this.problem = said(error);
    }
  }
  get file(): ReturnType<typeof fileOf> {
    return fileOf(this.name, this.base, this.changes);
  }
  private keep(changes: Changes, option: Checked['option']): void {
    const name = this.name || t('pack.name.usual');
    this.forgetful = !keepBox({ name, base: this.base, changes, option, use: this.use });
  }
  /** What check-pack says; what is kept is playable only where it has no fault. */
  private async check(): Promise<void> {
    const now = this.changes;
    try {
      const found = await this.asking.ask({ pack: this.file });
      if (!found) return;
      this.checked = found;
      this.problem = null;
      this.keep(now, found.option);
    } catch (error) {
      this.problem = said(error);
    }
  }
  /** What was typed is kept at once; whether it can be played with is learned in a moment. */
  soon(): void {
    this.keep(this.changes, this.checked?.option ?? null);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), 300);
  }

  valueOf(s: Section, e: Entry, field: string): unknown {
    return changed(this.changes, s, e.id, field) ?? e.values[field];
  }
  fromOf(s: Section, e: Entry, field: string): string {
    return changed(this.changes, s, e.id, field) === undefined ? (e.from[field] ?? '') : MINE;
  }
  isOpen(s: Section, e: Entry): boolean {
    return Object.keys(e.values).some((field) => this.fromOf(s, e, field) === 'reconstruction');
  }
  touched(s: Section, e: Entry): boolean {
    return Object.keys(e.values).some((field) => changed(this.changes, s, e.id, field) !== undefined);
  }
  problemsOf(s: Section, e: Entry): Problem[] {
    return (this.checked?.problems ?? []).filter((p) => p.section === s.section && p.id === e.id);
  }

  set(s: Section, id: string, field: string, value: unknown): void {
    this.changes = corrected(this.changes, s, id, field, value);
    this.soon();
  }
  confirm(s: Section, e: Entry): void {
    let next = this.changes;
    for (const field of Object.keys(e.values))
      if (this.fromOf(s, e, field) === 'reconstruction') next = corrected(next, s, e.id, field, e.values[field]);
    this.changes = next;
    this.soon();
  }
  forget(s: Section, e: Entry): void {
    let next = this.changes;
    for (const field of Object.keys(e.values)) next = corrected(next, s, e.id, field, undefined);
    this.changes = next;
    this.soon();
  }
  /** Take over a file that was saved here, or a pack as people write it. */
  async open(file: File): Promise<void> {
    try {
      const told = await this.asking.ask({ text: await file.text() });
      if (!told) return;
      if (told.changes === null) {
        this.checked = told;
        this.problem = t('pack.refused');
        return;
      }
      this.changes = told.changes;
      this.name = told.name;
      this.base = told.base ?? this.base;
      await this.check();
    } catch (error) {
      this.problem = said(error);
    }
  }
  anew(): void {
    [this.changes, this.name, this.use] = [{}, '', false];
    this.soon();
  }
}

export const origin = (tag: string): string =>
  tag === MINE
    ? t('pack.from.mine')
    : tag.startsWith('source ')
      ? t('pack.from.source', { text: tag.slice(7) })
      : t(`pack.from.${tag}`);

export const place = (p: Problem): string =>
  [sectionName(p.section), p.id ? entryName(p.section, p.id) : '', p.field ? fieldName(p.field) : '']
    .filter(Boolean)
    .join(' · ');

/** What is expected there, where the form of the value says it. */
export function expected(p: Problem): string {
  const f = p.form;
  if (!f) return '';
  if (f.choices?.length) return t('pack.expect.words', { list: f.choices.map((c) => valueText(c)).join(', ') });
  if (f.low !== undefined && f.high !== undefined)
    return f.low === f.high
      ? t('pack.expect.one', { n: n(f.low) })
      : t('pack.expect.number', { low: n(f.low), high: n(f.high) });
  return '';
}
