"""Bots: legal, repeatable with nodes, stronger the longer they look."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from orrery.arena.table import Thinking, play
from orrery.bots import BOTS, Nodes, bot
from orrery.bots.follow import follow
from orrery.bots.gaia.features import AUTOMA_RATE, foresee
from orrery.bots.gaia.mind import MIND
from orrery.bots.gaia.numbers import MARGINS
from orrery.bots.planner import HOPEFUL, SHORT, Planner, after_answer, outlook
from orrery.core.chance import stream
from orrery.core.match import Match
from orrery.core.titles import TITLES, title
from orrery.gaia.actions import Act, Build, Burn, Choose, Convert, Federate, Research, Use
from orrery.gaia.data.actions import CONVERSION
from orrery.gaia.data.boards import BOARDS
from orrery.gaia.data.buildings import GAIAFORMER, LAB, MINE
from orrery.gaia.rules.scoring import final_count
from orrery.gaia.state import State

FEW = Thinking(nodes=60)
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("level", list(BOTS))
@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_bot_plays_every_title_to_its_end_without_a_fault(name: str, level: str) -> None:
    played = play(name, {"players": 2, **title(name).tournament}, 11, (level, "random"), FEW)
    assert played.faults == []
    assert played.match.state.asked() is None


@pytest.mark.parametrize("level", ["greedy", "planner"])
def test_with_nodes_a_game_repeats(level: str) -> None:
    one, two = (play("gaia", {"players": 2, "factions": "random"}, 4, (level, level), FEW) for _ in range(2))
    assert one.match.entries == two.match.entries


def test_bots_never_get_the_true_position() -> None:
    """What a bot sees of the Automa's deck is a guess."""
    seen: list[Any] = []

    class Spy:
        name = "spy"

        def choose(self, game: Any, state: Any, seat: int) -> Any:
            seen.append(state.deck)
            return state.options()[0]

    from orrery.arena.table import answer

    match = Match.new("gaia", {"players": 1, "factions": "random"}, 3)
    while match.state.question() != "Turn":
        match.play(match.state.options()[0])
    different = 0
    for number in range(8):
        answer(match.game, Spy(), match.state, 0, stream(number, "x"), 5.0)
        different += seen[-1] != match.state.deck
        assert seen[-1].played() == match.state.deck.played()
    assert different >= 7


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(6):
        seats = ("greedy", "random") if seed % 2 else ("random", "greedy")
        played = play("gaia", {"players": 2, "factions": "random"}, 40 + seed, seats, FEW)
        won += played.match.state.places()[seats.index("greedy")] == 1
    assert won >= 5


def test_an_outlook_is_sorted_and_its_turns_are_legal() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "random"}, 8)
    helper = bot("greedy", 1)
    while match.state.round < 2 or match.state.question() != "Turn":
        seat = match.state.asked()
        match.play(helper.choose(match.game, match.state.clone(), seat))
    seat = match.state.asked()
    found = outlook(MIND, match.state.clone(), seat, Nodes(100))
    assert len(found) > 3
    assert all(a.worth >= b.worth for a, b in pairwise(found))
    for end in found:
        trial = match.state.clone()
        for action in end.turn:
            while trial.asked() != seat:
                trial.apply(MIND.still(trial))
            trial.play(action)


def test_the_parts_of_a_value_sum_to_it_and_rivals_stand_still_in_plans() -> None:
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 5)
    helper = bot("greedy", 1)
    while match.state.round < 5 or match.state.question() != "Turn":
        match.play(helper.choose(match.game, match.state.clone(), 0))
    state = match.state
    assert sum(MIND.parts(state, 0).values()) == pytest.approx(MIND.value(state, 0))
    rival = state.players[1].key()
    found = outlook(MIND, state.clone(), 0, Nodes(400))
    assert state.players[1].key() == rival
    ends = [end.end for end in found if end.end.asked() is None]
    assert ends, "a plan from the fifth round reaches the end of the game"
    assert all(end.players[1].own == state.players[1].own for end in ends)
    best, ahead = found[0], MIND.ahead(state, 0)
    assert ahead.parts(best.end, 0)["points"] == pytest.approx(ahead.value(best.end, 0))


def _turns_of_greedy(seeds: range, players: int) -> Iterator[tuple[Any, int]]:
    """Positions at the beginning of turns in games of greedy bots with factions by chance."""
    for seed in seeds:
        match = Match.new("gaia", {"players": players, "factions": "random"}, seed)
        helpers = [bot("greedy", seat) for seat in range(players)]
        while (seat := match.state.asked()) is not None:
            if match.state.round > 1 and MIND.is_turn(match.state):
                yield match.state.clone(), seat
            match.play(helpers[seat].choose(match.game, match.state.clone(), seat))


def test_every_turn_worth_a_look_is_legal_with_its_conversions() -> None:
    """Conversions of every faction are folded into the action that needs them, and the whole can be played."""
    factions: set[int] = set()
    ways: set[int] = set()
    folded: set[object] = set()
    for state, seat in _turns_of_greedy(range(3, 15), 4):
        faction = state.players[seat].faction
        factions.add(faction)
        for turn in MIND.turns(state, seat):
            if len(turn) > 1:
                folded.add(turn[-1].piece if isinstance(turn[-1], Build) else type(turn[-1]))
                if turn[0] == Burn():
                    folded.add(BOARDS[faction].id)
            trial = state.clone()
            for action in turn:
                while trial.question() != "Turn":
                    trial.play(trial.options()[0])
                trial.play(action)
                if isinstance(action, Convert):
                    ways.add(action.way)
    assert len(factions) == len(BOARDS)
    wanted = (
        "power_to_qic",
        "power_to_ore",
        "power_to_knowledge",
        "power_to_credit",
        "qic_to_ore",
        "knowledge_to_credit",
        "ore_to_credit",
        "gaiaformer_to_qic",
        "token_to_knowledge",
    )
    assert {CONVERSION[name] for name in wanted} <= ways
    trades = {CONVERSION[name] for name in ("credits_to_qic", "credits_to_ore", "credits_to_knowledge")}
    assert trades & ways
    assert {MINE, GAIAFORMER, LAB, Use, Act, Research, Federate, "taklons", "nevlas"} <= folded


def test_answers_to_alike_questions_can_be_given() -> None:
    """What was answered to a question before is offered by every question that is called alike."""
    memory: dict[Any, Any] = {}
    again = 0
    for state, seat in islice(_turns_of_greedy(range(40, 44), 3), 0, None, 5):
        world = MIND.alone(state, seat)
        for turn in MIND.turns(world, seat):
            known = len(memory)
            _, played = follow(MIND, world, seat, turn, Nodes(1000), memory)
            again += len(played) > 2 and len(memory) == known
            trial = world.clone()
            for action in played:
                while trial.asked() != seat:
                    trial.play(MIND.still(trial))
                trial.play(action)
    assert again > 200


def test_what_is_remembered_of_a_board_does_not_change_a_value() -> None:
    """Values in plans, where most of a position is looked up, are those of the features."""
    seen = 0
    for state, seat in islice(_turns_of_greedy(range(20, 22), 2), 0, None, 3):
        ahead, world = MIND.ahead(state, seat), MIND.alone(state, seat)
        for turn in islice(ahead.turns(world, seat), 6):
            after, _ = follow(ahead, world, seat, turn, Nodes(100))
            assert after is not None
            if after.asked() is not None:
                seen += 1
                assert ahead.value(after, seat) == pytest.approx(sum(ahead.parts(after, seat).values()))
    assert seen > 50


def test_a_plan_is_kept_where_nothing_stood_in_its_way() -> None:
    """The next search knows the plan before: with hardly any budget it finds nothing worse, more than without."""
    with_plan = without = 0.0
    for seed in range(6, 10):
        match = Match.new("gaia", {"players": 1, "factions": "random"}, seed)
        helper = bot("greedy", 1)
        while match.state.round < 3 or match.state.question() != "Turn":
            match.play(helper.choose(match.game, match.state.clone(), 0))
        world = MIND.alone(match.state, 0)
        memory: dict[Any, Any] = {}
        plan = outlook(MIND, world, 0, Nodes(9000), memory=memory)[0]
        old, foreseen = plan.line, foresee(world, 0)
        for action in plan.turn:
            world.play(action)
            old = after_answer(old, action)
        assert sum(map(len, old)) == sum(map(len, plan.line)) - 1
        again = outlook(MIND, world, 0, Nodes(1), old, memory=memory)[0]
        assert foreseen == foresee(world, 0)
        assert again.worth >= plan.worth - 1e-9
        with_plan += again.worth
        without += outlook(MIND, world, 0, Nodes(1))[0].worth
    assert with_plan > without


def test_the_planner_plans_its_opening() -> None:
    """Starting structures and the first booster are chosen by the plans that follow them."""
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 9)
    planner = Planner(1, lambda: Nodes(500))
    asked: list[str] = []
    while not match.state.round:
        state = match.state.clone()
        openings = MIND.openings(state, 0)
        answer = planner.choose(match.game, state, 0)
        if openings:
            asked.append(match.state.question())
            assert answer in openings
            (first,) = MIND.opened(match.state, 0, answer)
            assert MIND.is_turn(first)
            assert first.asked() == 0
        match.play(answer)
    assert set(asked) == {"StartingMine", "PickBooster"}


ALONE = {"players": 1, "factions": "choose", "automa_faction": "hadsch_hallas", "automa_level": "ultoma"}


def promised(state: State, seat: int, stages: int = 0) -> float:
    """What the plan of a narrow search promises."""
    return outlook(MIND, state, seat, Nodes(1), stages=stages)[0].worth


def test_alone_a_faction_is_chosen_by_plans() -> None:
    """Each faction is tried with the first booster, the best three with every booster and to the end."""
    match = Match.new("gaia", ALONE, 1)
    state = match.state.clone()
    options = MIND.openings(state, 0)
    assert options == state.options()
    answer = Planner(1, lambda: Nodes(1)).choose(match.game, state, 0)
    usual = MIND.policy(state, 0)
    assert answer != usual, "the set-up decides, not what a faction brings on average"

    begun = [(option, MIND.opened(state, 0, option)) for option in options]
    for option, ways in begun:
        boosters = [way.players[0].booster for way in ways]
        assert len(set(boosters)) == len(boosters) == 4
        assert all(MIND.is_turn(way) and way.asked() == 0 for way in ways)
        assert {way.players[0].faction for way in ways} == {option.values()[0]}
    hopeful = sorted(begun, key=lambda one: -promised(one[1][0], 0, SHORT))[:HOPEFUL]
    found = []
    for option, ways in hopeful:
        short = [promised(way, 0, SHORT) for way in ways]
        best = ways[short.index(max(short))]
        found.append((max(short) + promised(best, 0), option))
    assert answer == max(found, key=lambda one: one[0])[1]


def test_among_people_a_faction_is_chosen_by_what_it_brings_on_average() -> None:
    match = Match.new("gaia", {"players": 2, "factions": "choose"}, 1)
    state = match.state.clone()
    assert state.question() == "PickFaction"
    assert MIND.openings(state, 0) == []
    answer = Planner(1, lambda: Nodes(1)).choose(match.game, state, 0)
    assert isinstance(answer, Choose)
    assert BOARDS[answer.faction].id == max(MARGINS, key=lambda name: MARGINS[name])


def test_rivals_are_thought_to_build_on_in_the_present_round() -> None:
    """Until the Automa has passed, the cards that it has still to draw count for what it may end with."""
    match = Match.new("gaia", {"players": 1, "factions": "random"}, 7)
    helper = bot("greedy", 1)
    while match.state.round < 6 or match.state.question() != "Turn":
        match.play(helper.choose(match.game, match.state.clone(), 0))
    state = match.state.clone()
    tile = state.table.final_tiles[0]
    now = 10 * final_count(state, 1, tile)
    assert state.deck is not None
    part = len(state.deck.cards) / (len(state.deck.cards) + len(state.deck.played()))
    assert part > 0
    assert foresee(state, 0)[1] == round(now + 10 * AUTOMA_RATE[tile] * part)
    state.passed = (1,)
    assert foresee(state, 0)[1] == now


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(LookupError, match="there is no bot 'genius'; there are: random"):
        bot("genius", 1)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_the_example_bot_plays_every_title(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of one's own is named by where it is: ``module:factory``."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    options = {"players": 2, **title(name).tournament}
    played = play(name, options, 5, ("my_bot:MyBot", "random"), FEW)
    assert played.faults == []
    assert played.match.state.asked() is None


@pytest.mark.parametrize("level", ["my_bot_that_is_nowhere:MyBot", "orrery.bots.greedy:Genius"])
def test_a_bot_that_cannot_be_imported_is_refused(level: str) -> None:
    with pytest.raises(LookupError, match="there is no bot"):
        bot(level, 1)


@pytest.mark.parametrize("choice", ["choose", "auction_choose_bid", "auction_bid_while_choosing"])
def test_factions_are_chosen_by_what_they_bring_after_the_bid(choice: str) -> None:
    """Nobody bids more for a faction than for another by more than it is thought to be better."""
    match = Match.new("gaia", {"players": 4, "factions": choice}, 8)
    helpers = [bot("greedy", seat) for seat in range(4)]
    while (seat := match.state.asked()) is not None and match.state.question() in ("PickFaction", "Bid"):
        match.play(helpers[seat].choose(match.game, match.state.clone(), seat))
    worth = [MARGINS[BOARDS[player.faction].id] - player.bid for player in match.state.players]
    if choice == "choose":
        assert worth == sorted(worth, reverse=True)
    else:
        assert max(worth) - min(worth) < 8
        assert any(player.bid for player in match.state.players)
