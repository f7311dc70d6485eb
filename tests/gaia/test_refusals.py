"""Refusals speak notation: what was said, what is missing, what is possible."""

from __future__ import annotations

import re
from random import Random

import pytest

from orrery.core.game import IllegalAction
from orrery.core.match import Match, ReplayMismatch
from orrery.core.saying import sentences
from orrery.gaia import actions as a
from orrery.gaia.data.buildings import INSTITUTE, MINE
from orrery.gaia.game import GAIA
from orrery.gaia.telling.explain import near
from tests.gaia.samples import SAMPLES
from tests.gaia.scene import Scene

INNARDS = re.compile(r"[A-Z][A-Za-z]+\(|\d{9}|[{}]")
"""A constructor, a bitboard, a dict: nothing of these is for people."""


def told(scene: Scene, action: a.Action) -> str:
    with pytest.raises(IllegalAction) as raised:
        scene.play(action)
    assert not INNARDS.search(str(raised.value))
    return str(raised.value)


def test_a_mine_out_of_reach() -> None:
    scene = Scene("terrans", "xenos")
    where = scene.state.world.where["7A1"]
    sentence = told(scene, a.Build(MINE, where))
    assert sentence.startswith("'build mine 7A1' does not answer Turn of seat 0: ")
    assert "possible: 'build mine " in sentence


def test_what_is_missing_is_said() -> None:
    scene = Scene("terrans", "xenos")
    scene.give(credits=0, ore=0, knowledge=0)
    mine = scene.mine()
    assert "short" in told(scene, a.Build(1, mine))
    assert "4 knowledge short" in told(scene, a.Research(0))
    assert "power short" in told(scene, a.Act(0))


def test_numbers_that_stand_for_nothing() -> None:
    scene = Scene("terrans", "xenos")
    assert told(scene, a.Build(INSTITUTE, 9999)).startswith("'Build' does not answer Turn of seat 0")
    assert told(scene, a.Act(99)).startswith("'Act' does not answer")


def test_federations_are_refused_with_a_reason() -> None:
    """Hexes by name, the rule in words."""
    scene = Scene("terrans", "xenos")
    names = scene.state.world.where
    own = scene.player().own
    assert "a federation needs planets" in told(scene, a.Federate(0))
    assert "is not connected with the rest" in told(scene, a.Federate(own | 1 << names["7C"]))
    one = 1 << scene.mine()
    assert "the power values are 1 of 7" in told(scene, a.Federate(one))
    planet = scene.planets(3)[0]
    assert f"a satellite cannot lie on the planet {scene.state.world.names[planet]}" in told(
        scene, a.Federate(one | 1 << planet)
    )
    scene.state.supply = (0,) * 6
    assert "no federation token is left" in told(scene, a.Federate(own))


def test_a_replay_speaks_notation() -> None:
    match = Match.new("gaia", {"players": 2, "factions": ["terrans", "xenos"], "map": "first_game"}, 1)
    text = match.save() + "1 0 StartingMine terrans settle 7C\n"
    with pytest.raises(
        ReplayMismatch, match="'terrans settle 7C' is refused: 'settle 7C' does not answer"
    ) as raised:
        Match.load(text)
    assert not INNARDS.search(str(raised.value))


def test_every_reason_has_words() -> None:
    """Whatever near misses and federations give as a reason; and no refusal of a random answer shows innards."""
    random = Random(5)
    kinds = [a.Build, a.Federate, a.Research, a.Act, a.Use, a.Pass, a.Convert, a.TakeTech, a.Charge, a.PlaceLost]
    seen: set[str] = set()
    for number, options in enumerate(SAMPLES[:6]):
        state = GAIA.new(GAIA.complete(options), number)
        while (seat := state.asked()) is not None:
            offered = state.options()
            if random.random() < 0.15:
                seen |= {reason.key for miss in near(state, seat) for reason in miss.reasons}
                kind = random.choice(kinds)
                values = [random.randrange(9), random.randrange(150)]
                action = kind(*values) if kind is a.Build else kind(values[0])
                if kind is a.Federate:
                    action = a.Federate(random.getrandbits(120) & state.world.grid.board)
                if not state.allows(action) and action not in offered:
                    with pytest.raises(IllegalAction) as raised:
                        state.play(action)
                    assert not INNARDS.search(str(raised.value))
            state.apply(random.choice(offered))
    assert {f"why.{key}" for key in seen} <= set(sentences("gaia", "en"))
    assert len(seen) > 8
