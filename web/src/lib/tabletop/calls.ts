/** Stateless calls for a game with the box on the table: everything that counts is sent. */

import { api } from '../api/client';
import { t } from '../i18n/index.svelte';

/** Asks one thing at a time: an answer that was overtaken is not shown. */
export class Asking<T> {
  #turn = 0;
  readonly #game: string;
  readonly #name: string;
  constructor(game: string, name: string) {
    this.#game = game;
    this.#name = name;
  }
  /** The answer, once it is `ready` to be told, or null where something newer was asked meanwhile. */
  async ask(args: Record<string, unknown>, ready?: (found: T) => Promise<void>): Promise<T | null> {
    const mine = ++this.#turn;
    try {
      const found = await api.tabletop<T>(this.#game, this.#name, args);
      await ready?.(found);
      return mine === this.#turn ? found : null;
    } catch (error) {
      if (mine !== this.#turn) return null;
      throw error;
    }
  }
}

/** What an error says to the person. */
export const said = (error: unknown): string => (error instanceof Error ? error.message : t('problem.unknown'));
