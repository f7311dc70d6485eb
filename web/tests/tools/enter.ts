/** Enters positions by what the editor's controls do: reads pairs of positions, writes what the controls made of the first.

Used by tests/device/test_entering.py. Nothing of a wished position is copied: it is taken apart down to numbers, words and
hexes, and each goes through the function that its control calls.
*/

import { readFileSync, writeFileSync } from 'node:fs';
import * as fields from '../../src/evacuation/table/editor/fields';
import evacuation from '../../src/evacuation/position.json';
import gaia from '../../src/gaia/position.json';
import * as pieces from '../../src/gaia/table/editor/pieces';
import * as edit from '../../src/lib/tabletop/editor/edits';
import {
  fits,
  fresh,
  inside,
  kindOf,
  known,
  which,
  type Fields,
  type Json,
  type Shape,
  type Shapes,
} from '../../src/lib/tabletop/editor/shapes';

const SHAPES: Record<string, Shapes> = {
  gaia: gaia as unknown as Shapes,
  evacuation: evacuation as unknown as Shapes,
};
const START: Shape = { $ref: '#/$defs/Position' };
const isRecord = (x: Json | undefined): x is Fields => typeof x === 'object' && x !== null && !Array.isArray(x);

/** As a person would: every control under a place is set until it shows what is wished. */
function enter(shapes: Shapes, doc: Json, path: edit.Path, shape: Shape, wish: Json): Json {
  const { shape: at, optional } = known(shapes, shape);
  if (wish === null) return optional ? edit.chosen(doc, path, '') : edit.put(doc, path, null);
  switch (kindOf(at)) {
    case 'number':
      return edit.typed(doc, path, String(wish));
    case 'flag':
      return edit.put(doc, path, wish === true);
    case 'word':
    case 'text':
      return wish === '' ? edit.put(doc, path, '') : edit.chosen(doc, path, String(wish));
    case 'list': {
      const list = wish as Json[];
      const there = (edit.at(doc, path) ?? []) as Json[];
      let next = doc;
      if (edit.at(doc, path) === undefined || (at.minItems ?? 0) > there.length)
        next = edit.put(next, path, fresh(shapes, shape));
      if (at.minItems === undefined)
        for (let i = there.length - 1; i >= 0; i--) next = edit.drop(next, [...path, i]);
      list.forEach((each, i) => {
        if (at.minItems === undefined)
          next = edit.plain(shapes, at) ? edit.add(next, path, single(each)) : edit.grow(shapes, next, path, at);
        next = enter(shapes, next, [...path, i], inside(shapes, at, i), each);
      });
      return next;
    }
    case 'either': {
      const one = which(shapes, at, wish);
      if (!one) throw new Error(`no such question: ${JSON.stringify(wish)}`);
      return enter(shapes, edit.asked(shapes, doc, path, one), path, one, wish);
    }
    case 'record':
    case 'map': {
      const record = wish as Fields;
      let next = isRecord(edit.at(doc, path)) ? doc : edit.put(doc, path, fresh(shapes, at));
      for (const name of Object.keys((edit.at(next, path) ?? {}) as Fields))
        if (!(name in record)) next = edit.drop(next, [...path, name]);
      for (const [name, each] of Object.entries(record)) {
        if (name === 'question') continue;
        next = enter(shapes, next, [...path, name], inside(shapes, at, name), each);
      }
      return next;
    }
    default:
      return anything(doc, path, wish);
  }
}
const single = (value: Json): Json => (typeof value === 'number' ? Number(String(value)) : String(value));
/** What has no shape is typed as it is, part by part. */
function anything(doc: Json, path: edit.Path, wish: Json): Json {
  if (typeof wish === 'number') return edit.typed(doc, path, String(wish));
  return edit.put(doc, path, wish);
}

/** The galaxy by its own controls: sectors are turned, moved and changed, pieces placed hex by hex. */
function galaxy(doc: Json, wish: Fields): Json {
  let next = pieces.bareMap(doc);
  const players = wish['players'] as Fields[];
  players.forEach((player, seat) => {
    for (const [piece, list] of Object.entries(pieces.LISTS))
      for (const hex of (player[list] ?? []) as string[]) next = pieces.place(next, seat, piece, hex);
    for (const [piece, hexes] of Object.entries((player['buildings'] ?? {}) as Record<string, string[]>))
      for (const hex of hexes) next = pieces.place(next, seat, piece, hex);
    next = pieces.faction(next as Fields, seat, String(player['faction'] ?? ''));
  });
  for (const hex of (wish['gaia_planets'] ?? []) as string[]) next = pieces.gaiaPlanet(next, hex);
  if (wish['lost_planet']) next = pieces.lostPlanet(next, String(wish['lost_planet']));
  pieces.sectorsOf(wish).forEach(([id, q, r, turned], i) => {
    if (i >= pieces.sectorsOf(next).length) next = edit.add(next, pieces.mapPath(next), [id, q, r, 0]);
    next = pieces.move(pieces.face(next, i, id), i, q, r);
    next = pieces.turn(next, i, turned - pieces.sectorsOf(next)[i]![3]);
  });
  return next;
}
/** The New World by its own control. */
function settled(doc: Json, wish: Fields): Json {
  let next = doc as Fields;
  for (const owner of fields.owners(next)) {
    const [what = '', index = '0'] = owner.split('.');
    for (const id of (edit.at(next, [what, Number(index), 'fields']) ?? []) as string[])
      next = fields.settle(next, id, '') as Fields;
    for (const id of (edit.at(wish, [what, Number(index), 'fields']) ?? []) as string[])
      next = fields.settle(next, id, owner) as Fields;
  }
  return next;
}

const HANDLED: Record<string, readonly string[]> = {
  gaia: ['gaia_planets', 'lost_planet', 'map'],
  evacuation: [],
};
const OWN: Record<string, readonly string[]> = {
  gaia: ['buildings', 'faction', ...Object.values(pieces.LISTS)],
  evacuation: ['fields'],
};

function made(game: string, base: Fields, wish: Fields): Json {
  const shapes = SHAPES[game]!;
  let doc: Json = base;
  if (!('map' in wish)) doc = edit.drop(doc, ['map']);
  // A map that has been built differs from the set-up's: it is entered beside it.
  if (game === 'gaia' && 'map' in wish && !('map' in base))
    doc = edit.put(doc, ['map'], (base['table'] as Fields)['map']!);
  doc = game === 'gaia' ? galaxy(doc, wish) : settled(doc, wish);
  const top = shapes['Position']!.properties!;
  for (const name of Object.keys(doc as Fields)) if (!(name in wish)) doc = edit.drop(doc, [name]);
  for (const [name, value] of Object.entries(wish)) {
    if (HANDLED[game]!.includes(name) || name === 'options') continue;
    if (name === 'players') {
      (value as Fields[]).forEach((player, seat) => {
        const own = shapes['Player']!.properties!;
        for (const field of Object.keys(edit.at(doc, ['players', seat]) as Fields))
          if (!(field in player)) doc = edit.drop(doc, ['players', seat, field]);
        for (const [field, each] of Object.entries(player))
          if (!OWN[game]!.includes(field)) doc = enter(shapes, doc, ['players', seat, field], own[field]!, each);
      });
    } else if (name === 'table') {
      const table = shapes['Table']!.properties!;
      for (const [field, each] of Object.entries(value as Fields))
        // The set-up's map was entered with the galaxy, unless another one lies there now.
        if (field !== 'map') doc = enter(shapes, doc, ['table', field], table[field]!, each);
        else if ('map' in wish)
          (each as Json[][]).forEach((one, i) =>
            one.forEach((cell, k) => (doc = anything(doc, ['table', 'map', i, k], cell))),
          );
    } else doc = enter(shapes, doc, [name], top[name]!, value);
  }
  if (!fits(shapes, START, doc)) throw new Error('it does not have the shape of a position');
  return doc;
}

const [input, output] = process.argv.slice(2);
const pairs = JSON.parse(readFileSync(input!, 'utf8')) as { game: string; base: Fields; wish: Fields }[];
writeFileSync(output!, JSON.stringify(pairs.map(({ game, base, wish }) => made(game, base, wish))));
