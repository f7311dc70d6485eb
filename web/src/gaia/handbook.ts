/** Every component in one or two sentences, in the reader's language; their effects come from the server. */

import { api } from '../lib/api/client';
import type { Chapter } from '../lib/game/title';
import { n, t } from '../lib/i18n/index.svelte';
import type { Face, Printed } from './view';
import * as words from './words';

/** So many in a row, from a different place each time, that three set-ups show every tile. */
const some = (all: readonly unknown[], count: number, turn: number): unknown[] =>
  Array.from({ length: count }, (_, i) => all[(turn * count + i) % all.length]);

/** Asks for the components; the chapters are made anew whenever the language changes. */
export async function handbook(): Promise<() => Chapter[]> {
  const info = (await api.titles()).find((title) => title.name === 'gaia');
  const choices = (name: string): readonly unknown[] => info?.settings.find((s) => s.name === name)?.choices ?? [];
  const LISTS = { boosters: 7, round_tiles: 6, final_tiles: 2, advanced_techs: 6 };
  const printed = await Promise.all(
    [0, 1, 2].map(async (turn) => {
      const lists = Object.entries(LISTS).map(([name, count]) => [name, some(choices(name), count, turn)]);
      const setup = await api.setup('gaia', { players: 4, setup_seed: 1, ...Object.fromEntries(lists) });
      return setup.printed as Printed;
    }),
  );
  const faces: Record<string, Face> = Object.assign({}, ...printed.map((p) => p.components));
  const levels = Object.entries(printed[0]!.levels);
  const tiles = (ids: readonly unknown[]): Chapter['entries'] =>
    ids
      .map(String)
      .filter((id) => id in faces)
      .map((id) => ({ name: words.tile(id), text: words.describe(faces[id]) }));
  return () => [
    {
      title: t('rules.head.factions'),
      entries: choices('faction_pool').map((id) => ({
        name: words.faction(String(id)),
        text: t(`faction.${String(id)}.text`),
      })),
    },
    ...levels.map(([track, steps]) => ({
      title: t('hand.track', { track: words.track(track) }),
      entries: steps
        .map((level, l) => ({ name: t('hand.level', { n: n(l) }), text: words.levelText(level, l) }))
        .filter((entry) => entry.text),
    })),
    { title: t('hand.techs'), entries: tiles(choices('techs')) },
    { title: t('hand.advanced'), entries: tiles(choices('advanced_techs')) },
    { title: t('hand.boosters'), entries: tiles(choices('boosters')) },
    { title: t('hand.tokens'), entries: tiles(Object.keys(faces).filter((id) => id.startsWith('fed_'))) },
    { title: t('rounds.title'), entries: tiles(choices('round_tiles')) },
    { title: t('finals.title'), entries: tiles(choices('final_tiles')) },
  ];
}
