/** Amounts of resources in words, and the icons that stand for them. */

import { has, t } from '../i18n/index.svelte';
import type { Gains } from '../api/types';

/** The symbol of a resource or counter. */
export const ICON = (what: string): string => `ic-${what.replaceAll(' ', '-')}`;

/** "3 ore", in the page's language. */
export function amount(what: string, value: number): string {
  const key = `amount.${what}`;
  const text = t(key, { n: value }); // where there is none, it is noted that it is missing
  return text === key ? `${value} ${what}` : text;
}

/** What is paid: "6 power tokens", where a gain of them would be new ones. */
export function price(what: string, value: number): string {
  const key = `cost.${what}`;
  return has(key) ? t(key, { n: value }) : amount(what, value);
}

export const prices = (cost: Gains): string =>
  Object.entries(cost)
    .filter(([, v]) => v !== 0)
    .map(([k, v]) => price(k, v))
    .join(', ');

export function amounts(gains: Gains): string {
  return Object.entries(gains)
    .filter(([, v]) => v !== 0)
    .map(([k, v]) => amount(k, v))
    .join(', ');
}
