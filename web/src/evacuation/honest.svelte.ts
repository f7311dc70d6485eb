/** Which values are a reconstruction: asked once for a match, said in every explanation. */

import { api } from '../lib/api/client';
import type { MatchStore } from '../lib/game/store.svelte';
import { first, list, t } from '../lib/i18n/index.svelte';

type Found = Record<string, Record<string, string[]>>;
let holder = $state.raw<Found>({});
let match = '';

/** Learn which values of a match's components are reconstructed. */
export async function learn(store: MatchStore): Promise<void> {
  if (store.mode === 'lesson' || match === store.id || store.seat === null) return;
  match = store.id;
  try {
    holder = (await api.ask<{ reconstructed: Found }>(store.id, 'provenance', {}, [], store.seat)).reconstructed;
  } catch {
    match = '';
  }
}

const named = (field: string): string => first([`ev.honest.${field}`, 'said'], { text: field });

/** "Reconstructed: cost, flight." for a component; empty when all is known. */
export function mark(section: string, id: string): string {
  const fields = holder[section]?.[id];
  return fields?.length
    ? t('ev.honest.mark', { fields: list([...new Set(fields.map((f) => named(f.split('.')[0] ?? '')))]) })
    : '';
}
