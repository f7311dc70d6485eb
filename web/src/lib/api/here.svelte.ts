/** This device as a back end: the engine in a thread of the page, loaded when somebody first plays here. */

import { Problem } from './problem';
import type { Answer } from './backend';
import { hear, lost, resume } from './live.svelte';
import type { FromWorker, Place, ToWorker } from './here.worker';
import type { LiveMessage } from './types';
import { bring, device, ENGINE, engineSize, remember } from '../kept.svelte';
import { ROOT } from '../root';

/** Milliseconds that Python may take to start before somebody is told that it does not. */
const PATIENCE = 90_000;

let worker: Worker | null = null;
let starting: Promise<void> | null = null;
const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
let asked = 0;

function fail(code: string, text: string): Problem {
  device.state = 'failed';
  const problem = new Problem(0, code, text);
  device.why = problem.message;
  worker?.terminate();
  worker = null;
  starting = null;
  for (const one of waiting.values()) one.reject(problem);
  waiting.clear();
  return problem;
}

/** Where a file of the engine lies. */
const file = (name: string): string =>
  new URL(ROOT + ENGINE!.files.find((one) => one.name === name)!.path, location.origin).href;

function place(): Place {
  if (!ENGINE) throw fail('no-engine', 'this build has no engine');
  return {
    core: file('pyodide.mjs').replace(/[^/]*$/, ''),
    stdlib: file('python_stdlib.zip'),
    msgspec: file('msgspec.zip'),
    orrery: file('orrery.zip'),
    version: ENGINE.version,
    python: ENGINE.python,
  };
}

function take(message: FromWorker): void {
  switch (message.kind) {
    case 'answer': {
      const { status, type, text } = message;
      waiting.get(message.id)?.resolve({ status, type, text });
      waiting.delete(message.id);
      break;
    }
    case 'told':
      for (const text of message.messages) hear(JSON.parse(text) as LiveMessage);
      break;
    case 'lost':
      lost();
      break;
  }
}

/** Load the engine, once; a failure says why, and it may be tried again. */
export function start(): Promise<void> {
  return (starting ??= begin().catch((error: unknown) => {
    throw error instanceof Problem ? error : fail('no-load', String(error));
  }));
}

async function begin(): Promise<void> {
  const files = place();
  device.state = 'loading';
  device.total = engineSize();
  device.loaded = 0;
  try {
    await bring((loaded) => (device.loaded = loaded));
  } catch (error) {
    throw fail('no-load', String(error));
  }
  device.state = 'starting';
  const thread = new Worker(new URL('./here.worker.ts', import.meta.url), { type: 'module' });
  worker = thread;
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(fail('no-start', 'no answer in time')), PATIENCE);
    thread.onerror = (event) => reject(fail('no-start', event.message));
    thread.onmessage = (event: MessageEvent<FromWorker>) => {
      const message = event.data;
      if (message.kind === 'ready') {
        clearTimeout(late);
        resolve();
      } else if (message.kind === 'failed') {
        clearTimeout(late);
        reject(fail(message.why === 'wasm' ? 'no-wasm' : 'no-start', message.text));
      } else take(message);
    };
    thread.postMessage({ kind: 'start', place: files } satisfies ToWorker);
  });
  device.state = 'ready';
  remember();
  // The browser keeps what was asked to stay; where it asks back, the answer may be no.
  void navigator.storage?.persist?.().catch(() => false);
  resume();
}

function send(message: ToWorker): void {
  worker?.postMessage(message);
}

export async function request(method: string, path: string, body: string): Promise<Answer> {
  if (method === 'GET' && path === '/titles' && ENGINE) {
    // Known since the build: the engine is not loaded to say what can be played.
    const answer = await fetch(file('titles.json'));
    return { status: answer.status, type: 'application/json', text: await answer.text() };
  }
  await start();
  const id = ++asked;
  return new Promise<Answer>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    send({ kind: 'request', id, method, path, body });
  });
}

/** A live message to the device; nothing is loaded for it. */
export function tell(message: object): void {
  send({ kind: 'live', text: JSON.stringify(message) });
}
