/** The record of a Gaia Project position as the boards draw it; docs/views/gaia.md says it field by field. */

import type { Seat } from '../lib/api/types';
import { reading } from '../lib/game/facts';
import type { Also, Facts, Printed, Question, View } from './schema';

export type * from './schema';

/** What is printed, and what stands laid over it. */
export type GaiaView = Printed & View;
/** Views reach a title as plain JSON, laid together by the shell. */
export const viewOf = (view: Record<string, unknown>): GaiaView => view as GaiaView;

/** What an option or a near miss can be; what can be asked. */
export type Kind = Facts['kind'];
export type Asked = Question['name'];

export const { factsOf, ofKind } = reading<Facts & Also>();

/** The hexes that an answer is about. */
export function hexesOf(option: Parameters<typeof factsOf>[0]): readonly string[] {
  const facts = factsOf(option);
  return 'hex' in facts ? [facts.hex] : 'hexes' in facts ? facts.hexes : [];
}

/** Shapes of seats, the identity that needs no colour. */
export const SHAPES = ['circle', 'triangle', 'diamond', 'square'] as const;
export const shape = (seat: Seat): (typeof SHAPES)[number] => SHAPES[seat % 4]!;
/** Dashes of rings around owned planets, by seat. */
export const DASHES = ['13 4', '6 3', '', '2 3.2'] as const;

/** The colour of a seat: its home planet's, or a colour of its own before it has one. */
export function colour(view: GaiaView, seat: Seat): string {
  const planet = view.players[seat]?.planet;
  if (planet) return `var(--c-${planet})`;
  const automa = view.automas[seat - view.players.length];
  if (automa) return `var(--c-${automa.planet})`;
  return `var(--c-none${seat % 4})`;
}
