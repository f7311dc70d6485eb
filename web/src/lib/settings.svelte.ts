/** What a person chose for this browser; kept in local storage. */

import type { Language } from './i18n/index.svelte';

export interface Settings {
  language: Language | null;
  theme: 'auto' | 'dark' | 'light';
  motion: 'auto' | 'off';
  codes: boolean;
  shortcuts: boolean;
  sound: boolean;
  notify: boolean;
  confirmWarnings: boolean;
  coach: boolean;
  name: string;
  /** The game that was chosen or opened last. */
  game: string;
  /** Quick starts with the set-up for a first game. */
  friendly: boolean;
  /** How strong the bots of a quick start are, and the Automa; empty: as a newcomer would like it. */
  level: string;
  automa: string;
  /** Quick starts and new tables where nobody is waited for are played on this device. */
  here: boolean;
}

const KEY = 'orrery.settings';
const DEFAULTS: Settings = {
  language: null,
  theme: 'auto',
  motion: 'auto',
  codes: true,
  shortcuts: true,
  sound: false,
  notify: false,
  confirmWarnings: false,
  coach: true,
  name: '',
  game: 'gaia',
  friendly: true,
  level: '',
  automa: '',
  here: false,
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored() });

/** Keep the settings in storage and on the page from now on. */
export function keep(): void {
  const light = matchMedia('(prefers-color-scheme: light)');
  let bright = $state(light.matches);
  light.addEventListener('change', () => (bright = light.matches));
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.dataset['theme'] = settings.theme === 'auto' ? (bright ? 'light' : 'dark') : settings.theme;
      root.dataset['motion'] = settings.motion;
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        // Storage may be full or forbidden: the settings then live as long as the page.
      }
    });
  });
}

/** Whether animations should be left out. */
export function still(): boolean {
  return settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
