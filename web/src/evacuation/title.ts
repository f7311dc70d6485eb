/** Evacuation as the shell knows it. */

import type { TitleParts } from '../lib/game/title';
import { parts } from './parts';
import Screen from './Screen.svelte';
import Setup from './Setup.svelte';

const title: TitleParts = {
  ...parts,
  Screen,
  Setup,
  lessons: () => import('./lessons'),
  handbook: async () => (await import('./handbook')).handbook(),
};
export default title;
