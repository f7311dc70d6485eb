/** Who sits where, in words. */

import type { SeatInfo, Table } from '../api/types';
import { first, t } from '../i18n/index.svelte';

/** The name of a bot's level; with its strength, where that is wished and was measured. */
export function levelName(level: string, strength?: number): string {
  const name = first([`bot.${level}`, 'said'], { text: level });
  return strength === undefined ? name : t('bot.strength', { name, n: strength });
}

/** By which options the host has fixed what chance decides otherwise. */
export const fixedBy = (table: Table): string =>
  (table.fixed ?? []).map((name) => first([`set.${name}`, 'said'], { text: name })).join(', ');

/** Who sits there, for somebody who thinks about joining: anybody may use the name of a guest. */
export function sitter(table: Pick<Table, 'state'>, seat: SeatInfo): string {
  const name = seatName(table, seat);
  return seat.guest && !seat.mine ? t('seat.guest', { name }) : name;
}

/** The name at a seat; of a bot with its level. */
export function seatName(table: Pick<Table, 'state'>, seat: SeatInfo): string {
  const name =
    seat.name ||
    (table.state === 'open'
      ? t('lobby.openSeat')
      : seat.gone
        ? t('people.gone')
        : t('seat.unnamed', { seat: seat.seat + 1 }));
  return seat.kind === 'bot' && seat.level ? t('bot.seat', { name, level: levelName(seat.level) }) : name;
}
