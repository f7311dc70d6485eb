/** Python in a thread of the page: requests one after another, bots in between, and everything kept before it is told. */

import type { PyodideInterface } from 'pyodide';
import { changed, everything } from './drawer';

export interface Place {
  /** Where the files of Pyodide lie, with a slash at the end. */
  core: string;
  stdlib: string;
  msgspec: string;
  orrery: string;
  version: string;
  /** What Pyodide compares with itself. */
  python: object;
}
export type ToWorker =
  | { kind: 'start'; place: Place }
  | { kind: 'request'; id: number; method: string; path: string; body: string }
  | { kind: 'live'; text: string };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; why: 'wasm' | 'load'; text: string }
  | { kind: 'answer'; id: number; status: number; type: string; text: string }
  | { kind: 'told'; messages: string[] }
  /** Another tab has taken the matches over: it goes on where we stopped. */
  | { kind: 'lost' };

interface Page {
  load(kept: unknown): void;
  request(method: string, target: string, body: string): { toJs(): [number, string, string]; destroy(): void };
  live(message: string): void;
  step(): boolean;
  kept(): { toJs(): [string, string | null, string][]; destroy(): void };
  told(): { toJs(): string[]; destroy(): void };
}

const say = (message: FromWorker): void => postMessage(message);
let python: PyodideInterface | null = null;
let page: Page | null = null;
const queue: Exclude<ToWorker, { kind: 'start' }>[] = [];
let running = false;
/** Whether bots or reports may have something to do. */
let more = true;

// Two tabs never write at the same time: whoever is used holds the lock, and gives it up when another one asks.

let release: (() => void) | null = null;
let asked = false;
const others = new BroadcastChannel('orrery.device');
others.onmessage = () => {
  asked = true;
  if (!running) giveUp();
};

const PATIENCE = 5000;

/** Get the lock; false if nobody gave it up in time. */
function held(how: LockOptions): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request('orrery.device', how, () => {
        resolve(true);
        return new Promise<void>((done) => (release = done));
      })
      .catch(() => {
        // Not given in time, or taken from us later on.
        resolve(false);
        giveUp();
      });
  });
}

async function take(): Promise<void> {
  if (release) return;
  if (navigator.locks) {
    others.postMessage('mine');
    // A tab that does not answer is asleep: it finds out when it wakes up.
    if (!(await held({ signal: AbortSignal.timeout(PATIENCE) }))) await held({ steal: true });
  } else release = () => undefined;
  asked = false;
  await reload();
}

function giveUp(): void {
  asked = false;
  if (!release) return;
  const done = release;
  release = null;
  done();
  more = false;
  say({ kind: 'lost' });
}

/** What is kept is what counts. */
async function reload(): Promise<void> {
  const kept = python!.toPy(await everything()) as { destroy(): void };
  page!.load(kept);
  kept.destroy();
  more = true;
}

function plain<T>(proxy: { toJs(): T; destroy(): void }): T {
  const found = proxy.toJs();
  proxy.destroy();
  return found;
}

/** Store what has changed for good, and only then tell it. */
async function settled(): Promise<void> {
  const kept = plain(page!.kept());
  if (kept.length) await changed(kept);
  const messages = plain(page!.told());
  if (messages.length) say({ kind: 'told', messages });
}

async function answered(job: (typeof queue)[number]): Promise<void> {
  try {
    await take();
    if (job.kind === 'live') {
      page!.live(job.text);
      await settled();
      return;
    }
    const [status, type, text] = plain(page!.request(job.method, job.path, job.body));
    await settled();
    say({ kind: 'answer', id: job.id, status, type, text });
  } catch (error) {
    // Nothing that could not be stored is told, nor remembered.
    plain(page!.told());
    plain(page!.kept());
    await reload().catch(() => undefined);
    const code = error instanceof DOMException ? 'no-room' : 'internal';
    const text = JSON.stringify({ code, sentence: String(error), detail: {} });
    if (job.kind === 'request') say({ kind: 'answer', id: job.id, status: 507, type: 'application/json', text });
  }
  more = true;
}

/** What was sent meanwhile gets in. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function run(): Promise<void> {
  if (running || !page) return;
  running = true;
  try {
    while (queue.length || (more && release)) {
      const job = queue.shift();
      if (job) await answered(job);
      else {
        more = page.step();
        await settled().catch(async () => {
          plain(page!.told());
          await reload();
          more = false;
        });
        await breath();
      }
      if (asked) giveUp();
    }
  } finally {
    running = false;
  }
  if (asked) giveUp();
}

async function bytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

async function start(place: Place): Promise<void> {
  try {
    // A policy that forbids it lets Pyodide wait for ever: eight bytes tell at once.
    new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  } catch (error) {
    say({ kind: 'failed', why: 'wasm', text: String(error) });
    return;
  }
  try {
    const { loadPyodide } = (await import(
      /* @vite-ignore */ `${place.core}pyodide.mjs`
    )) as typeof import('pyodide');
    const [msgspec, orrery, loaded] = await Promise.all([
      bytes(place.msgspec),
      bytes(place.orrery),
      loadPyodide({
        indexURL: place.core,
        stdLibURL: place.stdlib,
        lockFileContents: { info: place.python, packages: {} } as never,
        packageBaseUrl: place.core,
        env: { ORRERY_PURE: '1' },
      }),
    ]);
    python = loaded;
    for (const archive of [msgspec, orrery])
      python.unpackArchive(new Uint8Array(archive), 'zip', { extractDir: '/orrery' });
    python.globals.set('version', place.version);
    page = python.runPython(`
import sys
sys.path.insert(0, "/orrery")
import orrery
orrery.__version__ = version
from orrery.device.page import Page
Page()
`) as Page;
    say({ kind: 'ready' });
    await run();
  } catch (error) {
    say({ kind: 'failed', why: 'load', text: String(error).slice(-400) });
  }
}

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'start') void start(message.place);
  else {
    queue.push(message);
    void run();
  }
});
