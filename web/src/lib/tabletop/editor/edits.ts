/** What controls do to a position: each takes one and makes another; nothing is changed in place. */

import { isWhole, moved, whole } from '../../api/exact';
import { fresh, inside, kindOf, known, type Fields, type Json, type Shape, type Shapes } from './shapes';

export type Path = readonly (string | number)[];

/** What lies at a place; undefined where nothing does. */
export function at(value: Json, path: Path): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (found && typeof found === 'object') found = found[key];
    else return undefined;
  }
  return found;
}

function changed(value: Json, path: Path, change: (old: Json | undefined) => Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value) ?? null;
  if (Array.isArray(value) || typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    const index = Number(key);
    const next = rest.length ? changed(list[index] ?? null, rest, change) : change(list[index]);
    if (next === undefined) list.splice(index, 1);
    else list[index] = next;
    return list;
  }
  const record: Fields = value && typeof value === 'object' ? { ...value } : {};
  const next = rest.length ? changed(record[key] ?? {}, rest, change) : change(record[key]);
  if (next === undefined) delete record[key];
  else record[key] = next;
  return record;
}

/** A value is put at a place. */
export const put = (doc: Json, path: Path, value: Json): Json => changed(doc, path, () => value);
/** A field or a part of a list goes: a field then follows from the rest. */
export const drop = (doc: Json, path: Path): Json => changed(doc, path, () => undefined);
/** A list grows by one. */
export const add = (doc: Json, path: Path, value: Json): Json =>
  changed(doc, path, (old) => [...(Array.isArray(old) ? old : []), value]);
/** A part of a list goes elsewhere in it. */
export function shift(doc: Json, path: Path, from: number, to: number): Json {
  return changed(doc, path, (old) => {
    const list = Array.isArray(old) ? [...old] : [];
    if (to < 0 || to >= list.length) return list;
    const [one] = list.splice(from, 1);
    if (one !== undefined) list.splice(to, 0, one);
    return list;
  });
}
/** A value is in a list, or it is not: a place on a map, a seat that has passed. */
export function toggle(doc: Json, path: Path, value: Json): Json {
  return changed(doc, path, (old) => {
    const list = Array.isArray(old) ? old : [];
    return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  });
}
/** A number that was typed; what is no number stays as it was. */
export function typed(doc: Json, path: Path, text: string): Json {
  const value = whole(text);
  return value === null ? doc : put(doc, path, value);
}
/** A number goes up or down by one. */
export function stepped(doc: Json, path: Path, by: 1 | -1): Json {
  const old = at(doc, path);
  return put(doc, path, moved(isWhole(old) ? old : 0, by));
}
/** Something is chosen from a list of words; the empty one is nothing. */
export const chosen = (doc: Json, path: Path, word: string): Json => put(doc, path, word === '' ? null : word);
/** Another question is asked: what it has in common with the one before stays. */
export function asked(shapes: Shapes, doc: Json, path: Path, shape: Shape): Json {
  const next = fresh(shapes, shape) as Fields;
  const old = at(doc, path);
  const seat = old && typeof old === 'object' && !Array.isArray(old) ? old['seat'] : undefined;
  return put(doc, path, seat === undefined ? next : { ...next, seat });
}
/** A list or a record grows by what its shape begins with. */
export const grow = (shapes: Shapes, doc: Json, path: Path, shape: Shape): Json =>
  add(doc, path, fresh(shapes, inside(shapes, shape, 0)));

/** A place as the engine names it: `players[1].bowls[0]`. */
export function placeOf(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key),
    '',
  );
}
/** The way to such a place. */
export const pathOf = (place: string): Path =>
  [...place.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, number]) => name ?? Number(number));
/** The place of a fault, without the name of the whole. */
export const bare = (place: string): string => place.replace(/^position(\.|$)/, '');
/** Whether a place is, or lies in, another. */
export const within = (place: string, outer: string): boolean =>
  place === outer || (place.startsWith(outer) && '.['.includes(place.charAt(outer.length)));

/** Whether a list is one of single values, which is shown as a row. */
export const plain = (shapes: Shapes, shape: Shape): boolean =>
  ['word', 'text', 'number'].includes(kindOf(known(shapes, shape.items ?? {}).shape));
