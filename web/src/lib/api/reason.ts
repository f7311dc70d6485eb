/** Why something was refused, in the language of the page: the engine's and the server's sentences by their keys. */

import { has, register, t, want, type Language } from '../i18n/index.svelte';

/** A sentence by its key, with what is put into it; a value may be such a sentence itself, or several. */
export interface Reason {
  key: string;
  args?: Readonly<Record<string, unknown>>;
}

type Words = Readonly<Record<string, string>>;
type Room = Promise<{ default: Words }>;

async function joined(rooms: Record<string, Room>): Room {
  const found: Record<string, string> = {};
  for (const [room, words] of Object.entries(rooms))
    for (const [key, text] of Object.entries((await words).default)) found[`said:${room}.${key}`] = text;
  return { default: found };
}

const loaders: Record<Language, () => Room> = {
  en: () =>
    joined({
      core: import('../../../../src/orrery/core/said/en.json'),
      gaia: import('../../../../src/orrery/gaia/said/en.json'),
      evacuation: import('../../../../src/orrery/evacuation/said/en.json'),
      desk: import('../../../../src/orrery/desk/said/en.json'),
      server: import('../../../../src/orrery/server/said/en.json'),
      device: import('../../../../src/orrery/device/said/en.json'),
      study: import('../../../../src/orrery/study/said/en.json'),
    }),
  de: () =>
    joined({
      core: import('../../../../src/orrery/core/said/de.json'),
      gaia: import('../../../../src/orrery/gaia/said/de.json'),
      evacuation: import('../../../../src/orrery/evacuation/said/de.json'),
      desk: import('../../../../src/orrery/desk/said/de.json'),
      server: import('../../../../src/orrery/server/said/de.json'),
      device: import('../../../../src/orrery/device/said/de.json'),
      study: import('../../../../src/orrery/study/said/de.json'),
    }),
  hu: () =>
    joined({
      core: import('../../../../src/orrery/core/said/hu.json'),
      gaia: import('../../../../src/orrery/gaia/said/hu.json'),
      evacuation: import('../../../../src/orrery/evacuation/said/hu.json'),
      desk: import('../../../../src/orrery/desk/said/hu.json'),
      server: import('../../../../src/orrery/server/said/hu.json'),
      device: import('../../../../src/orrery/device/said/hu.json'),
      study: import('../../../../src/orrery/study/said/hu.json'),
    }),
};
register('refusals', loaders);

let wanted: Promise<void> | null = null;

/** Load the sentences; the first refusal waits for them. Without them a refusal is told by its code alone. */
export const learnt = (): Promise<void> => (wanted ??= want('refusals').catch(() => void (wanted = null)));

export const reasonOf = (detail: Readonly<Record<string, unknown>>): Reason | null => {
  const found = detail['reason'] as Partial<Reason> | null | undefined;
  return found && typeof found === 'object' && typeof found.key === 'string' ? (found as Reason) : null;
};

/** Values that are ids, and where the page has a word for them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  option: ['set.'],
  faction: ['faction.'],
  other: ['faction.'],
  seat: ['faction.'],
  planet: ['planet.'],
  building: ['building.'],
  track: ['track.'],
  what: ['res.', 'ev.what.', 'ev.res.'],
  terrain: ['ev.terrain.'],
  place: ['ev.terrain.'],
  field: ['field.'],
  phase: ['edit.phase.', 'ev.phase.'],
  token: ['tile.'],
  lane: ['ev.lane.'],
  card: ['ev.name.'],
  question: ['edit.question.', 'ev.question.'],
};

function worded(name: string, value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((each) => spoken(each as Reason)).join(', ');
  if (value && typeof value === 'object') return spoken(value as Reason);
  const text = String(value ?? '');
  const id = /^'(.*)'$/.exec(text)?.[1] ?? text;
  const key = NAMED[name]?.map((group) => group + id).find(has);
  return key ? t(key) : text;
}

/** The words of a reason, as part of a sentence. */
export function spoken({ key, args }: Reason): string {
  if (!has(`said:${key}`)) return '';
  return t(
    `said:${key}`,
    Object.fromEntries(Object.entries(args ?? {}).map(([name, value]) => [name, worded(name, value)])),
  );
}

/** The reason as a sentence that stands alone; empty where there are no words for it. */
export function explained(reason: Reason): string {
  const text = spoken(reason);
  if (!text) return '';
  const whole = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
