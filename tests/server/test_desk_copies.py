"""What a desk does once instead of twice tells the same: drafts that are taken over, options explained ahead."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from orrery.core.titles import title
from orrery.desk.calls import dumped
from orrery.desk.desk import Desk
from orrery.desk.results import Head, Line
from orrery.evacuation.rules import scoring


def _head(game: str, seed: int) -> Head:
    rules = title(game)
    return Head(game, rules.rules, dumped(rules.complete({"players": 2})), seed)


def _stored(lines: list[Line], at: int) -> list[Line]:
    return [msgspec.structs.replace(line, at=at, heard=None) for line in lines]


def _told(desk: Desk) -> list[Any]:
    """Everything that a desk tells to anybody."""
    found: list[Any] = [desk.after()]
    for viewer in (None, 0, 1):
        found += [desk.position(viewer, False), desk.log(viewer, 0, False), desk.series(viewer, False)]
        found += [desk.news(max(0, desk.number - 3), viewer, False, {"since": 1}).decode()]
    return [msgspec.json.encode(one) for one in found]


@pytest.mark.parametrize("game", ["gaia", "evacuation"])
def test_a_draft_that_is_taken_over_stands_as_if_it_were_followed(game: str) -> None:
    chance, head = random.Random(3), _head(game, 5)
    desk = Desk("m", head)
    log: list[Line] = []
    for number in range(60):
        asked = desk.match.state.asked()
        if asked is None:
            break
        actions: list[str] = []
        while len(actions) < 3:
            options = desk.preview(asked, actions).options
            if not options:
                break
            actions.append(chance.choice(options).text)
            desk.preview(asked, actions)
        played = desk.commit(asked, actions)
        if number % 7 == 3:
            desk.commit(asked, actions[:1])  # another draft that comes to nothing
        new = _stored(played.lines, number)
        draft, match = desk._draft, desk.match
        desk.catch_up([])
        assert desk._draft is draft
        desk.catch_up(new)
        assert (desk.match is match) == (number % 7 == 3 and len(actions) > 1)  # taken over, or followed
        log += new
        if number % 10 == 9:
            other = Desk("m", head)
            for line in log:
                other.follow(line)
            assert _told(desk) == _told(other)


def test_what_others_stored_is_followed_instead_of_ones_own_draft() -> None:
    desk = Desk("m", _head("evacuation", 1))
    asked = desk.match.state.asked()
    assert asked is not None
    one, two = [option.text for option in desk.position(asked, False).options or []][:2]
    theirs = _stored(desk.commit(asked, [two]).lines, 1)
    desk.commit(asked, [one])
    desk.catch_up(theirs)
    assert [told.entry.text for told in desk.told] == [two]


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 3, "mode": "points"}, {"players": 1, "mode": "points"}]
)
def test_where_nothing_that_counts_has_changed_points_are_the_same(options: dict[str, Any]) -> None:
    game, chance = title("evacuation"), random.Random(2)
    moved = 0
    for seed in range(4):
        state = game.new(options, seed)
        while state.asked() is not None:
            before = state.clone()
            state.apply(chance.choice(state.options()))
            if scoring.unmoved(before, state):
                assert scoring.sources(before) == scoring.sources(state)
            else:
                moved += 1
    assert moved
