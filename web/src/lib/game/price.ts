/** A one-line price tag of an option: cost, then points. */

import type { Option } from '../api/types';
import { t } from '../i18n/index.svelte';
import { amounts, prices } from './amounts';

/** The points of an option from all sources; none in a match that is not about points. */
export const pointsOf = (o: Option, scored = true): number =>
  scored ? Object.values(o.points ?? {}).reduce((a, b) => a + b, 0) : 0;

export function priceOf(o: Option, scored = true): string {
  const parts: string[] = [];
  const cost = prices(o.cost ?? {});
  if (cost) parts.push(cost);
  const gain = amounts(o.gain ?? {});
  if (gain) parts.push(`→ ${gain}`);
  const points = pointsOf(o, scored);
  if (points) parts.push(t('points.signed', { n: points, sign: points > 0 ? '+' : '' }));
  return parts.join(' ');
}
