/** One match on the screen: the position, the draft of a turn, the log, and looking back.

The server says what is legal. The store keeps what was drafted and shows the server's preview of it; nothing leaves
before `confirm`, except answers to questions that the title calls instant.
*/

import { api, Problem } from '../api/client';
import { listen, watch } from '../api/live.svelte';
import type * as W from '../api/types';
import { announce } from '../ui/announce.svelte';
import { t } from '../i18n/index.svelte';
import { settings } from '../settings.svelte';
import { changed, shared } from './changes';
import { Chat } from './chat.svelte';

export type Mode = 'play' | 'try' | 'lesson' | 'premove';

/** How a title's turns are handled by the shell; the title names its own questions and kinds of options. */
export interface Habits<Asked extends string = string, Kind extends string = string> {
  /** Questions whose answer is sent at once. */
  instant: readonly Asked[];
  /** Question -> the kind of option that ends it; Confirm adds it. */
  closes: Readonly<Partial<Record<Asked, Kind>>>;
  /** Questions of `closes` whose end may be said with the commit, for when the others have answered: the server ends them. */
  ahead: readonly Asked[];
  /** How Confirm reads where it ends a question, and what it would leave undone: then it is asked once more. */
  confirms?: (closing: Closing) => { label: string; doubt?: string } | null;
  /** Options after which the same person is asked on: nothing to confirm yet. */
  opens?: (option: W.Option) => boolean;
  /** Keys of warnings about what lies ahead: each answer tells them anew. */
  outlook?: readonly string[];
  /** Kinds of options that do as little as possible, best first. */
  idle: readonly Kind[];
  /** Verbs that filter what is lit: name, letter key, kinds of options. */
  verbs: readonly Verb<Kind>[];
  /** Keys of the title's boards, for the list of keys: what is pressed, and the message that says what it does. */
  keys?: readonly (readonly [string, string])[];
  /** Questions at which a turn may rest: what was drafted before them can be sent although nobody else is asked. */
  rests?: readonly Asked[];
  /** Whether seats of one browser must not see each other's view of this match. */
  secret: (view: Record<string, unknown>) => boolean;
  /** Whether the next turn can be prepared now: nothing of one's own has to be chosen before it. */
  foreseeable?: (view: Record<string, unknown>, seat: W.Seat) => boolean;
}

/** What Confirm is about to send: a draft, and the end of a question where it is that. */
export interface Closing {
  question: string;
  options: readonly W.Option[];
  steps: readonly W.Step[];
}

export interface Verb<Kind extends string = string> {
  name: string;
  letter: string;
  kinds: readonly Kind[];
  /** Where there is only one such thing, it is drafted at once. */
  direct?: boolean;
}

interface Kept {
  base: number;
  actions: string[];
}

export interface Lesson {
  game: string;
  options: Record<string, unknown>;
  /** The seat of the learner; the others finish their turns by themselves. */
  seat: W.Seat;
}

export class MatchStore {
  readonly id: string;
  readonly key: string | null;
  readonly habits: Habits;

  table = $state.raw<W.Table | null>(null);
  seat = $state<W.Seat | null>(null);
  /** What never changes within the match: sent once, and laid under every view. */
  printed = $state.raw<Record<string, unknown> | null>(null);
  base = $state.raw<W.Position | null>(null);
  actions = $state.raw<string[]>([]);
  shown = $state.raw<W.Position | null>(null);
  log = $state.raw<W.LogEntry[]>([]);
  start = $state.raw<W.Booking[]>([]);
  series = $state.raw<W.Series | null>(null);
  readonly talk: Chat;
  busy = $state(false);
  problem = $state<string | null>(null);
  notice = $state<string | null>(null);
  mode = $state<Mode>('play');
  /** What is looked at: shown by inspector, tip, ghost and own board. */
  hover = $state.raw<W.Option | null>(null);
  near = $state.raw<W.Near | null>(null);
  /** Several options at one place, or one option on a phone: waiting for a choice. */
  chooser = $state.raw<{ options: W.Option[]; near: W.Near[]; at: DOMRect | null } | null>(null);
  filter = $state<string | null>(null);
  /** Looking back: the move shown; null is now. */
  at = $state<number | null>(null);
  past = $state.raw<W.Position | null>(null);
  /** Where a branch began, and what was played in it. */
  branch = $state.raw<{ move: number | null; played: string[] } | null>(null);
  lesson = $state.raw<Lesson | null>(null);
  /** Number of the last entry that was there when the person last finished a turn. */
  seen = $state(0);
  /** The title builds something by hand (a federation): the board's clicks go there. */
  composing = $state<string | null>(null);
  gone = $state(false);
  /** Confirm was pressed although something is doubtful: once more sends it. */
  sure = $state(false);
  /** Seats of one browser that must not see each other's view: the seat the device has to be passed to first. */
  curtain = $state<W.Seat | null>(null);

  /** Why things are not possible in a position, once somebody has looked at one. */
  private misses = $state.raw<{ of: W.Position; near: W.Near[] } | null>(null);
  private wondering: ReturnType<typeof setTimeout> | undefined;
  private learning: { of: W.Position; done: Promise<void> } | null = null;
  private previews = new Map<string, W.Position>();
  private replays = new Map<number, W.Position>();
  private asking = 0;
  private stops: (() => void)[] = [];
  private sending = false;
  private fetching = 0;
  /** The problem shown is that the server could not be reached. */
  private unreached = false;

  constructor(id: string, key: string | null, habits: Habits) {
    this.id = id;
    this.key = key;
    this.talk = new Chat(id);
    this.habits = habits;
  }

  // What is on the screen

  /** The position shown: looking back, drafted, or as it is. */
  get position(): W.Position | null {
    return this.at !== null ? (this.past ?? this.base) : (this.shown ?? this.base);
  }

  /** What the boards draw: the view of that position laid over what is printed. */
  readonly view = $derived(this.laid(this.position));
  /** The same of the position without the draft. */
  readonly baseView = $derived(this.laid(this.base));

  private laid(position: W.Position | null): Record<string, unknown> | null {
    return position && { ...this.printed, ...position.view };
  }

  get mine(): W.Seat[] {
    if (this.mode === 'lesson') return this.lesson ? [this.lesson.seat] : [];
    if (this.mode === 'try') return this.base ? this.base.scores.map((_, i) => i) : [];
    return (this.table?.seats ?? []).filter((s) => s.mine).map((s) => s.seat);
  }

  /** Whether the person must answer, or is drafting. */
  get myTurn(): boolean {
    const p = this.at === null ? this.base : null;
    if (!p || p.over) return false;
    if (this.mode === 'premove') return true;
    return p.asked !== null && p.asked === this.seat && this.mine.includes(p.asked);
  }

  /** Why nothing can or need be added to the draft; null while it goes on. */
  get complete(): 'reveals' | 'others' | 'over' | 'rests' | null {
    if (!this.myTurn || !this.shown) return null;
    return this.shown.draft?.ends ?? (this.resting ? 'rests' : null);
  }

  /** A turn is drafted whole and the next question is the person's own: the draft is sent up to there. */
  private get resting(): boolean {
    const question = this.shown?.question ?? '';
    if (!this.actions.length || !(this.habits.rests ?? []).includes(question)) return false;
    // A question with an end of its own, once it is dealt with, goes on until it is ended.
    const dealt = this.base?.question === question || this.steps.some((s) => s.question === question);
    return !(question in this.habits.closes && dealt);
  }

  get options(): W.Option[] {
    // After a whole draft in a lesson or a trial the position holds somebody else's options.
    return this.myTurn && !this.shown?.draft?.ends ? (this.position?.options ?? []) : [];
  }

  get nearMisses(): W.Near[] {
    return this.wonders && this.misses?.of === this.position ? this.misses.near : [];
  }

  /** Whether it makes sense to ask why something is not possible. */
  private get wonders(): boolean {
    return this.myTurn && !this.shown?.draft?.ends;
  }

  /** Somebody looks at a thing that is not lit: a moment later it is asked what is not possible here, and why. */
  wonder(): void {
    clearTimeout(this.wondering);
    if (this.wonders) this.wondering = setTimeout(() => void this.learn(), 150);
  }

  /** They have looked away before that. */
  unwonder(): void {
    clearTimeout(this.wondering);
  }

  /** Ask for the near misses of what is on the screen, once. */
  async learn(): Promise<void> {
    clearTimeout(this.wondering);
    const of = this.position;
    if (!of || !this.wonders || this.misses?.of === of) return;
    if (this.learning?.of !== of) this.learning = { of, done: this.reasons(of) };
    await this.learning.done;
  }

  private async reasons(of: W.Position): Promise<void> {
    try {
      const position = await this.drafted(this.actions, true);
      if (this.position === of) this.misses = { of, near: position.near ?? [] };
    } catch {
      // It stays unexplained until somebody looks again; what keeps the server from answering is told on doing.
      this.learning = null;
    }
  }

  /** Options that the chosen verb leaves lit; the end of a turn is never lit, it is confirmed. */
  get lit(): W.Option[] {
    const verb = this.habits.verbs.find((v) => v.name === this.filter);
    return this.options.filter((o) => {
      const kind = o.facts?.kind ?? '';
      return !this.ends(kind) && (!verb || verb.kinds.includes(kind));
    });
  }

  get steps(): W.Step[] {
    return this.shown?.draft?.steps ?? [];
  }

  /** Whether options of this kind only end a question: Confirm says them. */
  ends(kind: string): boolean {
    return Object.values(this.habits.closes).includes(kind);
  }

  /** The answer that Confirm adds: the end of the question that is on the screen. */
  get closing(): W.Option | undefined {
    if (this.resting) return undefined;
    const kind = this.habits.closes[this.position?.question ?? ''];
    return kind ? this.options.find((o) => o.facts?.kind === kind) : undefined;
  }

  /** How Confirm reads, where the title has words of its own for it. */
  get confirms(): { label: string; doubt?: string } | null {
    if (!this.habits.confirms) return null;
    const question = this.closing ? (this.position?.question ?? '') : '';
    return this.habits.confirms({ question, options: this.options, steps: this.steps });
  }

  /** Whether what was drafted can be sent as a finished answer. */
  get confirmable(): boolean {
    if (!this.myTurn || this.busy) return false;
    if (this.closing) return true;
    if (!this.actions.length) return false;
    return this.complete !== null;
  }

  /** What each of these answers warns of; of what lies ahead only the last one knows, as it may have mended it. */
  warned(options: readonly W.Option[]): W.Message[][] {
    const ahead = this.habits.outlook ?? [];
    return options.map((o, i) =>
      (o.warnings ?? []).filter((w) => i === options.length - 1 || !ahead.includes(w.key)),
    );
  }

  get warnings(): W.Message[] {
    return this.warned([...this.steps.map((s) => s.option), ...(this.closing ? [this.closing] : [])]).flat();
  }

  /** Confirm is to be pressed twice. */
  private get doubtful(): boolean {
    return this.confirms?.doubt !== undefined || (settings.confirmWarnings && this.warnings.length > 0);
  }

  /** The undo that the server offers and the table allows; free where nobody else has to agree. */
  get backward(): { free: boolean } | null {
    const offer = this.mode === 'play' && this.at === null ? this.base?.undo : null;
    if (!offer || (!offer.free && this.table?.undo === 'never')) return null;
    const others = (this.table?.seats ?? []).some((s) => s.kind === 'person' && !s.mine);
    return { free: offer.free || !others };
  }

  name(seat: W.Seat): string {
    return this.table?.seats[seat]?.name || t('seat.unnamed', { seat: seat + 1 });
  }

  // Life

  async open(): Promise<void> {
    this.table = await api.table(this.id);
    if (this.table.state === 'open') {
      this.listen();
      return;
    }
    await this.enter();
    this.listen();
  }

  private async enter(): Promise<void> {
    const mine = this.mine;
    const asked = this.table?.asked ?? null;
    this.seat = asked !== null && mine.includes(asked) ? asked : (mine[0] ?? null);
    const [position, log] = await Promise.all([this.ask(this.seat), api.log(this.id, this.seat)]);
    this.take(position);
    this.log = log.entries;
    this.start = log.start ?? [];
    this.seen = this.lastSeen();
    this.cover(position);
    if (this.mode === 'play') void this.talk.load();
    await this.restore();
  }

  /** The position of an own seat; the first time with what is printed. */
  private async ask(seat: W.Seat | null): Promise<W.Position> {
    const position = await api.position(this.id, seat, this.printed === null);
    this.printed = position.printed ?? this.printed;
    return position;
  }

  // Seats of one browser with secrets

  private get uncovered(): string {
    return `orrery.open.${this.id}`;
  }

  /** Cover everything when another person of this device is to look; a reload covers nothing that was open. */
  private cover(position: W.Position): void {
    if (!this.habits.secret(this.laid(position)!) || this.mine.length < 2 || this.seat === null || position.over) {
      this.curtain = null;
      return;
    }
    let open: string | null = null;
    try {
      open = sessionStorage.getItem(this.uncovered);
    } catch {
      // Then a reload covers too.
    }
    this.curtain = open === String(this.seat) ? null : this.seat;
  }

  /** The person of that seat has the device in hand. */
  uncover(): void {
    try {
      sessionStorage.setItem(this.uncovered, String(this.curtain));
    } catch {
      // Then a reload covers again.
    }
    this.curtain = null;
  }

  private listen(): void {
    this.stops.push(listen((message) => void this.hear(message)));
    this.follow();
  }

  private unwatch: (() => void) | null = null;

  private follow(): void {
    this.unwatch?.();
    this.unwatch = watch(this.id, this.seat, this.key, () => this.base?.number ?? null);
  }

  close(): void {
    this.unwatch?.();
    for (const stop of this.stops) stop();
    this.stops = [];
    this.gone = true;
  }

  /** A lesson or study without a table. */
  async openLesson(lesson: Lesson, actions: string[] = []): Promise<void> {
    this.mode = 'lesson';
    this.lesson = lesson;
    this.branch = { move: null, played: actions };
    this.seat = lesson.seat;
    const position = await api.sandbox(lesson.game, lesson.options, actions, true);
    this.printed = position.printed ?? null;
    this.take(await this.settled(position));
  }

  private async hear(message: W.LiveMessage): Promise<void> {
    if (message.kind === 'table' && message.table.id === this.id) {
      const before = this.table?.state;
      this.refused(message.table);
      this.table = message.table;
      if (before === 'open' && message.table.state !== 'open') await this.enter().then(() => this.follow());
      return;
    }
    if (message.kind === 'chat' && message.match === this.id) {
      this.talk.hear(message.line);
      return;
    }
    if (message.kind === 'premoves' && message.match === this.id && message.seat === this.seat) {
      this.notice = t('premove.dropped');
      return;
    }
    if (this.unreached) {
      this.unreached = false;
      this.problem = null;
    }
    if (!('match' in message) || message.match !== this.id || this.mode === 'try' || this.mode === 'lesson') return;
    // What was said before the connection was there, or while it was lost, is asked for.
    if (message.kind === 'watching') void this.talk.load();
    if (message.kind === 'moved') await this.moved(message);
    else if (message.kind === 'whole') await this.whole(message);
    else if (message.kind === 'unwatched') await this.refresh();
    else if (message.kind === 'watching' && this.base && message.number > this.base.number) await this.refresh();
  }

  private async moved(m: W.Moved): Promise<void> {
    const base = this.base;
    if (!base || m.number <= base.number) return;
    // Changes fit only the view they were made from: of that number and that seat.
    if (m.base !== base.number || (m.seat ?? null) !== (base.seat ?? null)) {
      await this.refresh();
      return;
    }
    this.addEntries(m.entries);
    const position: W.Position = {
      match: m.match,
      number: m.number,
      move: m.move,
      seat: base.seat,
      view: changed(base.view, m.changes),
      asked: m.asked ?? null,
      question: m.question,
      scores: m.scores,
      over: m.over ?? false,
      places: m.places ?? null,
      options: m.options ?? [],
      undo: m.undo ?? null,
    };
    this.stands(position, m);
    if (position.asked === null || position.asked === this.seat || !this.mine.includes(position.asked))
      await this.arrived(position);
    // Another seat of this browser is asked and looks with its own eyes; what it sees comes with the answer to a turn.
    else if (!this.sending) await this.refresh();
  }

  /** The whole position, of the own seat or of another seat of this browser that is asked now. */
  private async whole(m: W.Whole): Promise<void> {
    if (this.base && m.position.number < this.base.number) return;
    this.stands(m.position, m);
    await this.looked(m.position, m.seat ?? null, m.base === (this.log.at(-1)?.number ?? 0) ? m.entries : null);
  }

  /** What a message about a move says about the table. */
  private stands(position: W.Position, m: W.Moved | W.Whole): void {
    const table = this.table;
    if (!table) return;
    const asked = table.undo_request ?? null;
    this.table = {
      ...table,
      number: position.number,
      move: position.move,
      asked: position.asked,
      question: position.question,
      scores: position.scores,
      since: m.since ?? null,
      deadline: m.deadline ?? null,
      seats: m.banks?.length ? table.seats.map((s, i) => ({ ...s, bank: m.banks![i] ?? null })) : table.seats,
      // A wish to take back falls when somebody plays on, and when it was granted.
      undo_request: asked && position.number > asked.number ? null : asked,
    };
  }

  private addEntries(entries: readonly W.LogEntry[]): void {
    const last = this.log.at(-1)?.number ?? 0;
    const fresh = entries.filter((e) => e.number > last);
    if (fresh.length) this.log = [...this.log, ...fresh];
    this.series = null;
  }

  /** Ask the server where the match stands. */
  async refresh(): Promise<void> {
    if (this.mode === 'lesson' || this.mode === 'try') return;
    this.fetching++;
    try {
      const table = await api.table(this.id);
      this.table = table;
      const mine = this.mine;
      // A seat that was given up is looked at from outside.
      const kept = this.seat !== null && mine.includes(this.seat) ? this.seat : (mine[0] ?? null);
      const seat = table.asked !== null && mine.includes(table.asked) ? table.asked : kept;
      await this.looked(await this.ask(seat), seat);
    } catch (error) {
      this.tell(error);
    } finally {
      this.fetching--;
    }
  }

  /** A position as one of the own seats sees it; `entries` are what the log lacks, where that is known. */
  private async looked(
    position: W.Position,
    seat: W.Seat | null,
    entries: readonly W.LogEntry[] | null = null,
  ): Promise<void> {
    const switched = seat !== this.seat;
    this.seat = seat;
    if (switched) this.follow();
    if (this.habits.secret(this.laid(position)!) && (switched || position.over)) {
      // What one seat was told of the log and of the past is not for the next one.
      this.replays.clear();
      this.series = null;
      this.log = [];
      entries = null;
      this.cover(position);
    }
    if (entries) this.addEntries(entries);
    const last = this.log.at(-1)?.number ?? 0;
    if (position.number > last) this.addEntries((await api.log(this.id, seat, last)).entries);
    await this.arrived(position);
  }

  /** A newer position came: keep the draft where it still fits. */
  private async arrived(position: W.Position): Promise<void> {
    const before = this.base;
    // Answers may overtake each other: a log only grows, so the higher number is the newer one.
    if (before && position.number < before.number) return;
    const mine = position.asked !== null && this.mine.includes(position.asked);
    if (mine && !position.over && !position.options?.length) {
      if (!this.fetching) await this.refresh();
      return;
    }
    if (before && position.number === before.number && before.options?.length && !position.options?.length) return;
    const drafted = this.sending ? [] : this.actions;
    const wasMine = this.myTurn;
    if (before?.number === position.number && drafted.length && before.seat === position.seat) return;
    this.take(position);
    if (drafted.length && before && before.number !== position.number && this.mode === 'play') {
      if (this.played(drafted, before.number)) {
        this.drop();
        this.notice = t('draft.arrived');
      } else if (!this.myTurn) {
        this.drop();
        this.notice = t('draft.overtaken');
      } else await this.rebase(drafted);
    }
    if (this.myTurn && !wasMine) {
      this.notice = null; // what was said while waiting is over
      announce(t('turn.yours'), true);
      dispatchEvent(new CustomEvent('orrery:turn', { detail: { id: this.id } }));
    }
  }

  /** Whether the log after a number begins with this draft: it was sent, and only the answer got lost. */
  private played(drafted: string[], after: number): boolean {
    const texts = this.log.filter((e) => e.number > after).map((e) => e.text);
    return drafted.every((text, i) => texts[i] === text);
  }

  private async rebase(drafted: string[]): Promise<void> {
    try {
      const shown = await api.preview(this.id, this.base!.number, drafted, this.seat);
      this.actions = drafted;
      this.shown = shown;
      this.notice = t('draft.kept');
    } catch (error) {
      if (error instanceof Problem && error.status > 0) {
        this.drop();
        this.notice = t('draft.lost', { why: error.message });
      } else this.tell(error);
    }
    this.remember();
  }

  /** The same position, its view sharing whatever equals what is on the screen. */
  private alike(position: W.Position): W.Position {
    const shown = this.position?.view;
    return shown ? { ...position, view: shared(shown, position.view) } : position;
  }

  private take(position: W.Position): void {
    this.base = this.alike(position);
    this.actions = [];
    this.shown = null;
    this.hover = null;
    this.near = null;
    this.chooser = null;
    this.composing = null;
    this.filter = null;
    this.sure = false;
    this.previews.clear();
  }

  private drop(): void {
    this.actions = [];
    this.shown = null;
    this.remember();
  }

  private tell(error: unknown): void {
    this.unreached = error instanceof Problem && error.code === 'offline';
    if (this.unreached) this.problem = t('problem.offline');
    else this.problem = error instanceof Error ? error.message : String(error);
    announce(this.problem, true);
  }

  // Drafting

  /** The position after a draft, from the server or from memory. */
  private async look(actions: string[]): Promise<W.Position> {
    const key = actions.join('\n');
    const known = this.previews.get(key);
    if (known) return known;
    const position = this.alike(await this.drafted(actions));
    this.previews.set(key, position);
    return position;
  }

  /** The server's answer to a draft; `near`: with what is not possible after it. */
  private async drafted(actions: string[], near = false): Promise<W.Position> {
    if (this.mode === 'try' || this.mode === 'lesson') return await this.sandbox(actions, near);
    const number = this.base!.number;
    if (this.mode === 'premove') return await api.premovePreview(this.id, number, actions, this.seat, near);
    return await api.preview(this.id, number, actions, this.seat, near);
  }

  private async sandbox(actions: string[], near = false): Promise<W.Position> {
    const branch = this.branch!;
    const all = [...branch.played, ...actions];
    return this.lesson
      ? await api.sandbox(this.lesson.game, this.lesson.options, all, false, near)
      : await api.attempt(this.id, branch.move, all, near);
  }

  /** In a lesson the other seats end their turns in the simplest way. */
  private async settled(position: W.Position): Promise<W.Position> {
    while (!position.over && position.asked !== null && position.asked !== this.lesson!.seat) {
      const options = position.options ?? [];
      const wish = [this.habits.closes[position.question] ?? '', ...this.habits.idle];
      const chosen = wish.map((kind) => options.find((o) => o.facts?.kind === kind)).find((o) => o) ?? options[0];
      if (!chosen) break;
      this.branch = { ...this.branch!, played: [...this.branch!.played, chosen.text] };
      position = await this.sandbox([]);
    }
    return position;
  }

  /** Draft these texts instead of what was drafted. */
  async draft(actions: string[]): Promise<boolean> {
    if (!this.base) return false;
    const turn = ++this.asking;
    this.busy = true;
    this.problem = null;
    try {
      const shown = actions.length ? await this.look(actions) : null;
      if (turn !== this.asking) return false;
      this.actions = actions;
      this.shown = shown && this.mode !== 'play' ? this.asDraft(shown, actions) : shown;
      this.hover = null;
      this.near = null;
      this.chooser = null;
      this.composing = null;
      this.sure = false;
      // A verb filters one choice.
      this.filter = null;
      this.remember();
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'stale') await this.refresh();
      else this.tell(error);
      return false;
    } finally {
      if (turn === this.asking) this.busy = false;
    }
  }

  /** Sandboxes play at once: show their answer as a draft all the same. */
  private asDraft(position: W.Position, actions: string[]): W.Position {
    if (position.draft) return position;
    const steps: W.Step[] = [];
    const known = [this.base!, ...actions.map((_, i) => this.previews.get(actions.slice(0, i + 1).join('\n')))];
    actions.forEach((text, i) => {
      const before = known[i];
      const option = before?.options?.find((o) => o.text === text) ?? { text };
      steps.push({ question: before?.question ?? '', option });
    });
    const ends = position.over ? 'over' : position.asked !== this.seat ? 'others' : null;
    return { ...position, draft: { steps, ends } };
  }

  /** Add an option to the turn; instant questions are answered at once. */
  async add(option: W.Option): Promise<void> {
    await this.addTexts([option.text]);
  }

  async addTexts(texts: string[]): Promise<void> {
    if (!this.myTurn) return;
    const question = this.position?.question ?? '';
    if (this.actions.length === 0 && this.habits.instant.includes(question) && this.mode !== 'premove') {
      await this.send(texts);
      return;
    }
    await this.draft([...this.actions, ...texts]);
  }

  /** What a place on the board offers was chosen: draft it, or ask which. */
  async choose(options: W.Option[], near: W.Near[], at: DOMRect | null, touch: boolean): Promise<void> {
    if (options.length === 1 && !touch) await this.add(options[0]!);
    else if (options.length || near.length) {
      this.chooser = { options, near, at };
      this.hover = options[0] ?? null;
      this.near = options.length ? null : (near[0] ?? null);
    }
  }

  async undo(to: number = this.actions.length - 1): Promise<void> {
    if (to < 0) return;
    await this.draft(this.actions.slice(0, to));
  }

  async reset(): Promise<void> {
    await this.draft([]);
  }

  /** Send the draft, with the end of the question where the person stands at it; doubts are told first. */
  async confirm(): Promise<void> {
    if (!this.confirmable) return;
    if (this.doubtful && !this.sure) {
      this.sure = true;
      announce(this.confirms?.doubt ?? t('draft.sure'), true);
      return;
    }
    const end = this.closing;
    // The turn may have begun within the draft, after a booster or the order of income.
    const dealt = [this.base?.question ?? '', ...this.steps.map((s) => s.question)];
    const then = this.complete === 'others' ? (dealt.findLast((q) => this.habits.ahead.includes(q)) ?? null) : null;
    await this.send(end ? [...this.actions, end.text] : this.actions, then);
  }

  private async send(actions: string[], then: string | null = null): Promise<void> {
    if (!this.base || this.busy) return;
    const sentOn = this.base.number;
    this.busy = true;
    this.sending = true;
    this.problem = null;
    try {
      if (this.mode === 'try' || this.mode === 'lesson') await this.sendSandbox(actions, then);
      else if (this.mode === 'premove') await this.sendPremove(actions);
      else await this.sendTurn(actions, then);
    } catch (error) {
      if ((this.table?.number ?? 0) > sentOn && this.base.number === sentOn) await this.refresh();
      if (error instanceof Problem && error.code === 'stale' && error.position) {
        this.notice = t('draft.stale');
        this.sending = false;
        await this.arrived(error.position);
      } else if (this.base.number !== sentOn && this.played(actions, sentOn)) {
        // The answer got lost, but word of the turn has come by the live connection.
        this.drop();
        this.notice = t('draft.arrived');
      } else this.tell(error);
    } finally {
      this.busy = false;
      this.sending = false;
    }
  }

  private async sendTurn(actions: string[], then: string | null): Promise<void> {
    const done = await api.commit(this.id, this.base!.number, actions, this.seat, then);
    this.drop();
    this.sending = false;
    if (done.news?.kind === 'moved') await this.moved(done.news);
    else if (done.news) await this.whole(done.news);
    if ((this.base?.number ?? 0) < done.number) await this.refresh();
    this.seen = this.log.at(-1)?.number ?? this.seen;
    try {
      sessionStorage.setItem(this.place('seen'), String(this.seen));
    } catch {
      // Only "since your last turn" starts later then.
    }
  }

  private async sendSandbox(actions: string[], then: string | null): Promise<void> {
    const before = this.branch!;
    this.branch = { ...before, played: [...before.played, ...actions] };
    try {
      let position = await this.sandbox([]);
      if (this.lesson) {
        position = await this.settled(position);
        // As the server ends a turn at a table once the others have answered what it set off.
        const end = (position.options ?? []).find((o) => o.facts?.kind === this.habits.closes[then ?? '']);
        if (then !== null && end && position.question === then && position.asked === this.seat) {
          this.branch = { ...this.branch, played: [...this.branch.played, end.text] };
          position = await this.settled(await this.sandbox([]));
        }
      } else this.seat = position.asked ?? this.seat;
      this.take(position);
    } catch (error) {
      this.branch = before;
      throw error;
    }
    dispatchEvent(new CustomEvent('orrery:played', { detail: { actions } }));
  }

  private async sendPremove(actions: string[]): Promise<void> {
    await api.setPremoves(this.id, actions, 'Turn', this.seat);
    this.notice = t('premove.set');
    this.mode = 'play';
    this.base = null;
    await this.refresh();
  }

  /** Ask for the undo that the server offers. */
  async takeBack(): Promise<void> {
    const offer = this.base?.undo;
    if (!offer || !this.base) return;
    try {
      const reply = await api.undo(this.id, this.base.number, offer.keep, this.seat);
      if (reply.state === 'asked') announce(t('undo.asked'));
      await this.refresh();
    } catch (error) {
      this.tell(error);
    }
  }

  /** An undo that we asked for is gone although nobody has played: somebody said no. */
  private refused(next: W.Table): void {
    const asked = this.table?.undo_request;
    if (!asked || next.undo_request || !this.mine.includes(asked.seat) || next.number !== asked.number) return;
    this.notice = t('undo.refused');
    announce(this.notice, true);
  }

  async answerUndo(consent: boolean): Promise<void> {
    const request = this.table?.undo_request;
    if (!request) return;
    // Withdrawn by whoever asked: that is no refusal.
    if (this.mine.includes(request.seat)) this.table = { ...this.table!, undo_request: null };
    try {
      const seat = request.needed.find((s) => this.mine.includes(s)) ?? this.seat;
      await api.answerUndo(this.id, request, consent, seat);
      await this.refresh();
    } catch (error) {
      this.tell(error);
    }
  }

  /** Run something of the table's and show what went wrong. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.tell(error);
    }
  }

  // What survives a reload

  private place(what: string): string {
    return `orrery.${what}.${this.id}.${this.seat ?? 'x'}`;
  }

  private remember(): void {
    if (this.mode !== 'play' || !this.base) return;
    try {
      if (this.actions.length) {
        const kept: Kept = { base: this.base.number, actions: this.actions };
        sessionStorage.setItem(this.place('draft'), JSON.stringify(kept));
      } else sessionStorage.removeItem(this.place('draft'));
    } catch {
      // The draft then lives as long as the page.
    }
  }

  private async restore(): Promise<void> {
    let kept: Kept | null = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(this.place('draft')) ?? 'null') as Kept | null;
    } catch {
      return;
    }
    if (!kept?.actions.length || !this.base || !this.myTurn) return;
    await this.rebase(kept.actions);
    if (kept.base === this.base.number && this.actions.length) this.notice = null;
  }

  private lastSeen(): number {
    let stored = 0;
    try {
      stored = Number(sessionStorage.getItem(this.place('seen')) ?? 0);
    } catch {
      stored = 0;
    }
    const own = this.log.findLast((e) => this.mine.includes(e.seat))?.number ?? 0;
    return Math.max(stored, own);
  }

  // Looking back

  /** Show the position after that many moves; null is now. */
  async seek(move: number | null): Promise<void> {
    const last = this.base?.move ?? 0;
    if (move === null || move >= last) {
      this.at = null;
      this.past = null;
      return;
    }
    const wish = Math.max(0, move);
    this.at = wish;
    const known = this.replays.get(wish);
    if (known) this.past = known;
    else {
      try {
        const found = this.alike(await api.replay(this.id, wish, this.seat));
        this.replays.set(wish, found);
        if (this.at === wish) this.past = found;
      } catch (error) {
        this.tell(error);
        return;
      }
    }
    // The neighbours come when this one is drawn.
    clearTimeout(this.ahead);
    this.ahead = setTimeout(() => this.prefetch(wish, last), 30);
  }

  private ahead: ReturnType<typeof setTimeout> | undefined;

  private prefetch(at: number, last: number): void {
    for (const next of [at + 1, at - 1, at + 2, at - 2])
      if (next >= 0 && next < last && !this.replays.has(next))
        void api
          .replay(this.id, next, this.seat)
          .then((found) => this.replays.set(next, this.alike(found)))
          .catch(() => undefined);
  }

  async loadSeries(): Promise<W.Series | null> {
    if (!this.series && this.mode === 'play') {
      try {
        this.series = await api.series(this.id, this.seat);
      } catch (error) {
        this.tell(error);
      }
    }
    return this.series;
  }

  /** Play on from a move as a sandbox of one's own; nothing of it is stored. */
  async tryFrom(move: number | null): Promise<void> {
    this.branch = { move, played: [] };
    try {
      const position = await api.attempt(this.id, move, []);
      this.mode = 'try';
      this.at = null;
      this.past = null;
      this.seat = position.asked ?? this.seat;
      this.take(position);
    } catch (error) {
      this.tell(error);
    }
  }

  async leaveTry(): Promise<void> {
    const from = this.branch?.move ?? null;
    this.mode = 'play';
    this.branch = null;
    this.base = null;
    await this.enter();
    if (from !== null) await this.seek(from);
  }

  async startPremove(): Promise<void> {
    if (!this.base) return;
    try {
      const position = await api.premovePreview(this.id, this.base.number, [], this.seat);
      this.mode = 'premove';
      this.take(position);
    } catch (error) {
      this.tell(error);
    }
  }

  async leavePremove(): Promise<void> {
    this.mode = 'play';
    this.base = null;
    await this.refresh();
  }
}
