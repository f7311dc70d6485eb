/** How a thing that stands for an option behaves: looked at, it is previewed; clicked, it is taken. */

import type { Option } from '../api/types';
import type { MatchStore } from './store.svelte';

/** Attributes of a button for an option. */
export function picking(store: MatchStore, option: Option) {
  const look = (o: Option | null) => (): void => {
    if (!store.chooser) store.hover = o;
  };
  return {
    type: 'button' as const,
    'data-text': option.text,
    onmouseenter: look(option),
    onmouseleave: look(null),
    onfocus: look(option),
    onblur: look(null),
    onclick: (): void => void store.add(option),
  };
}
