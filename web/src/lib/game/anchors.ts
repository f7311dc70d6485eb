/** From a thing on the boards to the answers and near misses that belong to it, for every title. */

import type { Near, Option } from '../api/types';
import type { MatchStore } from './store.svelte';

/** What a board asks for its things by their place: a word for the kind of thing and its id, such as "track:economy". */
export interface Anchors<Place extends string = string> {
  options(place: Place): Option[];
  /** Why it is not possible there; nothing where something is. */
  near(place: Place): Near[];
  /** Places on which something is lit. */
  lit: ReadonlyMap<Place, Option[]>;
  /** Lit options that no board shows. */
  loose: Option[];
}

/** What is lit, by its place; a title says where its answers belong. */
export function anchored<Place extends string>(
  store: Pick<MatchStore, 'lit' | 'nearMisses'> | null,
  placeOf: (o: Option | Near) => Place | null,
): Anchors<Place> {
  const lit = new Map<Place, Option[]>();
  const near = new Map<Place, Near[]>();
  const loose: Option[] = [];
  const put = <T extends Option | Near>(map: Map<Place, T[]>, o: T): boolean => {
    const place = placeOf(o);
    if (place) map.set(place, [...(map.get(place) ?? []), o]);
    return place !== null;
  };
  for (const o of store?.lit ?? []) if (!put(lit, o)) loose.push(o);
  for (const o of store?.nearMisses ?? []) put(near, o);
  return {
    options: (place) => lit.get(place) ?? [],
    near: (place) => (lit.has(place) ? [] : (near.get(place) ?? [])),
    lit,
    loose,
  };
}
