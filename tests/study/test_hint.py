"""Hints: legal, sorted, with reasons."""

from __future__ import annotations

import pytest

from orrery.bots import bot
from orrery.bots.gaia.mind import MIND
from orrery.bots.mind import MINDS
from orrery.core.match import Match
from orrery.core.titles import title
from orrery.study.calibration import EMPTY, Calibration, Figures
from orrery.study.hint import NODES, Hint, followed, hint


@pytest.mark.parametrize("name", sorted(MINDS))
def test_hints_are_legal_sorted_and_have_reasons(name: str) -> None:
    game = title(name)
    match = Match.new(name, {"players": 2, **game.tournament}, 6)
    helper = bot("random", 3)
    turns = 0
    for number in range(60):
        seat = match.state.asked()
        if seat is None:
            break
        if number % 12 == 0 or (match.state.question() == "Turn" and turns < 2):
            turns += match.state.question() == "Turn"
            guess = game.guess(match.state, seat, number)
            found = hint(game, guess, seat, "greedy")
            assert 1 <= len(found) <= 3
            worths = [float(str(advice["worth"])) for advice in found]
            assert worths == sorted(worths, reverse=True)
            for advice in found:
                match.state.clone().play(game.read(match.state, str(advice["text"])))
                turn = advice["turn"]
                assert isinstance(turn, list)
                assert turn[0] == advice["text"]
        match.play(helper.choose(game, match.state.clone(), seat))


def test_nobody_asked_no_hint() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    assert hint(match.game, match.state, 1 - match.state.asked()) == []


def test_an_unknown_adviser_is_refused() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    with pytest.raises(LookupError, match="no bot 'oracle'"):
        hint(match.game, match.state, 0, "oracle")


def test_hints_alone_name_sources_and_own_points() -> None:
    """A plan to the end is explained by what grows this round; points that the Automa loses are not promised."""
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 6)
    helper = bot("greedy", 3)
    while match.state.round < 3 or match.state.question() != "Turn":
        match.play(helper.choose(match.game, match.state.clone(), 0))
    guess = match.game.guess(match.state, 0, 1)
    found = hint(match.game, guess, 0, figures=Calibration(EMPTY))
    lines = followed(MIND, guess, 0, NODES["planner"])
    assert getattr(lines[0].soon, "round", 0) == 4
    assert float(str(found[0]["worth"])) == pytest.approx(lines[0].own, abs=0.051)
    assert lines[0].worth > lines[0].own
    assert found[0]["behind"] == 0
    for advice in found:
        reasons = advice["reasons"]
        assert isinstance(reasons, list)
        assert {reason["source"] for reason in reasons} - {"points"}
        assert all(abs(reason["by"]) < 60 for reason in reasons)


def agree(found: list[Hint]) -> None:
    """No two numbers of one answer contradict each other."""
    best = float(str(found[0]["worth"]))
    assert found[0]["behind"] == 0
    for advice in found:
        assert float(str(advice["worth"])) + float(str(advice["behind"])) == pytest.approx(best)


def test_what_is_promised_and_how_far_it_is_behind_agree() -> None:
    """Alone too, where points that the Automa loses count; a question within the turn promises about the same."""
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 6)
    helper = bot("greedy", 3)
    inside = 0
    while inside < 3:
        while match.state.round < 3 or match.state.question() != "Turn":
            match.play(helper.choose(match.game, match.state.clone(), 0))
        found = hint(match.game, match.game.guess(match.state, 0, 1), 0)
        agree(found)
        promised = float(str(found[0]["worth"]))
        turn = found[0]["turn"]
        assert isinstance(turn, list)
        for text in turn:
            if match.state.asked() != 0:
                break
            if match.state.question() != "Turn":
                inside += 1
                again = hint(match.game, match.game.guess(match.state, 0, 1), 0)
                agree(again)
                assert abs(float(str(again[0]["worth"])) - promised) < 20
            match.say(text)


def test_advice_ends_with_the_turn() -> None:
    """Once the others have passed a plan goes on with the next turn at once; the advice does not."""
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    helper = bot("greedy", 3)
    seen = 0
    while seen < 12:
        state = match.state
        seat = state.asked()
        assert seat is not None
        if state.question() == "Turn" and state.passed and state.round > 1:
            for advice in hint(match.game, match.game.guess(state, seat, 1), seat, "greedy"):
                turn = advice["turn"]
                assert isinstance(turn, list)
                ends = [text for text in turn if text.split()[1] == "pass" or text.endswith("end turn")]
                assert ends == turn[-1:]
            seen += 1
        match.play(helper.choose(match.game, state.clone(), seat))


@pytest.mark.parametrize(("options", "points"), [({"mode": "race"}, False), ({"mode": "points"}, True)])
def test_a_race_has_no_points(options: dict[str, object], points: bool) -> None:
    """The numbers of advice say what they are."""
    match = Match.new("evacuation", {"players": 2, **options}, 6)
    while match.state.question() != "Turn":
        match.play(match.state.options()[0])
    seat = match.state.asked()
    found = hint(match.game, match.game.guess(match.state, seat, 1), seat, "greedy")
    agree(found)
    assert {advice["points"] for advice in found} == {points}


def figures(over: float, shrink: float, noise: float) -> Calibration:
    """What was learned, the same for every stage."""
    found: Figures = {
        "promise": {"gaia": {"2": {"3": {"count": 50, "over": over, "spread": 9.0}}}},
        "shrink": {"gaia": {"search": shrink}},
        "noise": {"gaia": noise},
        "made": {},
    }
    return Calibration(found)


def test_a_promise_is_what_such_promises_came_to() -> None:
    """As much less as plans have promised too much; differences are shrunk, and small ones are called unclear."""
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 6)
    helper = bot("greedy", 3)
    while match.state.round < 2 or match.state.question() != "Turn":
        match.play(helper.choose(match.game, match.state.clone(), match.state.asked()))
    seat = match.state.asked()
    guess = match.game.guess(match.state, seat, 1)
    plain = hint(match.game, guess, seat, "greedy", figures(0.0, 1.0, 0.0))
    assert not any(advice["unclear"] for advice in plain)
    learned = hint(match.game, guess, seat, "greedy", figures(12.0, 0.5, 1000.0))
    assert [advice["text"] for advice in learned] == [advice["text"] for advice in plain]
    assert learned[0]["worth"] == pytest.approx(plain[0]["worth"] - 12.0, abs=0.051)
    for before, after in zip(plain, learned, strict=True):
        assert after["behind"] == pytest.approx(before["behind"] / 2, abs=0.1)
    assert [advice["unclear"] for advice in learned] == [False, True, True]
    agree(learned)
