/** The live connection: one WebSocket, joined again with growing pauses, that resumes every watch. */

import { ALONE, isHere } from './backend';
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
  if (ALONE) return;
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
    for (const w of watches) if (!isHere(w.match)) sendWatch(w);
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
    hear(message);
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

/** Somebody says something: a server, or this device. */
export function hear(message: LiveMessage): void {
  for (const listener of [...listeners]) listener(message);
}

// This device. Nothing is loaded for a message to it: whoever opens a match asks for it first.

const device = $state({ up: true });
const sendHere = async (message: object): Promise<void> => (await import('./here.svelte')).tell(message);
const watchHere = (w: Watch): void =>
  void sendHere({ kind: 'watch', match: w.match, seat: w.seat, number: w.number(), key: null });

/** Another tab plays the matches of this device now; the one that somebody looks at takes them back. */
export function lost(): void {
  device.up = false;
}

/** The matches of this device are followed again. */
export function resume(): void {
  device.up = true;
  for (const w of watches) if (isHere(w.match)) watchHere(w);
}

/** Ask for a connection at once: the page came back, the network came back. */
export function wake(): void {
  if (!device.up && document.visibilityState === 'visible') resume();
  if (!watches.size && !lobby && !attending) return;
  pause = 500;
  open();
}

export function connected(match: string): boolean {
  return isHere(match) ? device.up : state.up || !state.tried;
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
  if (isHere(match)) watchHere(w);
  else if (state.up) sendWatch(w);
  else open();
  return () => {
    watches.delete(w);
    // The server counts a seat once: who comes while another goes must not be left deaf.
    if ([...watches].some((x) => x.match === match && x.seat === seat)) return;
    if (isHere(match)) void sendHere({ kind: 'leave', match, seat });
    else send({ kind: 'leave', match, seat });
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
  window.addEventListener('focus', () => {
    if (!device.up) wake();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}
