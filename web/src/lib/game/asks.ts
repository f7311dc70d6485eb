/** What a person reads as the question: what is asked, or that a draft is whole, or whom everybody waits for. */

import { t } from '../i18n/index.svelte';
import type { MatchStore } from './store.svelte';
import type { Naming, Words } from './title';

export function asks(store: MatchStore, words: Words, who: Naming): string {
  const position = store.position;
  if (!position) return '';
  if (store.complete === 'reveals') return t('draft.reveals');
  if (store.complete === 'rests')
    return t('draft.rests', { next: words.asks(position.question, position.view, who) });
  if (store.complete) return t('draft.full');
  if (position.over) return t('over.title');
  if (!store.myTurn) return position.asked === null ? '' : t('turn.wait', { who: who(position.asked) });
  return words.asks(position.question, position.view, who);
}
