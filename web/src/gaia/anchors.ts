/** Which options and near misses belong to a thing on the boards. */

import type { Near, Option } from '../lib/api/types';
import type { MatchStore } from '../lib/game/store.svelte';

export interface Anchors {
  options(name: string, value: string): Option[];
  near(name: string, value: string): Near[];
  kind(kind: string): Option[];
}

const NAMES = [
  'hex',
  'track',
  'tile',
  'action',
  'special',
  'booster',
  'token',
  'faction',
  'conversion',
  'sector',
  'source',
];

/** Looked up by board thing; options on a hex belong to the hex, not to the action that leads there. */
export function anchors(store: MatchStore | null): Anchors {
  const lit = new Map<string, Option[]>();
  const near = new Map<string, Near[]>();
  const put = <T>(map: Map<string, T[]>, key: string, value: T): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  const each = (facts: Readonly<Record<string, unknown>> | undefined, say: (key: string) => void): void => {
    if (!facts) return;
    if (typeof facts['hex'] === 'string') return;
    for (const name of NAMES) {
      const value = facts[name];
      if (typeof value !== 'string') continue;
      // A tile under a track is taken by the tile; the track then only says where it lies.
      if (name === 'track' && typeof facts['tile'] === 'string') continue;
      if (name === 'faction' && facts['kind'] !== 'pick_faction' && facts['kind'] !== 'bid') continue;
      say(`${name}:${value}`);
    }
  };
  for (const o of store?.lit ?? []) each(o.facts, (key) => put(lit, key, o));
  for (const o of store?.nearMisses ?? []) each(o.facts, (key) => put(near, key, o));
  return {
    options: (name, value) => lit.get(`${name}:${value}`) ?? [],
    near: (name, value) => (lit.has(`${name}:${value}`) ? [] : (near.get(`${name}:${value}`) ?? [])),
    kind: (kind) => (store?.lit ?? []).filter((o) => o.facts?.kind === kind),
  };
}
