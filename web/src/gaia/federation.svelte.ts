/** Composing a federation: planets are clicked, the server answers with the cheapest ways to link them. */

import { api, Problem } from '../lib/api/client';
import type { Gains, Message } from '../lib/api/types';
import type { MatchStore } from '../lib/game/store.svelte';
import { ofKind } from './view';

export interface Layout {
  text: string;
  planets: string[];
  satellites: string[];
  hexes: string[];
  power: number;
  cost: Gains;
}

export interface Completion {
  layouts: Layout[];
  broken: Message[];
  power: number;
  /** By the server; away from a table the board of the player says it. */
  needed?: number;
  open: string[];
}

/** Fewest satellites first, then fewest planets. */
const cheapest = (layouts: Layout[]): Layout[] =>
  [...layouts].sort((a, b) => a.satellites.length - b.satellites.length || a.planets.length - b.planets.length);

export class Composer {
  planets = $state.raw<string[]>([]);
  satellites = $state.raw<string[]>([]);
  answer = $state.raw<Completion | null>(null);
  chosen = $state(0);
  problem = $state<string | null>(null);
  private turn = 0;

  constructor(readonly store: MatchStore) {}

  get layout(): Layout | null {
    return this.answer?.layouts[this.chosen] ?? null;
  }

  async start(): Promise<void> {
    this.store.composing = 'federation';
    this.planets = [];
    this.satellites = [];
    this.chosen = 0;
    await this.ask();
  }

  stop(): void {
    this.store.composing = null;
    this.answer = null;
  }

  /** A click on the map: own planets join or leave, empty space gets or loses a satellite. */
  async click(hex: string, own: boolean): Promise<void> {
    const toggle = (list: string[]): string[] =>
      list.includes(hex) ? list.filter((h) => h !== hex) : [...list, hex];
    if (own) this.planets = toggle(this.planets);
    else if (this.satellites.includes(hex) || this.answer?.open.includes(hex)) {
      // Drawing by hand starts from the route that is shown.
      if (!this.satellites.length && this.layout?.satellites.length) this.satellites = [...this.layout.satellites];
      this.satellites = toggle(this.satellites);
    } else return;
    this.chosen = 0;
    await this.ask();
  }

  async clearDrawing(): Promise<void> {
    this.satellites = [];
    await this.ask();
  }

  async ask(): Promise<void> {
    const turn = ++this.turn;
    this.problem = null;
    if (this.store.mode !== 'play') {
      this.answer = this.offered();
      return;
    }
    try {
      const args: Record<string, unknown> = { planets: this.planets };
      if (this.satellites.length) args['satellites'] = this.satellites;
      const answer = await api.ask<Completion>(
        this.store.id,
        'federation',
        args,
        this.store.actions,
        this.store.seat,
      );
      if (turn !== this.turn) return;
      this.answer = { ...answer, layouts: cheapest(answer.layouts) };
      if (this.chosen >= answer.layouts.length) this.chosen = 0;
    } catch (error) {
      if (turn === this.turn) this.problem = error instanceof Problem ? error.message : String(error);
    }
  }

  /** Away from a table: the engine's own offers that contain the chosen planets. */
  private offered(): Completion {
    const found: Layout[] = [];
    for (const o of this.store.options.filter(ofKind('federation'))) {
      const { planets, satellites, hexes, power } = o.facts;
      if (!this.planets.every((p) => planets.includes(p))) continue;
      found.push({ text: o.text, planets, satellites, hexes, power, cost: o.cost ?? {} });
    }
    return { layouts: cheapest(found).slice(0, 3), broken: [], power: 0, open: [] };
  }

  async take(): Promise<void> {
    const layout = this.layout;
    if (!layout) return;
    this.stop();
    await this.store.addTexts([layout.text]);
  }
}
