/** Options and near misses in the types that the server declares, and the things of the boards that they land on. */

import { describe, expect, it } from 'vitest';
import * as ev from '../src/evacuation/anchors';
import { ways } from '../src/evacuation/split';
import * as evacuation from '../src/evacuation/view';
import * as ga from '../src/gaia/anchors';
import { icon } from '../src/gaia/icons';
import * as gaia from '../src/gaia/view';
import type { Near, Option } from '../src/lib/api/types';

const option = (facts: gaia.Facts | evacuation.Facts, also: gaia.Also | evacuation.Also = {}): Option => ({
  text: facts.kind,
  facts: { ...facts, ...also },
});
const near = (facts: gaia.Facts | evacuation.Facts): Near => ({ what: facts.kind, reasons: [], facts });
const board = (lit: Option[], nearMisses: Near[] = []) => ({ lit, nearMisses });

const step: gaia.Facts = { kind: 'research', track: 'economy', level: 3 };
const tile: gaia.Facts = {
  kind: 'take_tech',
  spot: 'economy',
  tile: 'income_4_credits',
  track: 'economy',
  advanced: false,
};
const upgrade: gaia.Facts = { kind: 'upgrade', building: 'research_lab', hex: '5A3', from: 'trading_station' };
const pass: gaia.Facts = { kind: 'pass', booster: 'charge_range' };

describe('facts', () => {
  it('are narrowed by their kind, and hold what is told besides', () => {
    const f = gaia.factsOf(option(step, { fix: ['burn'] }));
    expect(f.fix).toEqual(['burn']);
    expect(f.kind === 'research' && f.level).toBe(3);
    // @ts-expect-error -- there is no such kind
    expect(f.kind === 'reserch').toBe(false);
    // @ts-expect-error -- passing has no level
    expect(f.kind === 'pass' && f.level).toBe(false);
  });
  it('may be missing: then an option is of no kind', () => {
    expect(gaia.factsOf({ text: 'x' }).kind).toBeUndefined();
    expect(gaia.ofKind('pass')({ text: 'x' })).toBe(false);
    expect(ga.placeOf(gaia.factsOf({ text: 'x' }))).toBeNull();
  });
  it('of a kind are found among all, also where a record stands for two kinds', () => {
    const options = [option(step), option(upgrade), option(pass)];
    expect(options.filter(gaia.ofKind('pass')).map((o) => o.facts.booster)).toEqual(['charge_range']);
    expect(options.filter(gaia.ofKind('upgrade')).map((o) => o.facts.from)).toEqual(['trading_station']);
    expect(options.filter(gaia.ofKind('pass', 'research')).map((o) => o.text)).toEqual(['research', 'pass']);
    // @ts-expect-error -- there is no such kind
    expect(options.filter(gaia.ofKind('passs'))).toEqual([]);
    // @ts-expect-error -- a booster is no token
    expect(options.filter(gaia.ofKind('pass'))[0]?.facts.token).toBeUndefined();
  });
});

describe('the boards of Gaia Project', () => {
  it.each<[gaia.Facts, string | null]>([
    [step, 'track:economy'],
    [{ kind: 'advance', track: 'science', level: 1 }, 'track:science'],
    [tile, 'tile:income_4_credits'],
    [{ kind: 'cover_tech', spot: 'free_1', tile: 'ore_qic' }, 'tile:ore_qic'],
    [{ kind: 'board_action', action: 'power_2_ore' }, 'action:power_2_ore'],
    [{ kind: 'special_action', special: 'academy' }, 'special:academy'],
    [{ kind: 'take_booster', booster: 'ore_mines' }, 'booster:ore_mines'],
    [pass, 'booster:charge_range'],
    [{ kind: 'pass', booster: null }, null],
    [{ kind: 'rescore', token: 'fed_12vp' }, 'token:fed_12vp'],
    [{ kind: 'pick_faction', faction: 'ivits' }, null],
    [{ kind: 'convert', conversion: 'ore_to_credit', times: 1 }, null],
    [upgrade, 'hex:5A3'],
  ])('give %o its place', (facts, place) => {
    expect(ga.placeOf(facts)).toBe(place);
  });
  it('light what is possible there, and tell near misses elsewhere', () => {
    const found = ga.anchors(
      board([option(step), option(tile), option(upgrade)], [near(step), near({ ...step, track: 'science' })]),
    );
    expect(found.options('track:economy').map((o) => o.text)).toEqual(['research']);
    expect(found.near('track:economy')).toEqual([]);
    expect(found.near('track:science')).toHaveLength(1);
    expect(found.options('tile:income_4_credits')).toHaveLength(1);
    expect(found.options('hex:5A3')).toHaveLength(1);
    expect(ga.anchors(null).options('action:power_2_ore')).toEqual([]);
  });
  it('have symbols of their own', () => {
    expect(icon('trading_station')).toBe('b-trading_station');
    expect(icon('credits')).toBe('ic-credits');
  });
});

describe('the boards of Evacuation', () => {
  it.each<[evacuation.Facts, ReturnType<typeof ev.placeOf>]>([
    [{ kind: 'act', board: 'settle' }, 'action:settle'],
    [{ kind: 'tuck', card: 'C4' }, 'card:C4'],
    [{ kind: 'settle', field: 'A1', factories: null }, 'field:A1'],
    [{ kind: 'take', display: 'ship', card: 'heron', world: 'old' }, 'show:heron'],
    [{ kind: 'play_infrastructure', card: 'dam' }, 'plan:dam'],
    [{ kind: 'research', column: 0 }, 'tech:0'],
    [{ kind: 'fly_back', ship: 'ibis' }, 'ship:ibis'],
    [{ kind: 'load_site', site: 'geneva' }, 'site:geneva'],
    [{ kind: 'load_stadium', stadium: 'home-1' }, 'stadium:home-1'],
    [{ kind: 'pay_order', order: 'scholars' }, 'order:scholars'],
    [{ kind: 'claim', which: 'none' }, 'bonus:none'],
    [{ kind: 'return_goal', goal: 'oceans' }, 'goal:oceans'],
    [{ kind: 'load_factory', factory: 'food' }, null],
    [{ kind: 'forgo' }, null],
  ])('give %o its place', (facts, place) => {
    expect(ev.placeOf(facts)).toEqual(place);
  });
  it('light what is possible there; the rest is loose', () => {
    const research: evacuation.Facts = { kind: 'research', column: 0 };
    const found = ev.anchors(
      board([option(research), option({ kind: 'forgo' })], [near(research), near({ kind: 'fly', ship: 'ibis' })]),
    );
    expect(found.options('tech:0')).toHaveLength(1);
    expect(found.near('tech:0')).toEqual([]);
    expect(found.near('ship:ibis')).toHaveLength(1);
    expect(found.loose.map((o) => o.text)).toEqual(['forgo']);
  });
  it('show where a split lets the markers land', () => {
    const split = option(
      { kind: 'advance', front: 2, rear: 0, rear_first: false },
      {
        columns: [7, 3],
        ends: [
          {
            from: 5,
            column: 7,
            moves: true,
            lanes: ['main'],
            turning_points: [],
            symbols: { main: ['sun'] },
            instant: {},
          },
          { from: 3, column: 3, moves: false, lanes: ['plus'], turning_points: [], symbols: {}, instant: {} },
        ],
      },
    );
    expect([...ev.landings([split, option({ kind: 'forgo' })], [5, 3])]).toEqual([[7, [split]]]);
    expect(ways(split).map((w) => [w.lane, w.from, w.to, w.symbols])).toEqual([
      ['main', 5, 7, ['sun']],
      ['stays', 3, 3, []],
    ]);
    expect(ways(null)).toEqual([]);
  });
  it('read amounts by resource', () => {
    expect(evacuation.three({ steel: 2 })).toEqual({ food: 0, steel: 2, energy: 0 });
  });
});
