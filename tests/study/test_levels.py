"""Error rates of levels: means over games, each level against the next at the same turns."""

from __future__ import annotations

import json

import pytest

from orrery.bots.mind import mind
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
        "lost": {name: [each, each] for name, each in zip(names, lost, strict=True)},
    }


def test_rates_are_means_over_games_and_differences_are_paired() -> None:
    found = rates([row(0, (5.0, 2.0, 1.0, 1.0)), row(1, (7.0, 4.0, 3.0, 0.0))])
    assert [each["level"] for each in found] == ["random", "greedy", "planner 300", "planner 2000"]
    assert [each["lost"] for each in found] == [6.0, 3.0, 2.0, 0.5]
    assert [each["more"] for each in found] == [3.0, 1.0, 1.5, None]
    assert found[0]["more_half"] == 0.0  # 3 more in both games, whatever else differs between them
    assert found[0]["half"] > 10
    assert {each["turns"] for each in found} == {4}
    assert rates([row(0, (5.0, 2.0, 1.0, 1.0))]) == []  # one game has no interval


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
def test_a_game_is_measured_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "TURNS", 2)
    monkeypatch.setattr(levels, "RUNGS", (Rung("random"), Rung("greedy")))
    found = errors("gaia", 1, 5, 40)
    assert found == errors("gaia", 1, 5, 40)
    assert json.loads(json.dumps(found)) == found
    assert set(found["lost"]) == {"random", "greedy"}
