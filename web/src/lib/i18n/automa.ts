/** The Automa's sentences come with the engine; the page shows the same ones. */

export type Words = Readonly<Record<string, string>>;

/** The engine's phrases as strings of the page, under the prefix `automa:`. */
export function prefixed(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [`automa:${key}`, text]));
}
