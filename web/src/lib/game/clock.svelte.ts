/** Time left on a seat's clock, as text; empty without a clock. */

import type { MatchStore } from './store.svelte';

const state = $state({ now: Date.now() });
if (typeof window !== 'undefined') setInterval(() => (state.now = Date.now()), 1000);

export function clockOf(store: MatchStore, seat: number): string {
  const table = store.table;
  const info = table?.seats[seat];
  if (!table?.clock || !info || table.state !== 'running') return '';
  let left = info.bank;
  if (table.asked === seat && table.deadline !== null) left = table.deadline - state.now;
  if (left === null || left === undefined) return '';
  const seconds = Math.max(0, Math.floor(left / 1000));
  const [d, h, m, s] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const two = (x: number): string => String(x).padStart(2, '0');
  return d ? `${d} d ${h}:${two(m)}` : h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
