/** What a person reads as the question: what is asked, or that a draft is whole, or whom everybody waits for. */

import { list, t } from '../i18n/index.svelte';
import type { MatchStore } from './store.svelte';
import type { Naming, Words } from './title';

export function asks(store: MatchStore, words: Words, who: Naming): string {
  const position = store.position;
  if (!position) return '';
  if (store.looking !== null) return t('learn.look');
  if (store.complete === 'reveals') return t('draft.reveals');
  const button = store.confirms?.label;
  if (store.complete === 'rests') {
    const next = words.asks(position.question, store.view ?? {}, who);
    return button ? t('draft.restsAs', { button, next }) : t('draft.rests', { next });
  }
  if (store.complete) return button ? t('draft.fullAs', { button }) : t('draft.full');
  if (position.over) return t('over.title');
  if (!store.myTurn) return position.asked === null ? '' : waits(store, position.asked, who);
  return words.asks(position.question, store.view ?? {}, who);
}

/** Whom everybody waits for; of a bot, that it thinks. */
export const waits = (store: MatchStore, seat: number, who: Naming): string =>
  store.table?.state === 'stopped'
    ? t('turn.stopped')
    : t(store.table?.seats[seat]?.kind === 'bot' ? 'turn.thinks' : 'turn.wait', { who: who(seat) });

/** Who has won, as a sentence. */
export const winners = (first: readonly number[], who: Naming): string =>
  t(first.length > 1 ? 'result.shared' : 'result.wins', { who: list(first.map(who)) });
