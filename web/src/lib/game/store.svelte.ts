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
import { shared } from './changes';
import { Chat } from './chat.svelte';
import { Following } from './following';
import type { Habits } from './habits';
import { Memory } from './memory';
import { Lesson, Play, Premove, Trial, type LessonPosition, type Mode, type Way } from './modes.svelte';
import { Past } from './past.svelte';
import type { FirstGame } from './title';
import { Wondering } from './wondering.svelte';

interface Kept {
  base: number;
  actions: string[];
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
  /** Where drafts are tried and where they go. */
  way = $state.raw<Way>(new Play(this));
  readonly past = new Past(this);
  readonly following = new Following(this);
  readonly wondering = new Wondering(this);
  private readonly memory: Memory;
  /** What is looked at: shown by inspector, tip, ghost and own board. */
  hover = $state.raw<W.Option | null>(null);
  near = $state.raw<W.Near | null>(null);
  /** Several options at one place, or one option on a phone: waiting for a choice. */
  chooser = $state.raw<{ options: W.Option[]; near: W.Near[]; at: DOMRect | null } | null>(null);
  filter = $state<string | null>(null);
  /** Number of the last entry that was there when the person last finished a turn. */
  seen = $state(0);
  /** Number of the position on which a bot was last asked to be quick. */
  hurried = $state<number | null>(null);
  /** The title builds something by hand (a federation): the board's clicks go there. */
  composing = $state<string | null>(null);
  gone = $state(false);
  /** This match is the person's first game, at the end of a tutorial. */
  first = $state.raw<FirstGame | null>(null);
  /** A lesson shows something, on that tab of a small screen: nothing can be played meanwhile. */
  looking = $state<string | null>(null);
  /** Confirm was pressed although something is doubtful: once more sends it. */
  sure = $state(false);
  /** Seats of one browser that must not see each other's view: the seat the device has to be passed to first. */
  curtain = $state<W.Seat | null>(null);

  private previews = new Map<string, W.Position>();
  private asking = 0;
  private stops: (() => void)[] = [];
  /** A turn is under way to the server. */
  sending = false;
  /** The problem shown is that the server could not be reached. */
  unreached = false;

  constructor(id: string, key: string | null, habits: Habits) {
    this.id = id;
    this.key = key;
    this.talk = new Chat(id);
    this.memory = new Memory(id);
    this.habits = habits;
  }

  get mode(): Mode {
    return this.way.mode;
  }

  /** Looking back: the move shown; null is now. */
  get at(): number | null {
    return this.past.at;
  }

  /** Where a trial began, and what was played in it or in a lesson. */
  get branch(): Way['branch'] {
    return this.way.branch;
  }

  // What is on the screen

  /** The position shown: looking back, drafted, or as it is. */
  get position(): W.Position | null {
    return this.at !== null ? (this.past.shown ?? this.base) : (this.shown ?? this.base);
  }

  /** What the boards draw: the view of that position laid over what is printed. */
  readonly view = $derived(this.laid(this.position));
  /** The same of the position without the draft. */
  readonly baseView = $derived(this.laid(this.base));

  laid(position: W.Position | null): Record<string, unknown> | null {
    return position && { ...this.printed, ...position.view };
  }

  get mine(): W.Seat[] {
    return this.way.seats();
  }

  /** Whether the person must answer, or is drafting. */
  get myTurn(): boolean {
    const p = this.at === null && this.looking === null ? this.base : null;
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
    return this.wondering.near;
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

  async enter(): Promise<void> {
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
  async ask(seat: W.Seat | null): Promise<W.Position> {
    const position = await api.position(this.id, seat, this.printed === null);
    this.printed = position.printed ?? this.printed;
    return position;
  }

  // Seats of one browser with secrets

  /** Cover everything when another person of this device is to look; a reload covers nothing that was open. */
  cover(position: W.Position): void {
    if (!this.habits.secret(this.laid(position)!) || this.mine.length < 2 || this.seat === null || position.over) {
      this.curtain = null;
      return;
    }
    this.curtain = this.memory.read('open') === String(this.seat) ? null : this.seat;
  }

  /** The person of that seat has the device in hand. */
  uncover(): void {
    this.memory.write('open', String(this.curtain));
    this.curtain = null;
  }

  private listen(): void {
    this.stops.push(listen((message) => void this.following.hear(message)));
    this.follow();
  }

  private unwatch: (() => void) | null = null;

  follow(): void {
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
  async openLesson(position: LessonPosition, actions: string[] = []): Promise<void> {
    const lesson = new Lesson(this, position, actions);
    this.way = lesson;
    this.seat = position.seat;
    this.take(await lesson.begin());
  }

  /** Ask the server where the match stands. */
  async refresh(): Promise<void> {
    await this.following.refresh();
  }

  /** The same position, its view sharing whatever equals what is on the screen. */
  alike(position: W.Position): W.Position {
    const shown = this.position?.view;
    return shown ? { ...position, view: shared(shown, position.view) } : position;
  }

  take(position: W.Position): void {
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

  drop(): void {
    this.actions = [];
    this.shown = null;
    this.remember();
  }

  tell(error: unknown): void {
    this.unreached = error instanceof Problem && error.code === 'offline';
    if (this.unreached) this.problem = t('problem.offline');
    else this.problem = error instanceof Error ? error.message : String(error);
    announce(this.problem, true);
  }

  // Drafting

  /** The position after a draft, from the server or from memory. */
  async look(actions: string[]): Promise<W.Position> {
    const key = actions.join('\n');
    const known = this.previews.get(key);
    if (known) return known;
    const position = this.alike(await this.way.preview(actions, false));
    this.previews.set(key, position);
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
      this.shown = shown;
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
      await this.way.send(actions, then);
    } catch (error) {
      if ((this.table?.number ?? 0) > sentOn && this.base.number === sentOn) await this.refresh();
      if (error instanceof Problem && error.code === 'stale' && error.position) {
        this.notice = t('draft.stale');
        this.sending = false;
        await this.following.arrived(error.position);
      } else if (this.base.number !== sentOn && this.following.played(actions, sentOn)) {
        // The answer got lost, but word of the turn has come by the live connection.
        this.drop();
        this.notice = t('draft.arrived');
      } else this.tell(error);
    } finally {
      this.busy = false;
      this.sending = false;
    }
  }

  /** The server has taken a turn: what it said about it, and what of the log was seen by whoever played it.
      An answer at once ends nothing: what the others did before it is still told. */
  async played(done: Awaited<ReturnType<typeof api.commit>>): Promise<void> {
    this.drop();
    this.sending = false;
    if (done.news?.kind === 'moved') await this.following.moved(done.news);
    else if (done.news) await this.following.whole(done.news);
    if ((this.base?.number ?? 0) < done.number) await this.refresh();
    const own = this.log.findLast((e) => this.mine.includes(e.seat));
    if (own && this.habits.instant.includes(own.question)) return;
    this.seen = this.log.at(-1)?.number ?? this.seen;
    this.memory.write('seen', String(this.seen), this.seat);
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

  remember(): void {
    if (this.mode !== 'play' || !this.base) return;
    const kept: Kept = { base: this.base.number, actions: this.actions };
    this.memory.write('draft', this.actions.length ? JSON.stringify(kept) : null, this.seat);
  }

  private async restore(): Promise<void> {
    let kept: Kept | null = null;
    try {
      kept = JSON.parse(this.memory.read('draft', this.seat) ?? 'null') as Kept | null;
    } catch {
      return; // cut off while it was written: the draft is gone, the match is not
    }
    if (!kept?.actions.length || !this.base || !this.myTurn) return;
    await this.following.rebase(kept.actions);
    if (kept.base === this.base.number && this.actions.length) this.notice = null;
  }

  private lastSeen(): number {
    const stored = Number(this.memory.read('seen', this.seat) ?? 0);
    const { instant } = this.habits;
    const own = this.log.findLast((e) => this.mine.includes(e.seat) && !instant.includes(e.question))?.number ?? 0;
    return Math.max(stored, own);
  }

  // Looking back

  /** Show the position after that many moves; null is now. */
  async seek(move: number | null): Promise<void> {
    await this.past.seek(move);
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
  async tryFrom(move: number | null, line: readonly string[] = [], of: W.Seat | null = null): Promise<void> {
    const trial = new Trial(this, move, line, of);
    await this.attempt(async () => {
      const position = await trial.after([]);
      this.way = trial;
      this.past.now();
      trial.show(position);
    });
  }

  /** What is tried, while something is. */
  get trial(): Trial | null {
    return this.way instanceof Trial ? this.way : null;
  }

  async leaveTry(): Promise<void> {
    const from = this.branch?.move ?? null;
    this.way = new Play(this);
    this.base = null;
    await this.enter();
    if (from !== null) await this.seek(from);
  }

  /** Whether a bot is at work that somebody of this browser may ask to be quick. */
  get hurriable(): boolean {
    const asked = this.base?.asked ?? null;
    if (this.mode !== 'play' || this.at !== null || !this.mine.length || asked === null || this.base?.over)
      return false;
    return this.table?.state === 'running' && this.table.seats[asked]?.kind === 'bot';
  }

  /** Ask the bot that thinks to answer at once. */
  async hurry(): Promise<void> {
    if (!this.hurriable || !this.base) return;
    const number = this.base.number;
    try {
      await api.hurry(this.id, number);
      this.hurried = number;
      if (this.base?.number === number) announce(t('turn.hurried'));
    } catch (error) {
      // The match may have ended meanwhile; then the position that comes says so.
      if (this.base?.number === number) this.tell(error);
    }
  }

  async startPremove(): Promise<void> {
    if (!this.base) return;
    const way = new Premove(this);
    await this.attempt(async () => {
      const position = await way.preview([], false);
      this.way = way;
      this.take(position);
    });
  }

  async leavePremove(): Promise<void> {
    this.way = new Play(this);
    this.base = null;
    await this.refresh();
  }
}
