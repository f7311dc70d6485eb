// The offline shell: the document and the built files that were seen. Nothing of the API is kept.
const CACHE = 'orrery-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const page = await fetch('/', { cache: 'reload' });
      const text = await page.clone().text();
      await cache.put('/', page);
      const files = [...text.matchAll(/(?:src|href)="(\/(?:assets|fonts)\/[^"]+)"/g)].map((m) => m[1]);
      await cache.addAll([...new Set(files)]);
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'go') self.skipWaiting();
});

// Storage may be full or forbidden: then nothing is kept, but what the server answers still counts.
async function known(request) {
  try {
    return await (await caches.open(CACHE)).match(request);
  } catch {
    return undefined;
  }
}
async function keep(request, response) {
  try {
    await (await caches.open(CACHE)).put(request, response);
  } catch {
    // Not kept.
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') {
    event.respondWith(
      (async () => {
        try {
          const fresh = await fetch(event.request);
          if (fresh.ok) event.waitUntil(keep('/', fresh.clone()));
          return fresh;
        } catch {
          return (await known('/')) ?? Response.error();
        }
      })(),
    );
    return;
  }
  if (url.pathname.startsWith('/assets/') || url.pathname.startsWith('/fonts/') || url.pathname.endsWith('.svg'))
    event.respondWith(
      (async () => {
        const there = await known(event.request);
        if (there) return there;
        const fresh = await fetch(event.request);
        if (fresh.ok) event.waitUntil(keep(event.request, fresh.clone()));
        return fresh;
      })(),
    );
});

self.addEventListener('push', (event) => {
  let data = {};
  try {
    data = event.data ? event.data.json() : {};
  } catch {
    data = {};
  }
  // The fields are those of the server's Notice; by whatever address it knows this page, ours is where we are.
  const to = new URL(data.url || '/', location.origin);
  const url = to.pathname + to.search;
  event.waitUntil(
    self.registration.showNotification(data.title || 'Orrery', {
      body: data.body || '',
      icon: '/icon.svg',
      tag: url,
      data: { url },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const url = event.notification.data?.url || '/';
      for (const client of await self.clients.matchAll({ type: 'window' }))
        if (new URL(client.url).pathname === url.split('?')[0]) return client.focus();
      return self.clients.openWindow(url);
    })(),
  );
});
