import { mount } from 'svelte';
import App from './App.svelte';
import './lib/theme.css';
import { keep } from './lib/settings.svelte';
import { startRouter } from './lib/router.svelte';
import { start } from './lib/i18n/index.svelte';
import { keepFriends } from './lib/friends.svelte';
import { keepSession } from './lib/session.svelte';
import { startWorker } from './lib/worker.svelte';

// A file that did not arrive (a lost connection, a newer build on the server): the page is loaded anew, but not for ever.
const RELOADED = 'orrery.reloaded';
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

keep();
startRouter();
await start();
keepSession();
keepFriends();
mount(App, { target: document.getElementById('app')! });
startWorker();
