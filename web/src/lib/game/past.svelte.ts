/** Looking back: the position after any move of the match, fetched once and with its neighbours. */

import { api } from '../api/client';
import type * as W from '../api/types';
import type { MatchStore } from './store.svelte';

export class Past {
  /** The move shown; null is now. */
  at = $state<number | null>(null);
  /** The position after it, once it is there. */
  shown = $state.raw<W.Position | null>(null);
  private known = new Map<number, W.Position>();
  private ahead: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: MatchStore) {}

  /** Show the position after that many moves; null is now. */
  async seek(move: number | null): Promise<void> {
    const last = this.store.base?.move ?? 0;
    if (move === null || move >= last) {
      this.now();
      return;
    }
    const wish = Math.max(0, move);
    this.at = wish;
    const known = this.known.get(wish);
    if (known) this.shown = known;
    else {
      try {
        const found = await this.fetch(wish);
        // Whoever has gone on meanwhile looks at something else.
        if (this.at === wish) this.shown = found;
      } catch (error) {
        this.store.tell(error);
        return;
      }
    }
    // The neighbours come when this one is drawn.
    clearTimeout(this.ahead);
    this.ahead = setTimeout(() => this.prefetch(wish, last), 30);
  }

  now(): void {
    this.at = null;
    this.shown = null;
  }

  /** What one seat was shown is not for the next one. */
  forget(): void {
    this.known = new Map();
  }

  private async fetch(move: number): Promise<W.Position> {
    const known = this.known;
    const found = this.store.alike(await api.replay(this.store.id, move, this.store.seat));
    known.set(move, found);
    return found;
  }

  private prefetch(at: number, last: number): void {
    for (const next of [at + 1, at - 1, at + 2, at - 2])
      if (next >= 0 && next < last && !this.known.has(next)) void this.fetch(next).catch(() => undefined);
  }
}
