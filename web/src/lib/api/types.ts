/** Names for the wire types that the page uses; the shapes are generated from the server's OpenAPI document. */

import type { components } from './schema';

type S = components['schemas'];

export type Json = unknown;
export type Seat = number;
export type Gains = Readonly<Record<string, number>>;

export type Me = S['Me'];
export type User = S['User'];
export type Token = S['Token'];
export type TitleInfo = Omit<S['Title'], 'settings'> & { settings: SettingInfo[] };
export type SettingInfo = Omit<S['SettingInfo'], 'default' | 'choices'> & { default: Json; choices: Json[] };
export type Table = Omit<S['Table'], 'options'> & { options: Record<string, Json> };
export type SeatInfo = S['SeatInfo'];
export type TablePage = Omit<S['TablePage'], 'tables'> & { tables: Table[] };
export type Clock = S['Clock'];
export type Message = { key: string; args: Record<string, Json> };
export type Reaction = S['ReactionInfo'];
export type Committed = S['Committed'];
export type ChatLine = S['ChatLine'];
export type Order = S['Order'];
export type Booking = readonly [seat: number, what: string, amount: number, source: string];
export type UndoReply = S['UndoReply'];
export type Notices = S['Notices'];
export type PremovesInfo = S['PremovesInfo'];

export interface NewSeat {
  kind: 'me' | 'open' | 'bot';
  level?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  options?: Record<string, Json>;
  seats?: NewSeat[];
  visibility?: 'public' | 'link' | 'password';
  password?: string;
  mode?: 'live' | 'turns';
  clock?: { seconds?: number; increment?: number; days?: number; out?: 'bot' | 'lose' };
  undo?: 'consent' | 'never';
  autostart?: boolean;
  coach?: boolean;
  title?: string;
}

export interface Setup {
  options: Record<string, Json>;
  seats: number;
  view: Record<string, Json>;
  asked: number | null;
  question: string;
}

export interface Facts {
  readonly kind?: string;
  readonly [name: string]: Json;
}

export interface Option {
  text: string;
  message: Message;
  cost?: Gains;
  gain?: Gains;
  points?: Gains;
  income?: Gains;
  reactions?: Reaction[];
  warnings?: Message[];
  facts?: Facts;
}

export interface Near {
  what: string;
  reasons: Message[];
  facts?: Facts;
}

export interface Step {
  question: string;
  option: Option;
}

export interface Draft {
  steps: Step[];
  ends: 'reveals' | 'others' | 'over' | null;
}

export interface Position {
  match: string;
  number: number;
  move: number;
  seat: Seat | null;
  view: Record<string, Json>;
  asked: Seat | null;
  question: string;
  scores: number[];
  over: boolean;
  places?: number[] | null;
  options?: Option[];
  near?: Near[];
  draft?: Draft | null;
  undo?: { keep: number; free: boolean } | null;
  supposed?: boolean;
}

export interface LogEntry {
  number: number;
  seat: Seat;
  question: string;
  text: string;
  message?: Message | null;
  bookings?: Booking[];
  messages?: Message[];
  at?: number;
  move?: number | null;
  sealed?: boolean;
}

export interface Log {
  match: string;
  number: number;
  move: number;
  entries: LogEntry[];
  start?: Booking[];
}

export interface Series {
  match: string;
  move: number;
  points: (readonly [move: number, seat: number, source: string, amount: number])[];
  scores: number[];
}

export interface Moved {
  kind: 'moved';
  match: string;
  seat?: Seat | null;
  base: number;
  number: number;
  move: number;
  asked: Seat | null;
  question: string;
  scores: number[];
  over: boolean;
  entries: LogEntry[];
  changes: (readonly [path: (string | number)[], value: Json] | readonly [path: (string | number)[]])[];
  places?: number[] | null;
}

export type LiveMessage =
  | { kind: 'hello'; user: User | null; now: number; version: string }
  | { kind: 'watching'; match: string; seat: Seat | null; number: number }
  | Moved
  | { kind: 'whole'; match: string; seat: Seat | null; position: Position }
  | { kind: 'behind'; match: string; seat: Seat | null; number: number }
  | { kind: 'unwatched'; match: string; seat: Seat | null }
  | { kind: 'table'; table: Table }
  | { kind: 'chat'; match: string; line: ChatLine }
  | { kind: 'premoves'; match: string; seat: Seat; sentence: string }
  | { kind: 'asked'; match: string; seat: Seat; number: number; question: string; game: string }
  | { kind: 'lobby' }
  | { kind: 'pong'; now: number }
  | { kind: 'problem'; code: string; sentence: string; match: string | null };
