"""Options with which the contract is checked, and what no answer ever changes."""

from __future__ import annotations

from orrery.gaia.data.buildings import STRUCTURES
from orrery.gaia.state import State
from orrery.gaia.tools.verify.importer import HOUSE_RULES

SAMPLES: list[dict[str, object]] = [
    {"players": 2, "factions": "random"},
    {"players": 3, "factions": "random", "map": "small", "turn_order": "passing"},
    {"players": 4, "factions": "random", "charge_timing": "turn_end"},
    {"players": 2, "map_building": "rotate"},
    {"players": 3, "factions": "auction_choose_bid", "useless_actions": "allowed"},
    {"players": 4, "factions": "auction_bid_while_choosing", "income_order": "always"},
    {"players": 4, "first_game": True},
    {"players": 2, "factions": ["taklons", "ivits"], "token_source": "fixed", "brainstone_choice": "guarded"},
    {
        "players": 3,
        "factions": "random",
        "map_building": "arrange",
        "faction_pool": ["lantids", "nevlas", "firaks"],
    },
    {
        "players": 4,
        "map": "variant_2",
        "inner_sectors": "upright",
        "factions": ["itars", "gleens", "ambas", "bescods"],
    },
    {**HOUSE_RULES, "players": 4, "map": "small", "factions": ["taklons", "nevlas", "bal_taks", "hadsch_hallas"]},
    {
        "players": 2,
        "map": [
            ["1", 0, 0, 0],
            ["2", 5, -2, 1],
            ["3", 10, -4, 2],
            ["4", 7, 1, 0],
            ["8", 4, 6, 3],
            ["9", -5, 2, 4],
            ["10", -3, 5, 1],
        ],
        "factions": ["terrans", "xenos"],
        "range_across_gaps": True,
    },
    {"players": 1, "factions": "random", "automa_level": "alptrauma"},
    {"players": 1, "automa_faction": "firaks", "automa_blocked_area": "advance"},
]

WIDE: frozenset[str] = frozenset({"Turn", "Bid"})


def conserved(state: State) -> object:
    """Buildings stay within the supply, tech tiles and federation tokens are somewhere."""
    return (
        tuple(
            state.spots[spot] + sum(player.techs[spot] != 0 for player in state.players)
            for spot in range(len(state.spots))
        ),
        sum(state.supply)
        + (state.track_token >= 0)
        + sum(token >> 1 < 6 for player in state.players for token in player.tokens),
        all(player.buildings[piece].bit_count() <= 9 for player in state.players for piece in STRUCTURES),
    )


def secrets(state: State, seat: int) -> object:
    """The order of the Automa's deck and the cards aside."""
    return (state.deck.cards, state.deck.aside, state.seed) if state.deck is not None else None
