/** Where we are: the path and the query of the address, without reloading the page. */

const state = $state<{ path: string; query: URLSearchParams }>({ path: '/', query: new URLSearchParams() });

function read(): void {
  state.path = location.pathname;
  state.query = new URLSearchParams(location.search);
}

export const path = (): string => state.path;
export const query = (): URLSearchParams => state.query;

/** Go to an address of ours; `replace` leaves no step to go back to. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Put a value into the query (null takes it out) without a step in the history. */
export function setQuery(name: string, value: string | null): void {
  const q = new URLSearchParams(location.search);
  if (value === null) q.delete(name);
  else q.set(name, value);
  const text = q.toString();
  go(location.pathname + (text ? `?${text}` : ''), true);
}

/** Follow links inside the page and the back button. */
export function startRouter(): void {
  read();
  addEventListener('popstate', read);
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
