"""The score pad: figures read from games before their end give the engine's final scores."""

from __future__ import annotations

from typing import Any

import pytest

from orrery.core.chance import draw, stream
from orrery.core.game import BadPosition
from orrery.core.saying import Explained
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.scoring import FINAL_TILES
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.game import GAIA
from orrery.gaia.phases import ENDING
from orrery.gaia.rules.ending import convert_all
from orrery.gaia.rules.scoring import final_count, final_scoring
from orrery.gaia.state import State
from orrery.gaia.telling.records.position import BRAIN


def ending(seed: int, players: int) -> State | None:
    """A random game when everything but the final scoring is done; None if nobody was asked any more."""
    state = GAIA.new(GAIA.complete({"players": players, "factions": "random"}), seed)
    number = 0
    while state.phase != ENDING and state.asked() is not None:
        offered = state.options()
        state.apply(offered[draw(stream(seed, "walk"), number, len(offered))])
        number += 1
    return state if state.phase == ENDING else None


def figures(state: State) -> dict[str, Any]:
    """What people would read from their boards."""
    seats = []
    for seat, player in enumerate(state.players):
        one: dict[str, Any] = {
            "vp": player.vp,
            "counts": [final_count(state, seat, tile) for tile in state.table.final_tiles],
            "research": dict(zip(TRACKS, player.research, strict=True)),
        }
        if seat == state.automa:
            one["automa"] = True
        else:
            one |= {
                "faction": FACTIONS[player.faction],
                "credits": player.credits,
                "ore": player.ore,
                "knowledge": player.knowledge,
                "qic": player.qic,
                "bowls": [player.bowl1, player.bowl2, player.bowl3],
                "brainstone": BRAIN[player.brain],
            }
        seats.append(one)
    return {"tiles": [FINAL_TILES[tile] for tile in state.table.final_tiles], "seats": seats}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_final_scores_are_the_engines(players: int) -> None:
    """GP-END-1: sums and places of random games, against the Automa too."""
    compared = 0
    for seed in range(8 if players == 1 else 4):
        state = ending(seed, players)
        if state is None:
            continue
        compared += 1
        told: Any = GAIA.tabletop("pad", figures(state))
        for seat in range(len(state.players)):
            if seat != state.automa:
                convert_all(state, seat)
        final_scoring(state)
        assert [seat["total"] for seat in told["seats"]] == [player.vp for player in state.players]
        assert [seat["place"] for seat in told["seats"]] == state.places()
    assert compared


def test_ties_are_told_with_their_places_and_points() -> None:
    """GP-END-2: two on the first place share 18 and 12; the neutral player takes a place."""
    told: Any = GAIA.tabletop(
        "pad", {"tiles": ["structures", "sectors"], "seats": [{"counts": [12, 6]}, {"counts": [12, 0]}]}
    )
    first = told["finals"][0]
    assert [(one["seat"], one["first"], one["last"], one["pot"], one["points"]) for one in first] == [
        (0, 1, 2, 30, 15),
        (1, 1, 2, 30, 15),
        (None, 3, 3, 6, None),
    ]
    assert [(one["seat"], one["points"]) for one in told["finals"][1]] == [(0, 15), (None, None), (1, 0)]


def test_figures_that_cannot_be_are_refused() -> None:
    """GP-END-1: with the place, or a sentence."""
    tiles = ["structures", "sectors"]
    for args, words in (
        ({"tiles": ["structures", "structures"], "seats": [{}]}, "two different"),
        ({"tiles": tiles, "seats": []}, "1 to 4 seats"),
        ({"tiles": tiles, "seats": [{"vp": "x"}]}, r"seats\[0\].vp: expected a whole number"),
        ({"tiles": tiles, "seats": [{"research": {"magic": 1}}]}, "no field 'magic'"),
        ({"tiles": tiles, "seats": [{"faction": "xenos", "brainstone": "bowl1"}]}, "brainstone"),
    ):
        with pytest.raises(BadPosition, match=words):
            GAIA.tabletop("pad", args)
    for seats, words in (
        ([{"automa": True}], "one person"),
        ([{"research": {"economy": 5}}, {"research": {"economy": 5}}], "only one seat can be on level 5"),
    ):
        with pytest.raises(Explained, match=words):
            GAIA.tabletop("pad", {"tiles": tiles, "seats": seats})
