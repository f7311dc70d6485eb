/** How reports and practice tell a turn. */

import { describe, expect, it } from 'vitest';
import type { Step } from '../src/lib/api/types';
import type { Words } from '../src/lib/game/title';
import { turnSaid } from '../src/lib/study/turns';

const words = { title: (option: { text: string }) => option.text.toUpperCase() } as unknown as Words;
const step = (text: string): Step => ({ option: { text } }) as unknown as Step;
const who = (seat: number): string => `P${seat}`;

describe('a turn', () => {
  it('says once what is done several times in a row', () => {
    expect(turnSaid(words, who, ['a', 'a', 'b', 'a'].map(step), [])).toBe('2 × A · B · A');
  });
  it('is told by its texts where its steps are not known', () => {
    expect(turnSaid(words, who, [], ['x', 'x'])).toBe('2 × x');
  });
});
