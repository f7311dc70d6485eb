/** What a quick start is made of: the game, who plays, the bots' level; and the table that it makes. */

import { untrack } from 'svelte';
import { ALONE } from '../../lib/api/backend';
import { api, matchPath, Problem } from '../../lib/api/client';
import type { History, NewTable, TitleInfo } from '../../lib/api/types';
import { t, want } from '../../lib/i18n/index.svelte';
import { ENGINE, wanted } from '../../lib/kept.svelte';
import { go } from '../../lib/router.svelte';
import { session, somebody } from '../../lib/session.svelte';
import { settings } from '../../lib/settings.svelte';
import { boxed } from '../../lib/tabletop/box';
import { titles } from '../../lib/titles';

export type Kind = 'solo' | 'bots' | 'hotseat' | 'friends';

export class Quick {
  infos = $state.raw<TitleInfo[]>([]);
  problem = $state<string | null>(null);
  busy = $state(false);
  /** Seats of the three ways to start that have several. */
  readonly players = $state({ bots: 2, hotseat: 2, friends: 2 });
  /** Names around one screen, from the second on. */
  readonly names = $state(['', '', '']);
  /** What a guest wanted to start before saying a name: then it begins. */
  pending = $state<Kind | null>(null);
  /** What did not start on this device: the server can. */
  stuck = $state<Kind | null>(null);
  /** Where a name is said. */
  nameField = $state<HTMLInputElement>();
  /** What the person has played to the end, as far as it was told. */
  private past = $state.raw<History | null>(null);

  readonly game = $derived(settings.game in titles ? settings.game : 'gaia');
  readonly info = $derived(this.infos.find((i) => i.name === this.game));
  /** Whether quick starts are played on this device: wished, or there is nothing else. */
  readonly here = $derived(ENGINE !== null && (ALONE || settings.here || (session.offline && wanted())));
  readonly suggestion = $derived(this.past?.suggestions[this.game] ?? null);
  /** The level of the bots: as chosen before, else where the last games were close, else one for newcomers. */
  readonly bot = $derived.by(() => {
    const levels = this.info?.bots ?? [];
    const wishes = [settings.level, this.suggestion?.level ?? '', 'beginner', 'greedy'];
    return wishes.find((level) => levels.includes(level)) ?? levels.at(-1) ?? 'random';
  });
  readonly automas = $derived(
    (this.info?.settings.find((s) => s.name === 'automa_level')?.choices ?? []).map((c) => String(c)),
  );
  readonly automa = $derived(this.automas.includes(settings.automa) ? settings.automa : (this.automas[0] ?? ''));
  readonly solo = $derived(
    this.automas.length > 0 ||
      (this.info?.settings.some((s) => s.name === 'players' && s.choices[0] === 1) ?? false),
  );
  readonly friendly = $derived(titles[this.game]?.friendly);

  /** In a component: what is known of a person follows whoever is signed in. */
  constructor() {
    void api
      .titles()
      .then((x) => {
        const order = Object.keys(titles);
        this.infos = x
          .filter((i) => i.name in titles)
          .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
        for (const i of this.infos) void want(i.name);
      })
      .catch((error: unknown) => this.tell(error));
    $effect(() => {
      void session.user?.id;
      untrack(() => {
        this.past = null;
        if (session.user)
          void api.history().then(
            (x) => (this.past = x),
            () => undefined,
          );
      });
    });
  }

  tell(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
  }

  /** By the server what did not start on this device. */
  instead(kind: Kind): void {
    settings.here = false;
    void this.start(kind);
  }

  async start(kind: Kind): Promise<void> {
    const local = this.here && kind !== 'friends';
    this.pending = !local && !session.user && !settings.name.trim() ? kind : null;
    if (this.pending) {
      this.nameField?.focus();
      return;
    }
    this.busy = true;
    this.problem = null;
    this.stuck = null;
    try {
      const own = settings.name.trim() || t('seat.unnamed', { seat: 1 });
      const me = local ? { name: own } : await somebody();
      const table = await api.newTable(this.wish(kind, local, me.name), local);
      go(matchPath(table.id, table));
    } catch (error) {
      if (local && !ALONE && error instanceof Problem && error.status === 0) this.stuck = kind;
      this.tell(error);
    } finally {
      this.busy = false;
    }
  }

  private wish(kind: Kind, local: boolean, me: string): NewTable {
    const count = kind === 'solo' ? 1 : this.players[kind];
    const seats: NewTable['seats'] = [];
    for (let i = 0; i < count; i++) {
      const name = this.names[i - 1]?.trim() || t('seat.unnamed', { seat: i + 1 });
      if (i === 0) seats.push({ kind: 'me', ...(kind === 'hotseat' || local ? { name: me } : {}) });
      else if (kind === 'hotseat') seats.push({ kind: 'me', name });
      else if (kind === 'bots') seats.push({ kind: 'bot', level: this.bot });
      else seats.push({ kind: 'open' });
    }
    return {
      game: this.game,
      options: {
        players: count,
        ...boxed(this.game),
        ...(kind === 'solo' && this.automa ? { automa_level: this.automa } : {}),
        ...(settings.friendly ? this.friendly : {}),
      },
      seats,
      visibility: kind === 'friends' ? 'link' : 'public',
    };
  }
}
