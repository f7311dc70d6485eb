/** Amounts of resources in words, and the icons that stand for them. */

import { has, t } from '../i18n/index.svelte';
import type { Gains } from '../api/types';

const SAME: Record<string, string> = {
  mine: 'b-mine',
  trading_station: 'b-trading_station',
  research_lab: 'b-research_lab',
  big_building: 'b-planetary_institute',
  gaia_planet: 'planet-gaia',
  gaia_mine: 'planet-gaia',
  structure: 'b-mine',
  structure_in_federation: 'ic-federation',
  satellite: 'ic-satellites',
  terraforming_step: 'ic-steps',
  research_step: 'ic-research',
  big_building_power: 'b-planetary_institute',
  gaia: 'ic-gaiaformers',
  step: 'ic-steps',
};

/** The symbol of a resource or counter. */
export const ICON = (what: string): string => SAME[what] ?? `ic-${what.replaceAll(' ', '-')}`;

/** "3 ore", in the page's language. */
export function amount(what: string, value: number): string {
  const key = `amount.${what}`;
  return has(key) ? t(key, { n: value }) : `${value} ${what}`;
}

export function amounts(gains: Gains): string {
  return Object.entries(gains)
    .filter(([, v]) => v !== 0)
    .map(([k, v]) => amount(k, v))
    .join(', ');
}
