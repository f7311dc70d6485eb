/** The record of an Evacuation position as the boards draw it; docs/views/evacuation.md says it field by field. */

import type { Option } from '../lib/api/types';
import { reading } from '../lib/game/facts';
import type { Also, Amounts, Facts, Owner, Printed, Question, Resource, View, World } from './schema';

export type * from './schema';

/** What is printed, and what stands laid over it. */
export type EvacuationView = Printed & View;
/** Views reach a title as plain JSON, laid together by the shell. */
export const viewOf = (view: Record<string, unknown>): EvacuationView => view as EvacuationView;

/** What an option or a near miss can be; what can be asked. */
export type Kind = Facts['kind'];
export type Asked = Question['name'];

/** Where a split of power points takes a marker; the declaration names these fields in words only. */
export interface End {
  from: number;
  column: number;
  moves: boolean;
  lanes: ('main' | 'plus' | 'parking')[];
  turning_points: { id: string; effect: string }[];
  symbols: Record<string, string[]>;
  instant: Record<string, string>;
}

export const { factsOf, ofKind } = reading<Facts & Omit<Also, 'ends'> & { ends?: End[] }>();

export const RESOURCES: readonly Resource[] = ['food', 'steel', 'energy'];
export const WORLDS: readonly World[] = ['old', 'new'];

const SHAPES = ['circle', 'triangle', 'diamond', 'square'] as const;
const RIVALS: readonly string[] = ['opponent', 'neutral', 'third party'];

/** The shape that stands for an owner, beside the colour. */
export const shape = (owner: Owner): string =>
  typeof owner === 'number' ? (SHAPES[owner % 4] ?? 'circle') : owner === 'neutral' ? 'diamond' : 'square';

/** The colour of an owner. */
export const colour = (owner: Owner): string =>
  typeof owner === 'number' ? `var(--ev-seat${owner % 4})` : `var(--ev-rival${Math.max(0, RIVALS.indexOf(owner))})`;

/** Stands for the seat of the opponent that plays by solo cards. */
export const RIVAL = -1;

/** Who sits there. */
export const ownerAt = (view: EvacuationView, seat: number): Owner =>
  seat === RIVAL ? (view.rivals[0]?.who ?? 'opponent') : seat;

export const PHASES: readonly string[] = [
  'income',
  'actions',
  'transport',
  'turn order',
  'progress',
  'bonus',
  'year end',
];

/** Amounts that are declared by any name. */
export const three = (a: Readonly<Record<string, number>>): Amounts => ({
  food: a.food ?? 0,
  steel: a.steel ?? 0,
  energy: a.energy ?? 0,
});

/** A stock as it will be if an option is taken; null where it changes no stock. */
export function after(option: Option | null, w: World, a: Amounts): Amounts | null {
  if (!option || (!option.cost && !option.gain)) return null;
  const out = { ...a };
  for (const r of RESOURCES) out[r] += (option.gain?.[`${w} ${r}`] ?? 0) - (option.cost?.[`${w} ${r}`] ?? 0);
  return out;
}

/** Only what is there, for prices. */
export const some = (a: Amounts): boolean => RESOURCES.some((r) => a[r] !== 0);

/** Amounts of one world under the names that prices carry: "old food". */
export function tagged(a: Amounts, world: World): Record<string, number> {
  return Object.fromEntries(RESOURCES.filter((r) => a[r]).map((r) => [`${world} ${r}`, a[r]]));
}

/** The symbol of an instant effect of the progress track. */
export const INSTANT: Readonly<Record<string, string>> = {
  research: 'research',
  settle: 'settle',
  infrastructure: 'infrastructure',
  build_ship: 'ship',
  build_stadium: 'stadium',
};

/** Half the height of a field of the New World, in the units in which it is drawn. */
export const R = 34;
