/** What is printed on the boards and technologies, in the reader's language; it comes from the server. */

import { api } from '../lib/api/client';
import type { Chapter } from '../lib/game/title';
import { n, t } from '../lib/i18n/index.svelte';
import type { Printed, Technology } from './view';
import * as words from './words';

/** Asks for the components; the chapters are made anew whenever the language changes. */
export async function handbook(): Promise<() => Chapter[]> {
  // Four players have all technologies between them.
  const setup = await api.setup('evacuation', { players: 4, mode: 'points', setup_seed: 1 });
  const { board, technologies } = setup.printed as Printed;
  const effects: Record<string, Technology> = {};
  for (const face of Object.values(technologies)) effects[face.effect] ??= face;
  const rows = [...Object.values(effects)].sort((a, b) => a.row - b.row);
  return () => [
    {
      title: t('ev.tech.title'),
      entries: rows.map((x) => ({
        name: words.tech(x.effect),
        text: `${t('ev.hand.level', { n: n(x.row) })} ${words.technology(x)}`,
      })),
    },
    {
      title: t('ev.goals'),
      entries: board.goals.map((g) => ({ name: words.goal(g.id), text: words.goalAbout(g) })),
    },
    {
      title: t('ev.hand.sites'),
      entries: board.sites.map((s) => ({ name: words.capital(words.site(s.id)), text: words.siteAbout(s) })),
    },
    { title: t('ev.fields'), entries: board.fields.map((f) => ({ name: f.id, text: words.fieldAbout(f) })) },
  ];
}
