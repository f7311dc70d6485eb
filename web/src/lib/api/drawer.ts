/** Where the matches of this device lie: IndexedDB, one record each, with the table that lists show of it. */

interface Kept {
  id: string;
  record: string;
  table: string;
}

const NAME = 'orrery';
const STORE = 'matches';

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'id' });
    asked.onsuccess = () => {
      // A newer page in another tab may want to change it; the browser may close it.
      asked.result.onversionchange = () => asked.result.close();
      asked.result.onclose = () => (opened = null);
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error ?? new DOMException('IndexedDB'));
    asked.onblocked = () => reject(new DOMException('blocked'));
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  }));
}

async function rows(): Promise<Kept[]> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const asked = database.transaction(STORE).objectStore(STORE).getAll() as IDBRequest<Kept[]>;
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new DOMException('IndexedDB'));
  });
}

/** Every record by its match. */
export async function everything(): Promise<[string, string][]> {
  return (await rows()).map((row) => [row.id, row.record]);
}

/** The tables of all matches, as JSON: for lists, which need no engine. */
export async function tables(): Promise<string[]> {
  return (await rows()).map((row) => row.table);
}

/** Store records, each with its table; null drops one. All of them or none, and for good when this resolves. */
export async function changed(kept: readonly [string, string | null, string][]): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(STORE);
    for (const [id, record, table] of kept)
      if (record === null) store.delete(id);
      else store.put({ id, record, table } satisfies Kept);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'QuotaExceededError'));
  });
}
