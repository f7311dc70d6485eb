"""Play: positions and options, drafts, the log, undos, orders, talk and advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from orrery.desk.wire.base import Actions, ActionText, Change, Count, Facts, Json, Request, SeatNumber, Text


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


class HurryRequest(Request):
    """Asks the bot that thinks on the position ``base`` to answer at once; once it has answered it does nothing."""

    base: Count


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


# News: live messages that also answer a commit


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
