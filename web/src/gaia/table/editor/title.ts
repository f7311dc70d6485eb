/** Positions of Gaia Project for the editor: their shape, and everything in words. */

import { has, n, t } from '../../../lib/i18n/index.svelte';
import type { Entered } from '../../../lib/tabletop/editor/editor.svelte';
import type { Fields, Json, Shapes } from '../../../lib/tabletop/editor/shapes';
import shapes from '../../position.json';
import { action, building, faction, tile, track } from '../../words';

const keyOf = (path: readonly (string | number)[]): string =>
  path.filter((key) => typeof key === 'string').join('.');

function label(path: readonly (string | number)[]): string {
  const last = [...path].reverse().find((key) => typeof key === 'string') ?? '';
  const whole = `edit.gaia.${keyOf(path)}`;
  return t(has(whole) ? whole : `edit.gaia.${last}`);
}
const labelled = (path: readonly (string | number)[]): boolean =>
  has(`edit.gaia.${keyOf(path)}`) ||
  has(`edit.gaia.${[...path].reverse().find((key) => typeof key === 'string') ?? ''}`);
const spot = (id: string): string => (has(`track.${id}`) ? track(id) : t(`edit.spot.${id}`));

function word(name: string, value: string): string {
  switch (name) {
    case 'Faction':
      return faction(value);
    case 'Booster':
    case 'RoundTile':
    case 'FinalTile':
    case 'Tech':
    case 'Token':
    case 'CommonToken':
      return tile(value);
    case 'Area':
      return track(value);
    case 'Spot':
      return spot(value);
    case 'Structure':
      return building(value);
    case 'BoardAction':
      return action(value);
    case 'Phase':
      return t(`edit.phase.${value}`);
    case 'Brainstone':
      return t(`pad.brain.${value}`);
    case 'Question':
      return t(`edit.question.${value}`);
    case 'Held':
      return value === 'active'
        ? t('edit.held.active')
        : t('edit.held.covered', { track: track(value.replace('covered by ', '')) });
    case 'Card':
    case 'CardOrNone':
      return n(Number(value));
    default:
      for (const key of [
        `building.${value}`,
        `track.${value}`,
        `special.${value}`,
        `tile.${value}`,
        `edit.why.${value}`,
      ])
        if (has(key)) return t(key);
      return value;
  }
}

/** Special actions that exist, and the hexes of the map: words that the shape of a position does not list. */
export function entered(hexes: () => readonly string[]): Entered {
  const techs = (shapes as unknown as Shapes)['Tech']?.enum ?? [];
  return {
    game: 'gaia',
    shapes: shapes as unknown as Shapes,
    loose: [
      'map',
      'around',
      'boosters',
      'tokens',
      'terraforming_token',
      'techs',
      'advanced_techs',
      'questions',
      'players.tiles',
      'players.federations',
    ],
    label,
    labelled,
    word,
    choices: (name, path) =>
      name === 'Hex' || path.at(-1) === 'hex'
        ? hexes()
        : path.includes('used')
          ? ['academy', 'faction', 'booster', ...techs.filter((id) => id.startsWith('action_'))]
          : null,
    seats: (doc: Fields) => (doc['players'] as Json[]).length,
    seat: (doc: Fields, seat) => {
      const player = (doc['players'] as Json[])[seat] as Fields | undefined;
      const id = player?.['faction'];
      return typeof id === 'string' ? faction(id) : t('seat.unnamed', { seat: seat + 1 });
    },
  };
}
