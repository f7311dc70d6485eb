/** Why things are not possible: asked for once somebody looks at one, and kept for the position on the screen. */

import type * as W from '../api/types';
import type { MatchStore } from './store.svelte';

export class Wondering {
  private misses = $state.raw<{ of: W.Position; near: W.Near[] } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private learning: { of: W.Position; done: Promise<void> } | null = null;

  constructor(private readonly store: MatchStore) {}

  get near(): W.Near[] {
    return this.fits && this.misses?.of === this.store.position ? this.misses.near : [];
  }

  /** Whether it makes sense to ask. */
  private get fits(): boolean {
    return this.store.myTurn && !this.store.shown?.draft?.ends;
  }

  /** Somebody looks at a thing that is not lit: a moment later it is asked what is not possible here, and why. */
  look(): void {
    this.leave();
    if (this.fits) this.timer = setTimeout(() => void this.learn(), 150);
  }

  /** They have looked away before that. */
  leave(): void {
    clearTimeout(this.timer);
  }

  /** Ask for the near misses of what is on the screen, once. */
  async learn(): Promise<void> {
    this.leave();
    const of = this.store.position;
    if (!of || !this.fits || this.misses?.of === of) return;
    if (this.learning?.of !== of) this.learning = { of, done: this.ask(of) };
    await this.learning.done;
  }

  private async ask(of: W.Position): Promise<void> {
    try {
      const position = await this.store.way.preview(this.store.actions, true);
      if (this.store.position === of) this.misses = { of, near: position.near ?? [] };
    } catch {
      // It stays unexplained until somebody looks again; what keeps the server from answering is told on doing.
      this.learning = null;
    }
  }
}
