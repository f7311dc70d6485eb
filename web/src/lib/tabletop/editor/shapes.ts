/** The shape of a position, as `orrery schema` writes it for the page: what a control may hold, and what fits. */

import { isWhole } from '../../api/exact';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Fields = Record<string, Json>;

export interface Shape {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  enum?: string[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  propertyNames?: Shape;
  additionalProperties?: Shape | boolean;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}
export type Shapes = Record<string, Shape>;

/** A shape by what it says itself, the name it was declared by, and whether it may be nothing. */
export interface Known {
  shape: Shape;
  name: string;
  optional: boolean;
}

export function known(shapes: Shapes, shape: Shape): Known {
  let [at, name, optional] = [shape, '', false];
  for (;;) {
    if (at.$ref) {
      name = at.$ref.replace('#/$defs/', '');
      at = shapes[name] ?? {};
    } else if (at.anyOf && at.anyOf.length === 2 && at.anyOf.some((one) => one.type === 'null')) {
      optional = true;
      at = at.anyOf.find((one) => one.type !== 'null') ?? {};
    } else return { shape: at, name, optional };
  }
}

export type Kind = 'number' | 'flag' | 'word' | 'text' | 'list' | 'record' | 'map' | 'either' | 'any';

/** What kind of control a shape has. */
export function kindOf(shape: Shape): Kind {
  if (shape.anyOf) return 'either';
  if (shape.enum) return 'word';
  switch (shape.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'string':
      return 'text';
    case 'array':
      return 'list';
    case 'object':
      return shape.properties ? 'record' : 'map';
    default:
      return 'any';
  }
}

/** The shape of a field of a record, of a value of a map, or of a part of a list. */
export function inside(shapes: Shapes, shape: Shape, key: string | number): Shape {
  const { shape: at } = known(shapes, shape);
  if (typeof key === 'number') return at.items ?? {};
  if (at.properties) return at.properties[key] ?? {};
  return typeof at.additionalProperties === 'object' ? at.additionalProperties : {};
}

/** What a control holds when it comes into being. */
export function fresh(shapes: Shapes, shape: Shape): Json {
  const { shape: at, optional } = known(shapes, shape);
  if (optional) return null;
  switch (kindOf(at)) {
    case 'number':
      return Math.max(0, at.minimum ?? 0);
    case 'flag':
      return false;
    case 'word':
      return at.enum![0]!;
    case 'text':
      return '';
    case 'list':
      return Array.from({ length: at.minItems ?? 0 }, () => fresh(shapes, at.items ?? {}));
    case 'record':
      return Object.fromEntries((at.required ?? []).map((name) => [name, fresh(shapes, at.properties![name]!)]));
    case 'map':
      return {};
    case 'either':
      return fresh(shapes, at.anyOf![0]!);
    default:
      return 0;
  }
}

/** Which of several records a value is: the one with its `question`. */
export function which(shapes: Shapes, shape: Shape, value: Json): Shape | null {
  const name = value && typeof value === 'object' && !Array.isArray(value) ? value['question'] : null;
  return shape.anyOf?.find((one) => known(shapes, one).shape.properties?.['question']?.enum?.[0] === name) ?? null;
}

/** Whether a value has the shape; what it means is the engine's business. */
export function fits(shapes: Shapes, shape: Shape, value: Json): boolean {
  const { shape: at, optional } = known(shapes, shape);
  if (value === null) return optional || kindOf(at) === 'any';
  switch (kindOf(at)) {
    case 'number':
      return isWhole(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'word':
      return typeof value === 'string' && at.enum!.includes(value);
    case 'text':
      return typeof value === 'string' && value.length <= 80;
    case 'list':
      return (
        Array.isArray(value) &&
        value.length <= 100 &&
        value.length >= (at.minItems ?? 0) &&
        value.length <= (at.maxItems ?? Infinity) &&
        value.every((each) => fits(shapes, at.items ?? {}, each))
      );
    case 'record':
      return (
        typeof value === 'object' &&
        !Array.isArray(value) &&
        (at.required ?? []).every((name) => name in value) &&
        Object.entries(value).every(([name, each]) => {
          const one = at.properties![name];
          return one !== undefined && fits(shapes, one, each);
        })
      );
    case 'map': {
      const rest = typeof at.additionalProperties === 'object' ? at.additionalProperties : {};
      return (
        typeof value === 'object' &&
        !Array.isArray(value) &&
        Object.entries(value).every(
          ([name, each]) => fits(shapes, at.propertyNames ?? {}, name) && fits(shapes, rest, each),
        )
      );
    }
    case 'either': {
      const one = which(shapes, at, value);
      return one !== null && fits(shapes, one, value);
    }
    default:
      return true;
  }
}

/** Something from outside laid over a position that can be shown: what does not fit is left as it is, and named. */
export function grafted(
  shapes: Shapes,
  shape: Shape,
  base: Json,
  given: unknown,
  place = '',
): { value: Json; left: string[] } {
  const value = given as Json;
  const { shape: at } = known(shapes, shape);
  const record = (x: unknown): x is Fields => typeof x === 'object' && x !== null && !Array.isArray(x);
  if (kindOf(at) === 'record' && record(value)) {
    const found: Fields = {};
    const left: string[] = [];
    for (const [name, each] of Object.entries(value)) {
      const one = at.properties![name];
      const where = place ? `${place}.${name}` : name;
      if (!one) {
        left.push(where);
        continue;
      }
      const inner = grafted(shapes, one, record(base) ? (base[name] ?? null) : null, each, where);
      left.push(...inner.left);
      if (inner.left[0] !== where || (record(base) && name in base)) found[name] = inner.value;
    }
    // What was left out follows from the rest; what there must be is as it was.
    for (const name of at.required ?? [])
      if (!(name in found))
        found[name] = (record(base) ? base[name] : undefined) ?? fresh(shapes, at.properties![name]!);
    return { value: found, left };
  }
  if (
    kindOf(at) === 'list' &&
    at.items &&
    kindOf(known(shapes, at.items).shape) === 'record' &&
    Array.isArray(value)
  ) {
    const old = Array.isArray(base) ? base : [];
    const parts = value
      .slice(0, 100)
      .map((each, i) => grafted(shapes, at.items!, old[i] ?? fresh(shapes, at.items!), each, `${place}[${i}]`));
    return { value: parts.map((one) => one.value), left: parts.flatMap((one) => one.left) };
  }
  return fits(shapes, shape, value) ? { value, left: [] } : { value: base, left: [place] };
}
