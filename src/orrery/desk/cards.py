"""Cards of the practice as every house keeps and tells them: a server in its database, a device in its records.

What an answer is worth is judged elsewhere (``practice``), with all that thinks; nothing here needs that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec

from orrery.desk import wire

DAYS: Final = (1, 3, 8, 21, 60)
"""By box: after how many days a card comes again."""
DAY: Final = 24 * 60 * 60 * 1000
"""In milliseconds."""
MOST: Final = 500
"""Cards that a list holds at the most, those that are due first."""
WAITING: Final = 5
"""Answers of one person that may wait."""

State = Literal["waiting", "done", "failed"]
"""Of an answer."""


class Kept(Protocol):
    """A card as a house keeps it."""

    @property
    def id(self) -> int: ...
    @property
    def match(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def move(self) -> int: ...
    @property
    def game(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def moment(self) -> str: ...
    @property
    def box(self) -> int: ...
    @property
    def due(self) -> int: ...
    @property
    def tries(self) -> int: ...
    @property
    def right(self) -> int: ...


def moved(box: int, right: bool, due: int, now: int) -> tuple[int, int]:
    """The box of a card after an answer, and when it comes again.

    Whoever answers before it is due learns nothing about their memory: the card stays where it is, unless they err.
    """
    if not right:
        return 0, now + DAYS[0] * DAY
    if now < due:
        return box, due
    higher = min(box + 1, len(DAYS) - 1)
    return higher, now + DAYS[higher] * DAY


# Reports


def moments(report: str) -> list[dict[str, Any]]:
    """The moments of a stored report."""
    found: list[dict[str, Any]] = msgspec.json.decode(report)["moments"]
    return found


def usable(moment: Mapping[str, Any]) -> bool:
    """Whether a moment can be practised: something clear was better, and the position before it is known."""
    return bool(moment["clear"] and moment.get("position") is not None and moment["better"])


def readable(report: str) -> dict[str, Any]:
    """A stored report without the positions that practice begins from."""
    found: dict[str, Any] = msgspec.json.decode(report)
    for moment in found["moments"]:
        moment.pop("position", None)
    return found


# What is told


def shown(card: Kept, at: int) -> wire.Card:
    """A card in a list."""
    fields = (card.id, card.game, card.kind, card.match, card.seat, card.move)
    return wire.Card(*fields, box=card.box, due=card.due, ripe=card.due <= at, tries=card.tries, right=card.right)


def overview(counts: Iterable[tuple[str, str, int, int]], cards: Sequence[Kept], at: int) -> wire.Practice:
    """How much is due, by title and kind (with how many there are, and how many are due), and the cards."""
    kinds = [wire.PracticeKind(*one) for one in counts]
    return wire.Practice(
        due=sum(kind.due for kind in kinds),
        total=sum(kind.total for kind in kinds),
        next=min((card.due for card in cards if card.due > at), default=None),
        kinds=kinds,
        cards=[shown(card, at) for card in cards],
    )


def asked(card: Kept, at: int) -> wire.CardPosition:
    """A card with its position; what would have been better is not told."""
    moment = msgspec.json.decode(card.moment)
    return wire.CardPosition(
        card=shown(card, at),
        position=moment["position"],
        points=moment["points"],
        low=moment["low"],
        high=moment["high"],
        how=moment["how"],
        played=moment["played"],
        steps=moment["steps"]["played"],
    )


def told(card: Kept, at: int, result: str | None, problem: Mapping[str, Any] | None) -> wire.CardAnswer:
    """What became of an answer that no longer waits; with the best line once it is judged."""
    if result is None:
        why = problem or {}
        return wire.CardAnswer(state="failed", problem=why.get("sentence"), reason=why.get("reason"))
    found, moment = msgspec.json.decode(result), msgspec.json.decode(card.moment)
    return wire.CardAnswer(
        state="done",
        right=found["right"],
        how=found["how"],
        gain=found["gain"],
        behind=found["behind"],
        reasons=[wire.Source(**one) for one in found["reasons"]],
        steps=found["steps"],
        best=wire.BestTurn(
            better=moment["better"],
            steps=moment["steps"]["better"],
            line=moment["line"],
            reasons=[wire.Source(**one) for one in moment["reasons"]],
        ),
        card=shown(card, at),
    )
