"""Error rates of levels: means over games, each level against the next at the same turns."""

from __future__ import annotations

import json

import pytest

from orrery.bots.mind import mind
from orrery.core.game import AnyState
from orrery.core.titles import title
from orrery.study import levels
from orrery.study.levels import RUNGS, Errors, Rung, errors, rates, turn_of
from tests.study.test_judge import at_turn


def row(number: int, lost: tuple[float, float, float, float]) -> Errors:
    names = [rung.name for rung in RUNGS]
    return {
        "number": number,
        "title": "gaia",
        "players": 2,
        "lost": {name: [each, None if name == "random" else each] for name, each in zip(names, lost, strict=True)},
    }


def test_rates_are_means_over_games_and_differences_are_paired() -> None:
    found = rates([row(0, (5.0, 2.0, 1.0, 0.0)), row(1, (7.0, 4.0, 2.0, 0.0))])
    assert [each["level"] for each in found] == ["random", "greedy", "planner 300", "planner 2000"]
    assert [each["lost"] for each in found] == [6.0, 3.0, 1.5, 0.0]
    assert [each["more"] for each in found] == [3.0, 1.5, 1.5, None]
    assert found[0]["more_half"] == 0.0  # 3 more in both games, whatever else differs between them
    assert found[0]["half"] > 10
    assert [each["decisions"] for each in found] == [2, 4, 4, 4]
    assert rates([row(0, (5.0, 2.0, 1.0, 0.0))]) == []  # one game has no interval


def test_a_difference_is_one_at_the_same_decisions() -> None:
    """Where the weakest was not asked, what the next one lost counts for its own rate alone."""
    rows = [row(0, (5.0, 2.0, 1.0, 0.0)), row(1, (7.0, 4.0, 2.0, 0.0))]
    for each in rows:
        each["lost"]["greedy"][1] = 20.0
    found = rates(rows)
    assert [each["lost"] for each in found[:2]] == [6.0, 11.5]
    assert found[0]["more"] == 3.0


def test_a_whole_turn_is_played() -> None:
    state = at_turn("gaia", {"players": 2}, 20)
    seat = state.asked()
    assert seat is not None
    game, known = title("gaia"), mind("gaia")
    for rung in RUNGS[:3]:
        turn = turn_of(game, known, state, seat, rung, 3)
        assert turn == turn_of(game, known, state, seat, rung, 3)
        trial = state.clone()
        for number, answer in enumerate(turn):
            assert trial.asked() == seat
            assert number == 0 or not known.begins_turn(trial)
            trial.play(answer)
        assert trial.asked() != seat or known.begins_turn(trial)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gaia", "evacuation"])
def test_a_game_is_measured_the_same_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "DECISIONS", 3)
    monkeypatch.setattr(levels, "SELDOM", 2)
    monkeypatch.setattr(levels, "RUNGS", (Rung("random"), Rung("greedy"), Rung("planner", 60)))
    found = errors(name, 1, 5, 20)
    assert found == errors(name, 1, 5, 20)
    assert json.loads(json.dumps(found)) == found
    lost = found["lost"]
    assert [each is None for each in lost["random"]] == [False, True, False]
    assert all(each is not None for each in lost["greedy"])
    assert lost["planner 60"] == [0.0, 0.0, 0.0], "the strongest is what all are compared with"
    assert any(lost["random"])


def test_whatever_a_plan_is_made_at_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Evacuation planners differ from `greedy` in transport and progress as often as in turns."""
    asked: list[str] = []

    def answer(game: object, known: object, state: AnyState, *others: object) -> tuple[object, ...]:
        asked.append(state.question())
        return ()

    monkeypatch.setattr(levels, "turn_of", answer)
    monkeypatch.setattr(levels, "DECISIONS", 1000)
    rows = errors("evacuation", 0, 5)
    assert {"Turn", "TransportShips", "SplitPower", "BonusChoice"} <= set(asked)
    assert set(rows["lost"]["greedy"]) == {0.0}, "who answers alike loses nothing, and is not played out"
