"""Practice: what is as good as the best is right, what was played is not, and cards come back after days."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orrery.core.game import IllegalAction
from orrery.core.match import AnyMatch
from orrery.core.saying import Explained
from orrery.desk.cards import DAY, DAYS, moved
from orrery.gaia.tools.public import read
from orrery.study.practice import Position, judged
from orrery.study.report import Study, Work
from tests.gaia.test_public import record


@pytest.fixture(scope="module")
def card() -> Position:
    """The clear moment of a game: the last turns of a seat, in which the solver knows better."""
    match: AnyMatch = read(json.dumps(record()), lambda _: None).match  # type: ignore[assignment]
    study = Study(match, Work(20))
    unit = study.work({"seat": 0, "move": 152, "step": "search"}, {})
    (moment,) = study.report(0, {152: unit})["moments"]
    assert moment["clear"]
    data: dict[str, Any] = json.loads(json.dumps(study.game.data(study.guessed(study.decisions[0, 152]))))
    return {**moment, "position": data}


def test_the_better_turn_is_right_and_the_played_one_wrong(card: Position) -> None:
    assert judged(card, "gaia", 0, card["better"])["how"] == "best"
    assert judged(card, "gaia", 0, card["better"][:1])["right"]
    then = judged(card, "gaia", 0, card["played"])
    assert (then["right"], then["how"], then["gain"]) == (False, "played", 0.0)
    shown = judged(card, "gaia", 0, [])
    assert (shown["right"], shown["how"]) == (False, "shown")


def test_what_nobody_judged_before_is_judged(card: Position) -> None:
    """Where nobody can interfere any more, exactly."""
    found = judged(card, "gaia", 0, ["lantids research navigation", "lantids end turn"], 100)
    assert (found["right"], found["how"]) == (False, "solver")
    assert found["behind"] > 0
    assert found["gain"] == pytest.approx(card["points"] - found["behind"])
    assert found["reasons"]


def test_anything_within_the_interval_of_the_best_is_right(card: Position) -> None:
    """A card that was measured by playouts: the wider its interval, the more is as good as the best."""
    answer = ["lantids convert ore_to_credit", "lantids research science"]
    exact = judged(card, "gaia", 0, answer, 100)
    assert exact["how"] == "solver"
    wide: Position = {**card, "position": earlier(card["position"]), "low": 0.1, "how": "playouts"}
    narrow: Position = {**wide, "low": card["points"]}
    found = [judged(each, "gaia", 0, ["lantids research economy"], 100) for each in (wide, narrow)]
    assert {each["how"] for each in found} <= {"search", "open"}
    assert found[0]["behind"] == found[1]["behind"]
    assert found[0]["right"] >= found[1]["right"]


def earlier(position: dict[str, Any]) -> dict[str, Any]:
    """The same in a round that is not the last: the solver cannot tell there."""
    return {**position, "round": 5}


def test_what_does_not_fit_is_refused_in_words(card: Position) -> None:
    for texts in (["lantids fly"], ["lantids build academy_left 1A1"], ["lantids end turn"], [""]):
        with pytest.raises((IllegalAction, Explained)):
            judged(card, "gaia", 0, texts, 20)


def test_cards_come_back_later_and_later() -> None:
    box, due, now = 0, 0, 1_000_000
    for expected in (1, 2, 3, 4, 4):
        box, due = moved(box, True, due, now)
        assert (box, due) == (expected, now + DAYS[expected] * DAY)
        now = due
    assert moved(box, True, due, now - 1) == (box, due)  # before it is due nothing is learnt
    assert moved(box, False, due, now - 1) == (0, now - 1 + DAYS[0] * DAY)
