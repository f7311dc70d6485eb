/** What the others did, one line for each of their turns. */

import type { LogEntry } from '../api/types';
import { silent } from './since';
import type { MatchStore } from './store.svelte';
import type { Naming, Words } from './title';

export interface Turn {
  /** Number of its first entry, and whose sequel it is: one after the other in the log. */
  id: string;
  seat: number;
  /** What was done, in sentences. */
  text: string;
  /** Where. */
  places: string[];
  /** The move after which it was over. */
  move: number | null;
  /** Of a seat that is never asked: what it did is a story, told to its end. */
  story?: boolean;
}

type Of = Pick<MatchStore, 'log' | 'mine' | 'ends' | 'habits'>;

/** Where "since your last turn" begins: with what a seat that is never asked did after the own turn. */
export function beginning(store: Of, seen: number, words: Words, who: Naming): number {
  const before = store.log.filter((e) => e.number <= seen);
  const others = before.findLastIndex((e) => !store.mine.includes(e.seat));
  return before.slice(others + 1).findLast((e) => words.sequel?.(e, who))?.number ?? seen + 1;
}

/** Everybody's turns from an entry on; `skip`: entries that are left out, as the own ones. */
export function turns(
  store: Of,
  from: number,
  words: Words,
  who: Naming,
  skip: (entry: LogEntry) => boolean = () => false,
): Turn[] {
  const found: Turn[] = [];
  const { instant, closes, rests = [] } = store.habits;
  /** The turn that goes on, with its entries. */
  let open: { turn: Turn; entries: LogEntry[] } | null = null;
  for (const e of store.log) {
    if (e.number < from) continue;
    const told = (e.move ?? null) !== null && !instant.includes(e.question) && !skip(e);
    if (silent(e, (key) => store.ends(key))) open = null;
    else if (told) {
      const begins = rests.includes(e.question) && !(e.question in closes);
      if (!open || open.turn.seat !== e.seat || begins) {
        open = { turn: { id: `${e.number}`, seat: e.seat, text: '', places: [], move: null }, entries: [] };
        found.push(open.turn);
      }
      open.entries.push(e);
      // Free conversions are not what a turn is about.
      const chief = open.entries.filter((x) => x.message?.key !== 'convert');
      open.turn.text = (chief.length ? chief : open.entries).map((x) => words.sentence(x, who)).join(' ');
      open.turn.move = e.move ?? null;
      open.turn.places = [...open.turn.places, ...words.places(e)];
    }
    const sequel = words.sequel?.(e, who);
    if (sequel) {
      found.push({ id: `${e.number}+`, ...sequel, move: e.move ?? null, story: true });
      open = null;
    }
  }
  return found;
}

/** The turns of the others since the own one. */
export function recap(store: Of & Pick<MatchStore, 'seen'>, words: Words, who: Naming): Turn[] {
  if (!store.mine.length) return [];
  const from = beginning(store, store.seen, words, who);
  return turns(store, from, words, who, (e) => e.number <= store.seen || store.mine.includes(e.seat));
}
