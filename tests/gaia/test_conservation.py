"""What no game ever loses: every holding is the sum of its ledger, pieces stay within their supply."""

from __future__ import annotations

import pytest

from orrery.core.chance import draw, stream
from orrery.core.journal import Journal
from orrery.gaia.data.boards import BOARD, FACTIONS, HOME
from orrery.gaia.data.buildings import (
    CAP_CREDITS,
    CAP_KNOWLEDGE,
    CAP_ORE,
    GAIAFORMER,
    MINE,
    SATELLITE,
    SPACE_STATION,
    STRUCTURES,
    SUPPLY,
)
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.game import GAIA
from orrery.gaia.phases import ACTIVE, COVERED, OVER
from orrery.gaia.rules.federations import grown
from orrery.gaia.state import State
from tests.gaia.perft import lively

WHAT = ("credits", "ore", "knowledge", "qic", "vp", "tokens", "gaia", "gaiaformers")

RULINGS: dict[str, tuple[object, ...]] = {
    "turn_order": ("clockwise", "passing"),
    "charge_timing": ("immediate", "turn_end"),
    "useless_actions": ("forbidden", "board", "allowed"),
    "extra_range": ("any", "needed"),
    "gaia_phase_round_tile": (False, True),
    "charge_token_only": (False, True),
    "token_source": ("choice", "fixed"),
    "brainstone_choice": ("free", "guarded"),
    "gaia_exchange": ("free", "all"),
    "final_conversions": ("ask", "automatic"),
    "income_order": ("matters", "always"),
    "map": ("random", "first_game", "variant_1"),
    "map_building": ("none", "none", "none", "rotate", "arrange"),
    "factions": ("random", "random", "choose", "auction_choose_bid", "auction_bid_while_choosing"),
}


def options(seed: int) -> dict[str, object]:
    """Two to four players and every ruling, drawn from the seed."""
    dice = stream(seed, "rulings")
    found: dict[str, object] = {"players": 2 + draw(dice, 0, 3)}
    for number, (name, values) in enumerate(RULINGS.items(), 1):
        found[name] = values[draw(dice, number, len(values))]
    return found


def holdings(state: State, seat: int) -> dict[str, int]:
    player = state.players[seat]
    return {
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "vp": player.vp,
        "tokens": player.power_tokens,
        "gaia": player.gaia + (player.brain == 4),
        "gaiaformers": player.formers,
    }


def check(state: State) -> None:
    """Everything that holds in any position."""
    lost = tokens = 0
    for player in state.players:
        assert 0 <= player.credits <= CAP_CREDITS
        assert 0 <= player.ore <= CAP_ORE
        assert 0 <= player.knowledge <= CAP_KNOWLEDGE
        assert min(player.qic, player.bowl1, player.bowl2, player.bowl3, player.gaia, player.formers) >= 0
        assert player.vp >= 0 or state.phase == OVER
        union = 0
        for piece in STRUCTURES:
            mask = player.buildings[piece]
            assert not union & mask
            union |= mask
            own_lost = mask & state.lost & ~player.shared
            assert (mask & ~own_lost).bit_count() <= SUPPLY[piece]
            assert piece == MINE or not own_lost
            lost += own_lost.bit_count()
        assert union == player.own
        assert not player.own & player.satellites
        assert player.satellites.bit_count() <= SUPPLY[SATELLITE]
        assert player.stations.bit_count() <= SUPPLY[SPACE_STATION]
        assert player.formers + player.parked + player.forming.bit_count() <= SUPPLY[GAIAFORMER]
        assert player.allied == grown(state.world.grid, player.allied, player.own | player.stations)
        assert not player.satellites & ~player.allied
        tokens += sum(token >> 1 in COMMON for token in player.tokens)
        advanced = [status for status in player.techs if status >= COVERED]
        assert len(player.tiles) == player.techs.count(ACTIVE) + len(advanced)
    assert lost == (state.lost != 0)
    assert tokens + sum(state.supply) + (state.track_token >= 0) == sum(TOKENS[kind].copies for kind in COMMON)
    covered = sum(status >= COVERED for player in state.players for status in player.techs)
    taken = sum(kind < 0 for kind in state.advanced)
    # Between taking an advanced tile and covering, the tile is taken and covers nothing yet.
    if state.question() != "CoverTech":
        assert covered == taken
    for track in range(6):
        tops = sum(player.research[track] == 5 for player in state.players)
        assert tops == state.topped >> track & 1


def play(seed: int, given: dict[str, object] | None = None) -> State:
    """A random game with a ledger, checked after every answer."""
    state = GAIA.new(options(seed) if given is None else given, seed)
    dice = stream(seed, "answers")
    begun = state.players[0].faction >= 0 and state.players[0].credits > 0
    start = [holdings(state, seat) if begun else {"vp": 10} for seat in range(len(state.players))]
    ledger = [{what: known.get(what, 0) for what in WHAT} for known in start]
    number = 0
    while state.asked() is not None:
        answers = state.options()
        assert answers
        assert len(answers) < 400
        state.journal = Journal()
        # Every other game builds more than uniform chance would.
        answer = lively(state, dice, number) if seed % 2 else answers[draw(dice, number, len(answers))]
        state.apply(answer)
        for seat, what, amount, _ in state.journal.bookings:
            if what in WHAT:
                ledger[seat][what] += amount
        # Tokens noted as gone are still there while it is asked which ones go.
        if state.question() not in ("WhichBowl", "MoveBrainstone", "CoverTech", "PickTrack"):
            for seat in range(len(state.players)):
                assert ledger[seat] == holdings(state, seat), (seed, number, seat)
            if number % 5 == 0:
                check(state)
        number += 1
        assert number < 5000
    check(state)
    for seat in range(len(state.players)):
        assert ledger[seat] == holdings(state, seat)
    return state


def test_ledger_and_supplies_hold_through_random_games() -> None:
    """GP-RND-1 GP-INC-2 GP-END-4: over all rulings and player numbers; points by source sum to the score."""
    for seed in range(40):
        play(seed)


def test_every_faction_plays_to_the_end() -> None:
    """GP-RND-1: six rounds, then nobody is asked."""
    for number, name in enumerate(FACTIONS):
        others = [other for other in FACTIONS if HOME[BOARD[other]] != HOME[number]]
        state = play(1000 + number, {"players": 2, "factions": [name, others[number % len(others)]]})
        assert state.round == 6
        assert state.phase == OVER


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_thousand_games_lose_nothing() -> None:
    """GP-RND-1 GP-INC-2 GP-END-4: 1,000 games over all factions, player numbers and rulings."""
    for seed in range(10_000, 11_000):
        play(seed)
