// The page without a network. The build puts in its name, the files of the page and those of the engine. Files of
// the page are kept as they are seen, all of them once somebody keeps Orrery on this device; the engine is kept by the
// page itself when it is wanted. Nothing of the API is kept, and nothing of an older build.
const BUILD = '__BUILD__';
const FILES = [/* __FILES__ */];
const ENGINE_FILES = [/* __ENGINE__ */];
/** There is no server behind this page: addresses within it are led to its one document. */
const ALONE = '__ALONE__' === 'yes';

const PAGE = `orrery-page-${BUILD}`;
const ENGINE = 'orrery-engine';
/** Lies among the engine's files once somebody has asked to keep everything. */
const KEPT = 'kept';
const ROOT = new URL('./', self.location).pathname;

const at = (path) => ROOT + path;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PAGE);
      const page = await fetch(ROOT, { cache: 'reload' });
      const text = await page.clone().text();
      await cache.put(ROOT, page);
      const named = [...text.matchAll(/(?:src|href)="(?:\.?\/)((?:assets|fonts)\/[^"]+)"/g)].map((m) => m[1]);
      const whole = (await (await caches.open(ENGINE)).match(at(KEPT))) !== undefined;
      for (const path of new Set([...named, ...(whole ? FILES : [])])) {
        // A file whose name says what is in it is taken over from the build before.
        const there = await caches.match(at(path));
        if (there) await cache.put(at(path), there);
        else await cache.add(at(path));
      }
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== PAGE && name !== ENGINE) await caches.delete(name);
      const engine = await caches.open(ENGINE);
      const wanted = new Set([...ENGINE_FILES, KEPT].map(at));
      for (const request of await engine.keys())
        if (!wanted.has(new URL(request.url).pathname)) await engine.delete(request);
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
    return await caches.match(request);
  } catch {
    return undefined;
  }
}
async function keep(request, response) {
  try {
    await (await caches.open(PAGE)).put(request, response);
  } catch {
    // Not kept.
  }
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (!url.pathname.startsWith(ROOT) || url.pathname.startsWith('/api/')) return;
  const path = url.pathname.slice(ROOT.length);
  if (event.request.mode === 'navigate') {
    if (ALONE && path !== '' && path !== 'index.html') {
      event.respondWith(Response.redirect(`${ROOT}?to=${encodeURIComponent(path + url.search + url.hash)}`));
      return;
    }
    event.respondWith(
      (async () => {
        try {
          const fresh = await fetch(event.request);
          if (fresh.ok) event.waitUntil(keep(ROOT, fresh.clone()));
          return fresh;
        } catch {
          return (await known(ROOT)) ?? Response.error();
        }
      })(),
    );
    return;
  }
  if (path.startsWith('engine/'))
    event.respondWith((async () => (await known(event.request)) ?? (await fetch(event.request)))());
  else if (path.startsWith('assets/') || path.startsWith('fonts/') || /\.(svg|png|webmanifest)$/.test(path))
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
      icon: at('icon.svg'),
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
