"""What complete technologies do. (Those of ships, of the track and of power: beside transport and progress.)"""

from __future__ import annotations

import pytest

from orrery.evacuation.actions import (
    FORGO,
    REVEAL,
    Prepare,
    Raise,
    Refresh,
    Settle,
    Take,
    Under,
)
from orrery.evacuation.decisions.displays import BUILD, Development, TakeCard, offer
from orrery.evacuation.decisions.subactions import PrepareFactory, RaiseMarker, SettleField
from orrery.evacuation.pack import ANY
from orrery.evacuation.pack.lookup import INFRASTRUCTURE, SHIP, STADIUM
from orrery.evacuation.rules.settling import possible_fields
from orrery.evacuation.state import State
from tests.evacuation.table import PACK, ask, display, do, know, markers, refused, stadiums, stock, table


def field(name: str) -> int:
    return PACK.find("fields", name)


def names(state: State) -> set[str]:
    return {PACK.fields[index].id for index in possible_fields(state, 0)}


def test_a_stadium_is_gained_on_the_new_world() -> None:
    """EV-TE-3: free, from the display, which may be refreshed before."""
    state = table()
    player = stock(state, 0, old=(1, 0, 0))
    know(state, 0, "gift-stadium")
    shown = list(state.displays[STADIUM].open)
    assert refused(state, Take(STADIUM, shown[0], 0))
    do(state, Refresh(0, 0), *(Under(STADIUM, card) for card in shown))
    fresh = state.displays[STADIUM].open[1]
    do(state, Take(STADIUM, fresh, 1))
    assert player.stadiums[1] == (fresh,)
    assert player.stock == [0] * 6


def test_an_ocean_field_is_settled_without_steel_symbols_and_turning_point() -> None:
    """EV-TE-4: the pieces come from the New World side as usual."""
    state = table()
    player = stock(state, 0)
    player.population, player.new_factories = 1, [1, 0, 0]
    know(state, 0, "ocean-settlement")
    assert [option.field for option in state.options() if isinstance(option, Settle)] == [
        field("C4"),
        field("D3"),
        field("E4"),
    ]
    do(state, Settle(field("D3")))
    assert player.production == [1, 0, 3]
    assert (player.population, player.new_factories) == (0, [0, 0, 0])
    state = table()
    know(state, 0, "ocean-settlement")
    assert state.question() == "Turn"


def test_one_symbol_may_be_ignored() -> None:
    """EV-TE-5: exactly one, of the player's choice each time."""
    state = table()
    player = stock(state, 0, new=(0, 9, 0))
    player.population, player.new_factories = 9, [4, 4, 4]
    markers(state, 0, 14, 10, 0, 0)
    assert not {"A4", "D1", "C3", "C5"} & names(state)
    know(state, 0, "symbol-waiver")
    assert {"A4", "D1", "C5"} <= names(state)
    assert "C3" not in names(state)
    markers(state, 0, 14, 10, 1, 0)
    assert "C3" in names(state)


@pytest.mark.parametrize("factory", [0, 1, 2])
def test_a_workshop_prepares_one_more_factory(factory: int) -> None:
    """EV-TE-7, EV-TE-8, EV-TE-9: gain a factory; preparing that type allows one more of any, paid, on any world."""
    state = table()
    player = stock(state, 0, old=(2, 2, 2), new=(1, 1, 1))
    know(state, 0, f"{('food', 'steel', 'energy')[factory]}-workshop")
    assert player.new_factories[factory] == 1
    assert player.supply[factory] == 3
    other = (factory + 1) % 3
    do(ask(state, PrepareFactory(0, ANY)), Prepare(0, factory))
    assert state.question() == "PrepareFactory"
    do(state, Prepare(1, other))
    assert state.question() == "Turn"
    assert player.old_factories[factory] == 1
    assert player.new_factories[other] == 1
    assert sum(player.stock) == 9 - 2


def test_the_extra_factory_may_be_forgone() -> None:
    """EV-TE-7: it is a permission; and another type brings no extra."""
    state = table()
    stock(state, 0, old=(2, 2, 2))
    know(state, 0, "food-workshop")
    do(ask(state, PrepareFactory(0, ANY)), Prepare(0, 1))
    assert state.question() == "Turn"
    do(ask(state, PrepareFactory(0, ANY)), Prepare(0, 0), FORGO)
    assert state.question() == "Turn"


def test_each_workshop_works_once_per_preparing() -> None:
    """EV-AMB-47: an extra of another type triggers the workshop of that type, never the same one twice."""
    state = table()
    player = stock(state, 0, old=(4, 4, 4))
    know(state, 0, "food-workshop")
    know(state, 0, "steel-workshop")
    do(ask(state, PrepareFactory(0, ANY)), Prepare(0, 0), Prepare(0, 1), Prepare(0, 0))
    assert state.question() == "Turn"
    assert player.old_factories == [2, 1, 0]


def test_a_factory_that_is_not_left_cannot_be_gained() -> None:
    """EV-AMB-50: the gain lapses, the technology works all the same."""
    state = table()
    player = stock(state, 0, old=(4, 4, 4))
    player.supply = [0, 4, 4]
    know(state, 0, "food-boost")
    assert player.new_factories == [0, 0, 0]
    assert state.question() == "Turn"


@pytest.mark.parametrize("kind", [SHIP, STADIUM])
def test_two_more_cards_to_choose_from(kind: int) -> None:
    """EV-TE-12: two are revealed first; what is not chosen goes under the stack."""
    state = table()
    stock(state, 0, old=(9, 9, 9))
    know(state, 0, "wider-choice")
    shown = list(state.displays[kind].open)
    more = state.displays[kind].stack[-1:-3:-1]
    ask_take(state, kind)
    cards = {option.card for option in state.options() if isinstance(option, Take)}
    assert cards == {*shown, *more}
    do(state, Take(kind, more[0], 0))
    assert state.displays[kind].open == shown
    assert state.displays[kind].stack[0] == more[1]
    assert state.extra == []
    ask_take(state, kind)
    more = list(state.extra)
    do(state, Take(kind, shown[1], 0))
    assert len(state.displays[kind].open) == 3
    assert sorted(state.displays[kind].stack[:2]) == sorted(more)


def ask_take(state: State, kind: int) -> None:
    """Seat 0 may build a card of the display."""
    offer(state, 0, kind, BUILD)
    ask(state)


def test_two_more_infrastructures_to_choose_from() -> None:
    """EV-TE-12: taking an infrastructure reveals two more first."""
    state = table()
    player = stock(state, 0)
    know(state, 0, "wider-choice")
    more = state.displays[INFRASTRUCTURE].stack[-1:-3:-1]
    ask(state, Development(0))
    assert REVEAL in state.options()
    do(state, REVEAL)
    assert set(more) <= {option.card for option in state.options() if isinstance(option, Take)}
    do(state, Take(INFRASTRUCTURE, more[1], 1))
    assert player.plans == (more[1],)
    assert state.displays[INFRASTRUCTURE].stack[0] == more[0]


def test_the_last_cards_of_a_stack_come_back_to_the_display() -> None:
    """EV-TE-12, EV-DSP-1, EV-DSP-3: a display shrinks only when nothing is left to fill it."""
    state = table()
    stock(state, 0)
    know(state, 0, "wider-choice")
    shown = state.displays[INFRASTRUCTURE]
    del shown.stack[:-2]
    last = shown.stack[::-1]
    first, *others = shown.open
    ask(state, Development(0))
    do(state, REVEAL, Take(INFRASTRUCTURE, first, 1))
    assert shown.open == [*others, last[0]]
    assert shown.stack == last[1:]
    assert shown.known == 1


def test_an_infrastructure_is_played_free_and_fulfilled() -> None:
    """EV-TE-14: from the display, without cost and condition."""
    state = table()
    player = stock(state, 0)
    know(state, 0, "free-infrastructure")
    card = state.displays[INFRASTRUCTURE].open[1]
    do(state, Take(INFRASTRUCTURE, card, 1))
    assert player.infrastructures == (card,)
    assert player.fulfilled == 1 << card
    assert tuple(player.production) == PACK.infrastructures[card].production


def test_the_illustration_ban_holds_for_a_free_infrastructure() -> None:
    """EV-TE-14, EV-AMB-43, EV-INF-4: a picture in play already bars it."""
    state = table()
    display(state, INFRASTRUCTURE, "congo", "danube", "elbe")
    player = stock(state, 0)
    player.infrastructures = (PACK.find("infrastructures", "amazon"),)
    know(state, 0, "free-infrastructure")
    assert refused(state, Take(INFRASTRUCTURE, PACK.find("infrastructures", "congo"), 1))
    do(state, Take(INFRASTRUCTURE, PACK.find("infrastructures", "danube"), 1))


def test_a_stadium_raises_production_by_the_number_of_stadiums() -> None:
    """EV-TE-15, EV-AMB-42: build one at its cost, then one marker by all own stadiums, the start stadium too."""
    state = table()
    player = stock(state, 0, old=(9, 9, 9))
    stadiums(state, 0, "oslo", world=1)
    know(state, 0, "stadium-production")
    card = state.displays[STADIUM].open[0]
    do(state, Take(STADIUM, card, 0))
    assert sum(player.stock) == 27 - sum(PACK.stadiums[card].cost)
    assert state.options() == [Raise(0), Raise(1), Raise(2)]
    do(state, Raise(2))
    assert player.production == [0, 0, 3]


def test_the_marker_may_stay_where_sub_actions_are_free() -> None:
    """EV-TE-15, EV-AMB-17: with subactions = free the step may be forgone."""
    state = table(subactions="free")
    player = state.players[0]
    ask(state, RaiseMarker(0, 2, "stadium-production"))
    assert state.options() == [Raise(0), Raise(1), Raise(2), FORGO]
    do(state, FORGO)
    assert player.production == [0, 0, 0]


@pytest.mark.parametrize(("effect", "factory"), [("energy-boost", 2), ("food-boost", 0), ("steel-boost", 1)])
def test_factories_of_a_type_make_one_more(effect: str, factory: int) -> None:
    """EV-TE-16, EV-TE-17, EV-TE-18: +1 for each settled already, +2 for each settled later; one is gained."""
    state = table()
    player = stock(state, 0)
    player.settled_factories[factory] = 2
    player.production = [5, 5, 5]
    know(state, 0, effect)
    assert player.production[factory] == 7
    assert player.new_factories[factory] == 1
    other = (factory + 1) % 3
    player.new_factories[other] = 1
    do(ask(state, SettleField(0, 0, 0)), Settle(field("A3")))
    assert player.production[factory] == 9
    assert player.production[other] == 6


def test_the_boosted_set_one_tile_exists() -> None:
    """EV-TE-16: the energy boost is a tile of set 1."""
    boost = PACK.find("technology_effects", "energy-boost")
    assert 0 in {tile.set for tile in PACK.technologies if tile.effect == boost}


def test_a_refresh_goes_with_more_cards() -> None:
    """EV-TE-12, EV-DSP-2: both may be used for one choice; the revealed cards stay on offer."""
    state = table()
    stock(state, 0, old=(9, 9, 9))
    know(state, 0, "wider-choice")
    ask_take(state, SHIP)
    more = list(state.extra)
    shown = list(state.displays[SHIP].open)
    do(state, Refresh(0, 0), *(Under(SHIP, card) for card in shown))
    cards = {option.card for option in state.options() if isinstance(option, Take)}
    assert cards == {*more, *state.displays[SHIP].open}
    assert not cards & set(shown)
    do(state, FORGO)
    assert state.extra == []


def test_a_card_may_be_taken_by_the_normal_way_without_the_technology() -> None:
    """EV-TE-12: only its owner sees more."""
    state = table()
    stock(state, 0, old=(9, 9, 9))
    ask(state, TakeCard(0, SHIP, BUILD, ANY, 0, 0))
    cards = {option.card for option in state.options() if isinstance(option, Take)}
    assert cards == set(state.displays[SHIP].open)


@pytest.mark.parametrize(
    ("effect", "factory"), [("food-workshop", 0), ("steel-workshop", 1), ("energy-workshop", 2)]
)
def test_one_extra_factory_for_a_type_in_one_preparation(effect: str, factory: int) -> None:
    """EV-TE-7, EV-TE-8, EV-TE-9, EV-AMB-47: the extra one may be of the same type and brings no further one."""
    state = table()
    know(state, 0, effect)
    player = stock(state, 0, old=(3, 3, 3))
    before = sum(player.old_factories)
    ask(state, PrepareFactory(0, ANY))
    do(state, Prepare(0, factory))
    assert state.question() == "PrepareFactory"
    do(state, Prepare(0, factory))
    assert state.question() == "Turn"
    assert sum(player.old_factories) == before + 2
