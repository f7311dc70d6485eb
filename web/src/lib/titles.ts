/** The registry of titles: name -> what it brings. A new game is one more entry. */

import type { TitleEntry } from './game/title';
import { prefixed, type Words } from './i18n/automa';
import { register } from './i18n/index.svelte';

type Part = Promise<{ default: Words }>;

/** A title's own words and the Automa's, which come with the engine. */
async function joined(own: Part, automa: Part): Part {
  const [a, b] = await Promise.all([own, automa]);
  return { default: { ...a.default, ...prefixed(b.default) } };
}

export const titles: Record<string, TitleEntry> = {
  gaia: {
    name: 'gaia',
    players: [2, 3, 4],
    strings: {
      en: () => joined(import('./i18n/en/gaia'), import('../../../src/orrery/gaia/automa/words/en.json')),
      de: () => joined(import('./i18n/de/gaia'), import('../../../src/orrery/gaia/automa/words/de.json')),
      hu: () => joined(import('./i18n/hu/gaia'), import('../../../src/orrery/gaia/automa/words/hu.json')),
    },
    load: () => import('../gaia/title').then((m) => m.default),
  },
  evacuation: {
    name: 'evacuation',
    players: [2, 3, 4],
    friendly: { bonuses: 'generous' },
    strings: {
      en: () => import('./i18n/en/evacuation'),
      de: () => import('./i18n/de/evacuation'),
      hu: () => import('./i18n/hu/evacuation'),
    },
    load: () => import('../evacuation/title').then((m) => m.default),
  },
};

for (const entry of Object.values(titles)) register(entry.name, entry.strings);
/** Words of the tutorials, which a match does not need. */
register('lessons', {
  en: () => import('./i18n/en/lessons'),
  de: () => import('./i18n/de/lessons'),
  hu: () => import('./i18n/hu/lessons'),
});
/** Words of reports and puzzles. */
register('study', {
  en: () => import('./i18n/en/study'),
  de: () => import('./i18n/de/study'),
  hu: () => import('./i18n/hu/study'),
});
/** Words of the help at a real table. */
register('edit', {
  en: () => import('./i18n/en/edit'),
  de: () => import('./i18n/de/edit'),
  hu: () => import('./i18n/hu/edit'),
});
register('table', {
  en: () => import('./i18n/en/table'),
  de: () => import('./i18n/de/table'),
  hu: () => import('./i18n/hu/table'),
});
