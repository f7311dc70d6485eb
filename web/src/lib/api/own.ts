/** Matches of this device in lists: read from where they lie, without the engine. */

import { wanted } from '../kept.svelte';
import { ALONE } from './backend';
import type { Practice, PracticeKind, Table } from './types';

/** The own ones first that wait for somebody, then the newest. */
export async function ownTables(list: string, search: string): Promise<Table[]> {
  if (!['mine', 'finished'].includes(list) || !(ALONE || wanted())) return [];
  try {
    const { tables } = await import('./drawer');
    const words = search.trim().toLocaleLowerCase();
    return (await tables())
      .map((text) => JSON.parse(text) as Table)
      .filter((table) => list === 'mine' || table.state !== 'running')
      .filter((table) =>
        [table.title, table.game, ...table.seats.map((seat) => seat.name)]
          .join(' ')
          .toLocaleLowerCase()
          .includes(words),
      )
      .sort((a, b) => Number(b.waiting) - Number(a.waiting) || last(b) - last(a));
  } catch {
    return []; // the browser keeps nothing here
  }
}

/** Whether there is anything to practise on this device: the engine is loaded only then. */
export async function hasCards(): Promise<boolean> {
  if (!(ALONE || wanted())) return false;
  try {
    const { everything } = await import('./drawer');
    return (await everything()).some(([, record]) => record.includes('"cards":['));
  } catch {
    return false;
  }
}

/** The cards of a server and of this device as one practice. */
export function together(all: readonly Practice[]): Practice {
  const kinds = new Map<string, PracticeKind>();
  for (const kind of all.flatMap((one) => one.kinds)) {
    const at = `${kind.game} ${kind.kind}`;
    const known = kinds.get(at) ?? { ...kind, total: 0, due: 0 };
    kinds.set(at, { ...kind, total: known.total + kind.total, due: known.due + kind.due });
  }
  const next = all.map((one) => one.next).filter((at) => at !== null);
  return {
    due: all.reduce((sum, one) => sum + one.due, 0),
    total: all.reduce((sum, one) => sum + one.total, 0),
    next: next.length ? Math.min(...next) : null,
    kinds: [...kinds.values()],
    cards: all.flatMap((one) => one.cards).sort((a, b) => a.due - b.due),
  };
}

const last = (table: Table): number => table.since ?? table.ended ?? table.created;
