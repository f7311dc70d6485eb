/** The plan of a year: texts kept in the browser for each match and seat, checked by the server after every move. */

import { api, Problem } from '../lib/api/client';
import type { Message, Option } from '../lib/api/types';
import type { MatchStore } from '../lib/game/store.svelte';
import type { Amounts, EvacuationView, World } from './view';

export interface PlanStep {
  text: string;
  question: string;
  ok: boolean;
  guessed: boolean;
  reasons: Message[];
  option?: Option;
  /** What both worlds hold right after a step that is possible. */
  stock?: Record<World, Amounts>;
}

export interface Planned {
  year: number;
  steps: PlanStep[];
  view: EvacuationView;
  ends: 'year' | 'over' | null;
  guessed: boolean;
  question: string;
  options: Option[];
}

interface Kept {
  texts: string[];
  number: number;
}

export class Plan {
  texts = $state.raw<string[]>([]);
  answer = $state.raw<Planned | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  private store: MatchStore;
  private asked = 0;
  /** The last entry of the log that the plan knows. */
  private number = 0;

  constructor(store: MatchStore) {
    this.store = store;
    try {
      const kept = JSON.parse(localStorage.getItem(this.place) ?? 'null') as Kept | null;
      this.texts = kept?.texts ?? [];
      this.number = kept?.number ?? 0;
    } catch {
      this.texts = [];
    }
  }

  private get last(): number {
    return this.store.log.at(-1)?.number ?? 0;
  }

  /** Steps that were played meanwhile leave the plan. */
  private played(): void {
    const fresh = this.store.log.filter((e) => e.number > this.number && e.seat === this.store.seat);
    if (!this.last || this.last === this.number) return;
    let texts = this.texts;
    for (const e of fresh) if ((e.move ?? null) !== null && e.text === texts[0]) texts = texts.slice(1);
    this.keep(texts);
  }

  private keep(texts: string[]): void {
    this.texts = texts;
    this.number = this.last;
    try {
      if (texts.length) localStorage.setItem(this.place, JSON.stringify({ texts, number: this.number }));
      else localStorage.removeItem(this.place);
    } catch {
      // The plan then lives as long as the page.
    }
  }

  private get place(): string {
    return `orrery.plan.${this.store.id}.${this.store.seat ?? 'x'}`;
  }

  get broken(): number {
    return this.answer?.steps.filter((s) => !s.ok).length ?? 0;
  }

  set(texts: string[]): void {
    this.keep(texts);
    void this.check();
  }

  add(option: Option): void {
    this.set([...this.texts, option.text]);
  }

  remove(index: number): void {
    this.set(this.texts.filter((_, i) => i !== index));
  }

  /** Try the plan on the position as it is now. */
  async check(): Promise<void> {
    const { store } = this;
    if (store.seat === null || store.mode === 'lesson' || store.base?.over) return;
    this.played();
    const turn = ++this.asked;
    this.busy = true;
    try {
      const found = await api.ask<Planned>(store.id, 'plan', { actions: this.texts }, [], store.seat);
      if (turn !== this.asked) return;
      this.answer = { ...found, view: { ...store.printed, ...found.view } };
      this.problem = null;
    } catch (error) {
      if (turn === this.asked) this.problem = error instanceof Problem ? error.message : String(error);
    } finally {
      if (turn === this.asked) this.busy = false;
    }
  }

  /** The steps with which the pending question can be answered now, up to the next turn. */
  get beginning(): string[] {
    const steps = this.answer?.steps ?? [];
    const found: string[] = [];
    for (const s of steps) {
      if (!s.ok || s.guessed || (s.question === 'Turn' && found.length)) break;
      found.push(s.text);
    }
    return found;
  }
}
