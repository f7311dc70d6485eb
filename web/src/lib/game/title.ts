/** What a title brings to the shell: its words, its screens, its habits. The registry is titles.ts. */

import type { Component, Snippet } from 'svelte';
import type { Gains, LogEntry, Message, Near, Option } from '../api/types';
import type { Language } from '../i18n/index.svelte';
import type { Args } from '../i18n/message';
import type { Habits } from './habits';
import type { MatchStore } from './store.svelte';

export type Naming = (seat: number) => string;

/** Words of a title: from ids and messages to the reader's language. */
export interface Words {
  /** The heading of an option or of a wish. */
  title(option: Option | Near, who: Naming): string;
  /** The log's sentence of an entry. */
  sentence(entry: LogEntry, who: Naming): string;
  /** A message of the journal. */
  told(message: Message, who: Naming): string;
  reason(message: Message, who: Naming): string;
  warning(message: Message, who: Naming): string;
  /** What else an option means, in sentences, where its price and its gain do not say all. */
  notes?(option: Option, view: Record<string, unknown>, who: Naming): string[];
  /** What a near miss would cost, and what done first makes it possible. */
  miss?(near: Near): { cost?: Gains; fix?: readonly string[] };
  /** Whether this match is about points; where it is not, none are told. */
  scored?(view: Record<string, unknown>): boolean;
  /** How a seat stands where that is no number of points: in short, and in words. */
  standing?(view: Record<string, unknown>, seat: number): { short: string; about: string } | null;
  /** Points that a seat would have if the game ended now, and what they are made of: source -> points. */
  foretold?(view: Record<string, unknown>, seat: number): { total: number; parts: Record<string, number> } | null;
  /** The name of a source of points. */
  source(name: string): string;
  /** What is asked, as a short sentence. */
  asks(question: string, view: Record<string, unknown>, who: Naming): string;
  /** Whether a round begins with what this entry set off. */
  begins(entry: LogEntry): boolean;
  /** Whether an entry answers a question asked in the middle of a round's beginning. */
  within?(entry: LogEntry): boolean;
  /** Whether points or goods from that source are income of a round; everything at its beginning is, unless said. */
  income?(source: string): boolean;
  /** The source that takes points in the middle of the game: charts give it a pattern of its own. */
  price?: string;
  /** The seat that a message of the journal tells of, when nobody ever asks it anything. */
  actor?(message: Message): number | null;
  /** What such a seat did after an entry, in short. */
  sequel?(entry: LogEntry, who: Naming): { seat: number; text: string; places: string[] } | null;
  /** A phrase of the shell in the title's own terms, where it has them: years instead of rounds. */
  term?(key: string, args?: Args): string;
  /** Places on the boards that an entry touches, to be marked while it is read. */
  places(entry: LogEntry): string[];
}

/** How a seat stands, where the title counts no points. */
export const stands = (
  words: Words,
  view: Record<string, unknown> | null,
  seat: number,
): { short: string; about: string } | null => (view ? (words.standing?.(view, seat) ?? null) : null);

/** A part of the handbook: names and what they do. */
export interface Chapter {
  title: string;
  entries: { name: string; text: string }[];
}

/** A group of signs of the legend: a symbol, a mark of the boards or a letter, and its name. */
export interface Signs {
  title: string;
  signs: readonly { icon?: string; mark?: 'possible' | 'drafted' | 'last' | 'did'; text?: string; name: string }[];
}

/** Looks of a seat: shape, colour. */
export interface Badge {
  shape: string;
  colour: string;
}

export interface ScreenProps {
  store: MatchStore;
}

export interface SetupProps {
  view: Record<string, unknown>;
  options: Record<string, unknown>;
  /** Change options and look again. */
  change: (options: Record<string, unknown>) => void;
}

export interface TitleParts {
  habits: Habits;
  words: Words;
  badge(view: Record<string, unknown>, seat: number): Badge;
  /** What a view says about the round, for the scrubber's ticks. */
  round(view: Record<string, unknown>): number;
  Screen: Component<ScreenProps>;
  Setup: Component<SetupProps>;
  /** Every component in the reader's language, for the rules page. */
  handbook?: () => Promise<() => Chapter[]>;
  /** Boards and cards named for the rules page: ids of docs/rules files. */
  rules: readonly string[];
  lessons: () => Promise<Lessons>;
}

export interface TitleEntry {
  name: string;
  /** Numbers of players for quick starts. */
  players: readonly number[];
  /** Options that make a first game easier, where the title knows such. */
  friendly?: Readonly<Record<string, unknown>>;
  strings: Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>>;
  load(): Promise<TitleParts>;
}

/** A lesson: a position, and goals that the server's answers prove. */
export interface LessonPlan {
  id: string;
  options: Record<string, unknown>;
  goals: readonly LessonGoal[];
}

export interface LessonGoal {
  /** Key of the sentence that says what to do. */
  say: string;
  /** Something to look at, until the person goes on: on small screens in that tab, after a slash in that part of it. */
  reads?: string;
  /** Whether an action that was played (its kind and facts) reaches the goal. */
  done(option: Option, view: Record<string, unknown>): boolean;
  /** Reached when what was drafted is sent. */
  sends?: boolean;
  /** What is meant: a selector, whose first thing is ringed; or selectors for the options there are, best first. */
  at?: string | ((options: readonly Option[]) => readonly string[]);
}

/** The last lesson: a short game at a real table against a gentle bot. */
export interface FirstGame {
  id: string;
  options: Record<string, unknown>;
  level: string;
  /** What to try in it: each is ticked by an own entry of the log whose message has one of these keys. */
  tries: readonly { id: string; keys: readonly string[] }[];
}

export interface Lessons {
  default: readonly LessonPlan[];
  first: FirstGame;
}

export interface Tab {
  id: string;
  label: string;
  icon: string;
  body: Snippet;
}
