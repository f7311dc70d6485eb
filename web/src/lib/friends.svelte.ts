/** The people around the person of this browser, and who has invited them; kept up to date by the live connection. */

import { api } from './api/client';
import { listen } from './api/live.svelte';
import type { Friends, Invited } from './api/types';
import { t } from './i18n/index.svelte';
import { session } from './session.svelte';
import { announce } from './ui/announce.svelte';

export const around = $state<{ friends: Friends | null; invites: readonly Invited[] }>({
  friends: null,
  invites: [],
});

/** Invitations that were told aloud. */
const told = new Set<string>();

export async function loadInvites(): Promise<void> {
  if (!session.user) {
    around.invites = [];
    return;
  }
  const who = session.user.id;
  try {
    const found = await api.invites();
    if (session.user?.id === who) invited(found);
  } catch {
    // They are asked for again with the next message of the server.
  }
}

/** These are the invitations now. */
export function invited(found: readonly Invited[]): void {
  around.invites = found;
  for (const one of found) {
    if (told.has(one.match)) continue;
    told.add(one.match);
    announce(t('friends.invites', { who: one.by, game: one.title || t(`title.${one.game}`) }));
  }
}

export async function loadFriends(): Promise<void> {
  const who = session.user?.id ?? null;
  if (who === null) {
    around.friends = null;
    return;
  }
  const found = await api.friends();
  if (session.user?.id === who) around.friends = found;
}

/** From now on notice who asks and invites. */
export function keepFriends(): void {
  listen((m) => {
    if (m.kind !== 'called') return;
    void loadInvites();
    if (around.friends) void loadFriends().catch(() => undefined);
  });
  $effect.root(() => {
    $effect(() => {
      void session.user?.id;
      around.friends = null;
      void loadInvites();
    });
  });
}
