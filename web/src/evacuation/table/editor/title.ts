/** Positions of Evacuation for the editor: their shape, and everything in words. */

import { has, n, t } from '../../../lib/i18n/index.svelte';
import type { Entered } from '../../../lib/tabletop/editor/editor.svelte';
import type { Fields, Json, Shapes } from '../../../lib/tabletop/editor/shapes';
import shapes from '../../position.json';
import { capital, phase, resource, world } from '../../words';
import { entryName, type PackData } from '../pack';

type Path = readonly (string | number)[];
const keyOf = (path: Path): string => path.filter((key) => typeof key === 'string').join('.');
const lastOf = (path: Path): string =>
  String([...path].reverse().find((key) => typeof key === 'string' && !['', 'old', 'new'].includes(key)) ?? '');

function named(path: Path): string | undefined {
  const last = lastOf(path);
  return [
    `edit.ev.${keyOf(path)}`,
    `edit.ev.${String(path[0])}.${last}`,
    `edit.ev.kind.${last}`,
    `edit.ev.${last}`,
  ].find(has);
}
const label = (path: Path): string => t(named(path) ?? `edit.ev.${lastOf(path)}`);

/** Which sections of a pack the ids of a field come from. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  sites: ['sites'],
  fields: ['fields'],
  field: ['fields'],
  factories: ['fields'],
  id: ['ships'],
  ship: ['ships'],
  flown: ['ships'],
  stadiums: ['stadiums', 'start_stadiums'],
  stadiums_aside: ['stadiums'],
  plans: ['infrastructures'],
  infrastructures: ['infrastructures'],
  fulfilled: ['infrastructures'],
  technologies: ['technologies'],
  goals: ['goals'],
  draft: ['goals'],
  dropped: ['goals'],
  open_goals: ['goals'],
  picks: ['goals'],
  piles: ['goals'],
  hand: ['cards'],
  tucked: ['cards'],
  played: ['cards'],
  discards: ['cards'],
  action_stack: ['cards'],
  orders: ['orders'],
  paid_orders: ['orders'],
  bonuses: ['bonuses'],
  line_side: ['lines'],
  deck: ['solo_cards'],
  done: ['solo_cards'],
  card: ['ships', 'stadiums', 'infrastructures'],
};
const KINDS: Readonly<Record<string, string>> = {
  ship: 'ships',
  stadium: 'stadiums',
  infrastructure: 'infrastructures',
};

export function sectionsOf(path: Path, doc: Fields): readonly string[] {
  if (path[0] === 'displays') return [KINDS[String(path[1])] ?? 'ships'];
  if (path[0] === 'revealed') return [KINDS[String((doc['revealed'] as Fields | undefined)?.['kind'])] ?? 'ships'];
  if (path[0] === 'rivals' && lastOf(path) === 'stadiums') return ['stadiums'];
  return SECTIONS[lastOf(path)] ?? [];
}

export function entered(pack: () => PackData | null, doc: () => Fields | null): Entered {
  const ids = (section: string): string[] =>
    pack()
      ?.sections.find((one) => one.section === section)
      ?.entries.map((one) => one.id) ?? [];
  const word = (name: string, value: string, path: Path): string => {
    if (name === 'Resource') return resource(value);
    if (name === 'World') return world(value);
    if (name === 'Phase') return phase(value);
    if (name === 'Kind') return t(`edit.ev.kind.${value}`);
    if (name === 'Question')
      return t(has(`ev.question.${value}`) ? `ev.question.${value}` : `edit.ev.question.${value}`);
    if (path.includes('lane')) return t(`ev.lane.${value}`);
    if (path.includes('corner')) return t(`pack.word.${value}`);
    const section = sectionsOf(path, doc() ?? {}).find((one) => ids(one).includes(value));
    if (section === 'fields') return value;
    if (section === 'technologies') return technology(value);
    if (section) return entryName(section, value);
    for (const key of [`edit.ev.word.${value}`, `ev.res.${value}`, `edit.ev.kind.${value}`])
      if (has(key)) return t(key);
    return value;
  };
  const technology = (id: string): string => {
    const all = pack()?.sections.find((one) => one.section === 'technologies');
    const values = all?.entries.find((one) => one.id === id)?.values;
    const set = t('said', { text: capital(id.split('-')[0] ?? '') });
    return values ? `${set}, ${n(Number(values['row']))}: ${t(`ev.tech.${String(values['effect'])}`)}` : id;
  };
  return {
    game: 'evacuation',
    shapes: shapes as unknown as Shapes,
    loose: [
      'at',
      'ending',
      'stack',
      'players.supply',
      'players.sea_moved',
      'players.fulfilled',
      'players.action_marker',
    ],
    label,
    labelled: (path) => named(path) !== undefined,
    word,
    choices: (name, path, now) => {
      if (path.includes('corner')) {
        const tile = pack()?.sections.find((one) => one.section === 'solo_tile')?.entries[0]?.values['corners'];
        return Array.isArray(tile) ? (tile as string[]) : null;
      }
      const sections = name === 'Id' || name === '' ? sectionsOf(path, now) : [];
      const found = sections.flatMap(ids);
      return found.length ? found : null;
    },
    seat: (now: Fields, seat) => {
      const players = (now['players'] as Json[]).length;
      if (seat < players) return t('seat.unnamed', { seat: n(seat + 1) });
      return t(seat === players ? 'ev.rival.opponent' : 'ev.rival.neutral');
    },
    // The opponent and the neutral colour of the solo game take turns too; a third party does not.
    seats: (now: Fields) => {
      const [players, rivals] = [now['players'] as Json[], now['rivals'] as Json[] | undefined];
      return players.length + (players.length === 1 ? (rivals?.length ?? 0) : 0);
    },
  };
}
