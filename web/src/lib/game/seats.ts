/** Who sits where, in words. */

import type { SeatInfo, Table } from '../api/types';
import { first, t } from '../i18n/index.svelte';

/** The name of a bot's level. */
export const levelName = (level: string): string => first([`bot.${level}`, 'said'], { text: level });

/** The name at a seat; of a bot with its level. */
export function seatName(table: Pick<Table, 'state'>, seat: SeatInfo): string {
  const name =
    seat.name || (table.state === 'open' ? t('lobby.openSeat') : t('seat.unnamed', { seat: seat.seat + 1 }));
  return seat.kind === 'bot' && seat.level ? t('bot.seat', { name, level: levelName(seat.level) }) : name;
}
