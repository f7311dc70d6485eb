"""Set-up: what lies where before the first turn, and which options there are."""

from __future__ import annotations

import pytest

from orrery.core.game import BadOptions
from orrery.evacuation import phases
from orrery.evacuation.actions import Act
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.options import PRESETS, complete
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM
from orrery.evacuation.rules.technologies import satisfaction
from tests.evacuation.table import PACK, idle, new_game, stock, table, until

ASH = [f"ash-{row}-{column}" for column in "abc" for row in ("low", "mid", "top")]
"""The nine technologies of the first set, column after column."""


def test_one_board_with_three_displays_and_the_tracks() -> None:
    """EV-SET-1: ships, stadiums and infrastructures have displays; fields lie unsettled; years are counted."""
    state = table(3)
    assert [len(display.open) for display in state.displays] == [3, 3, 3]
    assert state.settled == 0
    assert len(state.bonuses) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_the_pieces_of_a_colour(players: int) -> None:
    """EV-SET-2, EV-SET-3, EV-SET-6, EV-SET-7, EV-SET-9, EV-SET-15: pieces and markers of each player."""
    state = new_game(players)
    assert len(state.players) == players
    for seat, player in enumerate(state.players):
        assert player.supply == [4, 4, 4]
        assert player.sites == (1 << 11) - 1
        assert player.columns == [0, 0]
        assert player.lanes == [0, 0]
        assert player.marker == 0
        assert player.production == [0, 0, 0]
        assert player.stadiums == ((len(PACK.stadiums) + seat,), ())
        assert player.penalties == 0
        assert player.population == 0


def test_technologies_lie_in_columns_of_three_levels() -> None:
    """EV-SET-5: a set of its own for each player, each column one tile of each level, rows in random order."""
    state = table(4)
    sets = set()
    for player in state.players:
        tiles = [PACK.technologies[tile] for tile in player.technologies]
        assert [tile.row for tile in tiles] == [0, 1, 2] * 3
        assert len({tile.id for tile in tiles}) == 9
        own = {tile.set for tile in tiles}
        assert len(own) == 1
        sets |= own
    assert sets == {0, 1, 2, 3}
    layouts = {tuple(table(2, seed=seed, sets=[1, 2]).players[0].technologies) for seed in range(12)}
    assert len(layouts) > 6


def test_displays_and_stacks_are_shuffled() -> None:
    """EV-SET-10, EV-SET-11: 3 of 17 stadiums and 3 of 21 ships lie open; another seed, another order."""
    first, second = table(seed=1), table(seed=2)
    for kind, size in ((STADIUM, 17), (SHIP, 21)):
        cards = first.displays[kind].open + first.displays[kind].stack
        assert sorted(cards) == list(range(size))
        assert len(first.displays[kind].stack) == size - 3
        assert first.displays[kind].stack != second.displays[kind].stack


def test_level_one_infrastructures_come_first() -> None:
    """EV-SET-12: the stack gives all cards of level I before those of level II."""
    display = table().displays[INFRASTRUCTURE]
    levels = [PACK.infrastructures[card].level for card in display.open + display.stack[::-1]]
    assert levels == sorted(levels)
    assert len(levels) == 18


def test_the_game_begins_in_year_one() -> None:
    """EV-SET-13, EV-YR-1: year 1; income comes first."""
    state = table()
    assert state.year == 1
    assert len(PACK.years) == 4


def test_the_bonus_stack_has_a_flag_card_at_the_bottom() -> None:
    """EV-SET-14: three plain cards on one flag card, open to all."""
    stacks = set()
    for seed in range(10):
        state = new_game(seed=seed)
        assert [PACK.bonuses[card].flag for card in state.bonuses] == [False, False, False, True]
        stacks.add(tuple(state.bonuses))
    assert len(stacks) > 5


def test_the_first_turn_order_is_random() -> None:
    """EV-SET-16: every player may be the first."""
    firsts = {new_game(4, seed=seed, order=None).order[0] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_public_set_up_can_be_fixed_alone() -> None:
    """The set-up seed fixes what everybody sees, not what is hidden."""
    one, two = (new_game(4, seed=seed, setup_seed=7, order=None) for seed in (1, 2))
    assert one.order == two.order
    assert [d.open for d in one.displays] == [d.open for d in two.displays]
    assert one.bonuses == two.bonuses
    assert [p.technologies for p in one.players] == [p.technologies for p in two.players]
    assert [d.stack for d in one.displays] != [d.stack for d in two.displays]


def test_ten_action_cards_cap_the_actions_of_a_year() -> None:
    """EV-SET-8, EV-AMB-1: ten basic action cards, so ten actions in a year at most."""
    state = table()
    player = stock(state, 0, old=(50, 50, 50))
    player.areas = [3, 3, 2, 1]
    state.forget()
    assert Act(0) in state.options()
    player.areas = [3, 3, 2, 2]
    state.forget()
    assert [type(option).__name__ for option in state.options()] == ["Pass"]


def test_start_stadiums_please_nobody() -> None:
    """EV-SAT-2: satisfaction is 0 at the start."""
    state = table(4)
    assert [satisfaction(state, player, False) for player in state.players] == [0, 0, 0, 0]


def test_advanced_actions_replace_the_counters_and_keep_the_start_stadium() -> None:
    """EV-ADV-1, EV-AMB-5: 7 cards are dealt and 4 kept; the start stadium stays."""
    state = new_game(3, actions="advanced")
    assert state.question() == "KeepHand"
    assert [len(player.hand) for player in state.players] == [7, 7, 7]
    assert len(state.cards) == 80 - 21
    until(state, lambda: state.phase == phases.ACTIONS)
    for player in state.players:
        assert len(player.hand) == 4
        assert len(player.discards) == 3
        assert len(player.stadiums[0]) == 1


def test_orders_are_drawn_from_four_cards_with_five_faces() -> None:
    """EV-ORD-1, EV-AMB-10: three orders of different cards; one card has two faces, either may be up."""
    seen = set()
    for seed in range(40):
        state = new_game(seed=seed, mode="points", orders=True)
        assert len(state.orders) == 3
        assert len({PACK.orders[order].card for order in state.orders}) == 3
        seen |= set(state.orders)
    assert seen == {0, 1, 2, 3, 4}


def test_either_side_of_the_line_card_may_be_up() -> None:
    """EV-LIN-1: a random side, three straight lines of fields."""
    sides = {new_game(seed=seed, mode="points", line_dominance=True).side for seed in range(20)}
    assert sides == {0, 1}
    for side in PACK.lines:
        assert [line.direction for line in side.lines] == ["horizontal", "diagonal_q", "diagonal_s"]
        assert [len(line.fields) for line in side.lines] == [6, 6, 6]


def test_presets_are_the_recommended_mixes() -> None:
    """EV-ADV-8: the designer's mixes; advanced actions come with generous bonuses."""
    assert complete({"preset": "race"})["bonuses"] == "strict"
    assert complete({"preset": "first game"})["bonuses"] == "generous"
    points = complete({"preset": "points"})
    assert (points["mode"], points["actions"], points["bonuses"]) == ("points", "advanced", "generous")
    modules = complete({"preset": "points with modules"})
    assert (modules["orders"], modules["line_dominance"]) == (True, True)
    for preset in PRESETS.values():
        if preset["actions"] == "advanced":
            assert preset["bonuses"] == "generous"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 5}, "players is a number from 1 to 4, not 5"),
        ({"players": True}, "players is a whole number"),
        ({"colour": "blue"}, "Evacuation has no option 'colour'"),
        ({"mode": "peace"}, "mode is one of 'race', 'points', not 'peace'"),
        ({"players": 1, "mode": "race"}, "solo game is played in points mode"),
        ({"players": 1, "preset": "first game"}, "solo game is played in points mode"),
        ({"orders": True}, "the module orders scores points, so it needs mode 'points'"),
        ({"line_dominance": True, "mode": "race"}, "the module line_dominance scores points"),
        ({"third_party": True, "players": 3}, "third party with 2 players only"),
        ({"orders": 1, "mode": "points"}, "orders is true or false"),
        ({"preset": "hard"}, "preset is one of"),
        ({"preset": ["race"]}, "preset is one of"),
        ({"sets": [1, 2], "technologies": []}, "sets and technologies both say who has which set"),
        ({"order": "01"}, "order is a list"),
        ({"line_side": 3, "mode": "points", "line_dominance": True}, "line_side is a word"),
        ({"line_side": "a"}, "line_side is given but line_dominance is not played"),
        ({"order_cards": []}, "order_cards are given but orders are not played"),
        ({"goals": []}, "goals are given but the race has no goal cards"),
        ({"cards": []}, "cards are given but action cards are played with advanced actions only"),
        ({"pack": "none"}, "pack is a map, not 'none'"),
        ({"pack": {"name": "x", "digest": "00"}}, "with digest 00 is not known here"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, object], sentence: str) -> None:
    """EV-SOL-1, EV-ORD-1, EV-LIN-1: the modules and the solo game belong to the points mode."""
    with pytest.raises(BadOptions) as caught:
        complete(options)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"order": [0, 0]}, "order names each of the seats 0 to 1 once"),
        ({"order": [0, 1.0]}, "order names each of the seats 0 to 1 once"),
        ({"order": [0, [1]]}, "order names each of the seats 0 to 1 once"),
        ({"order": [0]}, "order names each of the seats 0 to 1 once"),
        ({"sets": [1, 1]}, "a different technology set"),
        ({"sets": [True, 2]}, "a different technology set"),
        ({"sets": [[1], 2]}, "a different technology set"),
        ({"ships": ["heron", "heron"]}, "ships: a card is named twice"),
        ({"ships": ["hero"]}, "ships: there is no 'hero' among the ships"),
        ({"bonus_cards": ["amber"]}, "bonus_cards are 3 different cards without flag and then 1 with flag"),
        (
            {"mode": "points", "orders": True, "order_cards": ["scholars"]},
            "order_cards are 3 orders of different cards",
        ),
        ({"mode": "points", "line_dominance": True, "line_side": "c"}, "line_side is one of a, b"),
        ({"mode": "points", "goals": [["ships"]]}, "goals has 2 lists of 4"),
        (
            {"actions": "advanced", "cards": ["homestead"] * 3},
            "cards: homestead is named more often than it is there",
        ),
        ({"technologies": [["ash-low-a"], []]}, "technologies of seat 0: nine tiles of one set"),
        ({"technologies": [ASH, ["nonsense"]]}, "technologies of seat 1: there is no 'nonsense'"),
        ({"technologies": [ASH, 3]}, "technologies of seat 1 is a list of ids, not 3"),
        ({"technologies": [ASH, ASH]}, "technologies: each seat has a set of its own"),
    ],
)
def test_a_set_up_that_cannot_be_laid_out_is_refused(options: dict[str, object], sentence: str) -> None:
    """EV-SET-5, EV-SET-16: already when the options are completed, and when the game is laid out."""
    with pytest.raises(BadOptions) as caught:
        EVACUATION.complete({"players": 2, **options})
    assert sentence in str(caught.value)
    with pytest.raises(BadOptions) as caught:
        new_game(**options)  # type: ignore[arg-type]  # options of many types
    assert sentence in str(caught.value)


def test_a_given_set_up_is_laid_out() -> None:
    """Every random choice can be given explicitly."""
    state = new_game(
        2,
        mode="points",
        actions="advanced",
        orders=True,
        line_dominance=True,
        order=[1, 0],
        sets=[3, 4],
        ships=["wren", "tern"],
        stadiums=["oslo"],
        infrastructures=["yukon"],
        bonus_cards=["opal", "jade", "amber", "topaz"],
        order_cards=["makers", "producers", "townsfolk"],
        line_side="b",
        goals=[
            ["ships", "steppe", "technologies", "population"],
            ["infrastructures", "factory-sets", "turning-points", "large-bonuses"],
        ],
        cards=["workshop", "workshop"],
    )
    assert state.order == [1, 0]
    assert [PACK.ships[card].id for card in state.displays[SHIP].open[:2]] == ["wren", "tern"]
    assert PACK.stadiums[state.displays[STADIUM].open[0]].id == "oslo"
    assert PACK.infrastructures[state.displays[INFRASTRUCTURE].open[0]].id == "yukon"
    assert [PACK.bonuses[card].id for card in state.bonuses] == ["opal", "jade", "amber", "topaz"]
    assert [PACK.orders[order].id for order in state.orders] == ["producers", "townsfolk", "makers"]
    assert PACK.lines[state.side].id == "b"
    assert {PACK.goals[goal].id for goal in state.players[0].draft} == {
        "ships",
        "steppe",
        "technologies",
        "population",
    }
    assert state.players[0].hand.count(PACK.find("cards", "workshop")) == 2
    assert {PACK.technologies[tile].set for tile in state.players[0].technologies} == {2}


def test_the_goal_draft_passes_to_the_left() -> None:
    """EV-PTS-2: keep 1 of 4, pass 3; keep 1, pass 2; keep 1, pass 1; of the four return one."""
    hands = [
        ["population", "steppe", "ships", "factory-sets"],
        ["small-bonuses", "turning-points", "large-bonuses", "beyond-steppe"],
        ["technologies", "infrastructures", "food-production", "steel-production"],
    ]
    state = new_game(3, mode="points", goals=hands)
    dealt = [player.draft for player in state.players]
    for seat in range(3):
        assert (state.question(), state.asked()) == ("PickGoal", seat)
        state.play(state.options()[0])
    # Seat 1 sits to the left of seat 0 and now holds what seat 0 passed on.
    assert state.players[1].draft == dealt[0][1:]
    assert state.players[0].draft == dealt[2][1:]
    while state.question() == "PickGoal":
        state.play(state.options()[0])
    assert state.question() == "DropGoal"
    assert [len(player.goals) for player in state.players] == [4, 4, 4]
    flat = sorted(goal for player in state.players for goal in player.goals)
    assert flat == sorted(goal for hand in dealt for goal in hand)
    while state.question() == "DropGoal":
        state.play(idle(state))
    assert [len(player.goals) for player in state.players] == [3, 3, 3]
