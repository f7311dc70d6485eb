import { describe, expect, it } from 'vitest';
import { at, beside, borders, box, net, R, toward } from '../src/gaia/geometry';
import type { MapHex } from '../src/gaia/view';

const hex = (name: string, q: number, r: number, sector = '1'): MapHex => ({ name, q, r, sector, planet: '' });
const hexes = [
  hex('c', 0, 0),
  hex('n', 0, -1),
  hex('ne', 1, -1),
  hex('se', 1, 0),
  hex('s', 0, 1),
  hex('sw', -1, 1),
  hex('nw', -1, 0),
];

describe('the map on the screen', () => {
  it('is flat-topped with north up', () => {
    expect(at(0, -1)[0]).toBe(0);
    expect(at(0, -1)[1]).toBeLessThan(0);
    expect(at(1, -1)[0]).toBeGreaterThan(0);
  });
  it('walks to the neighbour in the direction of the key', () => {
    const centre = hexes[0]!;
    expect(toward(hexes, centre, 0, -1)!.name).toBe('n');
    expect(toward(hexes, centre, 0.87, -0.5)!.name).toBe('ne');
    expect(toward(hexes, centre, -0.87, 0.5)!.name).toBe('sw');
    expect(toward(hexes, hexes[1]!, 0, -1)).toBeNull();
  });
  it('links neighbours only', () => {
    expect(net(hexes, ['c', 'n'])).toMatch(/^M[^M]+$/);
    expect(net(hexes, ['n', 's'])).toBe('');
  });
  it('draws a border on every side without a neighbour of the same sector, once', () => {
    expect(borders(hexes).match(/M/g)).toHaveLength(18);
    expect(borders([hex('a', 0, 0, '1'), hex('b', 0, 1, '2')]).match(/M/g)).toHaveLength(11);
  });
  it('fits into its box', () => {
    const b = box(hexes);
    expect(b.width).toBeCloseTo(5 * R);
  });
  it('puts a price below its planet, or where it covers no other planet and no other price', () => {
    const price = { x: 0, y: 0, width: 60, height: 20 };
    expect(beside([price], [[0, 0]])).toEqual([[0, 20]]);
    const [x, y] = at(1, 0);
    expect(
      beside(
        [price],
        [
          [0, 0],
          [x, y],
          [-x, y],
        ],
      )[0]![1],
    ).toBeLessThan(0);
    const [one, two] = beside([price, { ...price, x: 2 * x }], []);
    expect(2 * x + two![0] - one![0] >= 60 || one![1] !== two![1]).toBe(true);
  });
});
