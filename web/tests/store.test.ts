/** The store of a match: drafts, following what the server says, looking back. The server is played by spies on the API. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Problem } from '../src/lib/api/client';
import type * as W from '../src/lib/api/types';
import type { Habits } from '../src/lib/game/habits';
import { MatchStore } from '../src/lib/game/store.svelte';

const habits: Habits = {
  instant: ['Offer'],
  closes: { Turn: 'end_turn' },
  ahead: ['Turn'],
  idle: ['pass'],
  verbs: [{ name: 'mine', letter: 'm', kinds: ['build'] }],
  secret: () => false,
};
const option = (text: string, kind = text): W.Option => ({ text, facts: { kind } });
const position = (number: number, also: Partial<W.Position> = {}): W.Position => ({
  match: 'm',
  number,
  move: number,
  seat: 0,
  view: { number },
  asked: 0,
  question: 'Turn',
  scores: [0, 0],
  over: false,
  places: null,
  options: [option('build'), option('convert'), option('end', 'end_turn')],
  undo: null,
  ...also,
});
const drafted = (base: W.Position, texts: string[], ends: 'others' | null = null): W.Position => ({
  ...base,
  view: { ...base.view, drafted: texts },
  draft: { steps: texts.map((text) => ({ question: 'Turn', option: option(text) })), ends },
});
const entry = (number: number, seat: number, text: string): W.LogEntry =>
  ({ number, move: number, seat, question: 'Turn', text }) as W.LogEntry;
const table = (number: number): W.Table =>
  ({
    id: 'm',
    state: 'running',
    number,
    asked: 0,
    seats: [
      { seat: 0, mine: true, kind: 'person', name: 'Réka' },
      { seat: 1, mine: false, kind: 'person', name: 'Jonas' },
    ],
  }) as unknown as W.Table;
const moved = (from: number, to: number, also: Partial<W.Moved> = {}): W.Moved =>
  ({
    kind: 'moved',
    match: 'm',
    base: from,
    number: to,
    move: to,
    seat: 0,
    changes: [],
    asked: 0,
    question: 'Turn',
    scores: [0, 0],
    options: [option('build'), option('end', 'end_turn')],
    entries: [],
    ...also,
  }) as unknown as W.Moved;

let store: MatchStore;
let told: string[];
beforeEach(() => {
  told = [];
  vi.stubGlobal('dispatchEvent', (e: Event) => told.push(e.type));
  vi.spyOn(api, 'preview').mockImplementation((_, number, actions) =>
    Promise.resolve(drafted(position(number), actions)),
  );
  store = new MatchStore('m', null, habits);
  store.table = table(5);
  store.seat = 0;
  store.log = [entry(5, 1, 'pass')];
  store.take(position(5));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a draft', () => {
  it('grows, is previewed once for each length, and is taken back', async () => {
    await store.add(option('convert'));
    await store.add(option('build'));
    expect(store.actions).toEqual(['convert', 'build']);
    expect(store.steps.map((s) => s.option.text)).toEqual(['convert', 'build']);
    expect(store.view).toMatchObject({ drafted: ['convert', 'build'] });
    await store.undo();
    expect(store.actions).toEqual(['convert']);
    // What was seen before comes from memory.
    expect(api.preview).toHaveBeenCalledTimes(2);
    await store.reset();
    expect(store.view).toEqual({ number: 5 });
    expect(store.baseView).toEqual({ number: 5 });
  });

  it('that the server refuses leaves the one before, and says why', async () => {
    await store.add(option('convert'));
    vi.mocked(api.preview).mockRejectedValueOnce(new Problem(400, 'illegal', 'not that'));
    await store.add(option('build'));
    expect(store.actions).toEqual(['convert']);
    expect(store.problem).not.toBeNull();
    expect(store.busy).toBe(false);
  });

  it('of answers that overtake each other is the one asked for last', async () => {
    let late: (p: W.Position) => void = () => undefined;
    vi.mocked(api.preview).mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    const first = store.draft(['convert']);
    const second = store.draft(['build']);
    await second;
    late(drafted(position(5), ['convert']));
    expect(await first).toBe(false);
    expect(store.actions).toEqual(['build']);
  });

  it('is sent with the end of its question, and only when that can be confirmed', async () => {
    const commit = vi.spyOn(api, 'commit').mockResolvedValue({
      match: 'm',
      number: 7,
      move: 7,
      asked: 1,
      question: 'Turn',
      over: false,
      news: moved(5, 7, { asked: 1, options: [], entries: [entry(7, 0, 'end')] }),
    });
    await store.add(option('build'));
    await store.confirm();
    expect(commit).toHaveBeenCalledExactlyOnceWith('m', 5, ['build', 'end'], 0, null);
    expect(store.actions).toEqual([]);
    expect(store.base?.number).toBe(7);
    expect(store.seen).toBe(7);
    expect(store.myTurn).toBe(false);
    await store.confirm();
    expect(commit).toHaveBeenCalledOnce();
  });

  it('that is sent at once leaves what the others did since the own turn to be told', async () => {
    store.take(position(6, { question: 'Offer', options: [option('charge')] }));
    store.seen = 3;
    vi.spyOn(api, 'commit').mockResolvedValue({
      match: 'm',
      number: 7,
      move: 7,
      asked: 1,
      question: 'Turn',
      over: false,
      news: moved(6, 7, { asked: 1, options: [], entries: [{ ...entry(7, 0, 'charge'), question: 'Offer' }] }),
    });
    await store.add(option('charge'));
    expect(store.base?.number).toBe(7);
    expect(store.seen).toBe(3);
  });

  it('whose answer got lost is found again in the log', async () => {
    vi.spyOn(api, 'commit').mockImplementation(async () => {
      await store.following.hear(
        moved(5, 6, { asked: 1, options: [], entries: [entry(6, 0, 'build')] }) as W.LiveMessage,
      );
      throw new Problem(0, 'offline', '');
    });
    vi.mocked(api.preview).mockResolvedValueOnce(drafted(position(5), ['build'], 'others'));
    await store.add(option('build'));
    await store.confirm();
    expect(store.notice).toContain('draft.arrived');
    expect(store.problem).toBeNull();
  });

  it('lights nothing while a lesson shows something', () => {
    expect(store.lit.map((o) => o.text)).toEqual(['build', 'convert']);
    store.looking = 'board';
    expect(store.myTurn).toBe(false);
    expect(store.lit).toEqual([]);
  });

  it('in a trial is played for every seat, with a name for each step, and stored nowhere', async () => {
    const attempt = vi
      .spyOn(api, 'attempt')
      .mockImplementation((_, __, all) => Promise.resolve(position(3, { asked: all.length % 2 })));
    await store.tryFrom(3);
    expect(store.mode).toBe('try');
    expect(store.mine).toEqual([0, 1]);
    await store.addTexts(['convert', 'build']);
    expect(store.steps.map((s) => s.option.facts?.kind)).toEqual(['convert', 'build']);
    await store.undo();
    expect(store.complete).toBe('others');
    await store.confirm();
    expect(store.branch).toEqual({ move: 3, played: ['convert'] });
    expect(store.seat).toBe(1);
    expect(told).toContain('orrery:played');
    // What a trial played is gone where the server refuses it.
    attempt.mockRejectedValueOnce(new Problem(400, 'illegal', 'no'));
    await store.draft([]);
    vi.spyOn(store, 'confirmable', 'get').mockReturnValue(true);
    await store.confirm();
    expect(store.branch?.played).toEqual(['convert']);
  });

  it('in a lesson is followed by the simplest turns of the others', async () => {
    const sandbox = vi
      .spyOn(api, 'sandbox')
      .mockImplementation((_, __, all) =>
        Promise.resolve(
          all.at(-1) === 'build'
            ? position(2, { asked: 1, options: [option('gamble'), option('pass')] })
            : position(1, { printed: { tiles: 3 } } as Partial<W.Position>),
        ),
      );
    await store.openLesson({ game: 'gaia', options: {}, seat: 0 });
    expect(store.view).toMatchObject({ tiles: 3 });
    await store.add(option('build'));
    await store.confirm();
    // And the turn is ended as it would be at a table.
    expect(store.branch?.played).toEqual(['build', 'pass', 'end']);
    expect(sandbox).toHaveBeenLastCalledWith('gaia', {}, ['build', 'pass', 'end'], false, false);
    expect(store.myTurn).toBe(true);
  });
});

describe('following', () => {
  it('takes changes that fit the view they were made from', async () => {
    await store.following.hear(
      moved(5, 6, {
        changes: [[['number'], 6]] as unknown as W.Moved['changes'],
        entries: [entry(6, 1, 'x')],
      }) as W.LiveMessage,
    );
    expect(store.base?.number).toBe(6);
    expect(store.view).toEqual({ number: 6 });
    expect(store.log.map((e) => e.number)).toEqual([5, 6]);
  });

  it('asks for the whole where changes do not fit', async () => {
    vi.spyOn(api, 'table').mockResolvedValue(table(8));
    vi.spyOn(api, 'position').mockResolvedValue(position(8));
    vi.spyOn(api, 'log').mockResolvedValue({ entries: [entry(6, 1, 'a'), entry(8, 1, 'b')] } as never);
    await store.following.hear(moved(7, 8) as W.LiveMessage);
    expect(api.position).toHaveBeenCalledOnce();
    expect(store.base?.number).toBe(8);
    expect(store.log.map((e) => e.number)).toEqual([5, 6, 8]);
  });

  it('drops what is older than what is known', async () => {
    await store.following.hear(moved(3, 4) as W.LiveMessage);
    expect(store.base?.number).toBe(5);
    await store.following.arrived(position(4));
    expect(store.base?.number).toBe(5);
  });

  it('keeps a draft that still fits, and tells of one that does not', async () => {
    await store.add(option('build'));
    await store.following.hear(moved(5, 6, { entries: [entry(6, 1, 'x')] }) as W.LiveMessage);
    expect(store.actions).toEqual(['build']);
    expect(store.notice).toContain('draft.kept');
    vi.mocked(api.preview).mockRejectedValueOnce(new Problem(400, 'illegal', 'taken'));
    await store.following.hear(moved(6, 7, { entries: [entry(7, 1, 'y')] }) as W.LiveMessage);
    expect(store.actions).toEqual([]);
    expect(store.notice).toContain('draft.lost');
  });

  it('knows a draft that was played although the answer got lost', async () => {
    await store.add(option('build'));
    await store.following.hear(
      moved(5, 6, { asked: 1, options: [], entries: [entry(6, 0, 'build')] }) as W.LiveMessage,
    );
    expect(store.actions).toEqual([]);
    expect(store.notice).toContain('draft.arrived');
  });

  it('says that it is the own turn, once', async () => {
    store.take(position(5, { asked: 1, options: [] }));
    await store.following.hear(moved(5, 6) as W.LiveMessage);
    await store.following.hear(moved(6, 7) as W.LiveMessage);
    expect(told.filter((type) => type === 'orrery:turn')).toHaveLength(1);
  });

  it('leaves a trial alone', async () => {
    vi.spyOn(api, 'attempt').mockResolvedValue(position(3));
    await store.tryFrom(3);
    await store.following.hear(moved(5, 6) as W.LiveMessage);
    expect(store.base?.number).toBe(3);
  });
});

describe('looking back', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(api, 'replay').mockImplementation((_, move) => Promise.resolve(position(move)));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows a move, fetches it once and its neighbours ahead, and comes back to now', async () => {
    await store.seek(2);
    expect(store.at).toBe(2);
    expect(store.view).toEqual({ number: 2 });
    expect(store.myTurn).toBe(false);
    expect(store.options).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    const asked = vi.mocked(api.replay).mock.calls.map(([, move]) => move);
    expect(asked.sort()).toEqual([0, 1, 2, 3, 4]);
    await store.seek(3);
    await store.seek(2);
    expect(api.replay).toHaveBeenCalledTimes(5);
    await store.seek(99);
    expect(store.at).toBeNull();
    expect(store.view).toEqual({ number: 5 });
  });

  it('shows the move wished last, however late the others come', async () => {
    let late: (p: W.Position) => void = () => undefined;
    vi.mocked(api.replay).mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    const first = store.seek(1);
    await store.seek(4);
    late(position(1));
    await first;
    expect(store.view).toEqual({ number: 4 });
  });

  it('keeps nothing of one seat for the next', async () => {
    let late: (p: W.Position) => void = () => undefined;
    vi.mocked(api.replay).mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    const first = store.seek(1);
    store.past.forget();
    late(position(1));
    await first;
    await store.seek(null);
    await store.seek(1);
    expect(api.replay).toHaveBeenCalledTimes(2);
  });
});
