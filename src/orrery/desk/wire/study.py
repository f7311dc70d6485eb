"""Study: what is asked about finished matches, and what is told of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from orrery.desk.wire.base import Actions, Count, Json, Request, SeatNumber
from orrery.desk.wire.play import Step

Depth = Literal["quick", "complete"]


class ReportRequest(Request):
    """A report on one seat of a finished match."""

    seat: SeatNumber
    depth: Depth = "quick"


class ReportState(Struct, omit_defaults=True):
    """How far a report is, and the report when it is done."""

    state: Literal["none", "waiting", "done", "failed"]
    """``none``: nobody has asked for it."""
    done: int = 0
    """Pieces of work."""
    total: int | None = None
    """Of so many; None before they were counted."""
    left: int | None = None
    """Seconds that the rest takes, by what was needed so far."""
    problem: str | None = None
    """Why it failed."""
    reason: Json = None
    """The same by key and values, for the reader's language."""
    report: dict[str, Json] | None = None


class Card(Struct):
    """An own mistake that comes back until something better is found again and again."""

    id: int
    game: str
    kind: str
    """What was decided, as in a report."""
    match: str
    seat: int
    move: int
    box: int
    """From 0; the higher, the longer until it comes again."""
    due: int
    """When it comes again, in milliseconds since 1970."""
    ripe: bool
    """Whether that is now."""
    tries: int
    """Answers so far; the number of the next one."""
    right: int
    """How many of them were right."""


class PracticeKind(Struct):
    """Cards of one kind of mistake."""

    game: str
    kind: str
    total: int
    due: int


class Practice(Struct):
    """The own mistakes of all games."""

    due: int
    total: int
    next: int | None
    """When the next card is due that is not due yet."""
    kinds: list[PracticeKind]
    cards: list[Card]
    """Those that are due first; a few hundred at the most."""


class Gathered(Struct):
    """How many moments of a report are cards of the asker now."""

    cards: int


class CardPosition(Struct):
    """A card as it is asked: the position before the mistake, and what was played."""

    card: Card
    position: dict[str, Json]
    """As data, for the sandbox: a world that the seat cannot tell from the true one."""
    points: float
    """What the better turn brings more than what was played ..."""
    low: float
    high: float
    """... and the interval of that."""
    how: str
    """``solver``, ``playouts`` or ``search``."""
    played: list[str]
    steps: list[Step]
    """The same for people; none where it was planned in a world that has turned out otherwise."""


class CardTry(Request):
    """An answer to a card."""

    number: Count
    """``tries`` of the card: the same number again is the same answer."""
    actions: Actions = []
    """The turn, as far as it was played; nothing to be shown the solution, which counts as wrong."""


class Source(Struct):
    """A source of points that grows or shrinks."""

    source: str
    by: float


class BestTurn(Struct):
    """The better turn of a card, and the own turns planned after it."""

    better: list[str]
    steps: list[Step]
    line: list[str]
    reasons: list[Source]
    """Where it is ahead of what was played then, and where behind."""


class CardAnswer(Struct, omit_defaults=True):
    """How far the judgement of an answer is, and what it says."""

    state: Literal["waiting", "done", "failed"]
    ahead: int = 0
    """Answers that wait before it."""
    right: bool | None = None
    how: Literal["best", "played", "solver", "search", "open", "shown"] | None = None
    """The better turn itself; what was played then; proven; by equal searches; by equal searches that see no
    difference between the better turn and what was played; no answer."""
    gain: float = 0.0
    """Points that it brings more than what was played, by estimate."""
    behind: float = 0.0
    """Points that it brings less than the best."""
    reasons: list[Source] = []
    """Where the best turn is ahead of the answer, and where behind."""
    steps: list[Step] = []
    """The answer."""
    best: BestTurn | None = None
    card: Card | None = None
    problem: str | None = None
    """Why it could not be judged; it does not count then."""
    reason: Json = None
    """The same by key and values, for the reader's language."""


class PuzzleTry(Request):
    """An answer to a puzzle: all answers up to the end, or nothing to be shown the solution."""

    line: Actions = []


class Rating(Struct):
    """How strong a person or how hard a puzzle is."""

    rating: float
    spread: float
    """Its standard deviation: two of three times the truth is within it."""
    answers: int


class PuzzleAnswer(Struct):
    """What became of an answer."""

    reached: int | None
    """Points at the end; None if the solution was looked at."""
    share: float
    """Of what there was to be found: 0 for what a quick look finds, 1 for the best."""
    rated: bool
    """Whether it changed the ratings: the first answer does."""
    mine: Rating
    before: Rating | None
    """The own rating before it; None if it was not rated."""
    puzzle: Rating


class Puzzles(Struct):
    """Ratings of the puzzles of a title, and what the asker made of them."""

    mine: Rating | None
    ratings: dict[str, Rating]
    """Of those that somebody has answered."""
    solved: dict[str, int | None]
    """Puzzle -> the best end that the asker has reached; None if only the solution was looked at."""


class StudyRequest(Request):
    """A position about which the study part is asked; whoever is asked in it wants to know."""

    position: dict[str, Json]


class Finish(Struct):
    """The best end that whoever is asked can reach, and how sure that is."""

    seat: int
    points: int
    word: str
    """``proven``; ``still``: proven if the others stand still; ``found``: the best that was found."""
    more: int | None
    """With ``found``: so many more are possible at the most; null if no bound is known."""
    steps: list[Step]
    """The own answers up to the end, each with what it is about."""
    positions: int
    """That were looked at."""
