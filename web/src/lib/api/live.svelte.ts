/** The live connection: one WebSocket, joined again with growing pauses, that resumes every watch. */

import type { Answered, LiveMessage, LiveProblem } from './types';

type Watch = { match: string; seat: number | null; key: string | null; number: () => number | null };
type Listener = (message: LiveMessage) => void;

const state = $state<{ up: boolean; tried: boolean }>({ up: false, tried: false });
const watches = new Set<Watch>();
const listeners = new Set<Listener>();
let socket: WebSocket | null = null;
let pause = 500;
let timer: ReturnType<typeof setTimeout> | undefined;
let beat: ReturnType<typeof setInterval> | undefined;
let lobby = false;
let attending = false;
let heard = 0;
/** The server has greeted us on this connection. */
let greeted = false;

/** Questions that wait for their answer; null tells them that none will come this way. */
const waiting = new Map<number, (answer: Answered | LiveProblem | null) => void>();
let asked = 0;
/** Milliseconds after which an answer is no longer waited for on a connection that may be dead. */
const PATIENCE = 6000;

function send(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function sendWatch(w: Watch): void {
  send({ kind: 'watch', match: w.match, seat: w.seat, number: w.number(), key: w.key });
}

function open(): void {
  clearTimeout(timer);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`;
  const mine = new WebSocket(url);
  socket = mine;
  greeted = false;
  mine.onopen = () => {
    pause = 500;
    heard = Date.now();
    state.up = true;
    state.tried = true;
    for (const w of watches) sendWatch(w);
    if (lobby) send({ kind: 'lobby', on: true });
  };
  mine.onmessage = (event: MessageEvent<string>) => {
    heard = Date.now();
    const message = JSON.parse(event.data) as LiveMessage;
    greeted = true;
    if ((message.kind === 'answer' || message.kind === 'problem') && message.id != null) {
      waiting.get(message.id)?.(message);
      return;
    }
    for (const listener of [...listeners]) listener(message);
  };
  mine.onclose = () => {
    if (socket !== mine) return;
    socket = null;
    unanswered();
    state.up = false;
    state.tried = true;
    timer = setTimeout(open, pause);
    pause = Math.min(pause * 1.8, 15000);
  };
  clearInterval(beat);
  beat = setInterval(() => {
    send({ kind: 'ping' });
    // A connection that is silent in spite of pings is dead, whatever the browser thinks.
    if (state.up && Date.now() - heard > 45000) mine.close();
  }, 15000);
}

/** Ask for a connection at once: the page came back, the network came back. */
export function wake(): void {
  if (!watches.size && !lobby && !attending) return;
  pause = 500;
  open();
}

export function connected(): boolean {
  return state.up || !state.tried;
}

function unanswered(): void {
  for (const settle of [...waiting.values()]) settle(null);
}

/** Ask by the live connection; null where it is not there, or is lost before the answer comes: then ask otherwise. */
export function question(
  kind: 'preview' | 'commit',
  match: string,
  draft: object,
): Promise<Answered | LiveProblem | null> {
  if (!greeted || socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
  const id = ++asked;
  return new Promise((resolve) => {
    const settle = (answer: Answered | LiveProblem | null): void => {
      clearTimeout(late);
      waiting.delete(id);
      resolve(answer);
    };
    const late = setTimeout(() => settle(null), PATIENCE);
    waiting.set(id, settle);
    send({ kind, id, match, draft });
  });
}

/** Start over with the cookies of now (after signing in as somebody else). */
export function renew(): void {
  const old = socket;
  socket = null;
  old?.close();
  unanswered();
  if (watches.size || lobby || attending) open();
}

export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follow a match; `number` says where we are, so that a new connection resumes from there. */
export function watch(
  match: string,
  seat: number | null,
  key: string | null,
  number: () => number | null,
): () => void {
  const w: Watch = { match, seat, key, number };
  watches.add(w);
  if (state.up) sendWatch(w);
  else open();
  return () => {
    watches.delete(w);
    // The server counts a seat once: who comes while another goes must not be left deaf.
    if (![...watches].some((x) => x.match === match && x.seat === seat)) send({ kind: 'leave', match, seat });
  };
}

/** Stay connected on every page: announcements come at once. */
export function attend(): void {
  attending = true;
  if (!state.up) open();
}

export function watchLobby(): () => void {
  lobby = true;
  if (state.up) send({ kind: 'lobby', on: true });
  else open();
  return () => {
    lobby = false;
    send({ kind: 'lobby', on: false });
  };
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', wake);
  window.addEventListener('offline', () => {
    // The browser knows before the connection does.
    const dead = socket;
    socket = null;
    dead?.close();
    unanswered();
    state.up = false;
    state.tried = true;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}
