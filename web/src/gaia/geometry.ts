/** Where hexes lie on the screen. */

import type { MapHex } from './view';

export const R = 25;
const S3 = Math.sqrt(3);

export function at(q: number, r: number): [x: number, y: number] {
  return [1.5 * q * R, S3 * (r + q / 2) * R];
}

export function outline(radius: number): string {
  const points: string[] = [];
  for (let i = 0; i < 6; i++) {
    const a = (Math.PI / 3) * i;
    points.push(`${(radius * Math.cos(a)).toFixed(2)} ${(radius * Math.sin(a)).toFixed(2)}`);
  }
  return `M${points.join('L')}Z`;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function box(hexes: readonly MapHex[]): Box {
  let [x0, y0, x1, y1] = [1e9, 1e9, -1e9, -1e9];
  for (const h of hexes) {
    const [x, y] = at(h.q, h.r);
    x0 = Math.min(x0, x - R);
    x1 = Math.max(x1, x + R);
    y0 = Math.min(y0, y - R * 0.87);
    y1 = Math.max(y1, y + R * 0.87);
  }
  return hexes.length ? { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } : { x: 0, y: 0, width: 100, height: 100 };
}

const SIDES = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;

export const key = (q: number, r: number): string => `${q},${r}`;

/** The borders between sectors and around the map, as one path. */
export function borders(hexes: readonly MapHex[]): string {
  const by = new Map(hexes.map((h) => [key(h.q, h.r), h]));
  let path = '';
  for (const h of hexes) {
    const [x, y] = at(h.q, h.r);
    for (const [dq, dr] of SIDES) {
      const n = by.get(key(h.q + dq, h.r + dr));
      if (n && (n.sector === h.sector || n.name > h.name)) continue;
      const [nx, ny] = at(h.q + dq, h.r + dr);
      const [mx, my] = [(x + nx) / 2, (y + ny) / 2];
      const [vx, vy] = [-(ny - y) / (S3 * R), (nx - x) / (S3 * R)];
      path += `M${(mx - (vx * R) / 2).toFixed(1)} ${(my - (vy * R) / 2).toFixed(1)}L${(mx + (vx * R) / 2).toFixed(1)} ${(my + (vy * R) / 2).toFixed(1)}`;
    }
  }
  return path;
}

/** Lines between neighbouring hexes of a set, as one path: a federation's net. */
export function net(hexes: readonly MapHex[], members: readonly string[]): string {
  const inside = new Set(members);
  const by = new Map(hexes.filter((h) => inside.has(h.name)).map((h) => [key(h.q, h.r), h]));
  let path = '';
  for (const h of by.values())
    for (const [dq, dr] of SIDES) {
      const n = by.get(key(h.q + dq, h.r + dr));
      if (!n || n.name < h.name) continue;
      const [x, y] = at(h.q, h.r);
      const [nx, ny] = at(n.q, n.r);
      path += `M${x.toFixed(1)} ${y.toFixed(1)}L${nx.toFixed(1)} ${ny.toFixed(1)}`;
    }
  return path;
}

/** The neighbour of a hex that lies most in a direction of the screen; keyboards walk the map with it. */
export function toward(hexes: readonly MapHex[], from: MapHex, dx: number, dy: number): MapHex | null {
  const [x, y] = at(from.q, from.r);
  let best: MapHex | null = null;
  let score = 0;
  for (const h of hexes) {
    if (h === from) continue;
    const [hx, hy] = at(h.q, h.r);
    const [vx, vy] = [hx - x, hy - y];
    const length = Math.hypot(vx, vy);
    const along = (vx * dx + vy * dy) / length;
    if (along < 0.6) continue;
    const value = along / (length * length);
    if (value > score) [best, score] = [h, value];
  }
  return best;
}

/** Keys that walk over the hexes, and the way they go. */
export const ARROWS: Readonly<Record<string, [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  q: [-0.87, -0.5],
  w: [0, -1],
  e: [0.87, -0.5],
  a: [-0.87, 0.5],
  s: [0, 1],
  d: [0.87, 0.5],
};

/** How far the middle of a price lies from that of its hex, and aside where that helps. */
const BELOW = 20;
const ASIDE = 9;
/** Half of what is read of a planet: its letters. */
const LETTERS = 8;

/** Where prices stand beside their hexes: below or above, so that they cover each other and letters of planets least. */
export function beside(
  prices: readonly { x: number; y: number; width: number; height: number }[],
  planets: readonly (readonly [x: number, y: number])[],
): [dx: number, dy: number][] {
  const spots = [BELOW, -BELOW].flatMap((dy) => [0, -ASIDE, ASIDE].map((dx): [number, number] => [dx, dy]));
  const found = prices.map(() => spots[0]!);
  const common = (distance: number, halves: number): number => Math.max(0, halves - Math.abs(distance));
  const covered = (i: number, [dx, dy]: readonly [number, number]): number => {
    const p = prices[i]!;
    let sum = 0;
    for (const [x, y] of planets)
      sum += common(x - p.x - dx, p.width / 2 + LETTERS) * common(y - p.y - dy, p.height / 2 + LETTERS);
    prices.forEach((o, j) => {
      const [ox, oy] = found[j]!;
      const wide = common(o.x + ox - p.x - dx, (o.width + p.width) / 2);
      if (j !== i) sum += 2 * wide * common(o.y + oy - p.y - dy, (o.height + p.height) / 2);
    });
    return sum;
  };
  // Each in turn where it covers least; what came later is known the second time.
  for (let round = 0; round < 2; round++)
    prices.forEach((_, i) => {
      found[i] = spots.reduce((best, spot) => (covered(i, spot) + 1 < covered(i, best) ? spot : best));
    });
  return found;
}
