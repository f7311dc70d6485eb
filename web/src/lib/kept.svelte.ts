/** What is kept on this device: the engine's files once it is wanted, everything once somebody asks for it. */

import { ROOT } from './root';

interface Engine {
  version: string;
  python: object;
  files: { name: string; path: string; size: number; br: number }[];
}
declare const __ENGINE__: Engine | null;
/** The files of the engine of this build; null where it was built without one. */
export const ENGINE: Engine | null = typeof __ENGINE__ === 'undefined' ? null : __ENGINE__;

const CACHE = 'orrery-engine';
const MARKED = `${ROOT}kept`;
const FLAG = 'orrery.device';

export const kept = $state<{
  /** Everything is here: the page opens and plays without a network. */
  all: boolean;
  /** Bytes that have come, and of how many, while it is being kept. */
  loaded: number;
  total: number;
  busy: boolean;
}>({ all: false, loaded: 0, total: 0, busy: false });

export const device = $state<{
  /** `none`: nobody has asked; `loading`: files come in; `starting`: Python does; `failed`: and `why`. */
  state: 'none' | 'loading' | 'starting' | 'ready' | 'failed';
  why: string;
  /** Bytes of the engine that are there, and of how many. */
  loaded: number;
  total: number;
}>({ state: 'none', why: '', loaded: 0, total: 0 });

/** Bytes that the engine takes on the way here, compressed, and on the device. */
export const engineSize = (): number => ENGINE?.files.reduce((sum, file) => sum + file.size, 0) ?? 0;
export const engineWay = (): number => ENGINE?.files.reduce((sum, file) => sum + file.br, 0) ?? 0;

/** For people: one digit behind the comma. */
export const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;

/** The same of bytes that are counted as they lie here, told as they come: compressed. */
export const onTheWay = (bytes: number): number => megabytes((bytes * engineWay()) / (engineSize() || 1));

/** Somebody has played on this device before, or keeps it: then it may be asked without asking. */
export function wanted(): boolean {
  try {
    return localStorage.getItem(FLAG) === '1';
  } catch {
    return false;
  }
}
export function remember(): void {
  try {
    localStorage.setItem(FLAG, '1');
  } catch {
    // Then it is asked again next time.
  }
}

/** Whether the browser keeps files for a page: not on an address that is not secure. */
export const keeps = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

async function fetched(path: string, count: (bytes: number) => void): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, sink) {
        count(chunk.byteLength);
        sink.enqueue(chunk);
      },
    }),
  );
  const headers = new Headers();
  for (const name of ['content-type', 'content-security-policy']) {
    const value = response.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(counted, { headers });
}

/** Files into a cache, those that are there already left out; `told` hears how many bytes there are. */
async function filled(name: string, files: readonly { path: string; size: number }[], told: (n: number) => void) {
  let loaded = 0;
  const cache = await caches.open(name);
  for (const file of files) {
    const before = loaded;
    const at = ROOT + file.path;
    if (!(await caches.match(at))) await cache.put(at, await fetched(at, (bytes) => told((loaded += bytes))));
    told((loaded = before + file.size));
  }
}

/** The engine's files; where nothing can be kept they are loaded when they are needed. */
export async function bring(told: (loaded: number) => void): Promise<void> {
  if (!ENGINE || !keeps()) return;
  await filled(CACHE, ENGINE.files, told);
}

/** Everything: the page in all languages, and the engine. */
export async function keepAll(): Promise<void> {
  kept.busy = true;
  try {
    const answer = await fetch(`${ROOT}files.json`, { cache: 'no-store' });
    if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
    const list = (await answer.json()) as { build: string; files: { path: string; size: number }[] };
    await navigator.serviceWorker.ready;
    const page = list.files.reduce((sum, file) => sum + file.size, 0);
    kept.total = page + engineSize();
    kept.loaded = 0;
    await filled(`orrery-page-${list.build}`, list.files, (n) => (kept.loaded = n));
    await bring((n) => (kept.loaded = page + n));
    await (await caches.open(CACHE)).put(MARKED, new Response(list.build));
    remember();
    void navigator.storage?.persist?.().catch(() => false);
    kept.all = true;
  } finally {
    kept.busy = false;
  }
}

/** Forget the files; matches stay. */
export async function letGo(): Promise<void> {
  await caches.delete(CACHE);
  kept.all = false;
}

/** Find out what is kept. */
export async function look(): Promise<void> {
  if (!keeps()) return;
  const cache = await caches.open(CACHE).catch(() => null);
  kept.all = Boolean(await cache?.match(MARKED));
}
