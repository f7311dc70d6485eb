"""Transport: loading, flying, unloading."""

from __future__ import annotations

import pytest

from orrery.evacuation import phases
from orrery.evacuation.actions import (
    DONE,
    NOTHING,
    PASS,
    Action,
    Fly,
    FlyBack,
    Load,
    LoadFactory,
    LoadResources,
    LoadSite,
    LoadStadium,
    Take,
)
from orrery.evacuation.decisions.transport import begin_transport
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.state import State
from tests.evacuation.table import (
    PACK,
    display,
    do,
    know,
    refused,
    settle_down,
    ships,
    stadiums,
    stock,
    table,
    until,
)


def ship(name: str) -> int:
    return PACK.find("ships", name)


def site(name: str) -> LoadSite:
    return LoadSite(PACK.find("sites", name))


def flying(*names: str, energy: int = 9, new_energy: int = 0, **options: object) -> State:
    """Seat 0 is asked which of these ships moves."""
    state = table(**options)  # type: ignore[arg-type]  # options of many types
    stock(state, 0, old=(3, 3, energy), new=(0, 0, new_energy))
    ships(state, 0, *names)
    begin_transport(state, 0)
    return settle_down(state)


def loads(state: State) -> set[str]:
    """What may go on the place asked about."""
    return {
        PACK.sites[option.site].id if isinstance(option, LoadSite) else type(option).__name__
        for option in state.options()
    }


def test_transport_is_load_fly_unload() -> None:
    """EV-TRN-1, EV-TRN-11: pieces come to the New World side at the end; production does not change."""
    state = flying("albatross", "avocet")
    player = state.players[0]
    do(state, Fly(ship("albatross")), site("food-population-b"), NOTHING, LoadResources((0, 2, 0)))
    assert player.population == 0
    assert player.stock[4] == 0
    do(state, DONE)
    assert player.population == 2
    assert player.stock == [3, 1, 8, 0, 2, 0]
    assert player.production == [0, 0, 0]
    assert player.ships == [ship("albatross") * 4 + 3, ship("avocet") * 4]


def test_all_players_transport_before_the_order_changes() -> None:
    """EV-TRN-1, EV-YR-1: after the last pass each player in turn moves ships."""
    state = table()
    for seat in (0, 1):
        stock(state, seat, old=(0, 0, 9))
    ships(state, 0, "albatross")
    ships(state, 1, "avocet")
    do(state, PASS, PASS)
    assert (state.phase, state.asked(), state.question()) == (phases.TRANSPORT, 0, "TransportShips")
    do(state, DONE)
    assert state.asked() == 1


def test_only_flying_ships_of_the_old_world_are_loaded() -> None:
    """EV-TRN-2, EV-TRN-9: a ship whose energy is not paid stays and is not loaded; one on the New World is not."""
    state = flying("albatross", "avocet", energy=1)
    assert state.options() == [DONE, Fly(ship("albatross"))]
    assert refused(state, Fly(ship("avocet")))
    player = state.players[0]
    player.ships = [ship("albatross") * 4 + 2]
    state.forget()
    assert state.options() == [DONE]


@pytest.mark.parametrize("name", ["albatross", "falcon", "plover", "wren"])
def test_places_of_a_ship(name: str) -> None:
    """EV-TRN-3: site places, building places and resource places, as many as it has."""
    state = flying(name, "ibis")
    vessel = PACK.ships[ship(name)]
    do(state, Fly(ship(name)))
    for _ in range(len(vessel.sites) + vessel.buildings):
        assert NOTHING in state.options()
        do(state, NOTHING)
    assert all(isinstance(option, LoadResources) for option in state.options())
    most = max(sum(option.resources) for option in state.options() if isinstance(option, LoadResources))
    assert most == min(vessel.resources, sum(state.players[0].stock[:3]))


@pytest.mark.parametrize(
    ("name", "terrain", "fitting"),
    [
        ("albatross", "sea", {"food-population-b", "energy-population-a", "energy-population-b"}),
        (
            "bunting",
            "savanna",
            {"food-population-a", "steel-population-b", "energy-population-b", "food-factory"},
        ),
        (
            "condor",
            "mountain",
            {"steel-population-a", "steel-population-b", "energy-population-a", "energy-factory"},
        ),
    ],
)
def test_a_site_place_takes_sites_of_its_terrain(name: str, terrain: str, fitting: set[str]) -> None:
    """EV-TRN-4, EV-AMB-4: sites with two terrains fit either; coastal land sites fit sea places."""
    state = flying(name, "ibis")
    do(state, Fly(ship(name)))
    assert loads(state) == fitting | {"LoadNothing"}


def test_an_evacuated_site_is_face_down_and_produces_no_more() -> None:
    """EV-TRN-4: 2 population aboard, or the factory from the own supply; no other ship may take it again."""
    state = flying("bunting", "crane")
    player = state.players[0]
    do(state, Fly(ship("bunting")), site("food-factory"), NOTHING, LoadResources((0, 0, 0)))
    assert player.supply == [3, 4, 4]
    assert not player.sites >> PACK.find("sites", "food-factory") & 1
    do(state, Fly(ship("crane")))
    assert "food-factory" not in loads(state)


def test_a_building_place_takes_factories_and_stadiums() -> None:
    """EV-TRN-5, EV-TRN-7: prepared factories, factory sites of any terrain, stadiums; nothing else."""
    state = flying("albatross", "ibis")
    player = state.players[0]
    player.old_factories = [0, 1, 0]
    stadiums(state, 0, "cairo", world=0)
    do(state, Fly(ship("albatross")), NOTHING)
    assert loads(state) == {
        "LoadNothing",
        "LoadFactory",
        "LoadStadium",
        "food-factory",
        "steel-factory",
        "energy-factory",
    }
    assert len([option for option in state.options() if isinstance(option, LoadStadium)]) == 2
    do(state, site("steel-factory"), LoadResources((0, 0, 0)), DONE)
    assert player.new_factories == [0, 1, 0]
    assert player.sites.bit_count() == 10


def test_prepared_factories_and_stadiums_arrive() -> None:
    """EV-TRN-5, EV-TRN-11: the factory comes from the Old World side, the stadium stands beside the New World."""
    state = flying("curlew", "ibis")
    player = state.players[0]
    player.old_factories = [1, 0, 0]
    home = player.stadiums[0][0]
    do(state, Fly(ship("curlew")), NOTHING, LoadFactory(0), LoadStadium(home), LoadResources((1, 0, 1)), DONE)
    assert player.new_factories == [1, 0, 0]
    assert player.old_factories == [0, 0, 0]
    assert player.stadiums == ((), (home,))
    assert player.stock[3:] == [1, 0, 1]


def test_resource_places_take_old_world_resources() -> None:
    """EV-TRN-6: every mix up to the places, and not more than there is."""
    state = flying("falcon", "ibis", energy=3)
    do(state, Fly(ship("falcon")), NOTHING, NOTHING)
    # 3 food, 3 steel, 1 energy are left after the flight.
    assert LoadResources((2, 2, 1)) in state.options()
    assert refused(state, LoadResources((2, 1, 2)))
    assert refused(state, LoadResources((3, 3, 0)))


def test_a_factory_site_uses_one_place_only() -> None:
    """EV-TRN-7: on a site place it leaves the building place free."""
    state = flying("bunting", "ibis")
    do(state, Fly(ship("bunting")), site("food-factory"))
    assert "energy-factory" in loads(state)
    do(state, site("energy-factory"), LoadResources((0, 0, 0)), DONE)
    assert state.players[0].new_factories == [1, 0, 1]


def test_sea_sites_are_never_loaded() -> None:
    """EV-TRN-8, EV-AMB-3, EV-AMB-4: the two sites with three symbols cannot be shipped."""
    for name in ("albatross", "bunting", "condor"):
        state = flying(name, "ibis")
        do(state, Fly(ship(name)))
        assert not {"sea-a", "sea-b"} & loads(state)
        do(state, NOTHING)
        assert not {"sea-a", "sea-b"} & loads(state)


def test_without_a_factory_its_site_cannot_be_evacuated() -> None:
    """EV-FAC-2: neither on a site place nor on a building place."""
    state = flying("bunting", "ibis")
    state.players[0].supply = [0, 4, 4]
    do(state, Fly(ship("bunting")))
    assert "food-factory" not in loads(state)
    do(state, NOTHING)
    assert "food-factory" not in loads(state)
    assert "steel-factory" in loads(state)


def test_flights_are_paid_where_they_start() -> None:
    """EV-TRN-9: the ship's energy from the Old World whatever the load; 1 energy from the New World back."""
    state = flying("plover", energy=4, new_energy=1)
    player = state.players[0]
    player.ships.append(ship("wren") * 4 + 2)
    state.forget()
    assert state.options() == [DONE, Fly(ship("plover")), FlyBack(ship("wren"))]
    do(state, FlyBack(ship("wren")))
    assert player.stock[5] == 0
    do(state, Fly(ship("plover")))
    assert player.stock[2] == 4 - PACK.ships[ship("plover")].flight


def test_a_ship_moves_once_a_year() -> None:
    """EV-TRN-10: neither back again nor out again; next year it may."""
    state = flying("albatross", new_energy=5)
    player = state.players[0]
    player.ships.append(ship("wren") * 4 + 2)
    state.forget()
    do(state, FlyBack(ship("wren")))
    assert Fly(ship("wren")) not in state.options()
    do(state, Fly(ship("albatross")), NOTHING, NOTHING, LoadResources((0, 0, 0)))
    assert state.question() == "Turn"
    until(state, lambda: state.year == 2)
    assert [code & 1 for code in player.ships] == [0, 0]


def test_energy_under_way_pays_for_nothing() -> None:
    """EV-TRN-10: energy loaded now cannot bring a ship back in the same transport."""
    state = flying("albatross", new_energy=0)
    state.players[0].ships.append(ship("wren") * 4 + 2)
    state.forget()
    do(state, Fly(ship("albatross")), NOTHING, NOTHING, LoadResources((0, 0, 2)))
    assert state.question() == "Turn"
    assert state.players[0].stock[5] == 2
    assert ship("wren") * 4 + 2 in state.players[0].ships


def test_a_whole_load_may_be_given_at_once() -> None:
    """EV-TRN-4, EV-TRN-5, EV-TRN-6: the same as place after place; a load that does not fit is refused."""
    first, second = flying("albatross", "ibis"), flying("albatross", "ibis")
    places: tuple[Action, ...] = (site("food-population-b"), site("steel-factory"))
    do(first, Load(ship("albatross"), places, (0, 1, 1)))
    do(second, Fly(ship("albatross")), *places, LoadResources((0, 1, 1)))
    assert first.digest() == second.digest()
    third = flying("albatross", "ibis")
    assert refused(third, Load(ship("albatross"), (site("food-population-a"), NOTHING), (0, 0, 0)))
    assert refused(third, Load(ship("albatross"), (NOTHING,), (0, 0, 0)))
    assert refused(third, Load(ship("albatross"), (NOTHING, NOTHING), (0, 2, 1)))
    assert refused(third, Load(ship("heron"), (NOTHING, NOTHING), (0, 0, 0)))


def test_ships_may_return_right_after_unloading() -> None:
    """EV-TE-2: for 1 energy each, also energy just brought by the same ship."""
    state = table()
    know(state, 0, "return-flight")
    player = stock(state, 0, old=(0, 0, 3))
    ships(state, 0, "albatross")
    begin_transport(state, 0)
    settle_down(state)
    do(state, Fly(ship("albatross")), NOTHING, NOTHING, LoadResources((0, 0, 2)))
    assert state.question() == "ReturnShips"
    assert state.options() == [DONE, FlyBack(ship("albatross"))]
    do(state, FlyBack(ship("albatross")))
    assert player.stock == [0, 0, 0, 0, 0, 1]
    assert player.ships == [ship("albatross") * 4 + 1]
    assert state.question() == "Turn"


def test_one_site_may_use_a_place_of_another_terrain() -> None:
    """EV-TE-10: on one ship one site, the one without terrain too; the next place is strict again."""
    state = table()
    know(state, 0, "other-terrain")
    stock(state, 0, old=(0, 0, 9))
    ships(state, 0, "wren", "albatross")
    begin_transport(state, 0)
    settle_down(state)
    do(state, Fly(ship("wren")))
    assert "steel-factory" in loads(state)
    assert "food-population-a" in loads(state)
    do(state, site("steel-factory"))
    assert "food-population-a" not in loads(state)
    assert "food-population-b" in loads(state)
    do(state, NOTHING, NOTHING, NOTHING, LoadResources((0, 0, 0)))
    do(state, Fly(ship("albatross")))
    assert "food-population-a" not in loads(state)


def test_a_site_that_fits_does_not_use_up_the_other_terrain() -> None:
    """EV-TE-10: only a misfit counts."""
    state = table()
    know(state, 0, "other-terrain")
    stock(state, 0, old=(0, 0, 9))
    ships(state, 0, "wren")
    begin_transport(state, 0)
    settle_down(state)
    do(state, Fly(ship("wren")), site("food-population-b"))
    assert "food-population-a" in loads(state)


def test_a_gained_ship_flies_at_once() -> None:
    """EV-TE-1, EV-AMB-25: a displayed ship to the Old World, loaded and flown for its energy; it has moved."""
    state = table()
    player = stock(state, 0, old=(1, 0, 2))
    know(state, 0, "express-ship")
    assert state.question() == "TakeCard"
    card = next(c for c in state.displays[0].open if PACK.ships[c].flight <= 2)
    take = next(option for option in state.options() if option.values()[1:2] == (card,))
    do(state, take)
    assert state.question() == "LoadPlace"
    until(state, lambda: state.question() == "Turn")
    assert player.ships == [card * 4 + 3]
    assert player.stock[2] == 2 - PACK.ships[card].flight


def test_a_gained_ship_whose_flight_cannot_be_paid_stays() -> None:
    """EV-TE-1, EV-AMB-44: it stays on the Old World, not loaded, and may move in the Transport."""
    state = table()
    player = stock(state, 0)
    know(state, 0, "express-ship")
    card = state.displays[0].open[0]
    do(state, next(option for option in state.options() if option.values()[1:2] == (card,)))
    assert player.ships == [card * 4]
    assert state.question() == "Turn"


def test_a_gained_ship_takes_a_whole_load_at_once() -> None:
    """EV-TE-1, EV-TRN-3: its load may be given place by place or whole; what does not fit is refused."""
    state = table()
    player = stock(state, 0, old=(1, 0, 2))
    display(state, 0, "albatross", "bunting", "condor")
    know(state, 0, "express-ship")
    do(state, Take(0, ship("bunting"), 0))
    assert state.question() == "LoadPlace"
    people, factory = PACK.find("sites", "food-population-a"), PACK.find("sites", "energy-factory")
    places = (LoadSite(people), LoadSite(factory))
    assert refused(state, Load(ship("condor"), places, (1, 0, 1)))
    assert refused(state, Load(ship("bunting"), places, (1, 0, 2)))
    assert refused(state, Load(ship("bunting"), places[:1], (1, 0, 1)))
    assert refused(state, Load(ship("bunting"), (Load(ship("bunting"), places, (0, 0, 0)),), (0, 0, 0)))
    words = "fly bunting: site food-population-a, site energy-factory, cargo 1 food 1 energy"
    answer = EVACUATION.read(state, words)
    assert answer == Load(ship("bunting"), places, (1, 0, 1))
    do(state, answer)
    assert player.population == 2
    assert player.new_factories == [0, 0, 1]
    assert player.stock == [0, 0, 0, 1, 0, 1]


def unfit(state: State) -> dict[str, list[str]]:
    """Face-up sites that cannot go on the place asked about, and why."""
    return {
        PACK.sites[wish.action.site].id: [reason.key for reason in wish.reasons]
        for wish in state.stack[-1].near(state)
        if isinstance(wish.action, LoadSite)
    }


def test_a_site_that_does_not_fit_says_why() -> None:
    """EV-TRN-4, EV-TRN-5, EV-TRN-7, EV-TRN-8: its terrain, no factory in supply, people beside a building place."""
    state = flying("bunting")
    player = state.players[0]
    player.supply = [0, 1, 1]
    do(state, Fly(ship("bunting")))
    reasons = unfit(state)
    assert "food-population-a" not in reasons
    assert reasons["food-factory"] == ["no_factory"]
    assert reasons["energy-factory"] == ["wrong_terrain"]
    assert reasons["sea-a"] == ["not_loadable"]
    do(state, NOTHING)
    reasons = unfit(state)
    assert reasons["food-factory"] == ["no_factory"]
    assert reasons["food-population-a"] == ["not_a_building"]
    assert "energy-factory" not in reasons
    do(state, NOTHING)
    assert unfit(state) == {}
