"""Everything that crosses the wire: requests, responses and live messages, as msgspec structs.

Times are milliseconds since 1970 (UTC). Seats count from 0. ``number`` counts the entries of a log from 1,
so the number of a position is how many entries led to it; ``move`` counts the entries of the line, the log
without what was undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
ActionText = Annotated[str, Meta(min_length=1, max_length=4000)]
Actions = Annotated[list[ActionText], Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Json = Any
"""Any JSON value."""
Facts = Annotated[dict[str, Json], Meta(extra_json_schema={"properties": {"kind": {"type": "string"}}})]
"""The kind of an answer and what it is about: the page makes its sentence of them. ``docs/views`` lists them."""
_PATH = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}
Change = Annotated[list[Json], Meta(min_length=1, max_length=2, extra_json_schema={"prefixItems": [_PATH, {}]})]
"""``[path, value]`` sets, ``[path]`` removes; a path is a list of keys and indices."""


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends: unknown fields are refused."""


# People


class NewGuest(Request):
    """A name is enough to play."""

    name: Name


class NewAccount(Request):
    """Makes an account; a guest who sends it becomes that account and keeps every match."""

    name: Name
    password: Password
    email: Annotated[str, Meta(max_length=200)] | None = None
    invitation: Secret | None = None
    """Where accounts are made by invitation: the secret of its link."""


class SignIn(Request):
    """Name and password."""

    name: Name
    password: Secret


class SignOut(Request):
    """Ends this session, or every session and personal token."""

    everywhere: bool = False


class NewPassword(Request):
    """Changes the password and signs out everywhere else."""

    old: Secret
    new: Password


class Forgotten(Request):
    """Asks for a letter with a link for a new password, to the confirmed address of the account."""

    name: Name


class ResetPassword(Request):
    """Chooses a new password by the link of such a letter; every session and token ends."""

    token: Secret
    password: Password


class DeleteAccount(Request):
    """Deletes the asker; an account with its password, a guest without."""

    password: Secret | None = None


class User(Struct):
    """A person as everybody may see them."""

    id: int
    name: str
    guest: bool


class Me(Struct):
    """Who is asking; ``csrf`` goes into the header ``X-CSRF`` of every writing request."""

    user: User | None
    csrf: str = ""
    email: str | None = None
    now: int = 0
    language: Language | None = None
    """Of the notices; None until the page has told it."""
    moderator: bool = False
    muted: Mute | None = None
    announcement: Announcement | None = None
    registration: Literal["open", "invited", "closed"] = "open"
    """Who makes an account here: everybody, whoever has an invitation, nobody."""
    guests: bool = True
    """A name is enough to play here."""
    mail: bool = False
    """The server sends e-mail: a forgotten password can be replaced by a letter."""


class Mute(Struct):
    """Why nothing that a person says reaches others, and until when (None: for good)."""

    why: str
    until: int | None


class Announcement(Struct):
    """One line for everybody, and when it comes true."""

    text: str
    at: int | None


Language = Literal["en", "de", "hu"]


class Speaks(Request):
    """The language of the page: notices come in it."""

    language: Language


class NewToken(Request):
    """A personal token for a program, named so that it can be told from others."""

    name: Name


class Token(Struct):
    """A personal token; ``secret`` is shown once, when it is made."""

    id: int
    name: str
    created: int
    used: int | None
    secret: str | None = None


# Titles


class SettingInfo(Struct):
    """One option of a title; see ``Setting`` in the contract."""

    name: str
    kind: str
    default: Json
    choices: list[Json]
    group: str


class Title(Struct):
    """A game that can be played here."""

    name: str
    rules: int
    settings: list[SettingInfo]
    bots: list[str]
    """Levels of bots that can sit at its tables."""
    strength: dict[str, int] = {}
    """Measured points by level: the mean of games among four (Evacuation: two) of that level."""


class SetupRequest(Request):
    """Options to try out; without ``setup_seed`` the server draws one."""

    options: dict[str, Json] = {}


class Setup(Struct):
    """What a table with these options starts from, as a spectator sees it."""

    options: dict[str, Json]
    """Complete, with the ``setup_seed`` that was used when the title has one."""
    seats: int
    printed: Mapping[str, Json]
    """What never changes within a match."""
    view: Mapping[str, Json]
    """What stands, laid over ``printed``."""
    asked: int | None
    question: str


class SandboxRequest(Request):
    """A position without a table: whoever is asked is played by the asker. Stateless."""

    options: dict[str, Json] = {}
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    actions: Actions = []
    seat: SeatNumber | None = None
    """Whose view is shown; the seat that is asked when left out."""
    printed: bool = True
    """Send along what never changes; somebody who has it leaves it out."""
    near: bool = False
    """With near misses: what is not possible, and why."""


# Tables

SeatKind = Literal["me", "open", "bot"]


class NewSeat(Request):
    """Who takes a seat of a new table: ``me`` more than once is a hot seat."""

    kind: SeatKind
    level: Annotated[str, Meta(max_length=40)] | None = None
    """Of a bot."""
    name: Name | None = None
    """A name of its own for a hot seat."""


class Clock(Struct, forbid_unknown_fields=True):
    """Time to think: ``seconds`` per player with ``increment`` per turn, or ``days`` per move; never both."""

    seconds: Annotated[int, Meta(ge=10, le=604_800)] | None = None
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    days: Annotated[float, Meta(gt=0, le=60)] | None = None
    out: Literal["bot", "lose"] = "bot"
    """What happens to somebody who runs out of time."""


class NewTable(Request):
    """A table to be opened; fewer seats than the game has are filled up with open ones."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Json] = {}
    seats: Annotated[list[NewSeat], Meta(max_length=16)] = []
    visibility: Literal["public", "link", "password"] = "public"
    password: Secret | None = None
    mode: Literal["live", "turns"] = "live"
    clock: Clock | None = None
    undo: Literal["consent", "never"] = "consent"
    autostart: bool = True
    """Start as soon as every seat is taken; otherwise the host starts."""
    coach: bool = True
    """Whether people may ask for hints while they play."""
    several: bool = False
    """Whether others than the host may take more than one seat."""
    title: Annotated[str, Meta(max_length=80)] = ""


class Join(Request):
    """Takes an open seat (the first one when ``seat`` is left out)."""

    seat: SeatNumber | None = None
    password: Secret | None = None
    key: Annotated[str, Meta(max_length=80)] | None = None
    """From the link of a table that is open by link only."""


class ChangeSeat(Request):
    """The host gives a seat to a bot or opens it again."""

    kind: Literal["open", "bot", "me"]
    level: Annotated[str, Meta(max_length=40)] | None = None
    name: Name | None = None


class SeatInfo(Struct):
    """A seat of a table."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    user: int | None
    level: str | None
    mine: bool
    standin: bool
    """A bot plays for an absent person, who may come back."""
    out: str | None
    """``resigned`` or ``time`` when the seat has lost by leaving."""
    bank: int | None
    """Milliseconds left on the clock when last asked; None without a clock."""
    online: bool
    guest: bool = False
    """The person has no account: anybody may use such a name."""
    gone: bool = False
    """The person is banned or deleted: a bot may take the seat at once."""


class Table(Struct):
    """A table, and the match once it has started; both have the same id."""

    id: str
    game: str
    title: str
    rules: int
    engine: str
    options: dict[str, Json]
    state: Literal["open", "running", "over", "stopped", "broken"]
    """``stopped`` is an unfinished import, ``broken`` no longer replays: both are read-only."""
    notice: str | None
    seats: list[SeatInfo]
    host: int | None
    visibility: str
    key: str | None
    """For the invitation link; only people of the table see it."""
    mode: str
    clock: Clock | None
    undo: str
    autostart: bool
    coach: bool
    created: int
    started: int | None
    ended: int | None
    number: int
    move: int
    asked: int | None
    question: str
    since: int | None
    """When the pending question was put."""
    deadline: int | None
    scores: list[int]
    places: list[int] | None
    reason: str | None
    """How it ended: ``finished``, ``resigned``, ``time``, or ``ended`` by a moderator."""
    mine: bool
    waiting: bool
    """The asker must answer."""
    next: str | None
    """The rematch, when there is one."""
    undo_request: UndoRequest | None = None
    several: bool = False
    """Others than the host may take more than one seat."""
    fixed: list[str] = []
    """Options by which the host fixed what chance decides otherwise: ``setup_seed``, ``position``, ``cards`` ..."""


class TablePage(Struct):
    """A page of a list of tables."""

    tables: list[Table]
    more: str | None
    """What to send as ``after`` for the tables that follow; none: these are the last."""


# Play


class MessageInfo(Struct):
    """Something said as a key with arguments; the page makes it a sentence."""

    key: str
    args: dict[str, Json]


class ReactionInfo(Struct):
    """What another seat may do because of an action."""

    seat: int
    what: str
    amount: int
    price: int


class Option(Struct, omit_defaults=True):
    """One possible answer with everything it costs and brings; empty parts are left out."""

    text: str
    """Its identity: what preview and commit take."""
    cost: dict[str, int] = {}
    gain: dict[str, int] = {}
    points: dict[str, int] = {}
    income: dict[str, int] = {}
    reactions: list[ReactionInfo] = []
    warnings: list[MessageInfo] = []
    facts: Facts = {}


class Near(Struct, omit_defaults=True):
    """Something that is not possible now, and why not."""

    what: str
    reasons: list[MessageInfo]
    facts: Facts = {}


class Step(Struct):
    """One action of a draft as it would be played."""

    question: str
    option: Option


DraftEnd = Literal["reveals", "others", "over"]


class Draft(Struct):
    """A draft: its steps, and why nothing can be added (None: it goes on).

    ``reveals``: the last step uncovers something hidden; the view is the one ahead of it. ``others``:
    somebody else is asked next. ``over``: the game ends.
    """

    steps: list[Step]
    ends: DraftEnd | None


class UndoOffer(Struct):
    """The undo that the seat could ask for now."""

    keep: int
    """Moves that stay."""
    free: bool
    """Needs nobody's consent."""


class Position(Struct, omit_defaults=True):
    """A position as a seat (None: a spectator) may see it."""

    match: str
    number: int
    move: int
    seat: int | None
    view: Mapping[str, Json]
    """What stands, laid over what is printed."""
    asked: int | None
    question: str
    scores: list[int]
    over: bool
    printed: Mapping[str, Json] | None = None
    """What never changes within a match: only with a position that is asked for with it."""
    places: list[int] | None = None
    options: list[Option] = []
    """Only for the seat that is asked."""
    near: list[Near] = []
    """Only where they are asked for."""
    draft: Draft | None = None
    undo: UndoOffer | None = None
    supposed: bool = False
    """On a guess: hidden things are drawn anew."""


class PreviewRequest(Request):
    """A draft on the position ``base``; changes nothing."""

    base: Count
    actions: Actions = []
    seat: SeatNumber | None = None
    """Needed only by somebody with several seats."""
    near: bool = False
    """With near misses: what is not possible, and why."""


class CommitRequest(Request):
    """The whole draft, once. Sending it again is harmless."""

    base: Count
    actions: Annotated[Actions, Meta(min_length=1)]
    seat: SeatNumber | None = None
    then: Annotated[str, Meta(max_length=40)] | None = None
    """A question to end without asking, if it is the next one that this seat is asked: "and then end my turn".
    Only questions that the title lets be ended so; anything else is asked as always."""


class Committed(Struct):
    """The draft stands in the log."""

    match: str
    number: int
    move: int
    asked: int | None
    question: str
    over: bool
    repeated: bool = False
    """The same draft was already there."""
    news: Moved | Whole | None = None
    """What the draft changed, as the live connection tells it; the whole position where another seat of the same
    person is asked next. Left out where it is told by that connection anyway."""


class Problem(Struct, omit_defaults=True):
    """Why a request was refused: a code for programs, a sentence for people."""

    code: str
    sentence: str
    detail: dict[str, Json] = {}
    position: Position | None = None
    """With code ``stale``: the position as it is now."""


class UndoAsk(Request):
    """Asks to go back to the position after ``keep`` moves (default: before the own last turn)."""

    base: Count
    keep: Count | None = None
    seat: SeatNumber | None = None


class UndoAnswer(Request):
    """Consents to the pending undo, or refuses it: to exactly the one that was asked for, not another one."""

    number: Count
    keep: Count
    consent: bool
    seat: SeatNumber | None = None


class UndoRequest(Struct):
    """A pending undo: it falls when a move is made, somebody refuses, or another is asked for in its place."""

    seat: int
    keep: int
    number: int
    consents: list[int]
    needed: list[int]


class UndoReply(Struct):
    """``done``, or ``asked`` and waiting for the others."""

    state: Literal["done", "asked", "refused"]
    number: int
    request: UndoRequest | None = None


class SeatRequest(Request):
    """A request about one seat; ``seat`` is needed only by somebody with several."""

    seat: SeatNumber | None = None


class ReplaceRequest(Request):
    """Puts a bot on the seat of an absent player."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=40)] | None = None


class Order(Struct, forbid_unknown_fields=True):
    """A standing order: how a question is answered without asking.

    ``take``: the option that brings most among those costing at most ``pay`` victory points and, when
    ``most`` is given, gaining at most that many units; else as ``otherwise`` says. ``decline``: the option
    that costs and brings nothing. ``first``: the first option. ``say``: the first of ``texts`` that is legal.
    """

    question: Annotated[str, Meta(min_length=1, max_length=60)]
    rule: Literal["take", "decline", "first", "say"]
    pay: Annotated[int, Meta(ge=0, le=1000)] = 0
    most: Annotated[int, Meta(ge=0, le=1000)] | None = None
    otherwise: Literal["ask", "decline"] = "ask"
    texts: Annotated[list[ActionText], Meta(max_length=20)] = []


class Orders(Struct, forbid_unknown_fields=True):
    """The standing orders of a seat; at most one for each question."""

    orders: Annotated[list[Order], Meta(max_length=20)]
    seat: SeatNumber | None = None


class Premoves(Struct, forbid_unknown_fields=True):
    """Answers for the own next turn; dropped with a notice if no longer legal."""

    actions: Actions
    seat: SeatNumber | None = None
    question: Annotated[str, Meta(max_length=60)] | None = None
    """Wait for this question; others are not answered by it."""
    instead: Actions | None = None
    """What they replace: refused when other ones wait, because these were played or dropped meanwhile."""


class PremovesInfo(Struct):
    """The premoves that wait, and why the last ones were dropped."""

    seat: int
    actions: list[str]
    question: str | None
    dropped: str | None


class Say(Request):
    """A line of chat."""

    text: Text


class ChatLine(Struct):
    """A line of chat."""

    number: int
    user: int | None
    name: str
    text: str
    at: int
    guest: bool = False
    """Said by somebody without an account."""
    removed: Literal["moderator", "deleted"] | None = None
    """The words were taken out by a moderator, or went with the person. Such a line is told again, live too."""


class Chat(Struct):
    """The chat of a table."""

    lines: list[ChatLine]


class Notes(Struct, forbid_unknown_fields=True):
    """Private notes of the asker about a table."""

    text: Annotated[str, Meta(max_length=20_000)]


class BookingInfo(Struct, array_like=True):
    """``[seat, what, amount, source]``."""

    seat: int
    what: str
    amount: int
    source: str


class LogEntry(Struct, omit_defaults=True):
    """An entry as the asker may read it."""

    number: int
    seat: int
    question: str
    text: str
    message: MessageInfo | None = None
    bookings: list[BookingInfo] = []
    messages: list[MessageInfo] = []
    at: int = 0
    move: int | None = None
    """Which move of the line it is; None for entries about the table and for what was undone."""
    sealed: bool = False
    """More is known to somebody else."""
    digest: str | None = None
    """Of the position after it; only once the match is over."""


class Log(Struct):
    """The log from ``since`` on."""

    match: str
    number: int
    move: int
    entries: list[LogEntry]
    start: list[BookingInfo] = []
    """Bookings of the set-up."""


class Point(Struct, array_like=True):
    """``[move, seat, source, amount]``: victory points booked by a move."""

    move: int
    seat: int
    source: str
    amount: int


class Series(Struct):
    """Victory points by source over the whole line; sums up to the scores."""

    match: str
    move: int
    points: list[Point]
    scores: list[int]


class TryRequest(Request):
    """A sandbox from move ``move``: the asker plays every seat. Stateless; stored nowhere."""

    move: Count | None = None
    actions: Actions = []
    seat: SeatNumber | None = None
    world: Annotated[int, Meta(ge=0, le=2**31)] = 0
    """Which guess: another number is another world."""
    near: bool = False
    """With near misses: what is not possible, and why."""


class AskRequest(Request):
    """An extra service of the title, on a guess of the position."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    args: dict[str, Json] = {}
    actions: Actions = []
    """A draft that is played first."""
    seat: SeatNumber | None = None


class Answer(Struct):
    """What the title answers."""

    answer: Json


class HintRequest(Request):
    """Advice for the pending question."""

    actions: Actions = []
    seat: SeatNumber | None = None
    level: Annotated[str, Meta(max_length=40)] | None = None


class Hints(Struct):
    """Advice, best first; the fields of a hint come from the study part."""

    hints: list[Json]


# Records


class ImportRecord(Request):
    """A match as text; it is replayed before it is stored."""

    text: Annotated[str, Meta(min_length=1, max_length=2_000_000)]
    title: Annotated[str, Meta(max_length=80)] = ""
    visibility: Literal["public", "link"] = "link"


class RecordEntry(Struct, omit_defaults=True):
    """One entry of a record."""

    number: int
    seat: int
    question: str
    text: str
    at: int = 0
    digest: str | None = None


class Record(Struct, omit_defaults=True):
    """A match as JSON: whole once it is over, before that as far as the asker may know."""

    format: str
    game: str
    rules: int
    engine: str
    options: dict[str, Json]
    complete: bool
    entries: list[RecordEntry]
    names: list[str] = []
    seed: int | None = None
    scores: list[int] = []
    places: list[int] | None = None


# Notices


class PushSubscription(Request):
    """What the browser's ``PushManager.subscribe`` gives."""

    endpoint: Annotated[str, Meta(max_length=2000, pattern="^https?://")]
    p256dh: Annotated[str, Meta(min_length=1, max_length=200)]
    auth: Annotated[str, Meta(min_length=1, max_length=100)]


class PushInfo(Struct):
    """A registered browser."""

    id: int
    endpoint: str
    failure: str | None


class NoticeSettings(Request):
    """Where "your turn" goes; browsers are registered on their own."""

    email: Annotated[str, Meta(max_length=200)] | None = None
    by_email: bool = False
    webhook: Annotated[str, Meta(max_length=2000)] | None = None
    by_webhook: bool = False
    by_push: bool = True
    live_too: bool = False
    """Also for live tables, and while the page is open."""
    language: Language | None = None
    """None leaves it as it is; the page tells it by itself."""


class Notice(Struct, omit_defaults=True):
    """What is sent: to a web address as JSON, to a browser as the data of a push, by e-mail as a letter.

    The page's service worker shows ``title`` and ``body`` and opens ``url``.
    """

    kind: Literal["asked", "test", "confirm", "reset"]
    title: str
    body: str
    url: str
    """Where the page shows the match, with the key that a table by link needs."""
    match: str | None = None
    seat: int | None = None
    number: int | None = None
    question: str = ""
    game: str = ""


class Delivery(Struct):
    """One notice that was sent, or that waits to be tried again."""

    id: int
    channel: str
    state: Literal["waiting", "sent", "failed"]
    tries: int
    error: str | None
    created: int
    next: int | None


class Notices(Struct):
    """The asker's settings, browsers and the last deliveries."""

    settings: NoticeSettings
    push_key: str
    """VAPID public key for ``PushManager.subscribe``."""
    mail: bool
    """The server can send e-mail."""
    browsers: list[PushInfo]
    deliveries: list[Delivery]
    confirmed: bool = False
    """The owner of the e-mail address has confirmed it by a link that was mailed there; it gets nothing before."""


class NoticeTest(Request):
    """Sends a test notice by one channel."""

    channel: Literal["push", "email", "webhook"]


class Done(Struct):
    """It was done."""

    ok: bool = True


class Health(Struct):
    """``ok``, or which part is not ready."""

    status: str
    version: str
    parts: dict[str, str] = {}


# What is known of the asker


class SessionExport(Struct):
    """A session of a browser."""

    created: int
    used: int


class MatchExport(Struct):
    """A seat of the asker."""

    match: str
    game: str
    title: str
    state: str
    seat: int
    name: str
    started: int | None
    ended: int | None
    scores: list[int]
    places: list[int] | None
    reason: str | None
    out: str | None


class HostedExport(Struct):
    """A table that the asker made."""

    match: str
    game: str
    title: str
    state: str
    created: int


class LineExport(Struct):
    """A line of chat of the asker."""

    match: str
    number: int
    text: str
    at: int


class NoteExport(Struct):
    """Private notes of the asker."""

    match: str
    text: str


class DeliveryExport(Struct):
    """A notice to the asker."""

    channel: str
    target: str
    match: str | None
    state: str
    error: str | None
    created: int
    sent: int | None


class Export(Struct):
    """Everything that is stored of the asker; secrets are stored as hashes and left out."""

    id: int
    name: str
    guest: bool
    moderator: bool
    email: str | None
    confirmed: bool
    created: int
    seen: int
    muted: Mute | None
    settings: dict[str, Json]
    sessions: list[SessionExport]
    tokens: list[Token]
    browsers: list[str]
    matches: list[MatchExport]
    hosted: list[HostedExport]
    chat: list[LineExport]
    notes: list[NoteExport]
    deliveries: list[DeliveryExport]


# Moderation

Reason = Annotated[str, Meta(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
"""One line that says why: whom it concerns is told it."""
Remark = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Why(Request):
    """A moderator's reason."""

    why: Reason


class MuteRequest(Request):
    """Mutes a person for so many minutes; for good without."""

    why: Reason
    minutes: Annotated[int, Meta(ge=1, le=527_040)] | None = None


class KnownPerson(Struct):
    """A person as moderators see them."""

    id: int
    name: str
    guest: bool
    moderator: bool
    seen: int
    muted: Mute | None
    banned: str | None
    """Why; None for who is not."""


class KnownPeople(Struct):
    """A page of people, newest first; ``next`` goes into ``before`` for the next page."""

    people: list[KnownPerson]
    next: int | None


DeedKind = Literal[
    "mute",
    "unmute",
    "ban",
    "unban",
    "remove-line",
    "remove-table",
    "end",
    "repair",
    "invite",
    "revoke",
    "announce",
    "retract",
    "moderator",
    "member",
    "delete",
]


class Deed(Struct):
    """Something that a moderator did, or (``by`` None) whoever runs the server."""

    id: int
    at: int
    what: DeedKind
    why: str
    by: int | None
    by_name: str | None
    user: int | None
    user_name: str | None
    match: str | None
    number: int | None


class Deeds(Struct):
    """A page of deeds, newest first; ``next`` goes into ``before`` for the next page."""

    deeds: list[Deed]
    next: int | None


class NewInvitation(Request):
    """Makes a link by which one person makes one account within so many days."""

    days: Annotated[int, Meta(ge=1, le=365)] = 14
    note: Remark = ""
    """Whom it is for."""


class Invitation(Struct):
    """An invitation; ``secret`` is shown once, when it is made: ``/account?invitation=SECRET`` is the link."""

    id: int
    note: str
    created: int
    expires: int
    used: int | None
    user: str | None
    """Who came by it."""
    revoked: int | None
    secret: str | None = None


class Announce(Request):
    """A line for everybody, about something that comes true in so many minutes or without a time."""

    text: Reason
    minutes: Annotated[int, Meta(ge=1, le=10_080)] | None = None


# Live messages: client to server


class Watch(Struct, tag_field="kind", tag="watch"):
    """Follow a match as a seat (None: spectator) from the last number seen (None: only what comes)."""

    match: str
    seat: int | None = None
    number: int | None = None
    key: str | None = None


class Leave(Struct, tag_field="kind", tag="leave"):
    """Stop following."""

    match: str
    seat: int | None = None


class WatchLobby(Struct, tag_field="kind", tag="lobby"):
    """Be told when lists of tables change."""

    on: bool = True


Id = Annotated[int, Meta(ge=0, le=2**53)]
"""What a client calls a question of its own; the answer carries it."""


class Drafted(Struct, tag_field="kind", tag="preview"):
    """As ``POST /preview``; answered by ``answer`` or ``problem`` with the same id."""

    id: Id
    match: str
    draft: PreviewRequest


class Commit(Struct, tag_field="kind", tag="commit"):
    """As ``POST /commit``; answered by ``answer`` or ``problem`` with the same id."""

    id: Id
    match: str
    draft: CommitRequest


class Ping(Struct, tag_field="kind", tag="ping"):
    """Answered by ``pong``."""


ClientMessage = Watch | Leave | WatchLobby | Drafted | Commit | Ping


# Live messages: server to client


class Hello(Struct, tag_field="kind", tag="hello"):
    """The first message."""

    user: User | None
    now: int
    version: str
    announcement: Announcement | None = None


class Watching(Struct, tag_field="kind", tag="watching"):
    """The watch stands; ``number`` is where the match is."""

    match: str
    seat: int | None
    number: int


class Moved(Struct, tag_field="kind", tag="moved", omit_defaults=True):
    """New entries and what they changed in the view; with its options to the seat that is asked."""

    match: str
    seat: int | None
    base: int
    """The number that the changes start from; a client elsewhere asks for the position."""
    number: int
    move: int
    asked: int | None
    question: str
    scores: list[int]
    over: bool
    entries: list[LogEntry]
    changes: list[Change]
    """Of the view, applied in order."""
    places: list[int] | None = None
    since: int | None = None
    """When the pending question was put."""
    deadline: int | None = None
    banks: list[int | None] = []
    """Milliseconds left on the clock of each seat when it was last asked; empty without a clock."""
    options: list[Option] = []
    """Only for the seat that is asked."""
    undo: UndoOffer | None = None


class Whole(Struct, tag_field="kind", tag="whole", omit_defaults=True):
    """The whole position, for a client that has fallen behind or where very much has changed."""

    match: str
    seat: int | None
    base: int
    """The number after which the entries begin."""
    position: Position
    entries: list[LogEntry] = []
    since: int | None = None
    deadline: int | None = None
    banks: list[int | None] = []
    """As in ``moved``."""


class Unwatched(Struct, tag_field="kind", tag="unwatched"):
    """The watch has ended: the seat, or the table, is no longer open to this person."""

    match: str
    seat: int | None


class TableChanged(Struct, tag_field="kind", tag="table"):
    """The table as it is now: seats, clocks, undo requests, state."""

    table: Table


class Said(Struct, tag_field="kind", tag="chat"):
    """A new line of chat, or one whose words were removed."""

    match: str
    line: ChatLine


class PremovesDropped(Struct, tag_field="kind", tag="premoves"):
    """Premoves that were no longer legal."""

    match: str
    seat: int
    sentence: str


class YourTurn(Struct, tag_field="kind", tag="asked"):
    """Somebody waits for you, at any of your tables."""

    match: str
    seat: int
    number: int
    question: str
    game: str


class Announced(Struct, tag_field="kind", tag="announced"):
    """What is announced now; None for nothing."""

    announcement: Announcement | None


class LobbyChanged(Struct, tag_field="kind", tag="lobby"):
    """Lists of tables changed."""


class Pong(Struct, tag_field="kind", tag="pong"):
    """Answer to ``ping``."""

    now: int


class Answered(Struct, tag_field="kind", tag="answer", omit_defaults=True):
    """The answer to ``preview`` or ``commit``."""

    id: int
    position: Position | None = None
    committed: Committed | None = None


class LiveProblem(Struct, tag_field="kind", tag="problem", omit_defaults=True):
    """A message that could not be followed."""

    code: str
    sentence: str
    match: str | None = None
    id: int | None = None
    """Of the question that is refused."""
    status: int = 0
    """The HTTP status of the same refusal."""
    detail: dict[str, Json] = {}
    position: Position | None = None
    """With code ``stale``: the position as it is now."""


ServerMessage = (
    Hello
    | Watching
    | Moved
    | Whole
    | Unwatched
    | TableChanged
    | Said
    | PremovesDropped
    | YourTurn
    | Announced
    | LobbyChanged
    | Pong
    | Answered
    | LiveProblem
)
