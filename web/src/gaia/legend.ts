/** The signs of Gaia Project's boards and what they are called. */

import type { Signs } from '../lib/game/title';
import { t } from '../lib/i18n/index.svelte';
import * as words from './words';

const BUILDINGS = ['mine', 'trading_station', 'research_lab', 'planetary_institute'];
const PIECES = ['gaiaformer', 'space_station'];
const PLANETS = ['terra', 'oxide', 'volcanic', 'desert', 'swamp', 'titanium', 'ice', 'gaia', 'transdim', 'lost'];
const MARKS = ['possible', 'drafted', 'last', 'did'] as const;

export const signs = (): Signs[] => [
  {
    title: t('legend.goods'),
    signs: [
      ...['credits', 'ore', 'knowledge', 'qic', 'vp', 'brainstone'].map((k) => ({
        icon: `ic-${k}`,
        name: words.resource(k),
      })),
      ...['power', 'charge', 'tokens', 'discard', 'gaia'].map((k) => ({ icon: `ic-${k}`, name: t(`legend.${k}`) })),
      { icon: 'ic-federation', name: `${t('amount.federation')}, ${t('token.green')}` },
      { icon: 'ic-federation_grey', name: `${t('amount.federation')}, ${t('token.grey')}` },
      { icon: 'ic-research', name: t('amount.research', { n: 1 }) },
      { icon: 'ic-steps', name: t('trigger.terraforming_step.short') },
      { icon: 'ic-range', name: t('my.range') },
      { icon: 'ic-satellites', name: t('res.satellites') },
    ],
  },
  {
    title: t('legend.buildings'),
    signs: [
      ...BUILDINGS.map((b) => ({ icon: `b-${b}`, name: words.building(b) })),
      { icon: 'b-academy_left', name: t('legend.academy') },
      ...PIECES.map((b) => ({ icon: `b-${b}`, name: words.building(b) })),
    ],
  },
  {
    title: t('legend.planets'),
    signs: PLANETS.map((p) => ({ icon: `planet-${p}`, name: `${t(`code.${p}`)}: ${words.planet(p)}` })),
  },
  { title: t('legend.marks'), signs: MARKS.map((mark) => ({ mark, name: t(`legend.${mark}`) })) },
];
