/** The signs of Evacuation's boards and what they are called. */

import type { Signs } from '../lib/game/title';
import { t } from '../lib/i18n/index.svelte';
import { RESOURCES } from './view';
import * as words from './words';

const MARKS = ['possible', 'drafted', 'did'] as const;

export const signs = (): Signs[] => [
  {
    title: t('legend.goods'),
    signs: [
      ...RESOURCES.map((r) => ({ icon: `ic-${r}`, name: words.resource(r) })),
      ...RESOURCES.map((r) => ({ icon: `ic-${r}-factory`, name: t('ev.factoryOf', { what: words.resource(r) }) })),
      { icon: 'ic-population', name: t('ev.my.population') },
      { icon: 'ic-stadium', name: t('ev.my.stadiums') },
      { icon: 'ic-satisfaction', name: t('ev.source.satisfaction') },
      { icon: 'ic-ship', name: t('ev.my.ships') },
      { icon: 'ic-research', name: t('ev.tech.title') },
      { icon: 'ic-action-card', name: t('ev.my.hand') },
      { icon: 'ic-penalty-tile', name: t('ev.my.penalties', { n: 1 }) },
      { text: '⚡', name: t('ev.plan.power') },
    ],
  },
  {
    title: t('ev.legend.worlds'),
    signs: [
      { icon: 'ic-old-food', name: t('ev.legend.round') },
      { icon: 'ic-new-food', name: t('ev.legend.hexagon') },
      ...['savanna', 'mountain', 'sea'].map((x) => ({ icon: `ic-${x}`, name: words.terrain(x) })),
      ...['steppe', 'desert', 'forest', 'ocean'].map((x) => ({ text: t(`ev.code.${x}`), name: words.terrain(x) })),
      ...['sun', 'house'].map((x) => ({ icon: `ic-${x}`, name: words.symbol(x) })),
      { text: '✕', name: t('ev.legend.gone') },
      { text: '∅', name: t('ev.site.noTerrain') },
      { text: '⚓', name: t('ev.site.sea') },
      { text: '⟳', name: t('ev.legend.turn') },
    ],
  },
  { title: t('legend.marks'), signs: MARKS.map((mark) => ({ mark, name: t(`legend.${mark}`) })) },
];
