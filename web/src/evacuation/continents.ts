/** Where the sites of each player lie on the globe of the Old World. Coordinates run from -100 to 100. */

export type Place = readonly [number, number];

export interface Land {
  /** Nine places on the continent. */
  land: readonly Place[];
  /** Two places in the sea beside it. */
  sea: readonly Place[];
  /** Diameter of a site. */
  size: number;
  /** The corner outside the globe that holds the owner's name. */
  corner: 'bl' | 'tl' | 'tr' | 'br';
}

const WHOLE: readonly Place[] = [
  [-36, -50],
  [0, -56],
  [36, -50],
  [-42, -16],
  [0, -21],
  [42, -16],
  [-32, 18],
  [4, 15],
  [40, 19],
];
const HALF: readonly Place[] = [
  [-56, 17],
  [-29, 15],
  [0, 19],
  [29, 15],
  [56, 17],
  [-42, 42],
  [-14, 44],
  [15, 45],
  [43, 42],
];
const QUARTER: readonly Place[] = [
  [-35, 13],
  [-56, 15],
  [-77, 14],
  [-14, 34],
  [-35, 34],
  [-56, 35],
  [-76, 35],
  [-15, 55],
  [-36, 55],
];

const turned = (places: readonly Place[], x: number, y: number): Place[] => places.map((p) => [p[0] * x, p[1] * y]);

/** The continents of so many players, the own one first: at the bottom, where hands are. */
export function lands(players: number): Land[] {
  if (players < 2)
    return [
      {
        land: WHOLE,
        sea: [
          [-22, 58],
          [18, 57],
        ],
        size: 28,
        corner: 'bl',
      },
    ];
  if (players === 2) {
    const sea: Place[] = [
      [-15, 71],
      [16, 71],
    ];
    return [
      { land: HALF, sea, size: 24, corner: 'bl' },
      { land: turned(HALF, -1, -1), sea: turned(sea, 1, -1), size: 24, corner: 'tl' },
    ];
  }
  const sea: Place[] = [
    [-15, 78],
    [-61, 61],
  ];
  const at = (x: number, y: number, corner: Land['corner']): Land => ({
    land: turned(QUARTER, x, y),
    sea: turned(sea, x, y),
    size: 19.5,
    corner,
  });
  return [at(1, 1, 'bl'), at(1, -1, 'tl'), at(-1, -1, 'tr'), at(-1, 1, 'br')].slice(0, players);
}

const cross = (o: Place, a: Place, b: Place): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** The outline around all places; drawn with a broad round stroke it is a continent. */
export function coast(places: readonly Place[]): string {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (points: readonly Place[]): Place[] => {
    const found: Place[] = [];
    for (const p of points) {
      while (found.length > 1 && cross(found.at(-2)!, found.at(-1)!, p) <= 0) found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  const hull = [...half(sorted), ...half([...sorted].reverse())];
  return `M${hull.map((p) => p.join(' ')).join('L')}Z`;
}
