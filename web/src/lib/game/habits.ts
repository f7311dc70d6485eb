/** How the turns of a title are handled by the shell. */

import type * as W from '../api/types';

/** How a title's turns are handled by the shell; the title names its own questions and kinds of options. */
export interface Habits<Asked extends string = string, Kind extends string = string> {
  /** Questions whose answer is sent at once. */
  instant: readonly Asked[];
  /** Question -> the kind of option that ends it; Confirm adds it. */
  closes: Readonly<Partial<Record<Asked, Kind>>>;
  /** Questions of `closes` whose end may be said with the commit, for when the others have answered: the server ends them. */
  ahead: readonly Asked[];
  /** How Confirm reads where it ends a question, and what it would leave undone: then it is asked once more. */
  confirms?: (closing: Closing) => { label: string; doubt?: string } | null;
  /** Options after which the same person is asked on: nothing to confirm yet. */
  opens?: (option: W.Option) => boolean;
  /** Keys of warnings about what lies ahead: each answer tells them anew. */
  outlook?: readonly string[];
  /** Kinds of options that do as little as possible, best first. */
  idle: readonly Kind[];
  /** Verbs that filter what is lit: name, letter key, kinds of options. */
  verbs: readonly Verb<Kind>[];
  /** Keys of the title's boards, for the list of keys: what is pressed, and the message that says what it does. */
  keys?: readonly (readonly [string, string])[];
  /** Questions at which a turn may rest: what was drafted before them can be sent although nobody else is asked. */
  rests?: readonly Asked[];
  /** Whether seats of one browser must not see each other's view of this match. */
  secret: (view: Record<string, unknown>) => boolean;
  /** Whether the next turn can be prepared now: nothing of one's own has to be chosen before it. */
  foreseeable?: (view: Record<string, unknown>, seat: W.Seat) => boolean;
}

/** What Confirm is about to send: a draft, and the end of a question where it is that. */
export interface Closing {
  question: string;
  options: readonly W.Option[];
  steps: readonly W.Step[];
}

export interface Verb<Kind extends string = string> {
  name: string;
  letter: string;
  kinds: readonly Kind[];
  /** Where there is only one such thing, it is drafted at once. */
  direct?: boolean;
  /** The tab of small screens on which such things are lit. */
  tab?: string;
}
