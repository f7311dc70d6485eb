"""Luck: what came to light against what might have; with decisions and the others it sums to the result."""

from __future__ import annotations

import json

import pytest

from orrery.bots.mind import mind
from orrery.core.match import AnyMatch
from orrery.core.titles import title
from orrery.study.decisions import steps_of
from orrery.study.judge import Effort
from orrery.study.luck import Event, events, luck
from orrery.study.report import Study, Unit, Work
from tests.study.test_report import LEARNED, finished

SMALL = Work(24, Effort(pairs=2, solver=0))


@pytest.fixture(scope="module")
def alone() -> AnyMatch:
    return finished("gaia", {"players": 1})


@pytest.mark.slow
def test_luck_decisions_and_others_sum_to_the_result(alone: AnyMatch) -> None:
    study = Study(alone, SMALL, LEARNED)
    tasks = study.tasks(0, "quick", {})
    lucky = next(unit for unit in (study.work(task, {}) for task in tasks) if unit["luck"] is not None)
    assert json.loads(json.dumps(lucky)) == lucky
    done: dict[int, Unit] = {
        task["move"]: {
            **lucky,
            "move": task["move"],
            "search": 0.37 * number,
            "luck": -1.13 if number % 3 else None,
        }
        for number, task in enumerate(tasks)
    }
    report = study.report(0, done)
    account = report["account"]
    assert account is not None
    total = account["start"] + account["luck"] + account["decisions"] + account["others"]
    assert round(total, 2) == account["final"] == alone.state.scores()[0]
    assert account["decisions"] == -report["points"] != 0
    assert account["start"] == report["expected"][0]["points"]
    assert account["luck"] == pytest.approx(sum(unit["luck"] or 0 for unit in done.values()), abs=0.01)
    done.popitem()
    assert study.report(0, done)["account"] is None  # as long as a decision is not judged


def test_there_is_no_luck_where_nothing_is_hidden() -> None:
    study = Study(finished("gaia", {"players": 2}), SMALL, LEARNED)
    assert study.events == []
    task = study.tasks(0, "quick", {})[0]
    assert study.work(task, {})["luck"] is None


def test_every_card_of_the_automa_is_an_event(alone: AnyMatch) -> None:
    steps = steps_of(alone)
    found = events(steps)
    assert len(found) > 20
    for event in found:
        assert event.after.revealed() > event.before.revealed()
        assert event.before.digest() == steps[event.move][0].digest()


def test_luck_is_even_over_all_that_might_have_come(alone: AnyMatch) -> None:
    """Were the true deck any of the guesses, the seat would be as often lucky as unlucky."""
    game, known = title("gaia"), mind("gaia")
    event = events(steps_of(alone))[12]
    found = []
    for seed in range(8):
        world = game.guess(event.before, 0, 500 + seed)
        after = world.clone()
        after.apply(event.answer)
        found.append(luck(game, known, Event(event.move, world, event.answer, after), 0, 24, 7))
    mean = sum(found) / len(found)
    spread = (sum((each - mean) ** 2 for each in found) / (len(found) - 1)) ** 0.5
    assert spread > 0
    assert abs(mean) < 3 * spread / len(found) ** 0.5 + spread / 6**0.5 * 2  # the mean over six guesses is off too


def test_the_true_deck_counts_for_nothing(alone: AnyMatch) -> None:
    """Another deck behind the same table, before and after: the same luck."""
    game, known = title("gaia"), mind("gaia")
    event = events(steps_of(alone))[8]
    other = Event(event.move, game.guess(event.before, 0, 99), event.answer, game.guess(event.after, 0, 98))
    assert other.before.digest() != event.before.digest()
    assert luck(game, known, other, 0, 60, 7) == luck(game, known, event, 0, 60, 7)
