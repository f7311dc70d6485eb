/** Lists of tables: own ones, open ones, those to watch, finished ones; and which of the own ones wait for an answer. */

import { tick, untrack } from 'svelte';
import { ALONE, isHere } from '../../lib/api/backend';
import { api } from '../../lib/api/client';
import { listen, watchLobby } from '../../lib/api/live.svelte';
import { ownTables } from '../../lib/api/own';
import type { Table, TablePage } from '../../lib/api/types';
import { wanted } from '../../lib/kept.svelte';
import { session } from '../../lib/session.svelte';

export const LISTS = ALONE ? (['mine', 'finished'] as const) : (['mine', 'open', 'watch', 'finished'] as const);

/** A table that moved on while the list was read is in two pages: it stands where it was first. */
function joined(shown: Table[], next: Table[]): Table[] {
  const known = new Set(shown.map((table) => table.id));
  return [...shown, ...next.filter((table) => !known.has(table.id))];
}

export class Lists {
  which = $state<'mine' | 'open' | 'watch' | 'finished'>(ALONE || wanted() ? 'mine' : 'open');
  search = $state('');
  found = $state.raw<Table[]>([]);
  /** Where the list goes on after what is shown. */
  more = $state<string | null>(null);
  /** Own tables that wait for an answer: whoever comes back finds them first. */
  due = $state.raw<Table[]>([]);
  private asked = 0;
  /** How many tables somebody has asked to see: as many stay when the list is read anew. */
  private wished = 0;
  private touched = false;

  /** In a component: the lists follow what is chosen, who is signed in, and what happens at tables. */
  constructor(private readonly failed: (error: unknown) => void) {
    $effect(() => {
      if ((session.user || session.offline) && this.which === 'open' && !this.touched) this.which = 'mine';
    });
    $effect(() => {
      void [this.which, this.search, session.user];
      this.more = null;
      this.wished = 0;
      untrack(() => void this.refresh());
    });
    $effect(() => {
      const stop = watchLobby();
      const deaf = listen((m) => {
        if (m.kind === 'lobby' || m.kind === 'asked') void this.refresh();
        if (m.kind === 'asked' && this.which !== 'mine') void this.call();
      });
      return () => {
        stop();
        deaf();
      };
    });
  }

  choose(which: (typeof LISTS)[number]): void {
    this.touched = true;
    this.which = which;
  }

  refresh = async (): Promise<void> => {
    const mine = ++this.asked;
    const own = await ownTables(this.which, this.search);
    if (mine !== this.asked) return;
    let fresh: Table[] = own;
    let after: string | null = null;
    if (ALONE || (session.offline && own.length)) {
      this.found = own;
      return;
    }
    do {
      const page: TablePage | null = await api.tables(this.which, after, this.search).catch(() => null);
      if (mine !== this.asked) return; // a late answer is about another list
      if (!page) {
        if (own.length) this.found = own;
        return;
      }
      fresh = joined(fresh, page.tables);
      after = page.more;
    } while (after && fresh.length < this.wished);
    this.found = fresh;
    this.more = after;
    if (this.which === 'mine') this.due = fresh.filter((table) => table.waiting);
  };

  private async call(): Promise<void> {
    const page = await api.tables('mine').catch(() => null);
    if (page)
      this.due = [...this.due.filter((table) => isHere(table.id)), ...page.tables.filter((table) => table.waiting)];
  }

  /** The next page; whoever came by the keyboard goes on at the first table that is new. */
  async further(rows: HTMLElement | undefined): Promise<void> {
    const mine = ++this.asked;
    this.wished = this.found.length + 1;
    const page = await api.tables(this.which, this.more, this.search).catch((error: unknown) => {
      this.failed(error);
      return null;
    });
    if (!page || mine !== this.asked) return;
    const shown = this.found.length;
    this.found = joined(this.found, page.tables);
    this.more = page.more;
    await tick();
    rows?.querySelectorAll('a')[shown]?.focus();
  }
}
