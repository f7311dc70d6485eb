/** Which options and near misses belong to a thing on the boards. */

import type { Near, Option } from '../lib/api/types';
import type { MatchStore } from '../lib/game/store.svelte';
import { factsOf, type Facts, type Kind } from './view';

/** What is lit beside the map; the map itself looks for hexes. */
export type Thing = 'track' | 'tile' | 'action' | 'special' | 'booster' | 'token';
export type Place = `${Thing}:${string}`;

export interface Anchors {
  options(thing: Thing, id: string): Option[];
  near(thing: Thing, id: string): Near[];
  kind(kind: Kind): Option[];
}

/** The thing beside the map that an answer belongs to; a new kind has to be given its place here. */
export function placeOf(f: Facts): Place | null {
  switch (f.kind) {
    case 'research':
    case 'advance':
      return `track:${f.track}`;
    // A tile under a track is taken by the tile; the track then only says where it lies.
    case 'take_tech':
    case 'cover_tech':
      return `tile:${f.tile}`;
    case 'board_action':
      return `action:${f.action}`;
    case 'special_action':
      return `special:${f.special}`;
    case 'take_booster':
      return `booster:${f.booster}`;
    case 'pass':
      return f.booster ? `booster:${f.booster}` : null;
    case 'take_token':
    case 'rescore':
      return `token:${f.token}`;
    // On a hex: such options belong to it, not to the action that leads there.
    case 'starting_mine':
    case 'build_mine':
    case 'gaia_project':
    case 'space_station':
    case 'upgrade':
    case 'downgrade':
    case 'swap':
    case 'lost_planet':
      return null;
    // In the prompt.
    case 'rotate':
    case 'pick_faction':
    case 'bid':
    case 'federation':
    case 'convert':
    case 'charge':
    case 'decline':
    case 'no_advance':
    case 'income':
    case 'move_brainstone':
    case 'gaia_exchange':
    case 'bowls':
    case 'done':
    case 'end_turn':
      return null;
    default:
      // A server newer than the page: its options are listed.
      f satisfies never;
      return null;
  }
}

/** Looked up by board thing. */
export function anchors(store: Pick<MatchStore, 'lit' | 'nearMisses'> | null): Anchors {
  const lit = new Map<Place, Option[]>();
  const near = new Map<Place, Near[]>();
  const put = <T extends Option | Near>(map: Map<Place, T[]>, o: T): void => {
    const place = placeOf(factsOf(o));
    if (place) map.set(place, [...(map.get(place) ?? []), o]);
  };
  for (const o of store?.lit ?? []) put(lit, o);
  for (const o of store?.nearMisses ?? []) put(near, o);
  return {
    options: (thing, id) => lit.get(`${thing}:${id}`) ?? [],
    near: (thing, id) => (lit.has(`${thing}:${id}`) ? [] : (near.get(`${thing}:${id}`) ?? [])),
    kind: (kind) => (store?.lit ?? []).filter((o) => factsOf(o).kind === kind),
  };
}

/** The hex that an answer belongs to. */
export function hexOf(o: Option | Near): string | null {
  const f = factsOf(o);
  return 'hex' in f ? f.hex : null;
}

/** Answers or wishes by their hex. */
export function onHexes<T extends Option | Near>(all: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const o of all) {
    const hex = hexOf(o);
    if (hex) found.set(hex, [...(found.get(hex) ?? []), o]);
  }
  return found;
}

/** Answers off the map, by the board or list they belong to. */
export function besides(all: readonly Option[]): Option[][] {
  const found = new Map<string, Option[]>();
  for (const o of all) {
    const f = factsOf(o);
    if ('hex' in f) continue;
    const key =
      ('track' in f && f.track) ||
      ('tile' in f && f.tile) ||
      ('action' in f && f.action) ||
      ('special' in f && f.special) ||
      f.kind;
    found.set(key, [...(found.get(key) ?? []), o]);
  }
  return [...found.values()];
}
