"""The best finish: equal to plain exhaustion, its line can be played, and it says "proven" only of what is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orrery.bots import bot
from orrery.bots.evacuation.mind import MIND as EVACUATION_MIND
from orrery.bots.gaia.mind import MIND
from orrery.cli import main
from orrery.core.game import AnyState
from orrery.core.match import AnyMatch, Match
from orrery.core.saying import Explained
from orrery.core.titles import title
from orrery.evacuation.state import State as EvacuationState
from orrery.gaia.state import State
from orrery.study.finish import Finish, Limit, ending, finish
from tests.figures import add
from tests.study.endings import MOST, TooLarge, exhausted, last_round, small

GAIA = title("gaia")


def compared(numbers: range, wanted: int, most: int) -> tuple[list[Finish], int]:
    """Solve small endings until so many could be exhausted too, each compared with that; and how many could not."""
    found: list[Finish] = []
    large = 0
    for number in numbers:
        state, seat = small(number)
        try:
            best = exhausted(ending("gaia").world(state, seat), seat, most)
        except TooLarge:
            large += 1
            continue
        solved = finish(GAIA, state, seat)
        assert solved["points"] == best, f"ending {number}: {best} are there, {solved} was found"
        end = ending("gaia")
        world = end.world(state, seat)
        bound = end.most(world, seat)
        assert bound is None or end.now(world, seat) + bound >= best, (
            f"ending {number}: {best} are there, not {bound}"
        )
        found.append(solved)
        if len(found) == wanted:
            break
    return found, large


@pytest.mark.slow
def test_as_much_as_plain_exhaustion() -> None:
    found, _ = compared(range(0, 400, 9), 12, 3_000)
    assert len(found) == 12
    assert sum(each["word"] != "found" for each in found) >= 8


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_as_much_as_plain_exhaustion_500_times() -> None:
    found, large = compared(range(10_000), 500, MOST)
    add(
        "finish",
        "The best finish against plain exhaustion",
        "Written by `make soak`, a line for each run. Small endings of Gaia Project (positions of last rounds "
        "of games between bots with other holdings, one to four players, all factions) are solved and, in single "
        "steps and every order, exhausted; those with more than 8,000 positions are left out. A difference fails "
        "the run.",
        {
            "endings": len(found),
            "left out": large,
            "proven": sum(each["word"] == "proven" for each in found),
            "proven if the others stand still": sum(each["word"] == "still" for each in found),
            "best found": sum(each["word"] == "found" for each in found),
            "differences": 0,
        },
    )
    assert len(found) == 500


def played_out(name: str, state: AnyState, seat: int, line: list[str]) -> int:
    """The points after a line, the others standing still."""
    game, end = title(name), ending(name)
    world = end.world(state, seat)
    for text in line:
        while world.asked() != seat:
            world.play(end.known.still(world))
        world.play(game.read(world, text))
    while world.asked() is not None:
        assert world.asked() != seat
        world.play(end.known.still(world))
    return int(world.scores()[seat])


def test_the_line_can_be_played_and_ends_as_promised() -> None:
    for number in (3, 21, 44, 50):
        state, seat = small(number)
        found = finish(GAIA, state, seat)
        assert found["line"]
        assert played_out("gaia", state, seat, found["line"]) == found["points"]


def alone_at_last(game_number: int) -> State:
    """A position of a last round in which all the others have passed."""
    return next(state for state in reversed(last_round(game_number)) if len(state.passed) == len(state.order) - 1)


def test_proven_only_when_all_the_others_have_passed() -> None:
    state = alone_at_last(5)
    seat = state.asked()
    assert seat is not None
    found = finish(GAIA, state, seat)
    assert found["word"] == "proven"
    assert found["more"] == 0
    state.passed = state.passed[1:]
    assert finish(GAIA, state, seat)["word"] == "still"


def test_never_proven_when_cut() -> None:
    state = alone_at_last(5)
    seat = state.asked()
    assert seat is not None
    whole = finish(GAIA, state, seat)
    for limit in (Limit(1), Limit(2), Limit(whole["positions"] - 1), Limit(seconds=0.0), Limit(stop=lambda: True)):
        found = finish(GAIA, state, seat, limit)
        if found["positions"] < whole["positions"]:
            assert found["word"] == "found"
            assert found["more"] is not None
            assert found["points"] <= whole["points"] <= found["points"] + found["more"]
            assert played_out("gaia", state, seat, found["line"]) == found["points"]
    assert finish(GAIA, state, seat, Limit(whole["positions"] - 1))["word"] == "found"


def test_the_same_answer_again() -> None:
    state, seat = small(21)
    assert finish(GAIA, state, seat, Limit(500)) == finish(GAIA, state.clone(), seat, Limit(500))


def test_before_the_last_round_there_is_no_finish() -> None:
    match: AnyMatch = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    with pytest.raises(Explained, match="in the last round"):
        finish(GAIA, match.state, 0)


def test_who_has_passed_has_no_finish() -> None:
    state = alone_at_last(5)
    with pytest.raises(Explained, match="has passed"):
        finish(GAIA, state, state.passed[0])


def last_year(players: int, mode: str) -> EvacuationState:
    """Near the end of a game of Evacuation: the first question after the last turns."""
    match: Match[EvacuationState] = Match.new("evacuation", {"players": players, "mode": mode}, 5)
    state = match.state.clone()
    bots = [bot("greedy", seat) for seat in range(players)]
    last = len(state.table.pack.years)
    while state.year < last or EVACUATION_MIND.is_turn(state) or len(state.options()) < 2:
        seat = state.asked()
        assert seat is not None
        state.apply(bots[seat].choose(match.game, state.clone(), seat))
    return state


def test_evacuation_is_searched_in_the_last_year() -> None:
    state = last_year(1, "points")
    game = title("evacuation")
    found = finish(game, state, 0, Limit(3_000))
    assert found["word"] in ("still", "found")
    assert played_out("evacuation", state, 0, found["line"]) == found["points"]


def test_evacuation_without_points_or_before_the_last_year_is_refused() -> None:
    game = title("evacuation")
    match: AnyMatch = Match.new("evacuation", {"players": 2, "mode": "points"}, 5)
    with pytest.raises(Explained, match="last year"):
        finish(game, match.state, 0)
    match = Match.new("evacuation", {"players": 2, "mode": "race"}, 5)
    with pytest.raises(Explained, match="a race has none"):
        finish(game, match.state, 0)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A saved game of two, and the number of moves before the last turn, when the other has passed."""
    match: Match[State] = Match.new("gaia", {"players": 2, "factions": ["terrans", "xenos"]}, 11)
    bots = [bot("greedy", seat) for seat in range(2)]
    found = 0
    while match.state.asked() is not None:
        seat = match.state.asked()
        assert seat is not None
        if match.state.round == 6 and MIND.is_turn(match.state) and len(match.state.passed) == 1:
            found = len(match.line)
        match.play(bots[seat].choose(match.game, match.state.clone(), seat))
    file = tmp_path_factory.mktemp("finish") / "two.match"
    file.write_text(match.save())
    return file, found


def test_the_command_says_how_sure_it_is(saved: tuple[Path, int], capsys: pytest.CaptureFixture[str]) -> None:
    file, move = saved
    assert main(["study", "finish", str(file), "--move", str(move), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["word"] == "proven"
    for language, word in (("en", "proven"), ("de", "bewiesen"), ("hu", "bizonyított")):
        assert main(["study", "finish", str(file), "--move", str(move), "--language", language]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said[0].endswith(f": {word}")
        assert str(found["points"]) in said[0]
        assert [line.strip() for line in said[1:-1]] == found["line"]


def test_bad_wishes_are_explained(saved: tuple[Path, int], capsys: pytest.CaptureFixture[str]) -> None:
    file, move = saved
    for words, why in (
        (["--move", "99999"], "Züge 0 bis"),
        (["--move", str(move), "--seat", "7"], "Plätze 0 bis 1"),
        (["--move", "0"], "in der letzten Runde"),
        ([], "Niemand"),
        (["--move", str(move), "--seconds", "0"], "größer als 0"),
    ):
        assert main(["study", "finish", str(file), *words, "--language", "de"]) == 2
        assert why in capsys.readouterr().err
