/** What controls do to the galaxy of a position: sectors, and what stands on hexes. No rule is known here. */

import * as edit from '../../../lib/tabletop/editor/edits';
import type { Fields, Json } from '../../../lib/tabletop/editor/shapes';

export const STRUCTURES = [
  'mine',
  'trading_station',
  'research_lab',
  'planetary_institute',
  'academy_left',
  'academy_right',
] as const;
/** Everything of a seat that stands on hexes: what it is called, and the field that lists it. */
export const LISTS: Readonly<Record<string, string>> = {
  gaiaformer: 'gaiaformers_on_map',
  satellite: 'satellites',
  space_station: 'space_stations',
  federated: 'federation_hexes',
  shared: 'shared_mines',
};
export type Placement = [face: string, q: number, r: number, turned: number];

const names = (doc: Json, path: edit.Path): string[] => {
  const found = edit.at(doc, path);
  return Array.isArray(found) ? found.filter((x): x is string => typeof x === 'string') : [];
};
const listOf = (seat: number, piece: string): edit.Path =>
  piece in LISTS ? ['players', seat, LISTS[piece]!] : ['players', seat, 'buildings', piece];

/** Hexes on which a seat has a piece. */
export const hexesOf = (doc: Json, seat: number, piece: string): string[] => names(doc, listOf(seat, piece));
/** Whether a seat has it there. */
export const stands = (doc: Json, seat: number, piece: string, hex: string): boolean =>
  hexesOf(doc, seat, piece).includes(hex);

/** A piece comes to a hex, or goes; one structure of a seat takes the place of another. */
export function place(doc: Json, seat: number, piece: string, hex: string): Json {
  let next = doc;
  if (!(piece in LISTS))
    for (const other of STRUCTURES)
      if (other !== piece && stands(doc, seat, other, hex)) next = edit.toggle(next, listOf(seat, other), hex);
  return edit.toggle(next, listOf(seat, piece), hex);
}
/** Nothing of a seat is there any more. */
export function clear(doc: Json, seat: number, hex: string): Json {
  let next = doc;
  for (const piece of [...STRUCTURES, ...Object.keys(LISTS)])
    if (stands(next, seat, piece, hex)) next = edit.toggle(next, listOf(seat, piece), hex);
  return next;
}
/** The galaxy as it is before anybody comes. */
export function bareMap(doc: Json): Json {
  let next = edit.put(edit.put(doc, ['gaia_planets'], []), ['lost_planet'], null);
  const players = edit.at(doc, ['players']);
  (Array.isArray(players) ? players : []).forEach((_, seat) => {
    next = edit.put(next, ['players', seat, 'buildings'], {});
    for (const list of Object.values(LISTS)) next = edit.put(next, ['players', seat, list], []);
  });
  return next;
}
export const gaiaPlanet = (doc: Json, hex: string): Json => edit.toggle(doc, ['gaia_planets'], hex);
export const lostPlanet = (doc: Json, hex: string): Json =>
  edit.put(doc, ['lost_planet'], edit.at(doc, ['lost_planet']) === hex ? null : hex);

/** Where the sectors are written: as they lie now, where that differs from the set-up. */
export const mapPath = (doc: Json): edit.Path => (edit.at(doc, ['map']) === undefined ? ['table', 'map'] : ['map']);
export const sectorsOf = (doc: Json): Placement[] => (edit.at(doc, mapPath(doc)) ?? []) as unknown as Placement[];

/** A sector is turned by sixths. */
export const turn = (doc: Json, sector: number, by: number): Json =>
  edit.put(doc, [...mapPath(doc), sector, 3], ((((sectorsOf(doc)[sector]?.[3] ?? 0) + by) % 6) + 6) % 6);
/** A sector lies elsewhere. */
export const move = (doc: Json, sector: number, q: number, r: number): Json =>
  edit.put(edit.put(doc, [...mapPath(doc), sector, 1], q), [...mapPath(doc), sector, 2], r);
/** Two sectors change places. */
export function swap(doc: Json, one: number, other: number): Json {
  const [a, b] = [sectorsOf(doc)[one], sectorsOf(doc)[other]];
  if (!a || !b) return doc;
  return move(move(doc, one, b[1], b[2]), other, a[1], a[2]);
}
/** Another sector lies there. */
export const face = (doc: Json, sector: number, id: string): Json =>
  edit.put(doc, [...mapPath(doc), sector, 0], id);

/** Where a sector that is let go between places comes to lie: the nearest place beside the others, or on one. */
export function nearest(
  sectors: readonly Placement[],
  lattice: readonly (readonly [number, number])[],
  held: number,
  q: number,
  r: number,
): { q: number; r: number; on: number | null } | null {
  const away = (a: number, b: number): number => (a - q) ** 2 + (a - q) * (b - r) + (b - r) ** 2;
  let best: { q: number; r: number; on: number | null } | null = null;
  const consider = (a: number, b: number, on: number | null): void => {
    if (!best || away(a, b) < away(best.q, best.r)) best = { q: a, r: b, on };
  };
  sectors.forEach((one, i) => consider(one[1], one[2], i));
  sectors.forEach((one, i) => {
    if (i === held) return;
    for (const [dq, dr] of lattice) {
      const [a, b] = [one[1] + dq, one[2] + dr];
      if (!sectors.some((other) => other[1] === a && other[2] === b)) consider(a, b, null);
    }
  });
  return best;
}

/** A seat plays another faction; a table that names factions names this one. */
export function faction(doc: Fields, seat: number, id: string): Json {
  const next = edit.chosen(doc, ['players', seat, 'faction'], id);
  const given = edit.at(doc, ['table', 'factions']);
  return Array.isArray(given) && seat < given.length ? edit.put(next, ['table', 'factions', seat], id) : next;
}
