/** What people enter at their table is kept in this browser, and can be taken along as a file. */

const PLACE = 'orrery.table.';

/** What was kept under a name; null where there is nothing, or nothing that can be read. */
export function kept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PLACE + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Keep a value, or forget it (null); false where this browser keeps nothing. */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(PLACE + name);
    else localStorage.setItem(PLACE + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Hand out a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Values in the fragment of an address: readable by whoever gets it, sent to nobody. */
export function packed(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** What `packed` made; null for anything else. */
export function unpacked<T>(text: string): T | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)))) as T;
  } catch {
    return null;
  }
}
