/** A position that is entered: what it is now and was before, kept in this browser, and what the engine says of it. */

import { api } from '../../api/client';
import { explained, learnt, type Reason, spoken } from '../../api/reason';
import type { Examined, PositionFault } from '../../api/types';
import { t } from '../../i18n/index.svelte';
import { said } from '../calls';
import { keep, kept } from '../keeping';
import { bare, pathOf, within } from './edits';
import { fits, grafted, type Fields, type Json, type Shape, type Shapes } from './shapes';

/** What an editor needs to know of a title. */
export interface Entered {
  game: string;
  shapes: Shapes;
  /** Fields that follow from the rest where they are left out. */
  loose: readonly string[];
  label: (path: readonly (string | number)[]) => string;
  /** Whether it has a name of its own. */
  labelled: (path: readonly (string | number)[]) => boolean;
  /** A value of a shape of this name in words. */
  word: (name: string, value: string, path: readonly (string | number)[]) => string;
  /** What a text may be there; null where anything may. */
  choices: (name: string, path: readonly (string | number)[], doc: Fields) => readonly string[] | null;
  seat: (doc: Fields, seat: number) => string;
  /** Every seat that takes turns, also of somebody who is no player. */
  seats: (doc: Fields) => number;
}

const WAIT = 150;
/** Steps that can be taken back. */
const STEPS = 60;
const START: Shape = { $ref: '#/$defs/Position' };

/** A fault in words; its place is shown where it is, so the sentence need not name it. */
function worded(fault: PositionFault): string {
  const reason = fault.reason as unknown as Reason;
  const expected = reason.args?.['expected'];
  if (reason.key === 'core.expected' && expected && typeof expected === 'object')
    return t('edit.expected', { what: spoken(expected as Reason).replace(/\.$/, '') });
  const bareReason = { key: reason.key, args: { ...reason.args, field: '' } };
  const words =
    reason.key === 'core.position' ? explained(reason) : explained(bareReason).replace(/^[^\p{L}\d]+/u, '');
  return words ? words.charAt(0).toLocaleUpperCase() + words.slice(1) : fault.sentence;
}

export class Editor {
  doc = $state.raw<Fields | null>(null);
  told = $state.raw<Examined | null>(null);
  problem = $state<string | null>(null);
  /** What of something from outside could not be taken over. */
  left = $state.raw<string[]>([]);
  checking = $state(false);
  forgetful = $state(false);
  past = $state.raw<Fields[]>([]);
  future = $state.raw<Fields[]>([]);
  readonly title: Entered;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(title: Entered) {
    this.title = title;
    const before = kept<{ doc: Json }>(`position.${title.game}`)?.doc;
    if (before && fits(title.shapes, START, before)) this.#take(before as Fields);
  }

  /** Everything that can be told to be wrong at once, in the order in which it is read. */
  readonly faults = $derived.by(() => {
    const fault = this.told?.fault;
    return fault
      ? [fault, ...(this.told?.also ?? [])].map((one) => ({ place: bare(one.place), wrong: worded(one) }))
      : [];
  });
  readonly valid = $derived(this.told !== null && this.told.fault === null);

  /** What is wrong at a place, in the language of the page; a leaf answers for whatever lies in it. Empty: nothing. */
  wrongAt(place: string, leaf: boolean): string {
    return this.faults
      .filter((one) => (leaf ? within(one.place, place) : one.place === place))
      .map((one) => one.wrong)
      .join(' ');
  }
  /** Whose it is and what it is called. */
  named(place: string): string {
    const path = pathOf(place);
    const [top, seat] = path;
    const owner = top === 'players' && typeof seat === 'number' && this.doc ? this.title.seat(this.doc, seat) : '';
    // A part without a name is told by what it is a part of.
    for (let depth = path.length; depth > (owner ? 2 : 0); depth--) {
      const part = path.slice(0, depth);
      if (!this.title.labelled(part)) continue;
      return owner ? `${owner}, ${this.title.label(part)}` : this.title.label(part);
    }
    return owner;
  }

  /** A fresh game to begin with. */
  async begin(options: Record<string, unknown>): Promise<boolean> {
    return await this.#ask({ options, whole: true });
  }

  /** Something from outside: what has the form of a position is taken over, and told without what follows. */
  async open(given: unknown): Promise<boolean> {
    this.problem = null;
    const game = (given as Fields | null)?.['game'];
    if (typeof given !== 'object' || given === null || game !== this.title.game) {
      this.problem = t('edit.other', { title: t(`title.${this.title.game}`) });
      return false;
    }
    const found = await this.#ask({ position: given as Record<string, unknown>, whole: true });
    if (found) return true;
    // It cannot be played as it is: what can be shown is shown, on a fresh game of its size.
    const options = (given as Fields)['options'];
    const size = options && typeof options === 'object' && !Array.isArray(options) ? options : {};
    const players = (given as Fields)['players'];
    const wish = { players: Array.isArray(players) ? players.length : 2, ...size };
    if (!(await this.#ask({ options: wish, whole: true })) && !(await this.#ask({ options: {}, whole: true })))
      return false;
    const { value, left } = grafted(this.title.shapes, START, this.doc, given);
    this.left = left;
    this.change(value as Fields);
    return true;
  }

  async #ask(body: {
    position?: Record<string, unknown>;
    options?: Record<string, unknown>;
    whole: boolean;
  }): Promise<boolean> {
    const mine = ++this.#turn;
    this.checking = true;
    try {
      const found = await api.examine(this.title.game, body);
      if (mine !== this.#turn) return false;
      this.problem = null;
      if (!found.position) return false;
      this.left = [];
      this.#remember();
      this.#take(found.position as Fields);
      return true;
    } catch (error) {
      if (mine === this.#turn) this.problem = said(error);
      return false;
    } finally {
      if (mine === this.#turn) this.checking = false;
    }
  }

  #remember(): void {
    if (this.doc) this.past = [...this.past, this.doc].slice(-STEPS);
    this.future = [];
  }
  #take(doc: Fields): void {
    this.doc = doc;
    this.forgetful = !keep(`position.${this.title.game}`, { doc });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), WAIT);
  }

  /** A control has made another position. */
  change(doc: Json): void {
    if (doc === this.doc) return;
    this.#remember();
    this.#take(doc as Fields);
  }
  undo(): void {
    const before = this.past.at(-1);
    if (!before || !this.doc) return;
    this.future = [this.doc, ...this.future];
    this.past = this.past.slice(0, -1);
    this.#take(before);
  }
  redo(): void {
    const [next, ...rest] = this.future;
    if (!next || !this.doc) return;
    this.past = [...this.past, this.doc];
    this.future = rest;
    this.#take(next);
  }
  /** Nothing is entered any more. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#turn++;
    keep(`position.${this.title.game}`, null);
    [this.doc, this.told, this.past, this.future, this.left] = [null, null, [], [], []];
    this.problem = null;
  }

  /** Ask the engine what it says of this position. */
  async check(): Promise<void> {
    const mine = ++this.#turn;
    this.checking = true;
    try {
      const found = await api.examine(this.title.game, {
        position: this.doc as Record<string, unknown>,
        whole: false,
      });
      if (found.fault) await learnt();
      if (mine !== this.#turn) return;
      this.told = found;
      this.problem = null;
    } catch (error) {
      if (mine !== this.#turn) return;
      this.told = null;
      this.problem = said(error);
    } finally {
      if (mine === this.#turn) this.checking = false;
    }
  }
}
