"""Puzzles: each stored one is solved again, and its solution leads where it says."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from orrery.bots.mind import mind
from orrery.cli import main
from orrery.core.game import IllegalAction
from orrery.core.titles import title
from orrery.gaia.actions import Pass
from orrery.study.finish import Limit, choices, ending, solved
from orrery.study.kinds import main_answer
from orrery.study.making import LEAST
from orrery.study.puzzles import (
    MARGIN,
    RATINGS,
    Puzzle,
    of_the_day,
    outcome,
    passed,
    puzzle_of,
    puzzles,
    reached,
    solved_again,
)
from orrery.study.puzzling import Unconverted, cheapest

TITLES = ("gaia", "evacuation")
PARTS = 8


def of_kind(game: str, kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles(game) if puzzle.get("kind", "last") == kind]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", TITLES)
def test_every_puzzle_is_solved_again(game: str, part: int) -> None:
    """The solver finds the same end, the solution reaches it, and it is above what a quick look finds."""
    found = of_kind(game, "last")[part::PARTS]
    assert found
    for puzzle in found:
        assert solved_again(puzzle) == puzzle["best"], puzzle["id"]
        assert outcome(puzzle, puzzle["line"]) == (puzzle["best"], 1.0), puzzle["id"]
        assert puzzle["best"] - puzzle["quick"] >= (MARGIN if game == "gaia" else LEAST)
        assert puzzle["best"] > puzzle["points"]
        assert puzzle["rating"] in RATINGS


@pytest.mark.slow
def test_the_cheapest_federations_are_found_again() -> None:
    """Over every answer of two turns; none is as cheap without the turn before it."""
    found = of_kind("gaia", "federation")
    assert found
    for puzzle in found:
        seat = puzzle["seat"]
        rules = title("gaia")
        again = cheapest(rules, ending("gaia").world(rules.position(puzzle["position"]), seat), seat)
        assert again is not None, puzzle["id"]
        assert again.satellites == puzzle["best"]
        assert again.direct is None or again.direct > puzzle["best"]
        assert outcome(puzzle, puzzle["line"]) == (puzzle["best"], 1.0), puzzle["id"]


@pytest.mark.slow
def test_chains_of_conversions_are_solved_again_and_needed() -> None:
    found = of_kind("gaia", "conversion")
    assert found
    for puzzle in found:
        seat = puzzle["seat"]
        assert solved_again(puzzle) == puzzle["best"], puzzle["id"]
        assert outcome(puzzle, puzzle["line"]) == (puzzle["best"], 1.0), puzzle["id"]
        end = ending("gaia")
        world = end.world(title("gaia").position(puzzle["position"]), seat)
        plain = solved(Unconverted(end), world, seat, Limit(20_000))
        assert plain is not None
        assert plain <= puzzle["quick"] <= puzzle["best"] - MARGIN


@pytest.mark.slow
def test_passing_or_going_on_is_proven_and_told_apart() -> None:
    """Both answers are among them, and each is better by what the puzzle says."""
    found = of_kind("gaia", "pass")
    rights = set()
    for puzzle in found:
        rules, seat, end = title("gaia"), puzzle["seat"], ending("gaia")
        state = rules.position(puzzle["position"])
        right = passed(puzzle["line"])
        solved_both = choices(end, end.world(state, seat), seat, Limit(20_000))
        assert solved_both is not None
        ends = {True: -999, False: -999}
        for move, points in solved_both.moves:
            leaves = isinstance(main_answer("gaia", move), Pass)
            ends[leaves] = max(ends[leaves], points)
        assert ends[right] - ends[not right] == puzzle["margin"] > 0, puzzle["id"]
        assert outcome(puzzle, puzzle["line"]) == (1, 1.0), puzzle["id"]
        texts = [rules.write(state, option) for option in state.options()]
        other = next(text for text in texts if ("pass" in text.split()) != right)
        assert outcome(puzzle, [other]) == (0, 0.0), puzzle["id"]
        rights.add(right)
    assert rights == {True, False}


def test_addresses_of_puzzles_stay() -> None:
    """The first 200 are those that were there before other kinds came."""
    assert [puzzle["id"] for puzzle in puzzles("gaia")[:200]] == [f"gaia-{number:03}" for number in range(1, 201)]
    assert len(of_kind("evacuation", "last")) >= 50
    assert puzzle_of("evacuation", "evacuation-001")["seat"] in (0, 1, 2, 3)
    with pytest.raises(LookupError, match="no puzzle 'gaia-000'"):
        puzzle_of("gaia", "gaia-000")


@pytest.mark.parametrize("game", TITLES)
def test_puzzles_can_be_told_apart_and_read(game: str) -> None:
    found = puzzles(game)
    assert len({puzzle["id"] for puzzle in found}) == len(found)
    rules = title(game)
    for puzzle in found[::20]:
        state = rules.position(puzzle["position"])
        assert state.asked() == puzzle["seat"]
        assert puzzle.get("goal", "points") != "points" or state.scores()[puzzle["seat"]] == puzzle["points"]


def test_there_is_one_for_each_day() -> None:
    first = date(2026, 11, 18)
    days = [of_the_day("gaia", first + timedelta(days=day))["id"] for day in range(len(puzzles("gaia")) + 1)]
    assert len(set(days)) == len(puzzles("gaia"))
    assert days[0] == days[-1]
    with pytest.raises(LookupError, match="no puzzles of 'chess'"):
        of_the_day("chess", first)


def test_other_answers_reach_less_and_wrong_ones_are_refused() -> None:
    puzzle = puzzles("gaia")[0]
    rules = title("gaia")
    state = rules.position(puzzle["position"])
    line = []
    while state.asked() is not None:
        if state.asked() != puzzle["seat"]:
            state.play(mind("gaia").still(state))  # what others convert at the end
            continue
        wish = [option for option in state.options() if "pass" in rules.write(state, option).split()]
        action = (wish or state.options())[-1]
        line.append(rules.write(state, action))
        state.play(action)
    assert reached(puzzle, line) < puzzle["best"]
    with pytest.raises((IllegalAction, ValueError)):
        reached(puzzle, [*puzzle["line"][:1], "nonsense"])
    with pytest.raises(ValueError, match="not over"):
        reached(puzzle, puzzle["line"][:-2])


def test_the_command_makes_puzzles_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "made.json")
    assert main(["study", "puzzles", "--title", "gaia", "--count", "1", "--seed", "11", "--out", out]) == 0
    first = capsys.readouterr().out
    assert "1 puzzle" in first
    assert main(["study", "puzzles", "--title", "gaia", "--count", "1", "--seed", "11", "--out", out]) == 0
    assert "1 puzzle" in capsys.readouterr().out
    assert main(["study", "puzzles", "--title", "chess", "--out", out]) == 2
    assert "expected gaia or evacuation" in capsys.readouterr().err
    assert main(["study", "puzzles", "--title", "evacuation", "--kind", "pass", "--out", out]) == 2
    assert "expected last" in capsys.readouterr().err
