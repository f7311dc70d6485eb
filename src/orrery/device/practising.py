"""Practice of own mistakes on a device: cards lie in the records of their matches, and answers are judged here."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import msgpack

from orrery.core.saying import say
from orrery.desk import cards, wire
from orrery.desk.problems import Refused, not_found
from orrery.device import reports
from orrery.device.house import House
from orrery.device.kept import MARK, Answer, Card, Report, Row
from orrery.study import studying


class Placed(NamedTuple):
    """A card with the match that it is of."""

    row: Row
    card: Card

    @property
    def id(self) -> int:
        return self.card.id

    @property
    def match(self) -> str:
        return self.row.id

    @property
    def game(self) -> str:
        return self.row.head.game

    @property
    def seat(self) -> int:
        return self.card.seat

    @property
    def move(self) -> int:
        return self.card.move

    @property
    def kind(self) -> str:
        return self.card.kind

    @property
    def moment(self) -> str:
        return self.card.moment

    @property
    def box(self) -> int:
        return self.card.box

    @property
    def due(self) -> int:
        return self.card.due

    @property
    def tries(self) -> int:
        return len(self.card.answers)

    @property
    def right(self) -> int:
        return self.card.right


def every(house: House) -> Iterator[Placed]:
    """All cards of the device."""
    return (Placed(row, card) for row in house.rows.values() for card in row.cards)


def find(house: House, which: str) -> Placed:
    """A card by its number, with or without the mark of a device."""
    text = which.removeprefix(MARK)
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else -1
    for placed in every(house):
        if placed.card.id == number:
            return placed
    raise not_found("such card")


# Cards


def gather(house: House, row: Row, report: Report) -> None:
    """A report is done: its clear moments become cards, where a person made the mistakes or nobody played here."""
    if row.seats[report.seat].kind == "person" or all(seat.kind == "bot" for seat in row.seats):
        add(house, row, report)


def add(house: House, row: Row, report: Report) -> int:
    """The clear moments of a report as cards, each once; how many there are now.

    A complete report has measured what a quick one has only searched: where both tell of a moment, it counts.
    """
    assert report.report is not None
    known = {card.move: card for card in row.cards if card.seat == report.seat}
    count = 0
    for moment in cards.moments(report.report):
        move, usable = moment["move"], cards.usable(moment)
        told = msgspec.json.encode(moment).decode()
        if move in known and report.depth == "complete":
            if usable:
                known[move].moment, known[move].kind = told, moment["kind"]
            else:
                row.cards.remove(known[move])
        elif usable and move not in known:
            made = house.now()
            row.cards.append(
                Card(
                    id=secrets.randbits(52),
                    seat=report.seat,
                    move=move,
                    kind=moment["kind"],
                    moment=told,
                    made=made,
                    due=made,
                )
            )
        count += usable
    return count


def add_asked(house: House, row: Row, seat: int, depth: wire.Depth) -> wire.Gathered:
    """Practise a report that is done, whoever sat there."""
    reports.finished(row, seat)
    found = reports.find(row, seat, depth)
    if found is None or found.report is None:
        raise Refused(409, "no-report", say("study.practice.report"))
    count = add(house, row, found)
    house.keep(row)
    return wire.Gathered(count)


def joined(mine: Row, other: Row) -> bool:
    """The cards of the same match from elsewhere: those that are missing, and those with more answers."""
    places = {(card.seat, card.move): at for at, card in enumerate(mine.cards)}
    changed = False
    for card in other.cards:
        at = places.get((card.seat, card.move))
        if at is None:
            mine.cards.append(card)
        elif len(mine.cards[at].answers) < len(card.answers):
            mine.cards[at] = card
        else:
            continue
        changed = True
    return changed


def overview(house: House) -> wire.Practice:
    """How much is due, by kind, and the cards."""
    at = house.now()
    mine = sorted(every(house), key=lambda one: (one.due, one.id))
    total = Counter((one.game, one.kind) for one in mine)
    ripe = Counter((one.game, one.kind) for one in mine if one.due <= at)
    counts = [(*which, total[which], ripe[which]) for which in sorted(total)]
    return cards.overview(counts, mine[: cards.MOST], at)


def drop(house: House, placed: Placed) -> None:
    """A card that is not wanted any more."""
    placed.row.cards.remove(placed.card)
    house.keep(placed.row)


# Answers


def ask(house: House, placed: Placed, data: wire.CardTry) -> wire.CardAnswer:
    """Answer a card; the same number again is told what became of the first."""
    given = placed.card.answers
    if data.number > len(given):
        raise Refused(409, "other-number", say("study.practice.number"))
    if data.number == len(given):
        waiting = sum(answer.waiting for one in every(house) for answer in one.card.answers)
        if waiting >= cards.WAITING:
            raise Refused(429, "too-many", say("study.practice.many", most=cards.WAITING), {"wait": 10})
        given.append(Answer(data.actions, house.now()))
        house.keep(placed.row)
    return told(house, placed, data.number)


def told(house: House, placed: Placed, number: int) -> wire.CardAnswer:
    """What became of an answer; with the best line once it is judged."""
    given = placed.card.answers
    if number >= len(given):
        raise not_found("such answer")
    answer = given[number]
    if answer.waiting:
        before = (one.waiting and one.at < answer.at for each in every(house) for one in each.card.answers)
        return wire.CardAnswer(state="waiting", ahead=sum(before))
    return cards.told(placed, house.now(), answer.result, answer.problem)


def waiting(house: House) -> tuple[Placed, Answer] | None:
    """The oldest answer that is to be judged."""
    found = [(one, answer) for one in every(house) for answer in one.card.answers if answer.waiting]
    return min(found, key=lambda each: each[1].at, default=None)


def judge(house: House, placed: Placed, answer: Answer, nodes: int) -> None:
    """The answer is judged, and the card goes to its box; one that cannot be judged does not count."""
    card = placed.card
    what = studying.Practise(game=placed.game, seat=card.seat, moment=card.moment, turn=answer.turn, nodes=nodes)
    try:
        answer.result = msgpack.decode(what.answer(), type=str)
        right: Any = msgspec.json.decode(answer.result)["right"]
        card.box, card.due = cards.moved(card.box, bool(right), card.due, answer.at)
        card.right += bool(right)
    except Refused as refusal:
        answer.problem = {"sentence": refusal.sentence, **refusal.detail}
    except Exception as error:  # noqa: BLE001  # a fault of ours: told, and the device goes on
        answer.problem = {"sentence": f"{type(error).__name__}: {error}"}
    house.keep(placed.row)
