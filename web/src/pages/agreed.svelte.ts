/** What people who wait for each other agree on: who may come, how fast one plays, what running out of time means. */

import type { NewTable } from '../lib/api/types';

export class Agreed {
  visibility = $state<'public' | 'link' | 'password'>('link');
  password = $state('');
  mode = $state<'live' | 'turns'>('live');
  clock = $state<'none' | 'minutes' | 'days'>('none');
  /** Minutes or days. */
  value = $state(45);
  increment = $state(30);
  out = $state<'bot' | 'lose'>('bot');

  /** As a table is asked for. */
  wish(): Pick<NewTable, 'visibility' | 'mode' | 'password' | 'clock'> {
    const { visibility, mode, password, clock, value, increment, out } = this;
    return {
      visibility,
      mode,
      ...(visibility === 'password' ? { password } : {}),
      ...(clock === 'minutes' ? { clock: { seconds: value * 60, increment, out } } : {}),
      ...(clock === 'days' ? { clock: { days: value, out } } : {}),
    };
  }
}
