/** Requests to the server. Every refusal is a Problem with the server's code and sentence. */

import { has, t } from '../i18n/index.svelte';
import type * as W from './types';

/** What a refusal says to the person: by its code, in the language of the page; the server's own words are English. */
function told(code: string, sentence: string, detail: Record<string, unknown>): string {
  const key = `problem.${code}`;
  return has(key)
    ? t(key, { sentence: sentence.replace(/\.$/, ''), ...(detail as Record<string, string>) })
    : sentence;
}

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly detail: Record<string, unknown> = {},
    readonly position: W.Position | null = null,
  ) {
    super(told(code, sentence, detail));
  }
}

let csrf = '';
/** Told who the server takes us for when that turned out to be somebody else: another tab signed in or out. */
let noticed: (me: W.Me) => void = () => undefined;
export function onStranger(listener: (me: W.Me) => void): void {
  noticed = listener;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await once<T>(method, path, body);
  } catch (error) {
    if (!(error instanceof Problem) || method === 'GET' || !['csrf', 'sign-in'].includes(error.code)) throw error;
    // Another tab signed in or out: learn who we are now; what was asked as a person is asked once more.
    const before = csrf;
    const me = await api.me();
    noticed(me);
    if (!me.user || csrf === before) throw error;
    return await once<T>(method, path, body);
  }
}

async function once<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (method !== 'GET' && csrf) headers['X-CSRF'] = csrf;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem(0, 'offline', 'the server cannot be reached');
  }
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok) {
    if (type.includes('json')) {
      const p = (await response.json()) as Partial<{
        code: string;
        sentence: string;
        detail: Record<string, unknown>;
        position: W.Position;
      }>;
      throw new Problem(
        response.status,
        p.code ?? 'unknown',
        p.sentence ?? response.statusText,
        p.detail,
        p.position,
      );
    }
    throw new Problem(response.status, response.status >= 502 ? 'offline' : 'unknown', response.statusText);
  }
  return (type.includes('json') ? await response.json() : await response.text()) as T;
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

export const api = {
  me: () => met(get<W.Me>('/me')),
  guest: (name: string) => met(post<W.Me>('/guest', { name })),
  account: (name: string, password: string, email: string | null) =>
    met(post<W.Me>('/account', { name, password, email })),
  signIn: (name: string, password: string) => met(post<W.Me>('/sign-in', { name, password })),
  signOut: (everywhere: boolean) => post<unknown>('/sign-out', { everywhere }),
  password: (old: string, fresh: string) => met(post<W.Me>('/password', { old, new: fresh })),
  tokens: () => get<W.Token[]>('/tokens'),
  newToken: (name: string) => post<W.Token>('/tokens', { name }),
  dropToken: (id: number) => request<unknown>('DELETE', `/tokens/${id}`),

  titles: () => get<W.TitleInfo[]>('/titles'),
  setup: (game: string, options: Record<string, unknown>) => post<W.Setup>(`/titles/${game}/setup`, { options }),
  sandbox: (game: string, options: Record<string, unknown>, actions: string[], seat: number | null = null) =>
    post<W.Position>(`/titles/${game}/try`, { options, actions, seat }),

  tables: (list: string, page = 1, search = '', game: string | null = null) =>
    get<W.TablePage>(`/tables${query({ list, page, search: search || null, game })}`),
  newTable: (wish: W.NewTable) => post<W.Table>('/tables', wish),
  table: (id: string) => get<W.Table>(table(id)),
  dropTable: (id: string) => request<unknown>('DELETE', table(id)),
  join: (id: string, body: { seat?: number; password?: string }) =>
    post<W.Table>(table(id, 'join'), { ...body, key: keys.get(id) ?? null }),
  leave: (id: string, seat: number | null) => post<W.Table>(table(id, 'leave'), { seat }),
  changeSeat: (id: string, seat: number, body: { kind: string; level?: string; name?: string }) =>
    post<W.Table>(table(id, `seats/${seat}`), body),
  start: (id: string) => post<W.Table>(table(id, 'start')),
  rematch: (id: string) => post<W.Table>(table(id, 'rematch')),

  position: (id: string, seat: number | null) => get<W.Position>(match(id, 'position', { seat })),
  preview: (id: string, base: number, actions: string[], seat: number | null) =>
    post<W.Position>(match(id, 'preview'), { base, actions, seat }),
  commit: (id: string, base: number, actions: string[], seat: number | null, then: string | null) =>
    post<W.Committed>(match(id, 'commit'), { base, actions, seat, then }),
  undo: (id: string, base: number, keep: number | null, seat: number | null) =>
    post<W.UndoReply>(match(id, 'undo'), { base, keep, seat }),
  answerUndo: (id: string, number: number, consent: boolean, seat: number | null) =>
    post<W.UndoReply>(match(id, 'undo/answer'), { number, consent, seat }),
  resign: (id: string, seat: number | null) => post<W.Table>(match(id, 'resign'), { seat }),
  replace: (id: string, seat: number) => post<W.Table>(match(id, 'replace'), { seat }),
  comeBack: (id: string, seat: number | null) => post<W.Table>(match(id, 'return'), { seat }),
  orders: (id: string, seat: number | null) => get<{ orders: W.Order[] }>(match(id, 'orders', { seat })),
  setOrders: (id: string, orders: Partial<W.Order>[], seat: number | null) =>
    put<{ orders: W.Order[] }>(match(id, 'orders'), { orders, seat }),
  premoves: (id: string, seat: number | null) => get<W.PremovesInfo>(match(id, 'premoves', { seat })),
  setPremoves: (id: string, actions: string[], question: string | null, seat: number | null) =>
    put<W.PremovesInfo>(match(id, 'premoves'), { actions, question, seat }),
  premovePreview: (id: string, base: number, actions: string[], seat: number | null) =>
    post<W.Position>(match(id, 'premoves/preview'), { base, actions, seat }),
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
  attempt: (id: string, move: number | null, actions: string[], world = 0) =>
    post<W.Position>(match(id, 'try'), { move, actions, world }),
  record: (id: string, format: 'text' | 'json') => get<unknown>(match(id, 'record', { format })),
  recordUrl: (id: string, format: 'text' | 'json') => `/api${match(id, 'record', { format })}`,
  importRecord: (text: string, title: string) => post<W.Table>('/records', { text, title }),

  language: (language: string) => put<unknown>('/language', { language }),
  notices: () => get<W.Notices>('/notices'),
  setNotices: (body: Record<string, unknown>) => put<W.Notices>('/notices', body),
  pushTo: (body: { endpoint: string; p256dh: string; auth: string }) => post<W.Notices>('/notices/push', body),
  dropPush: (id: number) => request<W.Notices>('DELETE', `/notices/push/${id}`),
  testNotice: (channel: string) => post<{ state: string; error: string | null }>('/notices/test', { channel }),
};
