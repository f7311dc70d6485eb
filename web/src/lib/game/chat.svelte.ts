/** What is said at a table, and how much of it this browser has not shown yet. */

import { api } from '../api/client';
import type { ChatLine } from '../api/types';
import { t } from '../i18n/index.svelte';
import { session } from '../session.svelte';
import { announce } from '../ui/announce.svelte';

export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  /** Whether the chat is on the screen. */
  open = $state(false);
  /** Number of the last line that was on the screen. */
  private read = $state(0);
  private readonly place: string;

  constructor(readonly id: string) {
    this.place = `orrery.chat.${id}`;
    try {
      this.read = Number(localStorage.getItem(this.place) ?? 0);
    } catch {
      this.read = 0;
    }
  }

  /** Lines of others that have not been on the screen. */
  get unread(): number {
    if (this.open) return 0;
    return this.lines.filter((l) => l.number > this.read && l.user !== session.user?.id).length;
  }

  async load(): Promise<void> {
    try {
      const { lines } = await api.chat(this.id, this.lines.at(-1)?.number ?? 0);
      const known = new Set(this.lines.map((l) => l.number));
      this.lines = [...this.lines, ...lines.filter((l) => !known.has(l.number))].sort(
        (a, b) => a.number - b.number,
      );
    } catch {
      // The table is there without its chat; opening it tries again.
    }
  }

  hear(line: ChatLine): void {
    if (this.lines.some((l) => l.number === line.number)) {
      // Its words may have been removed since.
      this.lines = this.lines.map((l) => (l.number === line.number ? line : l));
      return;
    }
    this.lines = [...this.lines, line];
    if (line.user !== session.user?.id) announce(t('chat.said', { who: line.name, text: line.text }));
  }

  /** Everything is on the screen now. */
  see(): void {
    this.read = Math.max(this.read, this.lines.at(-1)?.number ?? 0);
    try {
      localStorage.setItem(this.place, String(this.read));
    } catch {
      // Then the lines count as new again after a reload.
    }
  }
}
