"""The engine as a whole: options of a game, whole answers at once, explanations, guesses, positions, notation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from orrery.core import chance
from orrery.core.game import BadNotation, BadOptions, BadPosition, IllegalAction
from orrery.core.journal import Journal
from orrery.core.match import BadLog, Match
from orrery.core.saying import sentences
from orrery.evacuation import actions as a
from orrery.evacuation.decisions.every import DECISIONS
from orrery.evacuation.decisions.turn import Turn
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.options import PRESETS
from orrery.evacuation.pack import default_pack
from orrery.evacuation.state import State
from orrery.evacuation.telling.show import show
from orrery.evacuation.words import ITEM
from tests.evacuation.samples import SAMPLES

NO_DISPLAYS: dict[str, Any] = {kind: {"open": [], "stack": []} for kind in ("ship", "stadium", "infrastructure")}
DOCS = Path(__file__).parent.parent.parent / "docs"


def walk(options: dict[str, object], seed: int) -> list[State]:
    """The positions of a random game."""
    state = EVACUATION.new(options, seed)
    found = []
    number = 0
    while state.asked() is not None:
        found.append(state.clone())
        listed = state.options()
        state.apply(listed[chance.draw(seed, number, len(listed))])
        number += 1
    return found


def words(state: State) -> list[str]:
    return [EVACUATION.write(state, option) for option in state.options()]


def position(**fields: Any) -> State:
    return EVACUATION.position({"game": "evacuation", **fields})


# --- options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"orders": True}, "orders scores points, so it needs mode 'points', not 'race'"),
        ({"line_dominance": True, "mode": "race"}, "line_dominance scores points, so it needs mode 'points'"),
        ({"players": 1, "mode": "race"}, "the solo game is played in points mode"),
        ({"players": 3, "third_party": True}, "with 2 players only, not with 3"),
        ({"players": 5}, "players is a number from 1 to 4, not 5"),
        ({"players": True}, "players is a whole number, not True"),
        ({"mode": "co-op"}, "mode is one of 'race', 'points', not 'co-op'"),
        ({"preset": "short"}, "preset is one of 'first game', 'race', 'points', 'points with modules'"),
        ({"colour": "red"}, "Evacuation has no option 'colour'; there are: players, preset"),
        ({"line_side": "a"}, "line_side is given but line_dominance is not played"),
        ({"goals": []}, "goals are given but the race has no goal cards"),
        ({"cards": []}, "cards are given but action cards are played with advanced actions only"),
        ({"order_cards": []}, "order_cards are given but orders are not played"),
    ],
)
def test_options_that_do_not_go_together_are_refused_with_a_sentence(
    options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOptions, match=re.escape(sentence)):
        EVACUATION.complete(options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"order": [0, 0]}, "order names each of the seats 0 to 1 once"),
        ({"sets": [1, 1]}, "sets names a different technology set of [1, 2, 3, 4] for each of 2 seats"),
        ({"ships": ["dodo"]}, "there is no 'dodo' among the ships"),
        ({"ships": ["heron", "heron"]}, "ships: a card is named twice"),
        ({"bonus_cards": ["opal"]}, "bonus_cards are 3 different cards without flag and then 1 with flag"),
        ({"technologies": [[], []]}, "technologies of seat 0: nine tiles of one set"),
        ({"mode": "points", "goals": [["x"], []]}, "there is no 'x' among the goals"),
        ({"mode": "points", "goals": [[]]}, "goals has 2 lists of 4 goal cards"),
        ({"actions": "advanced", "cards": ["x"]}, "there is no 'x' among the cards"),
        ({"mode": "points", "orders": True, "order_cards": []}, "order_cards are 3 orders of different cards"),
        ({"mode": "points", "line_dominance": True, "line_side": "z"}, "line_side is one of a, b, not 'z'"),
    ],
)
def test_a_set_up_given_wrongly_is_refused_with_a_sentence(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOptions, match=re.escape(sentence)):
        EVACUATION.new(options, 1)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_preset_fills_in_what_is_not_said(preset: str) -> None:
    whole = EVACUATION.complete({"preset": preset, "players": 3})
    for name, value in PRESETS[preset].items():
        assert whole[name] == value
    other = EVACUATION.complete({"preset": preset, "players": 3, "bonuses": "strict"})
    assert other["bonuses"] == "strict"


def test_everything_random_of_the_set_up_can_be_given() -> None:
    pack = default_pack()
    first = EVACUATION.new({"players": 2, "preset": "points with modules"}, 5)
    tiles = [[pack.technologies[tile].id for tile in player.technologies] for player in first.players]
    hands = [[pack.goals[goal].id for goal in player.draft] for player in first.players]
    given = {
        "order": list(first.order),
        "technologies": tiles,
        "bonus_cards": [pack.bonuses[card].id for card in first.bonuses],
        "ships": [pack.ships[card].id for card in first.displays[0].open],
        "stadiums": [pack.stadiums[card].id for card in first.displays[1].open],
        "infrastructures": [pack.infrastructures[card].id for card in first.displays[2].open],
        "order_cards": [pack.orders[order].id for order in first.orders],
        "line_side": pack.lines[first.side].id,
        "goals": hands,
        "cards": [pack.cards[card].id for player in first.players for card in player.hand],
    }
    other = EVACUATION.new({"players": 2, "preset": "points with modules", **given}, 99)
    for name in ("order", "bonuses", "orders", "side"):
        assert getattr(other, name) == getattr(first, name)
    assert [player.technologies for player in other.players] == [player.technologies for player in first.players]
    assert [player.draft for player in other.players] == [player.draft for player in first.players]
    assert [player.hand for player in other.players] == [player.hand for player in first.players]
    assert [display.open for display in other.displays] == [display.open for display in first.displays]


def test_a_set_up_seed_fixes_what_lies_open_and_leaves_the_decks_to_the_game() -> None:
    one = EVACUATION.new({"players": 4, "setup_seed": 3}, 1)
    two = EVACUATION.new({"players": 4, "setup_seed": 3}, 2)
    assert EVACUATION.view(one, None) == EVACUATION.view(two, None)
    assert [display.stack for display in one.displays] != [display.stack for display in two.displays]


def test_the_header_of_a_match_names_the_pack_and_its_digest() -> None:
    match = Match.new("evacuation", {"players": 2}, 1)
    option: Any = match.header.options["pack"]
    assert option["digest"] == default_pack().digest
    with pytest.raises(BadOptions, match="pack"):
        EVACUATION.complete({"pack": {"name": default_pack().name, "digest": "0" * 32}})


# --- decisions ----------------------------------------------------------------------------------------


def test_lists_of_options_stay_short() -> None:
    for number, options in enumerate(SAMPLES):
        for state in walk(options, number):
            assert len(state.options()) < 400


def test_a_whole_load_may_be_given_at_once() -> None:
    """EV-TRN-3 to EV-TRN-9: the same as place after place."""
    fields: dict[str, Any] = {
        "options": {"players": 2},
        "phase": "transport",
        "order": [0, 1],
        "players": [
            {"stock": {"old": {"energy": 6, "food": 2}}, "ships": [{"id": "plover", "world": "old"}]},
            {},
        ],
    }
    pack = default_pack()
    ship = pack.ships[pack.find("ships", "plover")]
    whole = position(**fields)
    place_by_place = position(**fields)
    answers = []
    place_by_place.play(EVACUATION.read(place_by_place, "fly plover"))
    while place_by_place.question() == "LoadPlace":
        text = words(place_by_place)[-1]
        answers.append(text)
        place_by_place.play(EVACUATION.read(place_by_place, text))
    assert len(answers) == len(ship.sites) + ship.buildings + 1
    text = f"fly plover: {', '.join(answers)}"
    action = EVACUATION.read(whole, text)
    assert isinstance(action, a.Load)
    assert EVACUATION.write(whole, action) == text
    assert action not in whole.options()
    whole.play(action)
    assert whole.digest() == place_by_place.digest()


def test_a_load_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    state = position(
        options={"players": 2},
        phase="transport",
        order=[0, 1],
        players=[{"stock": {"old": {"energy": 6}}, "ships": [{"id": "plover", "world": "old"}]}, {}],
    )
    before = state.digest()
    ship = state.table.pack.ships[state.table.pack.find("ships", "plover")]
    places = len(ship.sites) + ship.buildings
    empty = ", ".join(["nothing"] * places)
    for text, sentence in (
        ("fly plover: cargo 1 food", f"plover has {places} places beside its cargo, not 0"),
        (f"fly plover: {empty}, nothing, cargo nothing", f"plover has {places} places beside its cargo, not"),
        (f"fly plover: {empty}, cargo 9 food", f"plover carries {ship.resources} resources, not 9"),
        (f"fly plover: {empty}, cargo 1 food", "1 old food short"),
        (f"fly plover: stadium athens{empty[7:]}, cargo nothing", "place 1, 'stadium athens': it is not there"),
        ("fly heron: cargo nothing", "heron is not a ship of yours on the Old World"),
    ):
        with pytest.raises(IllegalAction, match=r"^'fly .*' does not answer TransportShips of seat 0: ") as refused:
            state.play(EVACUATION.read(state, text))
        assert sentence in str(refused.value)
    for text, sentence in (
        ("fly plover: banana, cargo nothing", "a place holds 'site NAME'"),
        ("fly plover: nothing", "expected 'fly SHIP' or 'fly SHIP: PLACE, ..., cargo AMOUNTS'"),
        ("fly plover: cargo many", "expected amounts like '1 food 2 energy'"),
        ("fly dodo: cargo nothing", "there is no ship 'dodo'; there are "),
    ):
        with pytest.raises(BadNotation, match=re.escape(sentence)):
            EVACUATION.read(state, text)
    assert state.digest() == before


def test_a_field_and_its_factories_may_be_named_at_once() -> None:
    """EV-STL-3: the type of factory is the player's choice."""
    fields: dict[str, Any] = {
        "options": {"players": 2},
        "phase": "actions",
        "players": [{"new_factories": {"food": 1, "energy": 2}}, {}],
        "stack": [{"question": "SettleField", "seat": 0, "how": "normal", "ignore": 0}],
    }
    whole, parts = position(**fields), position(**fields)
    whole.play(EVACUATION.read(whole, "settle A3 with 1 food 1 energy"))
    parts.play(EVACUATION.read(parts, "settle A3"))
    parts.play(EVACUATION.read(parts, "with 1 food 1 energy"))
    assert whole.digest() == parts.digest()
    assert whole.players[0].production == [1, 0, 1]
    refused = position(**fields)
    for text, sentence in (
        ("settle A3 with 2 food", "1 food factory short on the New World"),
        ("settle A3 with 1 energy", "A3 has 2 factory slots, not 1"),
        ("settle A2 with 1 energy", "population short"),
    ):
        with pytest.raises(
            IllegalAction, match=r"^'settle .* with .*' does not answer SettleField of seat 0: "
        ) as why:
            refused.play(EVACUATION.read(refused, text))
        assert sentence in str(why.value)


def test_a_split_that_does_not_add_up_is_refused_with_the_reason() -> None:
    """EV-PRG-4, EV-PRG-9: all points are used, and at most one turning point lies between the markers."""
    state = position(
        phase="progress", order=[0, 1], players=[{"areas": [0, 1, 1, 0], "markers": [{"column": 4}] * 2}, {}]
    )
    assert state.question() == "SplitPower"
    for text, sentence in (
        ("advance 3 3", "5 points are to be split, not 6"),
        ("advance 2 3", "the one that goes further is the front one"),
        ("advance 3 3 rear first", "5 points are to be split, not 6"),
    ):
        with pytest.raises(IllegalAction, match=re.escape(sentence)):
            state.play(EVACUATION.read(state, text))
    with pytest.raises(
        BadNotation, match=r"expected 'advance SPACES SPACES.*', got 'advance 5'; possible: 'advance"
    ):
        EVACUATION.read(state, "advance 5")
    far = position(
        phase="progress",
        order=[0, 1],
        players=[{"areas": [0, 0, 0, 4], "markers": [{"column": 20}, {"column": 17}]}, {}],
    )
    for text, sentence in (
        ("advance 3 4", "the front marker has 2 spaces left, not 3"),
        ("advance 1 6", "the rear marker has 5 spaces left, not 6"),
    ):
        with pytest.raises(IllegalAction, match=re.escape(sentence)):
            far.play(EVACUATION.read(far, text))


def test_every_near_miss_that_is_typed_is_refused_with_its_reason() -> None:
    known = sentences("evacuation", "en")
    keys: set[str] = set()
    for number, options in enumerate(SAMPLES):
        for state in walk(options, 40 + number)[::7]:
            for miss in EVACUATION.near(state, state.stack[-1].seat):
                keys.update(message.key for message in miss.reasons)
                why = ", ".join(known[f"why.{message.key}"].format(**message.args) for message in miss.reasons)
                with pytest.raises(IllegalAction, match=re.escape(why)):
                    state.play(EVACUATION.read(state, miss.what))
    assert {f"why.{key}" for key in keys} <= set(known)
    assert len(keys) > 8


def test_an_answer_to_another_question_is_refused_and_names_what_is_asked() -> None:
    state = EVACUATION.new({"players": 2}, 1)
    before = state.digest()
    with pytest.raises(IllegalAction, match="'settle A4' does not answer Turn of seat"):
        state.play(a.Settle(3))
    with pytest.raises(IllegalAction):
        state.play("pass")  # a text is not an action
    assert state.digest() == before


def test_every_question_can_be_written_down() -> None:
    """Each kind of question that random games ask is one that positions as data know."""
    asked = set()
    for number, options in enumerate(SAMPLES):
        for state in walk(options, 50 + number):
            for decision in state.stack:
                asked.add(decision.name)
                assert DECISIONS[decision.name] is type(decision)
    assert len(asked) > 28


def test_sub_actions_read_back_from_their_words() -> None:
    state = EVACUATION.new({"players": 2}, 1)
    lookup = state.table.lookup
    found = {code for each in (*lookup.board_items, *lookup.card_items, *lookup.bonus_items) for code in each}
    for code in found:
        assert ITEM.read(state, ITEM.write(state, code)) == code
    for wrong in ("", "dance", "gain_resource", "gain_resource gold", "settle twice", "build_ship less many"):
        with pytest.raises(BadNotation, match=r"sub-action|needs any|says more"):
            ITEM.read(state, wrong)


# --- explanations -------------------------------------------------------------------------------------


def test_explanations_are_what_happens_on_play() -> None:
    """Costs, gains, points and production of an option are those that playing it books, hidden draws excepted."""
    compared = 0
    for number, options in enumerate(SAMPLES):
        for state in walk(options, 20 + number)[::7]:
            seat = state.asked()
            assert seat is not None
            for told in EVACUATION.explain(state, seat):
                then = state.clone()
                then.journal = journal = Journal()
                then.play(told.action)
                same_turn = then.asked() == seat and (then.phase, then.year, then.at) == (
                    state.phase,
                    state.year,
                    state.at,
                )
                if not same_turn or then.revealed() != state.revealed() or isinstance(then.stack[-1], Turn):
                    continue
                compared += 1
                net: dict[str, int] = {}
                points: dict[str, int] = {}
                for booking in journal.bookings:
                    if booking.seat == seat and booking.what == "vp":
                        points[booking.source] = points.get(booking.source, 0) + booking.amount
                    elif booking.seat == seat and not booking.what.endswith(" production"):
                        net[booking.what] = net.get(booking.what, 0) + booking.amount
                assert dict(told.gain) == {what: n for what, n in net.items() if n > 0}
                assert dict(told.cost) == {what: -n for what, n in net.items() if n < 0}
                assert dict(told.points) == {source: n for source, n in points.items() if n}
                for resource, name in enumerate(("food", "steel", "energy")):
                    rise = then.players[seat].production[resource] - state.players[seat].production[resource]
                    assert told.income.get(f"new {name}", 0) == rise
    assert compared > 300


def test_a_journal_hears_the_same_behind_both_doors() -> None:
    for number, options in enumerate(SAMPLES):
        for state in walk(options, 60 + number)[::11]:
            played, applied, action = state.clone(), state.clone(), state.options()[-1]
            played.journal, applied.journal = Journal(), Journal()
            played.play(action)
            applied.apply(action)
            assert played.journal.bookings == applied.journal.bookings
            assert played.journal.messages == applied.journal.messages


def test_a_near_miss_is_refused_and_says_why() -> None:
    codes = set()
    for number, options in enumerate(SAMPLES):
        states = walk(options, 40 + number)
        for state in states[::9] + [each for each in states if each.question() in ("TransportShips", "LoadPlace")]:
            seat = state.asked()
            assert seat is not None
            for miss in EVACUATION.near(state, seat):
                assert miss.reasons, miss
                codes |= {reason.key for reason in miss.reasons}
                with pytest.raises(IllegalAction):
                    state.play(EVACUATION.read(state, miss.what))
    assert {"short", "closed_terrain", "lacking_symbols", "wrong_terrain", "not_loadable", "moved"} <= codes


def test_an_explanation_names_the_world_of_a_price() -> None:
    """EV-RES-3: what is built on a world is paid from it."""
    state = position(
        options={"players": 2, "subactions": "printed"},
        phase="actions",
        players=[{"stock": {"old": {"steel": 3, "food": 1}, "new": {"steel": 3}}}, {}],
        displays={
            "ship": {"open": ["albatross"], "stack": ["finch"]},
            "stadium": {"open": [], "stack": []},
            "infrastructure": {"open": [], "stack": []},
        },
        stack=[
            {
                "question": "TakeCard",
                "seat": 0,
                "kind": "ship",
                "purpose": "build",
                "world": "any",
                "discount": 0,
                "refreshed": 1,
            }
        ],
    )
    told = {EVACUATION.write(state, each.action): each for each in EVACUATION.explain(state, 0)}
    assert told["take ship albatross old"].cost == {"old steel": 2}
    assert told["take ship albatross new"].cost == {"new steel": 2}
    assert told["take ship albatross new"].gain == {"ship": 1}


# --- guesses ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_guess_of_the_goal_draft_keeps_what_the_seat_has_seen(players: int) -> None:
    """EV-PTS-2: who has held a pack knows what went on from it, but not who took which card."""
    state = EVACUATION.new({"players": players, "mode": "points"}, 8)
    seen: list[dict[int, list[int]]] = [{} for _ in range(players)]
    while state.question() in ("PickGoal", "DropGoal"):
        seat = state.asked()
        assert seat is not None
        if state.question() == "PickGoal":
            pack = (seat - state.step + 1) % players
            seen[seat].setdefault(pack, []).extend(state.players[seat].draft)
        for viewer in range(players):
            world = EVACUATION.guess(state, viewer, 1)
            for pack, cards in seen[viewer].items():
                holder = world.players[(pack + min(state.step, 4) - 1) % players]
                there = set(world.picks[pack]) | set(holder.draft)
                assert set(cards) <= there | set(world.picks[pack])
            assert world.players[viewer].goals == state.players[viewer].goals
            assert sorted(goal for p in world.players for goal in p.goals + p.draft) == sorted(
                {goal for p in world.players for goal in p.goals + p.draft}
            )
        state.apply(state.options()[chance.draw(8, state.step, len(state.options()))])


def test_open_goals_stay_with_their_owner_in_every_guess() -> None:
    """EV-GC-13: a goal that lies open is known to all."""
    pack = default_pack()
    small = next(i for i, goal in enumerate(pack.goals) if goal.counts == "small_bonuses")
    others = [i for i in range(len(pack.goals)) if i != small]
    state = position(
        options={"players": 2, "mode": "points"},
        phase="actions",
        players=[
            {"goals": [pack.goals[i].id for i in others[:3]]},
            {
                "goals": [pack.goals[i].id for i in (small, *others[3:5])],
                "open_goals": [pack.goals[small].id],
                "small_bonuses": 1,
            },
        ],
    )
    hands = set()
    for seed in range(20):
        world = EVACUATION.guess(state, 0, seed)
        assert small in world.players[1].goals
        assert len(set(world.players[1].goals)) == 3
        assert not set(world.players[1].goals) & set(state.players[0].goals)
        hands.add(tuple(world.players[1].goals))
    assert len(hands) > 5


# --- positions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "gaia"}, "game: expected 'evacuation', got 'gaia'"),
        ({"colour": 1}, "position: there is no field 'colour'; did you mean 'solo'?"),
        ({"rules": 99}, "rules: expected rules 1, the older word for a format, got 99"),
        ({"format": 3}, "format: expected format 2, the one that this version knows, got 3"),
        ({"format": 1}, "format: expected format 2, the one that this version knows, got 1"),
        ({"format": 2, "rules": 1}, "format: expected no 'rules' beside it"),
        ({"year": 5}, "year: expected a whole number from 1 to 4, got 5"),
        ({"phase": "lunch"}, "phase: expected one of goals, cards, income"),
        ({"phase": "goals"}, "phase: expected no goals in race mode"),
        ({"phase": "hands"}, "phase: expected no hands with basic actions"),
        ({"order": [0, 0]}, "order: expected each of 0 to 1 once, got [0, 0]"),
        ({"players": [{}]}, "players: expected a list of 2"),
        ({"players": [{"shoes": 1}, {}]}, "players[0]: there is no field 'shoes'; did you mean 'sites'?"),
        (
            {"players": [{}, {"stock": {"moon": {}}}]},
            "players[1].stock: there is no field 'moon'; there are old, new",
        ),
        ({"players": [{"stock": {"old": {"food": -1}}}, {}]}, "players[0].stock.old.food: expected a whole number"),
        ({"players": [{"ships": [{"id": "dodo"}]}, {}]}, "players[0].ships[0].id: expected an id of the ships"),
        ({"players": [{"ships": [{"id": "heron", "world": "moon"}]}, {}]}, "expected one of old, new, got 'moon'"),
        ({"players": [{"ships": [{"id": "heron"}]}] * 2}, "ship heron: expected it in one place only"),
        ({"players": [{"fields": ["A2"]}, {"fields": ["A2"]}]}, "expected fields that nobody else has settled"),
        ({"players": [{"fields": ["A3"]}, {}]}, "factories.A3: expected 2 factories for its slots, got [0, 0, 0]"),
        ({"factories": {"A3": {"food": 2}}}, "factories: expected fields settled by players only"),
        ({"players": [{"supply": {"food": 1}}, {}]}, "players[0]: expected 4 food factories in all, got 1"),
        ({"players": [{"new_factories": {"food": 5}}, {}]}, "players[0]: expected 4 food factories in all, got 5"),
        ({"players": [{"sea_moved": 1}, {}]}, "players[0].sea_moved: expected at most the 0 sea sites face down"),
        ({"players": [{"research": [9, 0, 0]}, {}]}, "research[0]: expected a whole number from 0 to 5, got 9"),
        ({"players": [{"technologies": []}, {}]}, "expected nine tiles of one set"),
        ({"players": [{"markers": [{"column": 3, "lane": "plus"}] * 2}, {}]}, "expected one of parking, main"),
        ({"players": [{"markers": [{"column": 99}] * 2}, {}]}, "column: expected a whole number from 0 to 22"),
        ({"players": [{"goals": ["x"]}, {}]}, "players[0].goals[0]: expected an id of the goals"),
        ({"players": [{"hand": ["x"]}, {}]}, "players[0].hand: expected no action cards with basic actions"),
        ({"players": [{"orders": ["x"]}, {}]}, "players[0].orders: expected no orders without the module"),
        ({"bonuses": []}, "bonuses: expected 4 cards in year 1"),
        ({"stack": [{"question": "Lunch"}]}, "stack[0].question: expected one of Turn, TuckCard"),
        ({"stack": [{"question": "Turn"}]}, "stack[0]: expected a field 'seat'"),
        (
            {"stack": [{"question": "Turn", "seat": 4, "paid": 0}]},
            "stack[0].seat: expected a whole number from 0 to 1",
        ),
        ({"stack": [{"question": "EndTurn", "seat": 0}]}, "stack: expected a question on top, got EndTurn"),
        (
            {"stack": [{"question": "SettleField", "seat": 0, "how": "normal", "ignore": 0}]},
            "stack: expected a question that can be answered",
        ),
        (
            {
                "players": [{"population": 1, "new_factories": {"food": 1}, "stock": {"new": {}}}, {}],
                "stack": [{"question": "FactorySlots", "seat": 0, "field": "A1", "how": "normal"}],
            },
            "stack[0].field: expected a field that can be settled with what is there, got 'A1'",
        ),
        ({"stack": [{"question": "LoadPlace", "seat": 0, "ship": "heron", "place": 0}]}, "expected an own ship"),
        ({"stack": [{"question": "PickGoal", "seat": 0}]}, "stack[0].question: expected a question of the phase"),
        (
            {"stack": [{"question": "Turn", "seat": 0, "paid": 0, "oree": 3}]},
            "stack[0]: there is no field 'oree'; there are question, seat, paid",
        ),
        (
            {"phase": "progress", "stack": [{"question": "Turn", "seat": 0, "paid": 0}]},
            "stack[0].question: expected a question of the phase 'progress', got 'Turn'",
        ),
        (
            {"at": 2, "order": [0, 1], "stack": [{"question": "Turn", "seat": 0, "paid": 0}]},
            "at: expected 1, as seat 0 is asked, got 2",
        ),
        (
            {"passed": [0], "stack": [{"question": "Turn", "seat": 0, "paid": 0}]},
            "stack[0].seat: expected somebody who has not passed, got 0",
        ),
        (
            {"stack": [{"question": "Turn", "seat": seat, "paid": 0} for seat in (0, 1)]},
            "stack[1].question: expected Turn upon nothing, got it upon Turn",
        ),
        (
            {
                "stack": [
                    {"question": "DiscountChoice", "seat": 0, "kind": "stadium", "card": "home-blue"}
                    | {"world": "old", "discount": 1}
                ]
            },
            "stack[0].card: expected a stadium that lies open, got 'home-blue'",
        ),
        (
            {
                "stack": [
                    {"question": "TakeCard", "seat": 0, "kind": "ship", "purpose": "into play"}
                    | {"world": "any", "discount": 0, "refreshed": 0}
                ]
            },
            "stack[0].purpose: expected a purpose of ship cards",
        ),
        (
            {
                "stack": [
                    {"question": "TakeCard", "seat": 0, "kind": "infrastructure", "purpose": "build"}
                    | {"world": "any", "discount": 0, "refreshed": 0}
                ]
            },
            "stack[0].purpose: expected a purpose of infrastructure cards",
        ),
        (
            {
                "phase": "progress",
                "players": [{"markers": [{"column": 4}, {"column": 4}]}, {}],
                "stack": [
                    {"question": "Arrival", "seat": 0, "marker": 0, "steps": 5, "moved": 1},
                    {"question": "LaneChoice", "seat": 0, "marker": 1, "moved": 1},
                ],
            },
            "stack[0].steps: expected at most one turning point between the markers, got 5",
        ),
        (
            {"revealed": {"kind": "ship", "cards": ["heron"]}, "displays": NO_DISPLAYS},
            "revealed.kind: expected the display of the question on top, got 'ship'",
        ),
        (
            {"options": {"players": 2, "mode": "points"}, "ending": True},
            "ending: expected false in points mode, which has no such end, got True",
        ),
        (
            {"players": [{"markers": [{"column": 3, "lane": "main"}, {}]}] * 2},
            "markers: expected at most 1 on the main lane of column 3, got 2",
        ),
        ({"year": 10**5000}, "year: expected a whole number from 1 to 4, got something too large to show (int)"),
        ({"options": {"players": 9}}, "options: players is a number from 1 to 4, not 9"),
        ({"solo": {"deck": ["x"]}}, "solo.deck[0]: expected an id of the solo_cards"),
    ],
)
def test_data_that_describe_no_position_are_refused_with_the_place(fields: dict[str, Any], sentence: str) -> None:
    data = {"game": "evacuation", "options": {"players": 2}, "phase": "actions", **fields}
    with pytest.raises(BadPosition, match=re.escape(sentence)):
        EVACUATION.position(data)


def test_the_position_of_the_documentation_can_be_played_on() -> None:
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    text = text[text.index("## Evacuation") :]
    block = text[text.index("```json") + 7 :]
    state = EVACUATION.position(json.loads(block[: block.index("```")]))
    assert (state.question(), state.asked(), state.year) == ("Turn", 1, 3)
    while state.asked() is not None:
        state.play(state.options()[0])


def test_a_match_begun_from_a_position_replays() -> None:
    start = EVACUATION.data(walk({"players": 3, "mode": "points"}, 4)[60])
    match = Match.new("evacuation", {"position": start}, 12)
    for number in range(40):
        listed = match.state.options()
        match.play(listed[chance.draw(3, number, len(listed))])
    assert Match.load(match.save()).state.digest() == match.state.digest()
    with pytest.raises(BadOptions, match="players is 2, but the position was made with 3"):
        EVACUATION.complete({"players": 2, "position": start})
    with pytest.raises(BadOptions, match="ships is given beside a position, which lays out everything itself"):
        EVACUATION.complete({"ships": ["heron"], "position": start})


def test_views_document_every_field() -> None:
    """Every name in a view stands in docs/views/evacuation.md."""
    page = (DOCS / "views" / "evacuation.md").read_text(encoding="utf-8")
    names: set[str] = set()

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            for name, each in value.items():
                names.add(name)
                collect(each)
        elif isinstance(value, list):
            for each in value:
                collect(each)

    for number, options in enumerate(SAMPLES):
        for state in walk(options, number)[::25]:
            seen: dict[str, Any] = {**EVACUATION.printed(state), **EVACUATION.view(state, 0)}
            technologies = list(seen.pop("technologies").values())
            collect(
                {name: value for name, value in seen.items() if name != "options"} | {"technologies": technologies}
            )
            assert set(seen["options"]) == {name for name in seen["options"] if f"`{name}`" in page}
    unknown = {
        name for name in names if not re.search(rf"\b{re.escape(name)}\b", page) and not name.startswith("goal ")
    }
    assert not unknown


def test_notation_is_read_in_any_case_and_spacing() -> None:
    state = EVACUATION.new({"players": 2}, 1)
    assert EVACUATION.read(state, "  ACTION   Settle ") == EVACUATION.read(state, "action settle")
    with pytest.raises(
        BadNotation, match=r"'jump' does not answer Turn of seat .*: 'jump' is no verb; .*; possible: '"
    ):
        EVACUATION.read(state, "jump")


def test_positions_of_the_older_form_are_read() -> None:
    state = EVACUATION.new({"players": 2}, 1)
    data = EVACUATION.data(state)
    assert data.pop("format") == 2
    assert EVACUATION.position({**data, "rules": 1}).digest() == state.digest()
    assert EVACUATION.position(data).digest() == state.digest()


def test_a_position_prints_for_the_terminal() -> None:
    for number, options in enumerate(SAMPLES):
        states = walk(options, number)
        for state in (states[0], states[len(states) // 2], states[-1]):
            for seat in (None, 0):
                text = show(state, seat)
                assert text.startswith("Evacuation, ")
                assert f"year {state.year}" in text
                assert "A1" in text


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places inside a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for name, each in parts:
        found += [(*path, name), *_places(each, (*path, name))]
    return found


def test_data_changed_anywhere_are_refused_or_playable() -> None:
    """One value changed deep inside a position: BadPosition, or a position that plays on to the end."""
    played = refused = 0
    for number, options in enumerate(SAMPLES):
        states = walk(options, 70 + number)
        base = EVACUATION.data(states[len(states) * (number + 1) // (len(SAMPLES) + 2)])
        places = [path for path in _places(base) if path[0] not in ("game", "format", "options", "seed")]
        for turn in range(25):
            data = json.loads(json.dumps(base))
            *way, last = places[chance.draw(number, turn, len(places))]
            inside: Any = data
            for name in way:
                inside = inside[name]
            value = inside[last]
            if isinstance(value, bool) or value is None:
                inside[last] = not value
            elif isinstance(value, int):
                inside[last] = value + 1
            elif isinstance(value, list):
                inside[last] = value[1:] + value[2:]
            else:
                del inside[last]
            try:
                state = EVACUATION.position(data)
            except BadPosition:
                refused += 1
                continue
            played += 1
            for step in range(5000):
                listed = state.options()
                if not listed:
                    break
                state.apply(listed[chance.draw(turn, step, len(listed))])
            assert state.asked() is None
    assert played > 50
    assert refused > 50


def test_what_a_position_leaves_out_is_as_at_the_first_turn_in_every_mode() -> None:
    """EV-INC-2, EV-INC-4: the income of year 1 has come, whatever the year; no hunger, no penalty."""
    for options in ({}, {"mode": "points"}, {"actions": "advanced"}, {"players": 1}, {"third_party": True}):
        state = position(options={"players": 2, **options}, year=3)
        assert (state.question(), state.year) == ("Turn", 3)
        for player in state.players:
            assert player.stock == [2, 7, 7, 0, 0, 0]
            assert player.penalties == 0
            assert player.goals == ()


def test_progress_markers_of_a_position_say_what_they_have_done() -> None:
    """EV-TP-1, EV-TP-2, EV-AMB-38: sea sites are turned and moved as far as the markers have come."""
    state = position(players=[{"markers": [{"column": 14}, {"column": 10, "lane": "main"}]}, {}])
    player = state.players[0]
    sea = state.table.lookup.sea_sites
    assert player.sites == state.table.lookup.all_sites & ~sea
    assert player.sea_moved == 1
    swapped = position(players=[{"markers": [{"column": 10, "lane": "main"}, {"column": 14}]}, {}])
    assert swapped.key() == state.key()
    one = position(players=[{"markers": [{"column": 5}, {"column": 2}]}, {}]).players[0]
    assert (one.sites & sea).bit_count() == 1
    assert one.sea_moved == 0


def test_markers_two_turning_points_apart_are_no_position() -> None:
    """EV-PRG-9: at most one turning point lies between them."""
    with pytest.raises(BadPosition, match=re.escape("players[0].markers: expected at most one turning point")):
        position(players=[{"markers": [{"column": 9}, {"column": 4}]}, {}])


def test_the_progress_phase_of_a_position_begins_with_parking() -> None:
    """EV-PRG-1: a marker does not stand in its own way."""
    state = position(
        phase="progress",
        year=2,
        order=[0, 1],
        players=[{"areas": [0, 0, 1, 0], "markers": [{"column": 3, "lane": "main"}, {"column": 2}]}, {}],
    )
    assert state.players[0].lanes == [0, 0]
    state.play(EVACUATION.read(state, "advance 0 3"))
    assert state.players[0].columns == [5, 3]
    assert state.players[0].lanes == [1, 1]


def test_the_action_marker_of_a_position_counts_the_cards_used() -> None:
    """EV-ACT-2, EV-ACT-5: one space for each card, seven at most."""
    used = [position(players=[{"areas": areas}, {}]).players[0].marker for areas in ([1, 0, 2, 0], [3, 3, 3, 0])]
    assert used == [3, 7]


def test_whoever_meets_the_goal_in_a_position_has_triggered_the_end() -> None:
    """EV-RAC-1, EV-RAC-2: the round is finished, then come Transport and the end."""
    done = {
        "production": {"food": 8, "steel": 8, "energy": 8},
        "stadiums": {"new": ["home-blue", "athens", "berlin"]},
    }
    state = position(order=[0, 1], at=1, players=[done, {}])
    assert state.ending
    assert state.asked() == 1
    state.play(EVACUATION.read(state, "pass"))
    assert state.asked() is None
    assert state.places() == [1, 2]


def test_whoever_meets_an_order_in_a_position_has_it() -> None:
    """EV-ORD-2: the first to meet the condition takes the card at once."""
    state = position(
        options={"players": 2, "mode": "points", "orders": True},
        order=[0, 1],
        orders=["producers", "scholars", "builders"],
        players=[{}, {"production": {"food": 5}}],
    )
    pack = state.table.pack
    assert [pack.orders[order].id for order in state.players[1].orders] == ["producers"]
    assert [pack.orders[order].id for order in state.orders] == ["scholars", "builders"]


def test_an_order_card_of_a_position_is_in_one_place() -> None:
    """EV-ORD-1, EV-AMB-10: three orders of different cards, wherever they are."""
    options = {"players": 2, "mode": "points", "orders": True}
    state = position(options=options, players=[{"paid_orders": ["scholars"]}, {"orders": ["producers"]}])
    cards = [state.table.pack.orders[order].card for order in state.orders]
    assert len(cards) == 1
    assert not set(cards) & {state.table.pack.orders[state.table.pack.find("orders", "scholars")].card}
    with pytest.raises(BadPosition, match="orders: expected each order card in one place only"):
        position(options=options, orders=["makers"], players=[{"paid_orders": ["scholars"]}, {}])


def test_everybody_in_a_position_has_a_technology_set_of_their_own() -> None:
    """EV-SET-5: also where only some are given; the same one twice is refused."""
    pack = default_pack()
    names = {technology.set: technology.id.partition("-")[0] for technology in pack.technologies}
    for number, name in names.items():
        tiles = [f"{name}-{row}-{column}" for column in "abc" for row in ("low", "mid", "top")]
        state = position(options={"players": 4}, players=[{}, {}, {"technologies": tiles}, {}])
        sets = [{pack.technologies[tile].set for tile in player.technologies} for player in state.players]
        assert sorted(map(sorted, sets)) == [[0], [1], [2], [3]]
        assert sets[2] == {number}
        with pytest.raises(
            BadPosition, match=re.escape("players[1].technologies: expected a set that nobody else")
        ):
            position(players=[{"technologies": tiles}] * 2)


def test_great_stadiums_of_a_late_solo_position_lie_in_the_stack() -> None:
    """EV-SOL-3: they are shuffled in before the year end of year 2, and nobody has one twice."""
    pack = default_pack()
    great = {i for i, stadium in enumerate(pack.stadiums) if stadium.satisfaction in pack.solo.aside}
    lima = pack.find("stadiums", "lima")
    early = position(options={"players": 1}, players=[{"stadiums": {"new": ["lima"]}}])
    assert set(early.stadiums_aside) == great - {lima}
    late = position(options={"players": 1}, year=3, players=[{"stadiums": {"new": ["lima"]}}])
    assert late.stadiums_aside == []
    assert great - {lima} <= {*late.displays[1].open, *late.displays[1].stack}


def test_a_match_with_a_huge_number_or_a_deep_position_is_refused_with_a_sentence() -> None:
    text = Match.new("evacuation", {"players": 2}, 1).save()
    for name, value in (
        ("red_card", "9" * 5000),
        ("position", "[" * 50000),
        ("pack", '{"a":' * 500 + "1" + "}" * 500),
    ):
        lines = [line for line in text.splitlines() if not line.startswith(f"option {name} ")]
        lines.insert(4, f"option {name} {value}")
        with pytest.raises(BadLog, match=r"^(line 5: option|the header's options: )"):
            Match.load("\n".join(lines) + "\n")
