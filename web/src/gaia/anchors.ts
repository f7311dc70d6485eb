/** Where the answers of Gaia Project belong on the boards. */

import type { Option } from '../lib/api/types';
import { anchored, type Anchors as Every } from '../lib/game/anchors';
import type { MatchStore } from '../lib/game/store.svelte';
import { factsOf, type Facts } from './view';

export type Thing = 'hex' | 'track' | 'tile' | 'action' | 'special' | 'booster' | 'token';
export type Place = `${Thing}:${string}`;
export type Anchors = Every<Place>;

/** The thing that an answer belongs to; a new kind has to be given its place here. */
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
      return `hex:${f.hex}`;
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

export const anchors = (store: Pick<MatchStore, 'lit' | 'nearMisses'> | null): Anchors =>
  anchored(store, (o) => placeOf(factsOf(o)));

/** Answers off the map, by the board or list they belong to. */
export function besides(all: readonly Option[]): Option[][] {
  const found = new Map<string, Option[]>();
  for (const o of all) {
    const f = factsOf(o);
    const place = placeOf(f);
    if (place?.startsWith('hex:')) continue;
    // Boosters and tokens are chosen from a list.
    const key = place && !/^(booster|token):/.test(place) ? place : f.kind;
    found.set(key, [...(found.get(key) ?? []), o]);
  }
  return [...found.values()];
}
