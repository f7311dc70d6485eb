/** Rules of a choice of the Automa in words and arrows. */

import { n, t } from '../../lib/i18n/index.svelte';
import type { Rule } from './records';

/** The rule as a short sentence. */
export function ruleText(rule: Rule): string {
  const count = rule.count ?? 0;
  if (rule.by === 'range') return `${t('automa:range')} ${n(count)}`;
  if (rule.by === 'number')
    return t('automa:rule.number', {
      count: Math.abs(count),
      side: t(count > 0 ? 'automa:side.left' : 'automa:side.right'),
    });
  if (rule.by === 'upgrade') return `${t(`automa:building.${rule.old}`)} → ${t(`automa:building.${rule.new}`)}`;
  if (rule.by === 'area') return t(`automa:area.${rule.old}`);
  return t(`automa:rule.${rule.by}`);
}

/** Which way to look or to count, as an arrow; empty where there is none. */
export function arrow(rule: Rule): string {
  if (rule.by === 'direction_forward') return '→↓';
  if (rule.by === 'direction_backward') return '←↑';
  if (rule.by === 'number') return (rule.count ?? 0) > 0 ? '→' : '←';
  return '';
}
