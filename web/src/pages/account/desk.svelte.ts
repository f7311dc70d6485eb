/** What is entered on the account page, and what came of it: its parts share one name, one password and one answer. */

import { api } from '../../lib/api/client';
import { renew } from '../../lib/api/live.svelte';
import type { Me } from '../../lib/api/types';
import { query, setQuery } from '../../lib/router.svelte';
import { became, meet } from '../../lib/session.svelte';
import { settings } from '../../lib/settings.svelte';

export class Desk {
  name = $state(settings.name);
  password = $state('');
  old = $state('');
  fresh = $state('');
  email = $state('');
  /** The invitation that a new account needs here: its link or the secret in it. */
  invitation = $state(query().get('invitation') ?? '');
  problem = $state<string | null>(null);
  said = $state<string | null>(null);

  /** Do something, and keep what it says in the end or what went wrong. */
  async act(work: () => Promise<string | void>): Promise<void> {
    this.problem = null;
    this.said = null;
    try {
      this.said = (await work()) ?? null;
    } catch (error) {
      this.tell(error);
    }
  }

  tell(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
  }

  /** The person is another one now. */
  took(me: Me): void {
    became(me);
    renew();
  }

  /** Nobody is signed in any more. */
  async left(): Promise<void> {
    await meet();
    renew();
  }

  async signIn(): Promise<void> {
    this.took(await api.signIn(this.name, this.password));
  }

  async change(): Promise<void> {
    this.took(await api.password(this.old, this.fresh));
  }

  /** Keep the name: make an account of it. */
  async claim(): Promise<void> {
    const secret = this.invitation.trim().split('invitation=').at(-1)!;
    this.took(await api.account(this.name, this.password, this.email || null, secret || null));
    this.invitation = '';
    if (query().has('invitation')) setQuery('invitation', null);
  }
}
