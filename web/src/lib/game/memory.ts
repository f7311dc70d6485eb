/** What a window remembers of a match through a reload; where nothing can be stored, as long as the page is there. */

import type { Seat } from '../api/types';

export class Memory {
  constructor(private readonly match: string) {}

  /** Of a seat, or of the whole match. */
  private key(what: string, seat?: Seat | null): string {
    return `orrery.${what}.${this.match}${seat === undefined ? '' : `.${seat ?? 'x'}`}`;
  }

  read(what: string, seat?: Seat | null): string | null {
    try {
      return sessionStorage.getItem(this.key(what, seat));
    } catch {
      return null;
    }
  }

  /** Keep a text, or with null forget it. */
  write(what: string, text: string | null, seat?: Seat | null): void {
    try {
      if (text === null) sessionStorage.removeItem(this.key(what, seat));
      else sessionStorage.setItem(this.key(what, seat), text);
    } catch {
      // Then it is gone after a reload.
    }
  }
}
