"""Explanations equal what happens on play; near misses say what is missing."""

from __future__ import annotations

import pytest

from orrery.core.chance import draw
from orrery.core.journal import Booking, totals
from orrery.core.match import Match
from orrery.gaia.decisions.income import take_income
from orrery.gaia.game import GAIA
from orrery.gaia.rules.income import order_matters, power
from orrery.gaia.rules.scoring import final_scoring
from orrery.gaia.state import State
from orrery.gaia.telling.explain import holdings, income_total, reactions

MOVING_ON = ("EndTurn", "Pass", "Done", "TakeIncome", "Exchange", "Decline", "Charge", "Take", "Settle")
"""Answers after which the game may move on by itself, so that more is booked than they did."""


def own(bookings: tuple[Booking, ...], seat: int) -> list[Booking]:
    return [booking for booking in bookings if booking.seat == seat]


def check(match: Match[State]) -> int:
    """Explain all options of the position and play each; how many were compared whole."""
    state: State = match.state
    seat = state.asked()
    assert seat is not None
    explained = GAIA.explain(state, seat)
    assert [e.action for e in explained] == state.options()
    compared = 0
    for explanation in explained:
        trial = Match(match.header, state.clone())
        trial.play(explanation.action)
        done = trial.happenings[0].bookings
        cost, gain, points = totals(own(done, seat), seat)
        after = explanation.facts["after"]
        moved_on = (trial.state.phase, trial.state.round) != (state.phase, state.round)
        if moved_on or type(explanation.action).__name__ in MOVING_ON:
            assert all(gain.get(name, 0) >= amount for name, amount in explanation.gain.items())
            continue
        compared += 1
        assert (cost, gain, points) == (explanation.cost, explanation.gain, explanation.points)
        assert after == holdings(trial.state.players[seat])
        before, now = income_total(state, seat), income_total(trial.state, seat)
        for name in ("credits", "ore", "knowledge", "qic", "charge", "tokens"):
            assert explanation.income.get(name, 0) == getattr(now, name) - getattr(before, name)
        assert explanation.reactions == reactions(trial.state, seat)
    return compared


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_explanations_equal_what_happens(players: int) -> None:
    """GP-EXP-1: cost, gains, points, income and reactions of every option in random games."""
    compared = 0
    for seed in range(3):
        match = Match.new("gaia", {"players": players, "factions": "random"}, 10 * players + seed)
        number = 0
        while match.state.asked() is not None:
            offered = match.state.options()
            if number % 7 == 0:
                compared += check(match)
            match.play(offered[draw(seed, number, len(offered))])
            number += 1
    assert compared > 100


def test_reactions_are_what_the_others_are_asked() -> None:
    """GP-EXP-2: who may charge how much is exactly what the rules ask next."""
    seen = 0
    for seed in range(8):
        match = Match.new("gaia", {"players": 4, "factions": "random", "charge_timing": "immediate"}, seed)
        number = 0
        while match.state.asked() is not None:
            state = match.state
            seat = state.asked()
            offered = state.options()
            action = offered[draw(seed, number, len(offered))]
            expected = None
            if type(action).__name__ == "Build" and state.question() == "Turn":
                explanation = next(e for e in GAIA.explain(state, seat) if e.action == action)
                expected = [(r.seat, r.amount) for r in explanation.reactions]
            match.play(action)
            number += 1
            if expected and match.state.question() == "LeechOffer":
                asked = match.state.asked()
                amounts = [o.values()[0] for o in match.state.options() if type(o).__name__ == "Charge"]
                assert (asked, max(amounts)) == expected[0]
                seen += 1
    assert seen > 20


def test_a_near_miss_with_a_fix_becomes_possible_by_it() -> None:
    """GP-EXP-3: the proposed conversions are legal and make the wish an option."""
    fixed = 0
    for seed in range(6):
        match = Match.new("gaia", {"players": 2, "factions": "random"}, 40 + seed)
        number = 0
        while match.state.asked() is not None:
            state = match.state
            if state.question() == "Turn" and number % 3 == 0:
                for miss in GAIA.near(state, state.asked()):
                    assert miss.reasons
                    fix = miss.facts.get("fix")
                    if not isinstance(fix, list):
                        continue
                    trial = state.clone()
                    for text in fix:
                        trial.play(GAIA.read(trial, text))
                    trial.play(GAIA.read(trial, miss.what))
                    fixed += 1
            offered = state.options()
            match.play(offered[draw(seed, number, len(offered))])
            number += 1
    assert fixed > 30


def test_what_is_offered_is_no_near_miss() -> None:
    """GP-EXP-4: nothing is both possible and explained as impossible."""
    for seed in range(4):
        match = Match.new("gaia", {"players": 3, "factions": "random"}, 60 + seed)
        number = 0
        while match.state.asked() is not None:
            state = match.state
            offered = state.options()
            if number % 5 == 0:
                texts = {GAIA.write(state, option) for option in offered}
                assert not texts & {miss.what for miss in GAIA.near(state, state.asked())}
            match.play(offered[draw(seed, number, len(offered))])
            number += 1


@pytest.mark.parametrize(
    "options", [{"players": 1}, {"players": 2}, {"players": 3, "factions": "auction_choose_bid"}, {"players": 4}]
)
def test_the_points_foretold_are_those_of_the_final_scoring(options: dict[str, object]) -> None:
    """GP-END-2, GP-END-3, GP-END-4: what a view tells as the end's points, everybody would have if it came now."""
    match = Match.new("gaia", {"setup_seed": 4, **options}, 4)
    compared = 0
    for number in range(240):
        state = match.state
        if state.asked() is None:
            break
        if number % 6 == 0:
            view = GAIA.view(state, None)
            ended = state.clone()
            final_scoring(ended)
            seats = [(p["seat"], p["final_points"]) for p in view["players"]]
            seats += [(a["number"], a["final_points"]) for a in view["automas"]]
            assert len(seats) == len(ended.players)
            for seat, foretold in seats:
                assert foretold["total"] == ended.players[seat].vp
                parts = sum(foretold[part] for part in ("research", "resources", "finals", "bid"))
                assert foretold["total"] - state.players[seat].vp == parts
            compared += 1
        actions = state.options()
        match.play(actions[draw(9, number, len(actions))])
    assert compared >= 8


def test_an_upgrade_warns_of_lost_income_only_where_it_brings_none() -> None:
    """A trading station covers the income of a mine and brings its own: that is no warning."""
    match = Match.new(
        "gaia", {"players": 2, "map": "first_game", "setup_seed": 5, "factions": ["terrans", "xenos"]}, 1
    )
    while match.state.question() != "Turn":
        match.play(match.state.options()[0])
    upgrades = [e for e in GAIA.explain(match.state, match.state.asked() or 0) if e.facts["kind"] == "upgrade"]
    assert upgrades
    assert all(max(e.income.values()) > 0 for e in upgrades)
    assert not [w for e in upgrades for w in e.warnings if w.key == "covers_income"]


def test_the_bowls_foretold_are_those_after_the_income() -> None:
    """GP-INC-1: what a view tells of the bowls after the next income is what the income then leaves there."""
    compared = 0
    for seed in range(4):
        match = Match.new("gaia", {"players": 3, "factions": "random", "setup_seed": seed}, seed)
        for number in range(300):
            state = match.state
            if state.asked() is None or state.round == 6:
                break
            told = GAIA.view(state, None)["players"]
            for seat, player in enumerate(state.players):
                charges, tokens = power(state, player) if state.round else ((), ())
                if told[seat]["brainstone"] is None and state.round and not order_matters(player, charges, tokens):
                    trial = state.clone()
                    take_income(trial, seat)
                    while trial.stack[-1].seat == seat and trial.stack[-1].arrive(trial):
                        if len(trial.stack) == len(state.stack):
                            break
                    assert trial.players[seat].bowls == told[seat]["bowls_after"]
                    compared += 1
            actions = state.options()
            match.play(actions[draw(seed, number, len(actions))])
    assert compared > 100
