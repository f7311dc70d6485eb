"""The score pad: the final scoring of a game at a real table, from figures that people enter, explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from orrery.core.game import place
from orrery.core.saying import say
from orrery.gaia.data.boards import BOARD
from orrery.gaia.data.buildings import CAP_CREDITS, CAP_KNOWLEDGE, CAP_ORE
from orrery.gaia.data.scoring import FINAL_TILE, NEUTRAL, RESOURCES_PER_VP
from orrery.gaia.data.tracks import END_VP, TOP, TRACK, TRACKS
from orrery.gaia.factions.every import FACTIONS as RULES
from orrery.gaia.options import complete
from orrery.gaia.rules.ending import convert_all
from orrery.gaia.rules.scoring import NEUTRAL_UP_TO, ranks, resource_points, shares
from orrery.gaia.setup import table
from orrery.gaia.state import Player, State
from orrery.gaia.tabletop.companion import BadSession
from orrery.gaia.telling.position.given import Field
from orrery.gaia.telling.records.position import BRAIN

SEATS = 4
FIELDS = (
    *("automa", "faction", "vp", "counts", "research", "credits", "ore", "knowledge", "qic"),
    *("bowls", "brainstone", "bid"),
)
"""Of a seat; all may be left out and are then 0 or none."""


def scored(args: Mapping[str, object]) -> dict[str, object]:
    """Every seat's points by source with what they come from; raises BadPosition naming the figure."""
    top = Field(args).only(("tiles", "seats"))
    tiles = top.get("tiles").each(lambda field: field.named(FINAL_TILE), 2)
    top.get("tiles").expect(tiles[0] != tiles[1], "two different final tiles")
    seats = top.get("seats").parts()
    top.get("seats").expect(1 <= len(seats) <= SEATS, f"1 to {SEATS} seats")
    automas = [seat.only(FIELDS).get("automa", False).flag() for seat in seats]
    if sum(automas) > 1 or (any(automas) and len(seats) != NEUTRAL_UP_TO):
        raise BadSession(say("gaia.pad.automa"))
    research = [_research(seat) for seat in seats]
    for area, name in enumerate(TRACKS):
        if sum(levels[area] == TOP for levels in research) > 1:
            raise BadSession(say("gaia.pad.topped", track=name, level=TOP))
    finals = [
        _tile(tile, [seat.get("counts", [0, 0]).parts(2)[at] for seat in seats]) for at, tile in enumerate(tiles)
    ]
    found: list[dict[str, object]] = []
    totals: list[int] = []
    for number, seat in enumerate(seats):
        holdings = None if automas[number] else _holdings(seat)
        research_points = [END_VP[level] for level in research[number]]
        final_points = [final["points"][number] for final in finals]
        game, bid = seat.get("vp", 0).number(-99, 500), seat.get("bid", 0).number(0, 99)
        left = holdings["points"] if holdings else 0
        totals.append(game + sum(final_points) + sum(research_points) + left - bid)
        found.append(
            {
                "game": game,
                "finals": final_points,
                "research": research_points,
                "resources": left,
                "bid": -bid,
                "total": totals[-1],
                "holdings": holdings,
            }
        )
    places = place(totals)
    return {
        "seats": [{**seat, "place": at} for seat, at in zip(found, places, strict=True)],
        "finals": [final["told"] for final in finals],
        "per": RESOURCES_PER_VP,
    }


def _research(seat: Field) -> list[int]:
    levels = seat.get("research", {}).only(TRACK)
    return [levels.get(name, 0).number(0, TOP) for name in TRACKS]


class _Final(TypedDict):
    points: list[int]
    told: list[dict[str, int | None]]


def _tile(tile: int, given: list[Field]) -> _Final:
    """A final tile: points by seat, and the standings that explain them."""
    counts = [field.number(0, 60) for field in given]
    seats = len(counts)
    if seats <= NEUTRAL_UP_TO:
        counts.append(NEUTRAL[tile])
    points = shares(counts, seats)
    told: list[dict[str, int | None]] = [
        {
            "seat": seat if seat < seats else None,
            "count": counts[seat],
            "first": better + 1,
            "last": better + tied,
            "pot": pot,
            "tied": tied,
            "points": points[seat] if seat < seats else None,
        }
        for seat, (better, tied, pot) in enumerate(ranks(counts))
    ]
    order = sorted(range(len(told)), key=lambda seat: -counts[seat])
    return {"points": points, "told": [told[seat] for seat in order]}


def _holdings(seat: Field) -> dict[str, int]:
    """What is left, converted by the rules of the faction as far as it brings most, and its points."""
    state = State(table(complete({"players": 2, "setup_seed": 0}), 0), 0)
    player: Player = state.players[0]
    faction = seat.get("faction", None)
    if faction.value is not None:
        player.faction = faction.named(BOARD)
        player.rules = RULES[player.faction]
    player.credits = seat.get("credits", 0).number(0, CAP_CREDITS)
    player.ore = seat.get("ore", 0).number(0, CAP_ORE)
    player.knowledge = seat.get("knowledge", 0).number(0, CAP_KNOWLEDGE)
    player.qic = seat.get("qic", 0).number(0, 60)
    player.bowl1, player.bowl2, player.bowl3 = seat.get("bowls", [0, 0, 0]).each(
        lambda field: field.number(0, 60), 3
    )
    player.brain = seat.get("brainstone", "none").word(BRAIN)
    if player.brain and not player.rules.board.brainstone:
        raise seat.get("brainstone").wrong("none, for a faction without it")
    held = {"credits": player.credits, "ore": player.ore, "knowledge": player.knowledge}
    convert_all(state, 0)
    return {
        **held,
        "from_power": player.credits - held["credits"],
        "from_qic": player.ore - held["ore"],
        "sum": player.credits + player.ore + player.knowledge,
        "points": resource_points(player),
    }
