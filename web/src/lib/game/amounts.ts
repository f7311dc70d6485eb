/** Amounts of resources in words, and the icons that stand for them. */

import { has, t } from '../i18n/index.svelte';
import type { Gains } from '../api/types';

/** The symbol of a resource or counter. */
export const ICON = (what: string): string => `ic-${what.replaceAll(' ', '-')}`;

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
