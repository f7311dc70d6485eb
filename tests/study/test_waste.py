"""The waste ledger: exactly what was lost at caps, burnt, unspent and paid for charging."""

from __future__ import annotations

from collections import Counter

import pytest

from orrery.bots import bot
from orrery.core.match import Match
from orrery.gaia.data.buildings import CAP_CREDITS
from orrery.gaia.decisions.charging import LeechOffer
from orrery.gaia.state import State
from orrery.study.waste import CAPS, sums, wasted


def game_of(players: int, seed: int, level: str = "greedy") -> Match[State]:
    match: Match[State] = Match.new("gaia", {"players": players, "factions": "random"}, seed)
    helpers = [bot(level, seed + seat) for seat in range(players)]
    while True:
        seat = match.state.asked()
        if seat is None:
            return match
        match.play(helpers[seat].choose(match.game, match.state.clone(), seat))


@pytest.mark.parametrize(("players", "level"), [(1, "greedy"), (3, "greedy"), (4, "random")])
def test_the_ledger_equals_a_count_of_one_s_own(players: int, level: str) -> None:
    """Counted from the answers alone: burns, points of accepted offers, and stocks when a seat passes for good."""
    match = game_of(players, 4, level)
    ledger = wasted(match)
    burnt: Counter[int] = Counter()
    paid: Counter[int] = Counter()
    unspent: dict[int, dict[str, int]] = {}
    for move in range(len(match.line)):
        state = match.at(move)
        after = match.at(move + 1)
        entry = match.entries[match.line[move]]
        player = state.players[entry.seat]
        if entry.text.endswith(" burn") and entry.question == "Turn":
            burnt[entry.seat] += 1
        top = state.stack[-1]
        if isinstance(top, LeechOffer):
            paid[entry.seat] += player.vp - after.players[entry.seat].vp
        if state.round == 6 and entry.question == "Turn" and " pass" in entry.text:
            held = {what: getattr(player, what) for what in ("credits", "ore", "knowledge", "qic")}
            unspent[entry.seat] = {what: amount for what, amount in held.items() if amount}
    for seat in range(players):
        found = sums(ledger, seat)
        assert sum(found.get("burnt", {}).values()) == burnt[seat]
        assert sum(found.get("charging", {}).values()) == paid[seat]
        left = dict(found.get("unspent", {}))
        left.pop("power", None)
        assert left == unspent[seat]
    assert sum(paid.values()) > 0 or level == "greedy"


def test_what_a_cap_swallows_is_told_with_its_source() -> None:
    """A seat with 28 credits that takes the action for 7 credits loses 5 of them."""
    match = game_of(2, 4)
    for move in range(len(match.line)):
        state = match.at(move)
        top = state.asked()
        if top is None or state.question() != "Turn":
            continue
        options = [match.game.write(state, option) for option in state.options()]
        text = next((each for each in options if each.endswith("act power_7_credits")), None)
        if text is not None:
            break
    else:
        pytest.fail("nobody could use that action")
    state.players[top].credits = CAP_CREDITS - 2
    begun: Match[State] = Match.new("gaia", {"position": match.game.data(state)}, 1)
    begun.say(text)
    assert [
        (waste["seat"], waste["kind"], waste["what"], waste["amount"], waste["source"], waste["move"])
        for waste in wasted(begun)
        if waste["kind"] == "cap"
    ] == [(top, "cap", "credits", 5, "action:power_7_credits", 0)]


def test_nothing_is_lost_below_a_cap() -> None:
    """Whenever something was lost, the holding is at its cap."""
    for seed in range(3):
        match = game_of(2, seed, "random")
        for waste in wasted(match):
            if waste["kind"] == "cap":
                assert waste["amount"] > 0
                player = match.at(waste["move"] + 1).players[waste["seat"]]
                assert getattr(player, waste["what"]) == CAPS[waste["what"]]


def test_evacuation_tells_what_lies_in_the_stocks() -> None:
    match = Match.new("evacuation", {"players": 2, "mode": "points"}, 5)
    helpers = [bot("greedy", seat) for seat in range(2)]
    while match.state.asked() is not None:
        seat = match.state.asked()
        match.play(helpers[seat].choose(match.game, match.state.clone(), seat))
    for seat in range(2):
        assert sum(sums(wasted(match), seat).get("unspent", {}).values()) == sum(match.state.players[seat].stock)
