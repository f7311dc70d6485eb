import { mount } from 'svelte';
import App from './App.svelte';
import './lib/theme.css';
import { keep } from './lib/settings.svelte';
import { startRouter } from './lib/router.svelte';
import { start } from './lib/i18n/index.svelte';
import { keepSession } from './lib/session.svelte';
import { startWorker } from './lib/worker.svelte';

keep();
startRouter();
await start();
keepSession();
mount(App, { target: document.getElementById('app')! });
startWorker();
