/** A one-line price tag of an option: cost, then points. */

import type { Option } from '../api/types';
import { t } from '../i18n/index.svelte';
import { amounts } from './amounts';

export function priceOf(o: Option): string {
  const parts: string[] = [];
  const cost = amounts(o.cost ?? {});
  if (cost) parts.push(cost);
  const gain = amounts(o.gain ?? {});
  if (gain) parts.push(`→ ${gain}`);
  const points = Object.values(o.points ?? {}).reduce((a, b) => a + b, 0);
  if (points) parts.push(t('points.signed', { n: points, sign: points > 0 ? '+' : '' }));
  return parts.join(' ');
}
