import { describe, expect, it } from 'vitest';
import { BadMessage, format, names, parse } from '../src/lib/i18n/message';

describe('messages', () => {
  it('fill in values and write numbers of the language', () => {
    expect(format('de', '{n} Erz', { n: 1234 })).toBe('1.234 Erz');
    expect(format('en', '{who} passes', { who: 'Réka' })).toBe('Réka passes');
  });
  it('end with one full stop after an abbreviation, and leave three dots alone', () => {
    expect(format('en', 'On arrival: {gain}.', { gain: '1 Q.I.C.' })).toBe('On arrival: 1 Q.I.C.');
    expect(format('en', '{gain}. Then...', { gain: '1 Q.I.C.' })).toBe('1 Q.I.C. Then...');
  });
  it('choose the plural of the language', () => {
    const text = '{n, plural, =0 {none} one {# point} other {# points}}';
    expect(format('en', text, { n: 0 })).toBe('none');
    expect(format('en', text, { n: 1 })).toBe('1 point');
    expect(format('en', text, { n: -3 })).toBe('−3 points');
  });
  it('select, and take an absent value as undefined', () => {
    const text = 'Pass{b, select, undefined {} other {: {b}}}';
    expect(format('en', text, {})).toBe('Pass');
    expect(format('en', text, { b: 'x' })).toBe('Pass: x');
  });
  it('name their arguments, nested ones too', () => {
    expect([...names('{a, select, x {{b}} other {{c}}}')].sort()).toEqual(['a', 'b', 'c']);
  });
  it('refuse what is not closed, has no other, or is of an unknown kind', () => {
    for (const bad of ['a } b', '{n, plural, one {x}}', '{n, sometimes, other {x}}', '{n, plural, other x}'])
      expect(() => parse(bad)).toThrow(BadMessage);
  });
});
