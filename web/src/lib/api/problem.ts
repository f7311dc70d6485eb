/** A refusal: the code and sentence of whoever answered, told in the language of the page. */

import { has, t, when } from '../i18n/index.svelte';
import { explained, learnt, reasonOf, type Reason } from './reason';
import type * as W from './types';

/** What a refusal says to the person: its reason or else its code, in the language of the page; the server's own
 * sentence is English and for programs. */
function told(code: string, detail: Record<string, unknown>): string {
  const reason = reasonOf(detail);
  if (code === 'illegal') {
    // What was said and what is possible is in notation, for the terminal.
    const why = reason?.args?.['why'];
    const words = Array.isArray(why) ? why.map((each) => explained(each as Reason)).join(' ') : '';
    return words ? t('problem.illegal.why', { why: words }) : t('problem.illegal');
  }
  const words = reason && explained(reason);
  if (words) return words;
  const until = typeof detail['until'] === 'number' ? when(detail['until']) : undefined;
  const key = `problem.${code}${until === undefined ? '' : '.until'}`;
  return t(has(key) ? key : 'problem.unknown', { ...(detail as Record<string, string>), until });
}

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly detail: Record<string, unknown> = {},
    readonly position: W.Position | null = null,
  ) {
    super(told(code, detail), { cause: sentence });
  }
}

/** A refusal, once the page has the words for it. */
export async function refusal(...given: ConstructorParameters<typeof Problem>): Promise<Problem> {
  if (reasonOf(given[3] ?? {})) await learnt();
  return new Problem(...given);
}
