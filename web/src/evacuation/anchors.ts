/** Which options and near misses belong to a thing on the boards. */

import type { Near, Option } from '../lib/api/types';
import type { MatchStore } from '../lib/game/store.svelte';

export interface Anchors {
  options(key: string): Option[];
  near(key: string): Near[];
  /** Lit options that no board shows. */
  loose: Option[];
}

/** The place of an answer: a word for the kind of place and an id. */
export function placeOf(facts: Readonly<Record<string, unknown>> | undefined): string | null {
  const f = facts ?? {};
  switch (f['kind']) {
    case 'act':
      return `action:${f['board']}`;
    case 'play_card':
    case 'tuck':
    case 'discard':
      return `card:${f['card']}`;
    case 'settle':
      return `field:${f['field']}`;
    case 'take':
    case 'under':
      return `show:${f['card']}`;
    case 'play_infrastructure':
      return `plan:${f['card']}`;
    case 'research':
      return `tech:${f['column']}`;
    case 'fly':
    case 'fly_back':
      return `ship:${f['ship']}`;
    case 'load_site':
      return `site:${f['site']}`;
    case 'load_stadium':
      return `stadium:${f['stadium']}`;
    case 'pay_order':
      return `order:${f['order']}`;
    case 'claim':
      return `bonus:${f['which']}`;
    case 'keep_goal':
    case 'return_goal':
      return `goal:${f['goal']}`;
    default:
      return null;
  }
}

export function anchors(store: MatchStore | null): Anchors {
  const lit = new Map<string, Option[]>();
  const near = new Map<string, Near[]>();
  const loose: Option[] = [];
  const put = <T>(map: Map<string, T[]>, key: string, value: T): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const o of store?.lit ?? []) {
    const key = placeOf(o.facts);
    if (key) put(lit, key, o);
    else loose.push(o);
  }
  for (const o of store?.nearMisses ?? []) {
    const key = placeOf(o.facts);
    if (key) put(near, key, o);
  }
  return {
    options: (key) => lit.get(key) ?? [],
    near: (key) => (lit.has(key) ? [] : (near.get(key) ?? [])),
    loose,
  };
}

/** The spaces of the track on which a split lets a marker land, with the splits that do. */
export function landings(options: readonly Option[], own: readonly number[]): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  for (const o of options) {
    if (o.facts?.kind !== 'advance') continue;
    const to = (o.facts['columns'] as number[] | undefined) ?? [];
    for (const column of new Set(to.filter((c, i) => c !== own[i])))
      found.set(column, [...(found.get(column) ?? []), o]);
  }
  return found;
}

/** The panels at the side of the boards. */
export type Side = 'market' | 'tech' | 'cards' | 'ships';
const SIDE: Record<string, Side> = {
  show: 'market',
  tech: 'tech',
  ship: 'ships',
  card: 'cards',
  plan: 'cards',
  order: 'cards',
};

/** The panel on which options lie: displays first, then ships, then cards; none when the boards or the prompt show all. */
export function sideOf(options: readonly Option[]): Side | null {
  const found = new Set(options.map((o) => SIDE[(placeOf(o.facts) ?? '').split(':')[0] ?? '']));
  return (['market', 'tech', 'ships', 'cards'] as const).find((s) => found.has(s)) ?? null;
}
