/** Following a match: what live messages, answers and questions to the server say, in whatever order they come. */

import { api, Problem } from '../api/client';
import type * as W from '../api/types';
import { t } from '../i18n/index.svelte';
import { announce } from '../ui/announce.svelte';
import { changed } from './changes';
import type { MatchStore } from './store.svelte';

export class Following {
  private fetching = 0;

  constructor(private readonly store: MatchStore) {}

  async hear(message: W.LiveMessage): Promise<void> {
    if (message.kind === 'table' && message.table.id === this.store.id) {
      const before = this.store.table?.state;
      this.refused(message.table);
      this.store.table = message.table;
      if (before === 'open' && message.table.state !== 'open')
        await this.store.enter().then(() => this.store.follow());
      return;
    }
    if (message.kind === 'chat' && message.match === this.store.id) {
      this.store.talk.hear(message.line);
      return;
    }
    if (message.kind === 'premoves' && message.match === this.store.id && message.seat === this.store.seat) {
      this.store.notice = t('premove.dropped');
      return;
    }
    if (this.store.unreached) {
      this.store.unreached = false;
      this.store.problem = null;
    }
    if (!('match' in message) || message.match !== this.store.id || !this.store.way.live) return;
    // What was said before the connection was there, or while it was lost, is asked for.
    if (message.kind === 'watching') void this.store.talk.load();
    if (message.kind === 'moved') await this.moved(message);
    else if (message.kind === 'whole') await this.whole(message);
    else if (message.kind === 'unwatched') await this.refresh();
    else if (message.kind === 'watching' && this.store.base && message.number > this.store.base.number)
      await this.refresh();
  }

  async moved(m: W.Moved): Promise<void> {
    const base = this.store.base;
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
    if (position.asked === null || position.asked === this.store.seat || !this.store.mine.includes(position.asked))
      await this.arrived(position);
    // Another seat of this browser is asked and looks with its own eyes; what it sees comes with the answer to a turn.
    else if (!this.store.sending) await this.refresh();
  }

  /** The whole position, of the own seat or of another seat of this browser that is asked now. */
  async whole(m: W.Whole): Promise<void> {
    if (this.store.base && m.position.number < this.store.base.number) return;
    this.stands(m.position, m);
    await this.looked(
      m.position,
      m.seat ?? null,
      m.base === (this.store.log.at(-1)?.number ?? 0) ? m.entries : null,
    );
  }

  /** What a message about a move says about the table. */
  private stands(position: W.Position, m: W.Moved | W.Whole): void {
    const table = this.store.table;
    if (!table) return;
    const asked = table.undo_request ?? null;
    this.store.table = {
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

  addEntries(entries: readonly W.LogEntry[]): void {
    const last = this.store.log.at(-1)?.number ?? 0;
    const fresh = entries.filter((e) => e.number > last);
    if (fresh.length) this.store.log = [...this.store.log, ...fresh];
    this.store.series = null;
  }

  /** Ask the server where the match stands. */
  async refresh(): Promise<void> {
    if (!this.store.way.live) return;
    this.fetching++;
    try {
      const table = await api.table(this.store.id);
      this.store.table = table;
      const mine = this.store.mine;
      // A seat that was given up is looked at from outside.
      const kept = this.store.seat !== null && mine.includes(this.store.seat) ? this.store.seat : (mine[0] ?? null);
      const seat = table.asked !== null && mine.includes(table.asked) ? table.asked : kept;
      await this.looked(await this.store.ask(seat), seat);
    } catch (error) {
      this.store.tell(error);
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
    const switched = seat !== this.store.seat;
    this.store.seat = seat;
    if (switched) this.store.follow();
    if (this.store.habits.secret(this.store.laid(position)!) && (switched || position.over)) {
      // What one seat was told of the log and of the past is not for the next one.
      this.store.past.forget();
      this.store.series = null;
      this.store.log = [];
      entries = null;
      this.store.cover(position);
    }
    if (entries) this.addEntries(entries);
    const last = this.store.log.at(-1)?.number ?? 0;
    if (position.number > last) this.addEntries((await api.log(this.store.id, seat, last)).entries);
    await this.arrived(position);
  }

  /** A newer position came: keep the draft where it still fits. */
  async arrived(position: W.Position): Promise<void> {
    const before = this.store.base;
    // Answers may overtake each other: a log only grows, so the higher number is the newer one.
    if (before && position.number < before.number) return;
    const mine = position.asked !== null && this.store.mine.includes(position.asked);
    if (mine && !position.over && !position.options?.length) {
      if (!this.fetching) await this.refresh();
      return;
    }
    if (before && position.number === before.number && before.options?.length && !position.options?.length) return;
    const drafted = this.store.sending ? [] : this.store.actions;
    const wasMine = this.store.myTurn;
    if (before?.number === position.number && drafted.length && before.seat === position.seat) return;
    this.store.take(position);
    if (drafted.length && before && before.number !== position.number && this.store.mode === 'play') {
      if (this.played(drafted, before.number)) {
        this.store.drop();
        this.store.notice = t('draft.arrived');
      } else if (!this.store.myTurn) {
        this.store.drop();
        this.store.notice = t('draft.overtaken');
      } else await this.rebase(drafted);
    }
    if (this.store.myTurn && !wasMine) {
      this.store.notice = null; // what was said while waiting is over
      announce(t('turn.yours'), true);
      dispatchEvent(new CustomEvent('orrery:turn', { detail: { id: this.store.id } }));
    }
  }

  /** Whether the log after a number begins with this draft: it was sent, and only the answer got lost. */
  played(drafted: string[], after: number): boolean {
    const texts = this.store.log.filter((e) => e.number > after).map((e) => e.text);
    return drafted.every((text, i) => texts[i] === text);
  }

  async rebase(drafted: string[]): Promise<void> {
    try {
      const shown = await api.preview(this.store.id, this.store.base!.number, drafted, this.store.seat);
      this.store.actions = drafted;
      this.store.shown = shown;
      this.store.notice = t('draft.kept');
    } catch (error) {
      if (error instanceof Problem && error.status > 0) {
        this.store.drop();
        this.store.notice = t('draft.lost', { why: error.message });
      } else this.store.tell(error);
    }
    this.store.remember();
  }

  /** An undo that we asked for is gone although nobody has played: somebody said no. */
  private refused(next: W.Table): void {
    const asked = this.store.table?.undo_request;
    if (!asked || next.undo_request || !this.store.mine.includes(asked.seat) || next.number !== asked.number)
      return;
    this.store.notice = t('undo.refused');
    announce(this.store.notice, true);
  }
}
