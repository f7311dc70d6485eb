/** Requests to the server. Every refusal is a Problem with the server's code and sentence. */

import { wanted } from '../kept.svelte';
import { ALONE, chosen, here, http, isHere, MARK, type Answer } from './backend';
import { parse, stringify } from './exact';
import { question } from './live.svelte';
import { Problem, refusal } from './problem';
import type * as W from './types';

export { Problem };

let csrf = '';
/** Told who the server takes us for when that turned out to be somebody else: another tab signed in or out. */
let noticed: (me: W.Me) => void = () => undefined;
export function onStranger(listener: (me: W.Me) => void): void {
  noticed = listener;
}

async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  device = false,
  as: 'value' | 'text' = 'value',
): Promise<T> {
  const back = device ? 'here' : chosen(path);
  if (back === 'here') return await once<T>('here', method, path, body, as);
  if (ALONE && back === 'http') throw new Problem(0, 'no-server', 'there is no server behind this page');
  const sent = csrf;
  try {
    return await once<T>('http', method, path, body);
  } catch (error) {
    // What either could answer is answered here where no server can be reached and the engine is known.
    if (back === 'either' && error instanceof Problem && error.code === 'offline' && wanted())
      return await once<T>('here', method, path, body);
    if (!(error instanceof Problem) || method === 'GET' || !['csrf', 'sign-in'].includes(error.code)) throw error;
    // Somebody signed in or out meanwhile, here or in another tab: learn who we are now; what was asked as a person
    // is asked once more.
    const me = await api.me();
    noticed(me);
    if (!me.user || csrf === sent) throw error;
    return await once<T>('http', method, path, body);
  }
}

/** `as`: a file is handed on as it is, because seeds are larger than the numbers of a page. */
async function once<T>(
  back: 'here' | 'http',
  method: string,
  path: string,
  body?: unknown,
  as: 'value' | 'text' = 'value',
): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (method !== 'GET' && csrf) headers['X-CSRF'] = csrf;
  let answer: Answer;
  try {
    const text = body === undefined ? null : typeof body === 'string' ? body : stringify(body);
    answer = await (back === 'here' ? here : http).request(method, path, text, headers);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(0, 'offline', 'the server cannot be reached');
  }
  const { status, type, text } = answer;
  if (status >= 400) {
    if (type.includes('json')) {
      const p = JSON.parse(text) as Partial<{
        code: string;
        sentence: string;
        detail: Record<string, unknown>;
        position: W.Position;
      }>;
      throw await refusal(status, p.code ?? 'unknown', p.sentence ?? String(status), p.detail, p.position);
    }
    throw new Problem(status, status >= 502 ? 'offline' : 'unknown', String(status));
  }
  return (as === 'value' && type.includes('json') ? parse(text) : text) as T;
}

/** A preview or a commit: by the live connection where it is up, else by a request. Both may be sent twice. */
async function drafted<T>(
  kind: 'preview' | 'commit',
  id: string,
  body: object,
  take: (a: W.Answered) => T | null | undefined,
): Promise<T> {
  const answer = isHere(id) ? null : await question(kind, id, body);
  if (answer?.kind === 'answer') {
    const found = take(answer);
    if (found) return found;
  }
  // A connection that was opened by somebody else than who is signed in now knows other seats.
  if (answer?.kind === 'problem' && !['sign-in', 'not-yours'].includes(answer.code))
    throw await refusal(
      answer.status ?? 0,
      answer.code,
      answer.sentence,
      answer.detail ?? {},
      answer.position ?? null,
    );
  return await post<T>(match(id, kind), body);
}

const get = <T>(path: string): Promise<T> => request<T>('GET', path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('POST', path, body);
const put = <T>(path: string, body: unknown): Promise<T> => request<T>('PUT', path, body);

function query(args: Record<string, string | number | null | undefined>): string {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(args))
    if (value !== null && value !== undefined) q.set(name, String(value));
  const text = q.toString();
  return text ? `?${text}` : '';
}

async function met(me: Promise<W.Me>): Promise<W.Me> {
  const found = await me;
  csrf = found.csrf ?? '';
  return found;
}

type Args = Record<string, string | number | null | undefined>;

/** Keys of tables that are open by link only; they go with every request about the table. */
const keys = new Map<string, string>();
export function unlock(id: string, key: string | null | undefined): void {
  if (key) keys.set(id, key);
}

const about = (what: string, id: string, part: string, args: Args): string =>
  `/${what}/${encodeURIComponent(id)}${part && `/${part}`}${query({ ...args, key: keys.get(id) })}`;
const match = (id: string, part: string, args: Args = {}): string => about('matches', id, part, args);
const table = (id: string, part = ''): string => about('tables', id, part, {});

/** Where the page shows a match; with the key when the table needs one and we have it. */
export function matchPath(
  id: string,
  table: { visibility?: string; key?: string | null } = {},
  move: number | null = null,
): string {
  const key = table.visibility === 'public' ? null : (table.key ?? keys.get(id));
  return `/match/${encodeURIComponent(id)}${query({ key, move })}`;
}

/** Where the page shows the report on a seat of a finished match. */
export const reportPath = (
  id: string,
  table: { visibility?: string; key?: string | null },
  seat: number | null = null,
): string => {
  const key = table.visibility === 'public' ? null : (table.key ?? keys.get(id));
  return `/report/${encodeURIComponent(id)}${query({ key, seat })}`;
};

/** A card by its name in addresses and requests: those of this device have its mark. */
export const cardName = (card: Pick<W.Card, 'id' | 'match'>): string =>
  `${isHere(card.match) ? MARK : ''}${card.id}`;

export const api = {
  me: () => met(get<W.Me>('/me')),
  guest: (name: string) => met(post<W.Me>('/guest', { name })),
  account: (name: string, password: string, email: string | null, invitation: string | null) =>
    met(post<W.Me>('/account', { name, password, email, invitation })),
  deleteAccount: (password: string | null) => request<unknown>('DELETE', '/account', { password }),
  exportUrl: '/api/account/export',
  forgotten: (name: string) => post<unknown>('/password/forgotten', { name }),
  reset: (token: string, password: string) => post<unknown>('/password/reset', { token, password }),
  signIn: (name: string, password: string) => met(post<W.Me>('/sign-in', { name, password })),
  signOut: (everywhere: boolean) => post<unknown>('/sign-out', { everywhere }),
  password: (old: string, fresh: string) => met(post<W.Me>('/password', { old, new: fresh })),
  tokens: () => get<W.Token[]>('/tokens'),
  newToken: (name: string) => post<W.Token>('/tokens', { name }),
  dropToken: (id: number) => request<unknown>('DELETE', `/tokens/${id}`),

  /** What was played to the end: the newest games, or those before one. */
  history: (before: { ended: number; id: string } | null = null) =>
    get<W.History>(`/history${query({ ended: before?.ended, before: before?.id })}`),

  friends: () => get<W.Friends>('/friends'),
  think: (user: number, kind: 'friend' | 'quiet' | 'blocked' | 'declined') =>
    put<W.Friends>(`/friends/${user}`, { kind }),
  dropFriend: (user: number) => request<W.Friends>('DELETE', `/friends/${user}`),
  inviteTo: (id: string, user: number) => post<unknown>(table(id, 'invite'), { user }),
  invites: () => get<W.Invited[]>('/invites'),
  declineInvite: (id: string) => request<W.Invited[]>('DELETE', `/invites/${encodeURIComponent(id)}`),

  titles: () => get<W.TitleInfo[]>('/titles'),
  setup: (game: string, options: Record<string, unknown>) => post<W.Setup>(`/titles/${game}/setup`, { options }),
  /** `printed`: with what never changes, for whoever does not have it yet. */
  sandbox: (game: string, options: Record<string, unknown>, actions: string[], printed: boolean, near = false) =>
    post<W.Position>(`/titles/${game}/try`, { options, actions, printed, near }),

  /** What is wrong with a position that is entered; without one, a fresh game to begin with. Nothing is stored. */
  examine: (
    game: string,
    body: { position?: Record<string, unknown>; options?: Record<string, unknown>; whole: boolean },
  ) => post<W.Examined>(`/titles/${game}/position`, body),
  /** Advice for whoever is asked in such a position, and the best end from it. */
  advise: (game: string, position: Record<string, unknown>) => post<W.Hints>(`/titles/${game}/hint`, { position }),
  finish: (game: string, position: Record<string, unknown>) =>
    post<W.Finish>(`/titles/${game}/finish`, { position }),

  /** Help for a game with the box on the table; nothing is stored. */
  tabletop: <T>(game: string, name: string, args: Record<string, unknown>) =>
    post<{ answer: T }>(`/titles/${game}/tabletop/${name}`, { args }).then((a) => a.answer),

  /** A page of a list: the first one, or what follows a page whose `more` is `after`. */
  tables: (list: string, after: string | null = null, search = '') =>
    get<W.TablePage>(`/tables${query({ list, after, search: search || null })}`),
  /** `device`: a match that is kept and played on this device. */
  newTable: (wish: W.NewTable, device = false) => request<W.Table>('POST', '/tables', wish, device),
  table: (id: string) => get<W.Table>(table(id)),
  dropTable: (id: string) => request<unknown>('DELETE', table(id)),
  join: (id: string, body: { seat?: number; password?: string }) =>
    post<W.Table>(table(id, 'join'), { ...body, key: keys.get(id) ?? null }),
  leave: (id: string, seat: number | null) => post<W.Table>(table(id, 'leave'), { seat }),
  changeSeat: (id: string, seat: number, body: { kind: string; level?: string; name?: string }) =>
    post<W.Table>(table(id, `seats/${seat}`), body),
  start: (id: string) => post<W.Table>(table(id, 'start')),
  rematch: (id: string) => post<W.Table>(table(id, 'rematch')),

  position: (id: string, seat: number | null, printed: boolean) =>
    get<W.Position>(match(id, 'position', { seat, printed: printed ? null : 'false' })),
  /** `near`: with what is not possible, and why. */
  preview: (id: string, base: number, actions: string[], seat: number | null, near = false) =>
    drafted('preview', id, { base, actions, seat, near }, (a) => a.position),
  commit: (id: string, base: number, actions: string[], seat: number | null, then: string | null) =>
    drafted('commit', id, { base, actions, seat, then }, (a) => a.committed),
  undo: (id: string, base: number, keep: number | null, seat: number | null) =>
    post<W.UndoReply>(match(id, 'undo'), { base, keep, seat }),
  answerUndo: (id: string, request: W.UndoRequest, consent: boolean, seat: number | null) =>
    post<W.UndoReply>(match(id, 'undo/answer'), { number: request.number, keep: request.keep, consent, seat }),
  resign: (id: string, seat: number | null) => post<W.Table>(match(id, 'resign'), { seat }),
  replace: (id: string, seat: number) => post<W.Table>(match(id, 'replace'), { seat }),
  comeBack: (id: string, seat: number | null) => post<W.Table>(match(id, 'return'), { seat }),
  /** The bot that thinks on this position answers at once. */
  hurry: (id: string, base: number) => post<unknown>(match(id, 'hurry'), { base }),
  orders: (id: string, seat: number | null) => get<{ orders: W.Order[] }>(match(id, 'orders', { seat })),
  setOrders: (id: string, orders: Partial<W.Order>[], seat: number | null) =>
    put<{ orders: W.Order[] }>(match(id, 'orders'), { orders, seat }),
  premoves: (id: string, seat: number | null) => get<W.PremovesInfo>(match(id, 'premoves', { seat })),
  /** Without `actions` they are taken back; `instead` says which, so that none are that were played meanwhile. */
  setPremoves: (
    id: string,
    actions: string[],
    question: string | null,
    seat: number | null,
    instead: string[] | null = null,
  ) => put<W.PremovesInfo>(match(id, 'premoves'), { actions, question, seat, instead }),
  premovePreview: (id: string, base: number, actions: string[], seat: number | null, near = false) =>
    post<W.Position>(match(id, 'premoves/preview'), { base, actions, seat, near }),
  chat: (id: string, since: number) => get<{ lines: W.ChatLine[] }>(match(id, 'chat', { since })),
  say: (id: string, text: string) => post<W.ChatLine>(match(id, 'chat'), { text }),
  notes: (id: string) => get<{ text: string }>(match(id, 'notes')),
  setNotes: (id: string, text: string) => put<{ text: string }>(match(id, 'notes'), { text }),
  ask: <T>(id: string, name: string, args: Record<string, unknown>, actions: string[], seat: number | null) =>
    post<{ answer: T }>(match(id, 'ask'), { name, args, actions, seat }).then((a) => a.answer),
  hint: (id: string, actions: string[], seat: number | null) =>
    post<{ hints: Record<string, unknown>[] }>(match(id, 'hint'), { actions, seat }),

  log: (id: string, seat: number | null, since = 0) => get<W.Log>(match(id, 'log', { seat, since })),
  replay: (id: string, move: number, seat: number | null) => get<W.Position>(match(id, 'replay', { move, seat })),
  series: (id: string, seat: number | null) => get<W.Series>(match(id, 'series', { seat })),
  attempt: (id: string, move: number | null, actions: string[], near = false) =>
    post<W.Position>(match(id, 'try'), { move, actions, near }),
  /** A match of this device as a file. */
  record: (id: string, format: 'text' | 'json') =>
    request<string>('GET', match(id, 'record', { format }), undefined, isHere(id), 'text'),
  /** The position as data, to be edited: a guess of the seat's while the match runs. */
  positionData: (id: string, seat: number | null) =>
    get<{ answer: Record<string, unknown> }>(match(id, 'data', { seat })).then((a) => a.answer),
  recordUrl: (id: string, format: 'text' | 'json') => `/api${match(id, 'record', { format })}`,
  report: (id: string, seat: number, depth: 'quick' | 'complete') =>
    get<W.ReportState>(match(id, 'report', { seat, depth })),
  makeReport: (id: string, seat: number, depth: 'quick' | 'complete') =>
    post<W.ReportState>(match(id, 'report'), { seat, depth }),
  /** `device`: the cards of this device; else those of the person at the server. */
  practice: (device: boolean) => request<W.Practice>('GET', '/practice', undefined, device),
  card: (id: string) => get<W.CardPosition>(`/practice/${id}`),
  dropCard: (id: string) => request<unknown>('DELETE', `/practice/${id}`),
  answerCard: (id: string, number: number, actions: string[]) =>
    post<W.CardAnswer>(`/practice/${id}/answers`, { number, actions }),
  cardAnswer: (id: string, number: number) => get<W.CardAnswer>(`/practice/${id}/answers/${number}`),
  practise: (id: string, seat: number, depth: 'quick' | 'complete') =>
    post<W.Gathered>(match(id, 'practice'), { seat, depth }),
  puzzles: (game: string) => get<W.Puzzles>(`/puzzles/${encodeURIComponent(game)}`),
  solve: (game: string, id: string, line: string[]) =>
    post<W.PuzzleAnswer>(`/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`, { line }),
  importRecord: (text: string, title: string, device = false) =>
    request<W.Table>('POST', '/records', { text, title }, device),
  /** A match that was begun on a device, to be played on at the server. */
  carry: (body: W.CarryRecord) => post<W.Table>('/records/carried', body),
  /** A match of this device is played on at that address. */
  carried: (id: string, address: string) => post<W.Table>(match(id, 'carried'), { address }),
  /** Every match of this device as one file, and such a file brought in. */
  everything: () => request<string>('GET', '/everything', undefined, true, 'text'),
  bringEverything: (file: string) =>
    request<{ added: number; known: number; broken: number }>('POST', '/everything', file, true),

  people: (search: string, only: string | null, before: number | null) =>
    get<W.KnownPeople>(`/moderation/people${query({ search: search || null, only, before })}`),
  sanction: (user: number, verb: 'mute' | 'unmute' | 'ban' | 'unban', why: string, minutes: number | null) =>
    post<unknown>(`/moderation/people/${user}/${verb}`, verb === 'mute' ? { why, minutes } : { why }),
  removeLine: (id: string, number: number, why: string) =>
    post<unknown>(`/moderation/matches/${encodeURIComponent(id)}/chat/${number}/remove`, { why }),
  removeTable: (id: string, why: string) =>
    post<unknown>(`/moderation/tables/${encodeURIComponent(id)}/remove`, { why }),
  endMatch: (id: string, why: string) =>
    post<W.Table>(`/moderation/matches/${encodeURIComponent(id)}/end`, { why }),
  repairMatch: (id: string, why: string) =>
    post<W.Table>(`/moderation/matches/${encodeURIComponent(id)}/repair`, { why }),
  deeds: (before: number | null) => get<W.Deeds>(`/moderation/deeds${query({ before })}`),
  invitations: () => get<W.Invitation[]>('/moderation/invitations'),
  invite: (days: number, note: string) => post<W.Invitation>('/moderation/invitations', { days, note }),
  revoke: (id: number) => request<unknown>('DELETE', `/moderation/invitations/${id}`),
  announce: (text: string, minutes: number | null) => post<unknown>('/moderation/announcement', { text, minutes }),
  retract: () => request<unknown>('DELETE', '/moderation/announcement'),

  language: (language: string) => put<unknown>('/language', { language }),
  notices: () => get<W.Notices>('/notices'),
  setNotices: (body: Record<string, unknown>) => put<W.Notices>('/notices', body),
  pushTo: (body: { endpoint: string; p256dh: string; auth: string }) => post<W.Notices>('/notices/push', body),
  dropPush: (id: number) => request<W.Notices>('DELETE', `/notices/push/${id}`),
  testNotice: (channel: string) => post<{ state: string; error: string | null }>('/notices/test', { channel }),
};
