/** A score pad: figures kept in this browser or given by an address, scored by the engine as they are typed. */

import { hash } from '../router.svelte';
import { Asking, said } from './calls';
import { keep, kept, unpacked } from './keeping';

const WAIT = 250;

export class Pad<F extends object, R> {
  figures = $state() as F;
  result = $state.raw<R | null>(null);
  problem = $state<string | null>(null);
  /** From an address: what was kept here before is still kept. */
  shared = $state(false);
  readonly #name: string;
  readonly #asking: Asking<R>;
  readonly #args: (figures: F) => Record<string, unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `fits` says whether something from outside has the form of these figures. */
  constructor(game: string, empty: F, fits: (x: unknown) => x is F, args: (figures: F) => Record<string, unknown>) {
    this.#name = `pad.${game}`;
    this.#asking = new Asking<R>(game, 'pad');
    this.#args = args;
    const given = hash() ? unpacked<unknown>(hash()) : null;
    const before = kept<unknown>(this.#name);
    this.shared = fits(given);
    this.figures = fits(given) ? given : fits(before) ? before : empty;
  }

  /** The figures have changed: keep them and score them, soon. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.score(), WAIT);
  }
  async score(): Promise<void> {
    const figures = $state.snapshot(this.figures) as F;
    keep(this.#name, figures);
    try {
      const found = await this.#asking.ask(this.#args(figures));
      if (!found) return;
      this.result = found;
      this.problem = null;
    } catch (error) {
      this.problem = said(error);
    }
  }
}

/** A figure that was typed; nothing is 0. */
export const figure = (text: string): number => {
  const value = Math.trunc(Number(text));
  return Number.isFinite(value) ? value : 0;
};
