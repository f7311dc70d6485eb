/** The four ways of a draft: to the table, ahead of the own turn, as a trial from a move, in a lesson. */

import { api } from '../api/client';
import type * as W from '../api/types';
import { t } from '../i18n/index.svelte';
import type { MatchStore } from './store.svelte';

export type Mode = 'play' | 'premove' | 'try' | 'lesson';

/** Where a draft is tried and where it goes. The store keeps what is drafted and knows nothing else of it. */
export interface Way {
  readonly mode: Mode;
  /** Whether the table goes on under it: live messages are heard, the position is asked for. */
  readonly live: boolean;
  /** Where a trial began, and what was played in it or in a lesson; nothing of it is stored. */
  readonly branch: { move: number | null; played: string[] } | null;
  /** Seats that the person answers for. */
  seats(): W.Seat[];
  /** The position after a draft; `near`: with what is not possible after it. */
  preview(actions: string[], near: boolean): Promise<W.Position>;
  /** Play what was drafted; `then`: the question that is to be ended once the others have answered. */
  send(actions: string[], then: string | null): Promise<void>;
}

const own = (store: MatchStore): W.Seat[] => (store.table?.seats ?? []).filter((s) => s.mine).map((s) => s.seat);

/** Positions that are played at once, shown as the draft that led there. */
async function asDraft(store: MatchStore, position: W.Position, actions: string[]): Promise<W.Position> {
  if (position.draft || !actions.length) return position;
  const steps: W.Step[] = [];
  for (const [i, text] of actions.entries()) {
    // What an answer is called stands in the position in which it was given.
    const before = i ? await store.look(actions.slice(0, i)) : store.base!;
    steps.push({ question: before.question, option: before.options?.find((o) => o.text === text) ?? { text } });
  }
  const ends = position.over ? 'over' : position.asked !== store.seat ? 'others' : null;
  return { ...position, draft: { steps, ends } };
}

/** The own turn at the table. */
export class Play implements Way {
  readonly mode = 'play';
  readonly live = true;
  readonly branch = null;

  constructor(private readonly store: MatchStore) {}

  seats(): W.Seat[] {
    return own(this.store);
  }

  preview(actions: string[], near: boolean): Promise<W.Position> {
    const { id, base, seat } = this.store;
    return api.preview(id, base!.number, actions, seat, near);
  }

  async send(actions: string[], then: string | null): Promise<void> {
    const { id, base, seat } = this.store;
    await this.store.played(await api.commit(id, base!.number, actions, seat, then));
  }
}

/** A turn for when the own one comes. */
export class Premove implements Way {
  readonly mode = 'premove';
  readonly live = true;
  readonly branch = null;

  constructor(private readonly store: MatchStore) {}

  seats(): W.Seat[] {
    return own(this.store);
  }

  async preview(actions: string[], near: boolean): Promise<W.Position> {
    const { id, base, seat } = this.store;
    const position = await api.premovePreview(id, base!.number, actions, seat, near);
    return near ? position : await asDraft(this.store, position, actions);
  }

  async send(actions: string[]): Promise<void> {
    await api.setPremoves(this.store.id, actions, 'Turn', this.store.seat);
    this.store.notice = t('premove.set');
    await this.store.leavePremove();
  }
}

/** The answer that ends a turn in the simplest way. */
function simplest(store: MatchStore, position: W.Position): string | null {
  const { closes, idle } = store.habits;
  const options = position.options ?? [];
  const wish = [closes[position.question] ?? '', ...idle];
  const chosen = wish.map((kind) => options.find((o) => o.facts?.kind === kind)).find((o) => o) ?? options[0];
  return chosen?.text ?? null;
}

/** Positions that are stored nowhere. */
abstract class Sandbox implements Way {
  abstract readonly mode: Mode;
  readonly live = false;
  branch: { move: number | null; played: string[] };

  constructor(
    protected readonly store: MatchStore,
    move: number | null,
    played: string[],
  ) {
    this.branch = $state.raw({ move, played });
  }

  abstract seats(): W.Seat[];
  /** The position after all that was played and these answers. */
  abstract after(actions: string[], near?: boolean): Promise<W.Position>;
  /** What follows by itself. */
  abstract settled(position: W.Position, then: string | null): Promise<W.Position>;

  show(position: W.Position): void {
    this.store.take(position);
  }

  protected play(actions: string[]): void {
    this.branch = { ...this.branch, played: [...this.branch.played, ...actions] };
  }

  async preview(actions: string[], near: boolean): Promise<W.Position> {
    const position = await this.after(actions, near);
    return near ? position : await asDraft(this.store, position, actions);
  }

  async send(actions: string[], then: string | null): Promise<void> {
    const before = this.branch;
    this.play(actions);
    try {
      this.show(await this.settled(await this.after([]), then));
    } catch (error) {
      this.branch = before;
      throw error;
    }
    dispatchEvent(new CustomEvent('orrery:played', { detail: { actions } }));
  }
}

/** Playing on from a move of the match, for every seat. */
export class Trial extends Sandbox {
  readonly mode = 'try';
  /** What is left of a line that somebody has shared or a report shows. */
  ahead = $state.raw<readonly string[]>([]);

  /** `of`: the line has the answers of that seat only; the others end their turns in the simplest way. */
  constructor(
    store: MatchStore,
    move: number | null,
    line: readonly string[] = [],
    private readonly of: W.Seat | null = null,
  ) {
    super(store, move, []);
    this.ahead = line;
  }

  /** Play the next answer of the line. */
  async step(): Promise<void> {
    const [next, ...rest] = this.ahead;
    if (next === undefined) return;
    const before = this.branch;
    try {
      let position = await this.after([]);
      while (this.of !== null && position.asked !== null && position.asked !== this.of) {
        const text = simplest(this.store, position);
        if (text === null) break;
        this.play([text]);
        position = await this.after([]);
      }
      this.play([next]);
      this.show(await this.after([]));
      this.ahead = rest;
    } catch (error) {
      this.branch = before;
      throw error;
    }
  }

  /** Take the last answer back; it is the next one of the line again. */
  async back(): Promise<void> {
    const last = this.branch.played.at(-1);
    if (last === undefined) return;
    this.branch = { ...this.branch, played: this.branch.played.slice(0, -1) };
    this.ahead = [last, ...this.ahead];
    this.show(await this.after([]));
  }

  seats(): W.Seat[] {
    return this.store.base ? this.store.base.scores.map((_, seat) => seat) : [];
  }

  after(actions: string[], near = false): Promise<W.Position> {
    return api.attempt(this.store.id, this.branch.move, [...this.branch.played, ...actions], near);
  }

  settled(position: W.Position): Promise<W.Position> {
    return Promise.resolve(position);
  }

  /** Whoever is asked is the one who tries. */
  override show(position: W.Position): void {
    this.store.seat = position.asked ?? this.store.seat;
    super.show(position);
  }
}

export interface LessonPosition {
  game: string;
  options: Record<string, unknown>;
  /** The seat of the learner; the others finish their turns by themselves. */
  seat: W.Seat;
}

/** A position without a table, in which one seat learns. */
export class Lesson extends Sandbox {
  readonly mode = 'lesson';

  constructor(
    store: MatchStore,
    private readonly lesson: LessonPosition,
    played: string[],
  ) {
    super(store, null, played);
  }

  seats(): W.Seat[] {
    return [this.lesson.seat];
  }

  after(actions: string[], near = false): Promise<W.Position> {
    const { game, options } = this.lesson;
    return api.sandbox(game, options, [...this.branch.played, ...actions], false, near);
  }

  /** With what is printed; the others have finished their turns. */
  async begin(): Promise<W.Position> {
    const { game, options } = this.lesson;
    const position = await api.sandbox(game, options, this.branch.played, true);
    this.store.printed = position.printed ?? null;
    return await this.others(position);
  }

  async settled(position: W.Position, then: string | null): Promise<W.Position> {
    const reached = await this.others(position);
    // As the server ends a turn at a table once the others have answered what it set off.
    const end = (reached.options ?? []).find((o) => o.facts?.kind === this.store.habits.closes[then ?? '']);
    if (then === null || !end || reached.question !== then || reached.asked !== this.lesson.seat) return reached;
    this.play([end.text]);
    return await this.others(await this.after([]));
  }

  /** The other seats end their turns in the simplest way. */
  private async others(position: W.Position): Promise<W.Position> {
    while (!position.over && position.asked !== null && position.asked !== this.lesson.seat) {
      const text = simplest(this.store, position);
      if (text === null) break;
      this.play([text]);
      position = await this.after([]);
    }
    return position;
  }
}
