/** Small positions for the pictures of the handbook. */

import type { GaiaView } from './view';

export interface Cell {
  q: number;
  r: number;
  planet?: string;
  seat?: number;
  building?: string;
  satellite?: number;
  former?: number;
  /** Its distance, where distances are shown. */
  ring?: number;
  /** Crossed out. */
  wrong?: boolean;
}

/** Homes of the seats of a picture. */
const HOMES = ['terra', 'oxide', 'desert'] as const;

const distance = (q: number, r: number): number => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
const same = (a: Cell, b: Cell): boolean => a.q === b.q && a.r === b.r;
/** Empty hexes, some of them replaced. */
const cells = (ground: Cell[], pieces: Cell[]): Cell[] =>
  ground.map((g) => ({ ...g, ...pieces.find((p) => same(p, g)) }));

/** Hexes around the middle, with their distance as far as it is shown. */
function ring(radius: number, shown: number): Cell[] {
  const found: Cell[] = [];
  for (let q = -radius; q <= radius; q++)
    for (let r = -radius; r <= radius; r++) {
      const d = distance(q, r);
      if (d <= radius) found.push({ q, r, ...(d && d <= shown ? { ring: d } : {}) });
    }
  return found;
}

/** A strip of hexes, three high. */
const strip = (width: number): Cell[] =>
  Array.from({ length: width * 3 }, (_, i) => {
    const q = Math.floor(i / 3);
    return { q, r: (i % 3) - 1 - Math.floor(q / 2) };
  });

export const RANGE: Cell[] = cells(ring(3, 3), [
  { q: 0, r: 0, planet: 'terra', seat: 0, building: 'mine' },
  { q: 1, r: 0, planet: 'ice' },
  { q: -1, r: -1, planet: 'oxide' },
  { q: 0, r: 3, planet: 'gaia' },
  { q: 2, r: -3, planet: 'swamp' },
]);

export const FEDERATION: Cell[] = cells(strip(5), [
  { q: 0, r: 0, planet: 'terra', seat: 0, building: 'planetary_institute' },
  { q: 1, r: 0, satellite: 0 },
  { q: 2, r: -1, planet: 'titanium', seat: 0, building: 'trading_station' },
  { q: 3, r: -1, satellite: 0 },
  { q: 4, r: -2, planet: 'swamp', seat: 0, building: 'trading_station' },
]);

export const SUPERFLUOUS: Cell[] = cells(strip(5), [
  { q: 0, r: 0, planet: 'terra', seat: 0, building: 'planetary_institute' },
  { q: 0, r: 1, planet: 'ice', seat: 0, building: 'trading_station' },
  { q: 1, r: 0, satellite: 0 },
  { q: 2, r: -1, planet: 'titanium', seat: 0, building: 'trading_station' },
  { q: 3, r: -1, satellite: 0, wrong: true },
  { q: 4, r: -2, planet: 'swamp', seat: 0, building: 'mine', wrong: true },
]);

export const CHARGING: Cell[] = cells(ring(3, 2), [
  { q: 0, r: 0, planet: 'volcanic', seat: 0, building: 'mine' },
  { q: 2, r: -1, planet: 'oxide', seat: 1, building: 'trading_station' },
  { q: 1, r: 1, planet: 'terra', seat: 1, building: 'mine' },
  { q: -3, r: 1, planet: 'desert', seat: 2, building: 'mine' },
]);

const name = (c: Cell): string => `${c.q},${c.r}`;

/** As much of a view as is drawn of a map. */
export function scene(all: readonly Cell[]): GaiaView {
  const built = all.filter((c) => c.building);
  const linked = all.filter((c) => c.satellite !== undefined);
  return {
    map: {
      hexes: all.map((c) => ({ name: name(c), q: c.q, r: c.r, sector: '1', planet: c.planet ?? '' })),
      sectors: [],
    },
    board: {
      buildings: built.map((c) => ({ hex: name(c), seat: c.seat ?? 0, building: c.building, shared: false })),
      satellites: linked.map((c) => ({ hex: name(c), seat: c.satellite })),
      gaiaformers: all.filter((c) => c.former !== undefined).map((c) => ({ hex: name(c), seat: c.former })),
      stations: [],
      federations: linked.length ? [{ seat: 0, hexes: [...built, ...linked].map(name) }] : [],
    },
    players: HOMES.map((planet) => ({ planet })),
    automas: [],
  } as unknown as GaiaView;
}
