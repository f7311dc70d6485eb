/** The language of the page: strings by key, switched without reload. */

import { settings } from '../settings.svelte';
import { format, number, type Args } from './message';

export type Language = 'en' | 'de' | 'hu';
export const LANGUAGES: readonly Language[] = ['en', 'de', 'hu'];
export const ENDONYM: Record<Language, string> = { en: 'English', de: 'Deutsch', hu: 'Magyar' };

type Strings = Readonly<Record<string, string>>;
type Loader = () => Promise<{ default: Strings }>;

/** Groups of strings: the shell's and one for each title. */
const groups: Record<string, Record<Language, Loader>> = {
  shell: {
    en: () => import('./en/shell'),
    de: () => import('./de/shell'),
    hu: () => import('./hu/shell'),
  },
  device: {
    en: () => import('./en/device'),
    de: () => import('./de/device'),
    hu: () => import('./hu/device'),
  },
};

const wanted = new Set<string>(['shell', 'device']);
const state = $state<{ language: Language; strings: Strings; ready: boolean; pseudo: boolean }>({
  language: 'en',
  strings: {},
  ready: false,
  pseudo: false,
});
const loaded = new Map<string, Strings>();
/** Those among them that can be used. */
let filled: ReadonlySet<string> = new Set();

/** Let a title bring its own strings. */
export function register(group: string, loaders: Record<Language, Loader>): void {
  groups[group] = loaders;
}

async function load(group: string, language: Language): Promise<Strings> {
  const name = `${group}/${language}`;
  let strings = loaded.get(name);
  if (!strings) {
    const loader = groups[group]?.[language];
    if (!loader) throw new Error(`there are no strings ${name}`);
    strings = (await loader()).default;
    loaded.set(name, strings);
  }
  return strings;
}

async function fill(language: Language): Promise<void> {
  await Promise.all([...wanted].map((group) => load(group, language)));
  // Others may have asked for more meanwhile, and come before or after: whatever is there counts, in their order.
  const there = [...wanted].map((group) => `${group}/${language}`).filter((name) => loaded.has(name));
  state.strings = Object.assign({}, ...there.map((name) => loaded.get(name))) as Strings;
  filled = new Set(there);
  state.language = language;
  state.ready = true;
  document.documentElement.lang = language;
}

/** Also load a title's strings; resolves when they can be used. Where two titles use one key, the last one asked for
 * wins: it is the one on the screen. */
export async function want(group: string): Promise<void> {
  if ([...wanted].at(-1) === group && filled.has(`${group}/${state.language}`)) return;
  wanted.delete(group);
  wanted.add(group);
  await fill(state.language);
}

/** The language to begin with: chosen before, or the browser's, or English. */
export function preferred(): Language {
  const chosen = settings.language;
  if (chosen) return chosen;
  for (const wish of navigator.languages ?? []) {
    const found = LANGUAGES.find((l) => wish.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}

export async function start(): Promise<void> {
  state.pseudo = new URLSearchParams(location.search).has('pseudo');
  await fill(preferred());
}

export async function speak(language: Language): Promise<void> {
  settings.language = language;
  await fill(language);
}

/** Longer by a third, to see what would be clipped. */
function stretched(text: string): string {
  return text.replace(/(\p{L}{3,})/gu, (w) => w + '~'.repeat(Math.ceil(w.length * 0.35)));
}

/** The sentence for a key; the key itself if there is none. */
export function t(key: string, args: Args = {}): string {
  const text = state.strings[key];
  if (text === undefined) {
    if (state.ready) missing.add(key);
    return key;
  }
  // Names like Q.I.C. bring a full stop of their own: one is enough.
  const out = format(state.language, text, args).replace(/([^.])\.\.(?=\s|$)/g, '$1.');
  return state.pseudo ? stretched(out) : out;
}

/** Whether there is a sentence for a key. */
export function has(key: string): boolean {
  return key in state.strings;
}

/** The sentence for the first key that has one. */
export function first(keys: readonly string[], args: Args = {}): string {
  for (const key of keys) if (has(key)) return t(key, args);
  return t(keys[keys.length - 1] ?? '', args);
}

/** Keys that were asked for and are not there; browser tests read them. */
export const missing = new Set<string>();
(globalThis as { orreryMissing?: Set<string> }).orreryMissing = missing;

export const language = (): Language => state.language;
export const ready = (): boolean => state.ready;
export const n = (value: number): string => number(state.language, value);

/** With its sign: +3, −2, ±0. */
export const signed = (value: number): string => (value > 0 ? `+${n(value)}` : n(value));

export function when(date: string | number | Date): string {
  return new Intl.DateTimeFormat(state.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(date),
  );
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(state.language, { type: 'conjunction' }).format(items);
}
