/** Where we are: path, query and fragment of the address, without reloading the page. */

import { ROOT } from './root';

const state = $state<{ path: string; query: URLSearchParams; hash: string }>({
  path: '/',
  query: new URLSearchParams(),
  hash: '',
});

/** A fragment as it was meant; one that is no encoded text is taken as it stands. */
function meant(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function read(): void {
  state.path = `/${location.pathname.slice(ROOT.length)}`;
  state.query = new URLSearchParams(location.search);
  state.hash = meant(location.hash.slice(1));
}

export const path = (): string => state.path;
export const query = (): URLSearchParams => state.query;
/** The place on the page that is meant, without its sign. */
export const hash = (): string => state.hash;

/** An address of ours where the page lies: in a folder of a static server it begins with that. */
export const placed = (to: string): string => (to.startsWith(ROOT) ? to : ROOT + to.replace(/^\//, ''));

/** Go to an address of ours; `replace` leaves no step to go back to. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', placed(to));
  else history.pushState(null, '', placed(to));
  read();
  if (!replace) scrollTo(0, 0);
}

/** Put a value into the query (null takes it out) without a step in the history. */
export function setQuery(name: string, value: string | null): void {
  const q = new URLSearchParams(location.search);
  if (value === null) q.delete(name);
  else q.set(name, value);
  const text = q.toString();
  go(state.path + (text ? `?${text}` : ''), true);
}

/** Links are written as if the page lay at `/`: before anybody uses one it leads to where the page lies. */
function homely(target: Element | null): void {
  const link = target?.closest?.('a');
  const href = link?.getAttribute('href');
  if (href?.startsWith('/') && !href.startsWith(ROOT)) link!.setAttribute('href', placed(href));
}

/** Follow links inside the page and the back button. */
export function startRouter(): void {
  // A static server led an address within the page to its one document.
  const meantFor = new URLSearchParams(location.search).get('to');
  if (meantFor !== null && ROOT !== '/') history.replaceState(null, '', ROOT + meantFor.replace(/^\/+/, ''));
  read();
  if (ROOT !== '/')
    for (const moment of ['pointerover', 'focusin', 'click'] as const)
      addEventListener(moment, (event) => homely(event.target as Element | null), true);
  addEventListener('popstate', read);
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(`/${link.pathname.slice(ROOT.length)}` + link.search + link.hash);
  });
}
