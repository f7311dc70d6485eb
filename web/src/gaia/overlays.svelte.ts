/** What the galaxy shows besides what stands on it: names, reach of power, range, federations. */

import { api } from '../lib/api/client';
import type { MatchStore } from '../lib/game/store.svelte';

export type Overlay = 'none' | 'names' | 'power' | 'range' | 'federations';

export class Overlays {
  which = $state<Overlay>('none');
  private reach = $state.raw<Record<'range' | 'power', Record<string, number>> | null>(null);

  constructor(private readonly store: MatchStore | null) {}

  /** Hex -> what the neighbours would charge there. */
  get power(): Record<string, number> | null {
    return this.which === 'power' ? (this.reach?.power ?? null) : null;
  }

  /** Hex -> how far it is. */
  get range(): Record<string, number> | null {
    return this.which === 'range' ? (this.reach?.range ?? null) : null;
  }

  async show(which: Overlay): Promise<void> {
    this.which = this.which === which ? 'none' : which;
    const store = this.store;
    if ((this.which !== 'power' && this.which !== 'range') || !store) return;
    try {
      this.reach = await api.ask(store.id, 'reach', { seat: store.seat ?? 0 }, store.actions, store.seat);
    } catch {
      this.reach = null;
    }
  }
}
