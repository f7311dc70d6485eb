/** Turns in words, as reports and practice tell them. */

import type { Step } from '../api/types';
import type { Naming, Words } from '../game/title';
import { n } from '../i18n/index.svelte';

/** A turn from its steps, or from its texts where those are not known; what is done several times in a row is said once. */
export function turnSaid(
  words: Words | null,
  who: Naming,
  steps: readonly Step[],
  texts: readonly string[],
): string {
  const said = steps.length && words ? steps.map((s) => words.title(s.option, who)) : texts;
  const runs: [string, number][] = [];
  for (const text of said) {
    const last = runs.at(-1);
    if (last?.[0] === text) last[1] += 1;
    else runs.push([text, 1]);
  }
  return runs.map(([text, times]) => (times > 1 ? `${n(times)} × ${text}` : text)).join(' · ');
}
