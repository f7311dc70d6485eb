/** Where the answers of Evacuation belong on the boards. */

import type { Option } from '../lib/api/types';
import { anchored, type Anchors as Every } from '../lib/game/anchors';
import type { MatchStore } from '../lib/game/store.svelte';
import { factsOf, ofKind, type Asked, type Facts } from './view';

/** What is lit on boards and cards. */
export type Thing =
  'action' | 'card' | 'field' | 'show' | 'plan' | 'tech' | 'ship' | 'site' | 'stadium' | 'order' | 'bonus' | 'goal';
export type Place = `${Thing}:${string}`;
export type Anchors = Every<Place>;

/** The thing that an answer belongs to; a new kind has to be given its place here. */
export function placeOf(f: Facts): Place | null {
  switch (f.kind) {
    case 'act':
      return `action:${f.board}`;
    case 'play_card':
    case 'tuck':
    case 'discard':
      return `card:${f.card}`;
    case 'settle':
      return `field:${f.field}`;
    case 'take':
    case 'under':
      return `show:${f.card}`;
    case 'play_infrastructure':
      return `plan:${f.card}`;
    case 'research':
      return `tech:${f.column}`;
    case 'fly':
    case 'fly_back':
      return `ship:${f.ship}`;
    case 'load_site':
      return `site:${f.site}`;
    case 'load_stadium':
      return `stadium:${f.stadium}`;
    case 'pay_order':
      return `order:${f.order}`;
    case 'claim':
      return `bonus:${f.which}`;
    case 'keep_goal':
    case 'return_goal':
      return `goal:${f.goal}`;
    // In the prompt.
    case 'pass':
    case 'done':
    case 'end':
    case 'forgo':
    case 'pay_energy':
    case 'choose':
    case 'gain':
    case 'exchange':
    case 'use_factories':
    case 'waive':
    case 'reveal':
    case 'refresh':
    case 'prepare':
    case 'clone':
    case 'raise':
    case 'load':
    case 'load_factory':
    case 'load_nothing':
    case 'load_resources':
    case 'power':
    case 'advance':
    case 'park':
    case 'keep_cards':
      return null;
    default:
      // A server newer than the page: its options are listed.
      f satisfies never;
      return null;
  }
}

export const anchors = (store: Pick<MatchStore, 'lit' | 'nearMisses'> | null): Anchors =>
  anchored(store, (o) => placeOf(factsOf(o)));

/** The spaces of the track on which a split lets a marker land, with the splits that do. */
export function landings(options: readonly Option[], own: readonly number[]): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  for (const o of options.filter(ofKind('advance'))) {
    const to = o.facts.columns ?? [];
    for (const column of new Set(to.filter((c, i) => c !== own[i])))
      found.set(column, [...(found.get(column) ?? []), o]);
  }
  return found;
}

/** The panels at the side of the boards. */
export type Side = 'market' | 'tech' | 'cards' | 'ships';
const SIDE: Partial<Record<Thing, Side>> = {
  show: 'market',
  tech: 'tech',
  ship: 'ships',
  card: 'cards',
  plan: 'market',
  order: 'cards',
};

/** The panel on which options lie: displays first, then ships, then cards; none when the boards or the prompt show all. */
export function sideOf(options: readonly Option[]): Side | null {
  const found = new Set(
    options.map((o) => {
      const place = placeOf(factsOf(o));
      return place ? SIDE[place.split(':')[0] as Thing] : null;
    }),
  );
  return (['market', 'tech', 'ships', 'cards'] as const).find((s) => found.has(s)) ?? null;
}

/** The panel that a question is about. */
export const ABOUT: Readonly<Record<string, Side>> = {
  TakeCard: 'market',
  RefreshCards: 'market',
  Development: 'market',
  DiscountChoice: 'market',
  ResearchColumn: 'tech',
  TransportShips: 'ships',
  LoadPlace: 'ships',
  ReturnShips: 'ships',
  PickGoal: 'cards',
  PickFromPile: 'cards',
  DropGoal: 'cards',
  KeepHand: 'cards',
  TuckCard: 'cards',
  DiscardCard: 'cards',
  BonusChoice: 'cards',
  PowerChoice: 'cards',
  OrderOffer: 'cards',
} satisfies Partial<Record<Asked, Side>>;

/** A launch is being drafted. */
export const launching = (steps: readonly { option: Option }[]): boolean =>
  steps.some((s) => factsOf(s.option).kind === 'fly');

/** Questions whose answers are compared with each other. */
export const WHOLE: readonly string[] = [
  'SplitPower',
  'KeepHand',
  'PickGoal',
  'PickFromPile',
  'DropGoal',
] satisfies Asked[];
