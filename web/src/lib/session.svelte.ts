/** Who is asking: the person of this browser. */

import { ALONE } from './api/backend';
import { api, onStranger, Problem } from './api/client';
import { attend, listen, renew } from './api/live.svelte';
import type { Announcement, Me, User } from './api/types';
import { settings } from './settings.svelte';
import { language, t, type Language } from './i18n/index.svelte';

export const session = $state<{
  user: User | null;
  known: boolean;
  email: string | null;
  /** The language in which the server writes to the person. */
  language: Language | null;
  offline: boolean;
  moderator: boolean;
  muted: Me['muted'];
  /** Why we were put out, as it was told. */
  banned: string | null;
  announcement: Announcement | null;
  registration: NonNullable<Me['registration']>;
  guests: boolean;
  /** The server sends e-mail. */
  mail: boolean;
}>({
  user: null,
  known: false,
  email: null,
  language: null,
  offline: false,
  moderator: false,
  muted: null,
  banned: null,
  announcement: null,
  registration: 'open',
  guests: true,
  mail: false,
});

/** Where tabs of one browser tell each other who is signed in. */
const PERSON = 'orrery.person';
const who = (): string => String(session.user?.id ?? '');

/** This is who we are now: after signing in or out, here or in another tab. */
export function became(me: Me): void {
  const other = session.known && (session.user?.id ?? null) !== (me.user?.id ?? null);
  session.user = me.user;
  session.email = me.email ?? null;
  session.language = me.language ?? null;
  session.moderator = me.moderator ?? false;
  session.muted = me.muted ?? null;
  session.announcement = me.announcement ?? null;
  session.registration = me.registration ?? 'open';
  session.guests = me.guests ?? true;
  session.mail = me.mail ?? false;
  if (me.user) session.banned = null;
  if (me.user) settings.name = me.user.name;
  try {
    localStorage.setItem(PERSON, who());
  } catch {
    // Other tabs then learn it from their next request.
  }
  if (other) {
    renew();
    dispatchEvent(new CustomEvent('orrery:person'));
  }
}

let meeting: Promise<void> | null = null;
export function meet(): Promise<void> {
  return (meeting = (async () => {
    if (ALONE) {
      session.known = true;
      return;
    }
    try {
      became(await api.me());
      session.offline = false;
    } catch {
      session.offline = true;
    }
    session.known = true;
  })());
}

/** Resolves when it is known who we are: what is asked already is not asked twice. */
export async function met(): Promise<void> {
  if (!session.known) await (meeting ?? meet());
}

/** The person, made a guest first where there is none yet. */
export async function somebody(): Promise<User> {
  // Perhaps another tab has signed in: a guest would end that session.
  if (!session.user) await meet();
  if (session.user) return session.user;
  const me = await api.guest(settings.name.trim() || t('seat.unnamed', { seat: 1 }));
  became(me);
  return me.user!;
}

/** From now on notice when another tab signs in or out, and tell the server which language the page speaks. */
export function keepSession(): void {
  onStranger(became);
  addEventListener('storage', (event) => {
    if (event.key === PERSON && session.known && event.newValue !== who()) void meet();
  });
  attend();
  listen((m) => {
    if (m.kind === 'hello' || m.kind === 'announced') session.announcement = m.announcement ?? null;
    if (m.kind === 'problem' && m.code === 'banned') {
      session.banned = new Problem(403, m.code, m.sentence, m.detail).message;
      void meet();
    }
    if (m.kind === 'hello' && session.known && (m.user?.id ?? null) !== (session.user?.id ?? null)) void meet();
  });
  $effect.root(() => {
    $effect(() => {
      const spoken = language();
      if (!session.user || session.language === spoken) return;
      void api
        .language(spoken)
        .then(() => (session.language = spoken))
        .catch(() => undefined);
    });
  });
}
