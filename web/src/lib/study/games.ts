/** Titles that have puzzles. */
export const games: readonly string[] = ['gaia', 'evacuation'];
