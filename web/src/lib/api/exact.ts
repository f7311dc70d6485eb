/** JSON in which whole numbers are kept exactly: a seed has 64 bits, a number of a page 53. Such a one is held as its digits, marked. */

const MARK = '\u0000';
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** A whole number as this page holds it; null for what is none. */
export function whole(text: string): number | string | null {
  const trimmed = text.trim().replace(/^\u2212/, '-');
  if (!/^-?\d{1,40}$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) ? value : MARK + BigInt(trimmed).toString();
}
/** Whether a value is a whole number, of whatever size. */
export const isWhole = (value: unknown): value is number | string =>
  typeof value === 'string' ? value.startsWith(MARK) : Number.isInteger(value);
/** Its digits. */
export const digits = (value: number | string): string => String(value).replace(MARK, '');
/** One more, or one less. */
export const moved = (value: number | string, by: 1 | -1): number | string =>
  whole((BigInt(digits(value)) + BigInt(by)).toString()) ?? value;

export function parse(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(TOKEN, (token) =>
      /^-?\d{16,40}$/.test(token) && !Number.isSafeInteger(Number(token)) ? JSON.stringify(MARK + token) : token,
    ),
  );
}

export function stringify(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(/"\\u0000(-?\d+)"/g, '$1');
}
