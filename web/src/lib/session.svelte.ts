/** Who is asking: the person of this browser. */

import { api } from './api/client';
import { renew } from './api/live.svelte';
import type { User } from './api/types';
import { settings } from './settings.svelte';
import { t } from './i18n/index.svelte';

export const session = $state<{ user: User | null; known: boolean; email: string | null; offline: boolean }>({
  user: null,
  known: false,
  email: null,
  offline: false,
});

export async function meet(): Promise<void> {
  try {
    const me = await api.me();
    session.user = me.user;
    session.email = me.email ?? null;
    session.offline = false;
  } catch {
    session.offline = true;
  }
  session.known = true;
}

/** The person, made a guest first where there is none yet. */
export async function somebody(): Promise<User> {
  if (session.user) return session.user;
  const name = settings.name.trim() || t('seat.unnamed', { seat: 1 + Math.floor(Math.random() * 899) + 100 });
  const me = await api.guest(name);
  session.user = me.user;
  settings.name = me.user?.name ?? name;
  renew();
  return me.user!;
}
