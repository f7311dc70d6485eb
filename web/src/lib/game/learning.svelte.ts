/** What a person has done of the tutorials: kept in this browser, so that they can leave and come back. */

/** A lesson that was begun: the goal at each length of the draft, what was played, what is drafted. */
export interface Begun {
  goals: number[];
  played: string[];
  draft: string[];
}

interface Kept {
  finished: string[];
  begun: Record<string, Begun>;
  /** Title -> the match that is its first game. */
  games: Record<string, string>;
}

const FINISHED = 'orrery.lessons';
const UNDER_WAY = 'orrery.learning';

function stored<T extends object>(key: string, otherwise: T): T {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
    return found && Array.isArray(found) === Array.isArray(otherwise) ? found : otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Remembered for this visit only.
  }
}

const empty: Omit<Kept, 'finished'> = { begun: {}, games: {} };
const read = (): Kept => ({ finished: stored<string[]>(FINISHED, []), ...empty, ...stored(UNDER_WAY, empty) });
const learned = $state<Kept>(read());
// Another tab has gone on.
if (typeof window !== 'undefined')
  addEventListener('storage', (event) => {
    if (event.key === FINISHED || event.key === UNDER_WAY) Object.assign(learned, read());
  });

const keepWay = (): void => keep(UNDER_WAY, { begun: learned.begun, games: learned.games });

export const finished = (lesson: string): boolean => learned.finished.includes(lesson);

export function finish(lesson: string): void {
  if (!finished(lesson)) {
    learned.finished.push(lesson);
    keep(FINISHED, learned.finished);
  }
  remember(lesson, null);
}

/** Where a lesson was left. */
export const left = (lesson: string): Begun | null => learned.begun[lesson] ?? null;

export function remember(lesson: string, begun: Begun | null): void {
  if (begun) learned.begun[lesson] = begun;
  else delete learned.begun[lesson];
  keepWay();
}

/** The match that is somebody's first game of a title. */
export const firstGame = (title: string): string | null => learned.games[title] ?? null;

export function setFirstGame(title: string, match: string | null): void {
  if (match) learned.games[title] = match;
  else delete learned.games[title];
  keepWay();
}
