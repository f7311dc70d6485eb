/** The service worker: the page opens without a network, and says when a newer one is ready. */

import { ROOT } from './root';

export const worker = $state<{ fresh: ServiceWorker | null }>({ fresh: null });

export function startWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  void navigator.serviceWorker
    .register(`${ROOT}sw.js`)
    .then((registration) => {
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => {
          if (next.state === 'installed' && navigator.serviceWorker.controller) worker.fresh = next;
        });
      });
    })
    .catch(() => undefined);
}

export function loadFresh(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  worker.fresh?.postMessage('go');
}
