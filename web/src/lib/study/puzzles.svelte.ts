/** Puzzles of a title, and what this browser has made of them. */

export interface Puzzle {
  id: string;
  game: string;
  /** What the solution is about. */
  theme: string;
  seat: number;
  /** As data, for the server's sandbox. */
  position: Record<string, unknown>;
  /** What the seat has now. */
  points: number;
  /** What can be reached at the most; of satellites, at the least; 1 for the right choice. */
  best: number;
  /** What a quick look finds. */
  quick: number;
  /** The own answers of a solution. */
  line: string[];
  /** By how much search finds it. */
  rating: number;
  /** `last` turns if not given. */
  kind?: 'last' | 'federation' | 'conversion' | 'pass';
  /** Most points at the end if not given; else fewest satellites of a federation within two turns, or whether to pass. */
  goal?: 'points' | 'satellites' | 'pass';
  /** Of passing or going on: by how many points the right one is better. */
  margin?: number;
}

export const kindOf = (puzzle: Puzzle): NonNullable<Puzzle['kind']> => puzzle.kind ?? 'last';
export const goalOf = (puzzle: Puzzle): NonNullable<Puzzle['goal']> => puzzle.goal ?? 'points';
/** Own turns in which a federation is to be formed. */
export const TURNS = 2;

const files: Record<string, readonly (() => Promise<{ default: unknown }>)[]> = {
  gaia: [
    () => import('../../../../src/orrery/study/data/puzzles-gaia.json'),
    () => import('../../../../src/orrery/study/data/puzzles-gaia-federation.json'),
    () => import('../../../../src/orrery/study/data/puzzles-gaia-conversion.json'),
    () => import('../../../../src/orrery/study/data/puzzles-gaia-pass.json'),
  ],
  evacuation: [() => import('../../../../src/orrery/study/data/puzzles-evacuation.json')],
};

/** The puzzles of a title, in the order in which they come by day. */
export async function load(game: string): Promise<readonly Puzzle[]> {
  const found = await Promise.all((files[game] ?? []).map((file) => file()));
  return found.flatMap((one) => one.default as Puzzle[]);
}

const FIRST_DAY = Date.UTC(2026, 0, 1);

/** One for each day, wherever one is; after the last the first comes again. */
export function ofTheDay(all: readonly Puzzle[], now: Date): Puzzle {
  const days = Math.floor((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - FIRST_DAY) / 86_400_000);
  return all[((days % all.length) + all.length) % all.length]!;
}

const PLACE = 'orrery.puzzles';

function kept(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Puzzle -> the best end that was reached here or, by the same person, elsewhere. */
export const results = $state<Record<string, number>>(kept());

/** Whether one end is at least as good as another. */
export const reaches = (puzzle: Puzzle, end: number, other: number): boolean =>
  goalOf(puzzle) === 'satellites' ? end <= other : end >= other;
export const solved = (puzzle: Puzzle): boolean =>
  results[puzzle.id] !== undefined && reaches(puzzle, results[puzzle.id]!, puzzle.best);

export function note(puzzle: Puzzle, reached: number): void {
  const known = results[puzzle.id];
  if (known === undefined || reaches(puzzle, reached, known)) results[puzzle.id] = reached;
  try {
    localStorage.setItem(PLACE, JSON.stringify(results));
  } catch {
    // Nothing can be kept here: it counts for this visit.
  }
}
