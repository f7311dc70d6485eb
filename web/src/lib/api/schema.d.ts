/** Made by `orrery schema` from what crosses the wire: not to be edited by hand. */

/** Follow a match as a seat (None: spectator) from the last number seen (None: only what comes). */
export type Watch = {
  kind: 'watch';
  match: string;
  seat?: number | null;
  number?: number | null;
  key?: string | null;
};

/** Stop following. */
export type Leave = {
  kind: 'leave';
  match: string;
  seat?: number | null;
};

/** Be told when lists of tables change. */
export type WatchLobby = {
  kind: 'lobby';
  on?: boolean;
};

/** As `POST /preview`; answered by `answer` or `problem` with the same id. */
export type Drafted = {
  kind: 'preview';
  id: number;
  match: string;
  draft: PreviewRequest;
};

/** A draft on the position `base`; changes nothing. */
export type PreviewRequest = {
  base: number;
  actions?: string[];
  /** Needed only by somebody with several seats. */
  seat?: number | null;
  /** With near misses: what is not possible, and why. */
  near?: boolean;
};

/** As `POST /commit`; answered by `answer` or `problem` with the same id. */
export type Commit = {
  kind: 'commit';
  id: number;
  match: string;
  draft: CommitRequest;
};

/** The whole draft, once. Sending it again is harmless. */
export type CommitRequest = {
  base: number;
  actions: string[];
  seat?: number | null;
  /** A question to end without asking, if it is the next one that this seat is asked: "and then end my turn". Only questions that the title lets be ended so; anything else is asked as always. */
  then?: string | null;
};

/** Answered by `pong`. */
export type Ping = {
  kind: 'ping';
};

/** The first message. */
export type Hello = {
  kind: 'hello';
  user: User | null;
  now: number;
  version: string;
  announcement?: Announcement | null;
};

/** A person as everybody may see them. */
export type User = {
  id: number;
  name: string;
  guest: boolean;
};

/** One line for everybody, and when it comes true. */
export type Announcement = {
  text: string;
  at: number | null;
};

/** The watch stands; `number` is where the match is. */
export type Watching = {
  kind: 'watching';
  match: string;
  seat: number | null;
  number: number;
};

/** New entries and what they changed in the view; with its options to the seat that is asked. */
export type Moved = {
  kind: 'moved';
  match: string;
  seat: number | null;
  /** The number that the changes start from; a client elsewhere asks for the position. */
  base: number;
  number: number;
  move: number;
  asked: number | null;
  question: string;
  scores: number[];
  over: boolean;
  entries: LogEntry[];
  /** Of the view, applied in order. */
  changes: [(string | number)[], unknown?][];
  places?: number[] | null;
  /** When the pending question was put. */
  since?: number | null;
  deadline?: number | null;
  /** Milliseconds left on the clock of each seat when it was last asked; empty without a clock. */
  banks?: (number | null)[];
  /** Only for the seat that is asked. */
  options?: Option[];
  undo?: UndoOffer | null;
};

/** An entry as the asker may read it. */
export type LogEntry = {
  number: number;
  seat: number;
  question: string;
  text: string;
  message?: MessageInfo | null;
  bookings?: BookingInfo[];
  messages?: MessageInfo[];
  at?: number;
  /** Which move of the line it is; None for entries about the table and for what was undone. */
  move?: number | null;
  /** More is known to somebody else. */
  sealed?: boolean;
  /** Of the position after it; only once the match is over. */
  digest?: string | null;
};

/** Something said as a key with arguments; the page makes it a sentence. */
export type MessageInfo = {
  key: string;
  args: { [name: string]: unknown };
};

/** `[seat, what, amount, source]`. */
export type BookingInfo = [number, string, number, string];

/** One possible answer with everything it costs and brings; empty parts are left out. */
export type Option = {
  /** Its identity: what preview and commit take. */
  text: string;
  cost?: { [name: string]: number };
  gain?: { [name: string]: number };
  points?: { [name: string]: number };
  income?: { [name: string]: number };
  reactions?: ReactionInfo[];
  warnings?: MessageInfo[];
  facts?: { kind?: string; [name: string]: unknown };
};

/** What another seat may do because of an action. */
export type ReactionInfo = {
  seat: number;
  what: string;
  amount: number;
  price: number;
};

/** The undo that the seat could ask for now. */
export type UndoOffer = {
  /** Moves that stay. */
  keep: number;
  /** Needs nobody's consent. */
  free: boolean;
};

/** The whole position, for a client that has fallen behind or where very much has changed. */
export type Whole = {
  kind: 'whole';
  match: string;
  seat: number | null;
  /** The number after which the entries begin. */
  base: number;
  position: Position;
  entries?: LogEntry[];
  since?: number | null;
  deadline?: number | null;
  /** As in `moved`. */
  banks?: (number | null)[];
};

/** A position as a seat (None: a spectator) may see it. */
export type Position = {
  match: string;
  number: number;
  move: number;
  seat: number | null;
  /** What stands, laid over what is printed. */
  view: { [name: string]: unknown };
  asked: number | null;
  question: string;
  scores: number[];
  over: boolean;
  /** What never changes within a match: only with a position that is asked for with it. */
  printed?: { [name: string]: unknown } | null;
  places?: number[] | null;
  /** Only for the seat that is asked. */
  options?: Option[];
  /** Only where they are asked for. */
  near?: Near[];
  draft?: Draft | null;
  undo?: UndoOffer | null;
  /** On a guess: hidden things are drawn anew. */
  supposed?: boolean;
};

/** Something that is not possible now, and why not. */
export type Near = {
  what: string;
  reasons: MessageInfo[];
  facts?: { kind?: string; [name: string]: unknown };
};

/** A draft: its steps, and why nothing can be added (None: it goes on).

    `reveals`: the last step uncovers something hidden; the view is the one ahead of it. `others`:
    somebody else is asked next. `over`: the game ends. */
export type Draft = {
  steps: Step[];
  ends: 'others' | 'over' | 'reveals' | null;
};

/** One action of a draft as it would be played. */
export type Step = {
  question: string;
  option: Option;
};

/** The watch has ended: the seat, or the table, is no longer open to this person. */
export type Unwatched = {
  kind: 'unwatched';
  match: string;
  seat: number | null;
};

/** The table as it is now: seats, clocks, undo requests, state. */
export type TableChanged = {
  kind: 'table';
  table: Table;
};

/** A table, and the match once it has started; both have the same id. */
export type Table = {
  id: string;
  game: string;
  title: string;
  rules: number;
  engine: string;
  options: { [name: string]: unknown };
  /** `stopped` is an unfinished import, `broken` no longer replays: both are read-only. */
  state: 'broken' | 'open' | 'over' | 'running' | 'stopped';
  notice: string | null;
  seats: SeatInfo[];
  host: number | null;
  visibility: string;
  /** For the invitation link; only people of the table see it. */
  key: string | null;
  mode: string;
  clock: Clock | null;
  undo: string;
  autostart: boolean;
  coach: boolean;
  created: number;
  started: number | null;
  ended: number | null;
  number: number;
  move: number;
  asked: number | null;
  question: string;
  /** When the pending question was put. */
  since: number | null;
  deadline: number | null;
  scores: number[];
  places: number[] | null;
  /** How it ended: `finished`, `resigned`, `time`, or `ended` by a moderator. */
  reason: string | null;
  mine: boolean;
  /** The asker must answer. */
  waiting: boolean;
  /** The rematch, when there is one. */
  next: string | null;
  undo_request?: UndoRequest | null;
  /** Others than the host may take more than one seat. */
  several?: boolean;
  /** Options by which the host fixed what chance decides otherwise: `setup_seed`, `position`, `cards` ... */
  fixed?: string[];
  /** Entries that were played on a device before it came here: who brought them knows what chance has in store. */
  brought?: number | null;
  /** Of a match on a device: where it is played on. */
  carried?: Elsewhere | null;
};

/** A seat of a table. */
export type SeatInfo = {
  seat: number;
  kind: 'bot' | 'open' | 'person';
  name: string;
  user: number | null;
  level: string | null;
  mine: boolean;
  /** A bot plays for an absent person, who may come back. */
  standin: boolean;
  /** `resigned` or `time` when the seat has lost by leaving. */
  out: string | null;
  /** Milliseconds left on the clock when last asked; None without a clock. */
  bank: number | null;
  online: boolean;
  /** The person has no account: anybody may use such a name. */
  guest?: boolean;
  /** The person is banned or deleted: a bot may take the seat at once. */
  gone?: boolean;
};

/** Time to think: `seconds` per player with `increment` per turn, or `days` per move; never both. */
export type Clock = {
  seconds?: number | null;
  increment?: number;
  days?: number | null;
  /** What happens to somebody who runs out of time. */
  out?: 'bot' | 'lose';
};

/** A pending undo: it falls when a move is made, somebody refuses, or another is asked for in its place. */
export type UndoRequest = {
  seat: number;
  keep: number;
  number: number;
  consents: number[];
  needed: number[];
};

/** Where a match of a device is played on. */
export type Elsewhere = {
  /** Of the page that shows it. */
  address: string;
  /** Since when. */
  at: number;
};

/** A new line of chat, or one whose words were removed. */
export type Said = {
  kind: 'chat';
  match: string;
  line: ChatLine;
};

/** A line of chat. */
export type ChatLine = {
  number: number;
  user: number | null;
  name: string;
  text: string;
  at: number;
  /** Said by somebody without an account. */
  guest?: boolean;
  /** The words were taken out by a moderator, or went with the person. Such a line is told again, live too. */
  removed?: 'deleted' | 'moderator' | null;
};

/** Premoves that were no longer legal. */
export type PremovesDropped = {
  kind: 'premoves';
  match: string;
  seat: number;
  sentence: string;
};

/** Somebody waits for you, at any of your tables. */
export type YourTurn = {
  kind: 'asked';
  match: string;
  seat: number;
  number: number;
  question: string;
  game: string;
};

/** What is announced now; None for nothing. */
export type Announced = {
  kind: 'announced';
  announcement: Announcement | null;
};

/** Lists of tables changed. */
export type LobbyChanged = {
  kind: 'lobby';
};

/** Friends or invitations of the asker have changed. */
export type Called = {
  kind: 'called';
};

/** Answer to `ping`. */
export type Pong = {
  kind: 'pong';
  now: number;
};

/** The answer to `preview` or `commit`. */
export type Answered = {
  kind: 'answer';
  id: number;
  position?: Position | null;
  committed?: Committed | null;
};

/** The draft stands in the log. */
export type Committed = {
  match: string;
  number: number;
  move: number;
  asked: number | null;
  question: string;
  over: boolean;
  /** The same draft was already there. */
  repeated?: boolean;
  /** What the draft changed, as the live connection tells it; the whole position where another seat of the same person is asked next. Left out where it is told by that connection anyway. */
  news?: Moved | Whole | null;
};

/** A message that could not be followed. */
export type LiveProblem = {
  kind: 'problem';
  code: string;
  sentence: string;
  match?: string | null;
  /** Of the question that is refused. */
  id?: number | null;
  /** The HTTP status of the same refusal. */
  status?: number;
  detail?: { [name: string]: unknown };
  /** With code `stale`: the position as it is now. */
  position?: Position | null;
};

/** A name is enough to play. */
export type NewGuest = {
  name: string;
};

/** Makes an account; a guest who sends it becomes that account and keeps every match. */
export type NewAccount = {
  name: string;
  password: string;
  email?: string | null;
  /** Where accounts are made by invitation: the secret of its link. */
  invitation?: string | null;
};

/** Name and password. */
export type SignIn = {
  name: string;
  password: string;
};

/** Ends this session, or every session and personal token. */
export type SignOut = {
  everywhere?: boolean;
};

/** Changes the password and signs out everywhere else. */
export type NewPassword = {
  old: string;
  new: string;
};

/** Asks for a letter with a link for a new password, to the confirmed address of the account. */
export type Forgotten = {
  name: string;
};

/** Chooses a new password by the link of such a letter; every session and token ends. */
export type ResetPassword = {
  token: string;
  password: string;
};

/** Deletes the asker; an account with its password, a guest without. */
export type DeleteAccount = {
  password?: string | null;
};

/** Who is asking; `csrf` goes into the header `X-CSRF` of every writing request. */
export type Me = {
  user: User | null;
  csrf?: string;
  email?: string | null;
  now?: number;
  /** Of the notices; None until the page has told it. */
  language?: 'de' | 'en' | 'hu' | null;
  moderator?: boolean;
  muted?: Mute | null;
  announcement?: Announcement | null;
  /** Who makes an account here: everybody, whoever has an invitation, nobody. */
  registration?: 'closed' | 'invited' | 'open';
  /** A name is enough to play here. */
  guests?: boolean;
  /** The server sends e-mail: a forgotten password can be replaced by a letter. */
  mail?: boolean;
};

/** Why nothing that a person says reaches others, and until when (None: for good). */
export type Mute = {
  why: string;
  until: number | null;
};

/** The language of the page: notices come in it. */
export type Speaks = {
  language: 'de' | 'en' | 'hu';
};

/** A personal token for a program, named so that it can be told from others. */
export type NewToken = {
  name: string;
};

/** A personal token; `secret` is shown once, when it is made. */
export type Token = {
  id: number;
  name: string;
  created: number;
  used: number | null;
  secret?: string | null;
};

/** A seat of a match that is over. */
export type PastSeat = {
  seat: number;
  /** `automa` is an opponent of the solo rules, who has no seat of the table. */
  kind: 'automa' | 'bot' | 'open' | 'person';
  name: string;
  level: string | null;
  mine: boolean;
  score: number | null;
  place: number | null;
  /** `resigned` or `time` when the seat has lost by leaving. */
  out: string | null;
  /** What the seat is remembered by, as its title tells it: `faction` in Gaia Project. */
  traits?: { [name: string]: string };
};

/** A match of the asker that is over. */
export type PastGame = {
  id: string;
  game: string;
  title: string;
  /** The mode of the game where its title has several: `race` and `points` in Evacuation; else empty. */
  mode: string;
  ended: number;
  reason: string;
  /** For its link, where it needs one. */
  key: string | null;
  seats: PastSeat[];
  /** It was begun on a device: it counts for nothing. */
  brought?: boolean;
};

/** The asker's finished games of a kind: those with one seat of theirs and with an opponent. */
export type Tally = {
  game: string;
  mode: string;
  /** Empty for all of them together. */
  faction: string;
  games: number;
  wins: number;
  /** Of those that were played to their end; None without one. */
  mean: number | null;
  best: number | null;
};

/** The level at which the asker's next game is likely to be close, and why. */
export type Suggestion = {
  level: string;
  why: 'down' | 'stay' | 'up';
  /** The level of their last games, */
  against: string;
  /** which were so many, */
  games: number;
  /** and of which they won so many. */
  won: number;
};

/** What the asker has played to the end. */
export type History = {
  /** A page, newest first. */
  games: PastGame[];
  /** There are games before the last of these: ask with its `ended` and `id`. */
  more: boolean;
  /** Over the last 500 games. */
  tallies: Tally[];
  /** By title, where there were games against bots. */
  suggestions: { [name: string]: Suggestion };
  /** Games whose factions are not known yet: some are read with each request. */
  unread: number;
};

/** Somebody whom the asker knows. */
export type Friend = {
  id: number;
  name: string;
  guest: boolean;
  /** Whether they are here; only friends know. */
  online: boolean | null;
  /** The asker hears of their invitations in the list only. */
  quiet: boolean;
};

/** The people around the asker. */
export type Friends = {
  friends: Friend[];
  /** Who would like to be a friend of the asker. */
  asking: Friend[];
  /** Whom the asker would like to have as a friend. */
  asked: Friend[];
  blocked: Friend[];
  /** With whom the asker has played last, and who are none of these. */
  met: Friend[];
};

/** What the asker thinks of somebody. */
export type Think = {
  kind: 'blocked' | 'declined' | 'friend' | 'quiet';
};

/** Whom to invite to a table. */
export type Invite = {
  user: number;
};

/** An invitation to a table that has not started. */
export type Invited = {
  match: string;
  game: string;
  title: string;
  by: string;
  at: number;
  /** Seats that are free. */
  free: number;
  visibility: string;
  /** Opens the table. */
  key: string;
};

/** One option of a title; see `Setting` in the contract. */
export type SettingInfo = {
  name: string;
  kind: string;
  default: unknown;
  choices: unknown[];
  group: string;
};

/** A game that can be played here. */
export type Title = {
  name: string;
  rules: number;
  settings: SettingInfo[];
  /** Levels of bots that can sit at its tables. */
  bots: string[];
  /** Measured points by level: the mean of games among four (Evacuation: two) of that level. */
  strength?: { [name: string]: number };
  /** Measured seconds that a level thinks about a turn, on one core. */
  seconds?: { [name: string]: number };
};

/** Options to try out; without `setup_seed` the server draws one. */
export type SetupRequest = {
  options?: { [name: string]: unknown };
};

/** What a table with these options starts from, as a spectator sees it. */
export type Setup = {
  /** Complete, with the `setup_seed` that was used when the title has one. */
  options: { [name: string]: unknown };
  seats: number;
  /** What never changes within a match. */
  printed: { [name: string]: unknown };
  /** What stands, laid over `printed`. */
  view: { [name: string]: unknown };
  asked: number | null;
  question: string;
};

/** A position without a table: whoever is asked is played by the asker. Stateless. */
export type SandboxRequest = {
  options?: { [name: string]: unknown };
  seed?: number;
  actions?: string[];
  /** Whose view is shown; the seat that is asked when left out. */
  seat?: number | null;
  /** Send along what never changes; somebody who has it leaves it out. */
  printed?: boolean;
  /** With near misses: what is not possible, and why. */
  near?: boolean;
};

/** A position that somebody enters, or a fresh game of these options to begin with. Stateless. */
export type PositionRequest = {
  position?: { [name: string]: unknown } | null;
  /** Of a fresh game at its first turn, where no position is given. */
  options?: { [name: string]: unknown };
  /** Send it back without what follows from the rest. */
  whole?: boolean;
};

/** What is wrong with a position. */
export type PositionFault = {
  /** The field, as a path: `players[1].ore`; empty where it is the whole. */
  place: string;
  /** In English. */
  sentence: string;
  /** The same by key and args, for any language. */
  reason?: unknown;
};

/** What is wrong with a position, or who is asked in it. */
export type Examined = {
  fault?: PositionFault | null;
  /** The position without what follows from the rest, where that was asked for. */
  position?: { [name: string]: unknown } | null;
  /** Null when the game is over. */
  asked?: number | null;
  question?: string | null;
  scores?: number[];
  /** What else is wrong, whatever is put right at `fault`; others may still come to light. */
  also?: PositionFault[];
};

/** What a page asks for a game with the box on the table. Stateless: everything that counts is sent. */
export type TabletopRequest = {
  args?: { [name: string]: unknown };
};

/** Who takes a seat of a new table: `me` more than once is a hot seat. */
export type NewSeat = {
  kind: 'bot' | 'me' | 'open';
  /** Of a bot. */
  level?: string | null;
  /** A name of its own for a hot seat. */
  name?: string | null;
};

/** A table to be opened; fewer seats than the game has are filled up with open ones. */
export type NewTable = {
  game: string;
  options?: { [name: string]: unknown };
  seats?: NewSeat[];
  visibility?: 'link' | 'password' | 'public';
  password?: string | null;
  mode?: 'live' | 'turns';
  clock?: Clock | null;
  undo?: 'consent' | 'never';
  /** Start as soon as every seat is taken; otherwise the host starts. */
  autostart?: boolean;
  /** Whether people may ask for hints while they play. */
  coach?: boolean;
  /** Whether others than the host may take more than one seat. */
  several?: boolean;
  title?: string;
};

/** Takes an open seat (the first one when `seat` is left out). */
export type Join = {
  seat?: number | null;
  password?: string | null;
  /** From the link of a table that is open by link only. */
  key?: string | null;
};

/** The host gives a seat to a bot or opens it again. */
export type ChangeSeat = {
  kind: 'bot' | 'me' | 'open';
  level?: string | null;
  name?: string | null;
};

/** A page of a list of tables. */
export type TablePage = {
  tables: Table[];
  /** What to send as `after` for the tables that follow; none: these are the last. */
  more: string | null;
};

/** Why a request was refused: a code for programs, a sentence for people. */
export type Problem = {
  code: string;
  sentence: string;
  detail?: { [name: string]: unknown };
  /** With code `stale`: the position as it is now. */
  position?: Position | null;
};

/** Asks to go back to the position after `keep` moves (default: before the own last turn). */
export type UndoAsk = {
  base: number;
  keep?: number | null;
  seat?: number | null;
};

/** Consents to the pending undo, or refuses it: to exactly the one that was asked for, not another one. */
export type UndoAnswer = {
  number: number;
  keep: number;
  consent: boolean;
  seat?: number | null;
};

/** `done`, or `asked` and waiting for the others. */
export type UndoReply = {
  state: 'asked' | 'done' | 'refused';
  number: number;
  request?: UndoRequest | null;
};

/** A request about one seat; `seat` is needed only by somebody with several. */
export type SeatRequest = {
  seat?: number | null;
};

/** Asks the bot that thinks on the position `base` to answer at once; once it has answered it does nothing. */
export type HurryRequest = {
  base: number;
};

/** Puts a bot on the seat of an absent player. */
export type ReplaceRequest = {
  seat: number;
  level?: string | null;
};

/** A standing order: how a question is answered without asking.

    `take`: the option that brings most among those costing at most `pay` victory points and, when
    `most` is given, gaining at most that many units; else as `otherwise` says. `decline`: the option
    that costs and brings nothing. `first`: the first option. `say`: the first of `texts` that is legal. */
export type Order = {
  question: string;
  rule: 'decline' | 'first' | 'say' | 'take';
  pay?: number;
  most?: number | null;
  otherwise?: 'ask' | 'decline';
  texts?: string[];
};

/** The standing orders of a seat; at most one for each question. */
export type Orders = {
  orders: Order[];
  seat?: number | null;
};

/** Answers for the own next turn; dropped with a notice if no longer legal. */
export type Premoves = {
  actions: string[];
  seat?: number | null;
  /** Wait for this question; others are not answered by it. */
  question?: string | null;
  /** What they replace: refused when other ones wait, because these were played or dropped meanwhile. */
  instead?: string[] | null;
};

/** The premoves that wait, and why the last ones were dropped. */
export type PremovesInfo = {
  seat: number;
  actions: string[];
  question: string | null;
  dropped: string | null;
};

/** A line of chat. */
export type Say = {
  text: string;
};

/** The chat of a table. */
export type Chat = {
  lines: ChatLine[];
};

/** Private notes of the asker about a table. */
export type Notes = {
  text: string;
};

/** The log from `since` on. */
export type Log = {
  match: string;
  number: number;
  move: number;
  entries: LogEntry[];
  /** Bookings of the set-up. */
  start?: BookingInfo[];
};

/** `[move, seat, source, amount]`: victory points booked by a move. */
export type Point = [number, number, string, number];

/** Victory points by source over the whole line; sums up to the scores. */
export type Series = {
  match: string;
  move: number;
  points: Point[];
  scores: number[];
};

/** A sandbox from move `move`: the asker plays every seat. Stateless; stored nowhere. */
export type TryRequest = {
  move?: number | null;
  actions?: string[];
  seat?: number | null;
  /** Which guess: another number is another world. */
  world?: number;
  /** With near misses: what is not possible, and why. */
  near?: boolean;
};

/** An extra service of the title, on a guess of the position. */
export type AskRequest = {
  name: string;
  args?: { [name: string]: unknown };
  /** A draft that is played first. */
  actions?: string[];
  seat?: number | null;
};

/** What the title answers. */
export type Answer = {
  answer: unknown;
};

/** Advice for the pending question. */
export type HintRequest = {
  actions?: string[];
  seat?: number | null;
  level?: string | null;
};

/** Advice, best first; the fields of a hint come from the study part. */
export type Hints = {
  hints: unknown[];
};

/** A match as text; it is replayed before it is stored. */
export type ImportRecord = {
  text: string;
  title?: string;
  visibility?: 'link' | 'public';
};

/** A match that was begun on a device, to be played on: at once, or when its open seats are taken. */
export type CarryRecord = {
  text: string;
  /** What whoever brings it calls it: the same name twice is one table. */
  name: string;
  /** Who plays on, for every seat. One that was given up stays with a bot. */
  seats: NewSeat[];
  visibility?: 'link' | 'public';
  mode?: 'live' | 'turns';
  clock?: Clock | null;
  undo?: 'consent' | 'never';
  coach?: boolean;
  title?: string;
};

/** A match of this device is played on elsewhere. */
export type Carried = {
  /** Of the page that shows it there. */
  address: string;
};

/** One entry of a record. */
export type RecordEntry = {
  number: number;
  seat: number;
  question: string;
  text: string;
  at?: number;
  digest?: string | null;
};

/** A match as JSON: whole once it is over, before that as far as the asker may know. */
export type Record = {
  format: string;
  game: string;
  rules: number;
  engine: string;
  options: { [name: string]: unknown };
  complete: boolean;
  entries: RecordEntry[];
  names?: string[];
  seed?: number | null;
  scores?: number[];
  places?: number[] | null;
};

/** A report on one seat of a finished match. */
export type ReportRequest = {
  seat: number;
  depth?: 'complete' | 'quick';
};

/** How far a report is, and the report when it is done. */
export type ReportState = {
  /** `none`: nobody has asked for it. */
  state: 'done' | 'failed' | 'none' | 'waiting';
  /** Pieces of work. */
  done?: number;
  /** Of so many; None before they were counted. */
  total?: number | null;
  /** Seconds that the rest takes, by what was needed so far. */
  left?: number | null;
  /** Why it failed. */
  problem?: string | null;
  /** The same by key and values, for the reader's language. */
  reason?: unknown;
  report?: { [name: string]: unknown } | null;
};

/** An own mistake that comes back until something better is found again and again. */
export type Card = {
  id: number;
  game: string;
  /** What was decided, as in a report. */
  kind: string;
  match: string;
  seat: number;
  move: number;
  /** From 0; the higher, the longer until it comes again. */
  box: number;
  /** When it comes again, in milliseconds since 1970. */
  due: number;
  /** Whether that is now. */
  ripe: boolean;
  /** Answers so far; the number of the next one. */
  tries: number;
  /** How many of them were right. */
  right: number;
};

/** Cards of one kind of mistake. */
export type PracticeKind = {
  game: string;
  kind: string;
  total: number;
  due: number;
};

/** The own mistakes of all games. */
export type Practice = {
  due: number;
  total: number;
  /** When the next card is due that is not due yet. */
  next: number | null;
  kinds: PracticeKind[];
  /** Those that are due first; a few hundred at the most. */
  cards: Card[];
};

/** How many moments of a report are cards of the asker now. */
export type Gathered = {
  cards: number;
};

/** A card as it is asked: the position before the mistake, and what was played. */
export type CardPosition = {
  card: Card;
  /** As data, for the sandbox: a world that the seat cannot tell from the true one. */
  position: { [name: string]: unknown };
  /** What the better turn brings more than what was played ... */
  points: number;
  low: number;
  /** ... and the interval of that. */
  high: number;
  /** `solver`, `playouts` or `search`. */
  how: string;
  played: string[];
  /** The same for people; none where it was planned in a world that has turned out otherwise. */
  steps: Step[];
};

/** An answer to a card. */
export type CardTry = {
  /** `tries` of the card: the same number again is the same answer. */
  number: number;
  /** The turn, as far as it was played; nothing to be shown the solution, which counts as wrong. */
  actions?: string[];
};

/** A source of points that grows or shrinks. */
export type Source = {
  source: string;
  by: number;
};

/** The better turn of a card, and the own turns planned after it. */
export type BestTurn = {
  better: string[];
  steps: Step[];
  line: string[];
  /** Where it is ahead of what was played then, and where behind. */
  reasons: Source[];
};

/** How far the judgement of an answer is, and what it says. */
export type CardAnswer = {
  state: 'done' | 'failed' | 'waiting';
  /** Answers that wait before it. */
  ahead?: number;
  right?: boolean | null;
  /** The better turn itself; what was played then; proven; by equal searches; by equal searches that see no difference between the better turn and what was played; no answer. */
  how?: 'best' | 'open' | 'played' | 'search' | 'shown' | 'solver' | null;
  /** Points that it brings more than what was played, by estimate. */
  gain?: number;
  /** Points that it brings less than the best. */
  behind?: number;
  /** Where the best turn is ahead of the answer, and where behind. */
  reasons?: Source[];
  /** The answer. */
  steps?: Step[];
  best?: BestTurn | null;
  card?: Card | null;
  /** Why it could not be judged; it does not count then. */
  problem?: string | null;
  /** The same by key and values, for the reader's language. */
  reason?: unknown;
};

/** An answer to a puzzle: all answers up to the end, or nothing to be shown the solution. */
export type PuzzleTry = {
  line?: string[];
};

/** How strong a person or how hard a puzzle is. */
export type Rating = {
  rating: number;
  /** Its standard deviation: two of three times the truth is within it. */
  spread: number;
  answers: number;
};

/** What became of an answer. */
export type PuzzleAnswer = {
  /** Points at the end; None if the solution was looked at. */
  reached: number | null;
  /** Of what there was to be found: 0 for what a quick look finds, 1 for the best. */
  share: number;
  /** Whether it changed the ratings: the first answer does. */
  rated: boolean;
  mine: Rating;
  /** The own rating before it; None if it was not rated. */
  before: Rating | null;
  puzzle: Rating;
};

/** Ratings of the puzzles of a title, and what the asker made of them. */
export type Puzzles = {
  mine: Rating | null;
  /** Of those that somebody has answered. */
  ratings: { [name: string]: Rating };
  /** Puzzle -> the best end that the asker has reached; None if only the solution was looked at. */
  solved: { [name: string]: number | null };
};

/** A position about which the study part is asked; whoever is asked in it wants to know. */
export type StudyRequest = {
  position: { [name: string]: unknown };
};

/** The best end that whoever is asked can reach, and how sure that is. */
export type Finish = {
  seat: number;
  points: number;
  /** `proven`; `still`: proven if the others stand still; `found`: the best that was found. */
  word: string;
  /** With `found`: so many more are possible at the most; null if no bound is known. */
  more: number | null;
  /** The own answers up to the end, each with what it is about. */
  steps: Step[];
  /** That were looked at. */
  positions: number;
};

/** What the browser's `PushManager.subscribe` gives. */
export type PushSubscription = {
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** A registered browser. */
export type PushInfo = {
  id: number;
  endpoint: string;
  failure: string | null;
};

/** Where "your turn" goes; browsers are registered on their own. */
export type NoticeSettings = {
  email?: string | null;
  by_email?: boolean;
  webhook?: string | null;
  by_webhook?: boolean;
  by_push?: boolean;
  /** Also for live tables, and while the page is open. */
  live_too?: boolean;
  /** None leaves it as it is; the page tells it by itself. */
  language?: 'de' | 'en' | 'hu' | null;
};

/** What is sent: to a web address as JSON, to a browser as the data of a push, by e-mail as a letter.

    The page's service worker shows `title` and `body` and opens `url`. */
export type Notice = {
  kind: 'asked' | 'confirm' | 'invited' | 'reset' | 'test';
  title: string;
  body: string;
  /** Where the page shows the match, with the key that a table by link needs. */
  url: string;
  match?: string | null;
  seat?: number | null;
  number?: number | null;
  question?: string;
  game?: string;
};

/** One notice that was sent, or that waits to be tried again. */
export type Delivery = {
  id: number;
  channel: string;
  state: 'failed' | 'sent' | 'waiting';
  tries: number;
  error: string | null;
  created: number;
  next: number | null;
};

/** The asker's settings, browsers and the last deliveries. */
export type Notices = {
  settings: NoticeSettings;
  /** VAPID public key for `PushManager.subscribe`. */
  push_key: string;
  /** The server can send e-mail. */
  mail: boolean;
  browsers: PushInfo[];
  deliveries: Delivery[];
  /** The owner of the e-mail address has confirmed it by a link that was mailed there; it gets nothing before. */
  confirmed?: boolean;
};

/** Sends a test notice by one channel. */
export type NoticeTest = {
  channel: 'email' | 'push' | 'webhook';
};

/** It was done. */
export type Done = {
  ok?: boolean;
};

/** `ok`, or which part is not ready. */
export type Health = {
  status: string;
  version: string;
  parts?: { [name: string]: string };
};

/** A session of a browser. */
export type SessionExport = {
  created: number;
  used: number;
};

/** A seat of the asker. */
export type MatchExport = {
  match: string;
  game: string;
  title: string;
  state: string;
  seat: number;
  name: string;
  started: number | null;
  ended: number | null;
  scores: number[];
  places: number[] | null;
  reason: string | null;
  out: string | null;
};

/** A table that the asker made. */
export type HostedExport = {
  match: string;
  game: string;
  title: string;
  state: string;
  created: number;
};

/** A line of chat of the asker. */
export type LineExport = {
  match: string;
  number: number;
  text: string;
  at: number;
};

/** Private notes of the asker. */
export type NoteExport = {
  match: string;
  text: string;
};

/** A notice to the asker. */
export type DeliveryExport = {
  channel: string;
  target: string;
  match: string | null;
  state: string;
  error: string | null;
  created: number;
  sent: number | null;
};

/** What the asker thinks of somebody. */
export type FriendExport = {
  user: number;
  kind: string;
  at: number;
};

/** An invitation to a table, by the asker or to them. */
export type SummonsExport = {
  match: string;
  user: number;
  by: number;
  at: number;
  declined: boolean;
};

/** An answer to a card. */
export type AnswerExport = {
  number: number;
  turn: string[];
  at: number;
  state: string;
  result: unknown;
};

/** A mistake that the asker practises. */
export type CardExport = {
  id: number;
  match: string;
  seat: number;
  move: number;
  game: string;
  kind: string;
  made: number;
  box: number;
  due: number;
  answers: AnswerExport[];
};

/** What the asker made of a puzzle. */
export type SolutionExport = {
  puzzle: string;
  game: string;
  /** Of the first answer, which was rated. */
  share: number;
  reached: number | null;
  tries: number;
  at: number;
};

/** The rating of the asker as a solver of puzzles. */
export type SolverExport = {
  game: string;
  rating: number;
  spread: number;
  answers: number;
};

/** Everything that is stored of the asker; secrets are stored as hashes and left out. */
export type Export = {
  id: number;
  name: string;
  guest: boolean;
  moderator: boolean;
  email: string | null;
  confirmed: boolean;
  created: number;
  seen: number;
  muted: Mute | null;
  settings: { [name: string]: unknown };
  sessions: SessionExport[];
  tokens: Token[];
  browsers: string[];
  matches: MatchExport[];
  hosted: HostedExport[];
  chat: LineExport[];
  notes: NoteExport[];
  deliveries: DeliveryExport[];
  friends: FriendExport[];
  summons: SummonsExport[];
  practice: CardExport[];
  solutions: SolutionExport[];
  solver: SolverExport[];
};

/** A moderator's reason. */
export type Why = {
  why: string;
};

/** Mutes a person for so many minutes; for good without. */
export type MuteRequest = {
  why: string;
  minutes?: number | null;
};

/** A person as moderators see them. */
export type KnownPerson = {
  id: number;
  name: string;
  guest: boolean;
  moderator: boolean;
  seen: number;
  muted: Mute | null;
  /** Why; None for who is not. */
  banned: string | null;
};

/** A page of people, newest first; `next` goes into `before` for the next page. */
export type KnownPeople = {
  people: KnownPerson[];
  next: number | null;
};

/** Something that a moderator did, or (`by` None) whoever runs the server. */
export type Deed = {
  id: number;
  at: number;
  what: 'announce' | 'ban' | 'delete' | 'end' | 'invite' | 'member' | 'moderator' | 'mute' | 'remove-line' | 'remove-table' | 'repair' | 'retract' | 'revoke' | 'unban' | 'unmute';
  why: string;
  by: number | null;
  by_name: string | null;
  user: number | null;
  user_name: string | null;
  match: string | null;
  number: number | null;
};

/** A page of deeds, newest first; `next` goes into `before` for the next page. */
export type Deeds = {
  deeds: Deed[];
  next: number | null;
};

/** Makes a link by which one person makes one account within so many days. */
export type NewInvitation = {
  days?: number;
  /** Whom it is for. */
  note?: string;
};

/** An invitation; `secret` is shown once, when it is made: `/account?invitation=SECRET` is the link. */
export type Invitation = {
  id: number;
  note: string;
  created: number;
  expires: number;
  used: number | null;
  /** Who came by it. */
  user: string | null;
  revoked: number | null;
  secret?: string | null;
};

/** A line for everybody, about something that comes true in so many minutes or without a time. */
export type Announce = {
  text: string;
  minutes?: number | null;
};

export type ClientMessage = Watch | Leave | WatchLobby | Drafted | Commit | Ping;

export type ServerMessage = Hello | Watching | Moved | Whole | Unwatched | TableChanged | Said | PremovesDropped | YourTurn | Announced | LobbyChanged | Called | Pong | Answered | LiveProblem;
