"""Transport: load, fly, unload (EV-TRN-1 to EV-TRN-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NotRequired, TypedDict, final

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.core.words import Fields, fields
from orrery.evacuation.actions import (
    DONE,
    NOTHING,
    Action,
    Fly,
    FlyBack,
    Load,
    LoadFactory,
    LoadResources,
    LoadSite,
    LoadStadium,
)
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.pack import ENERGY, NEW, OLD, RESOURCES
from orrery.evacuation.pack.lookup import OTHER_TERRAIN, RETURN_FLIGHT
from orrery.evacuation.rules.holding import added, removed
from orrery.evacuation.rules.resources import FACTORIES, STOCKS, book, gain, note, pay, short
from orrery.evacuation.words import COUNT, SHIP, SHIPS, site_terrains

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State


def ship_at(player: Player, ship: int) -> int:
    """Where in the list of a player's ships this one is."""
    return [code >> 2 for code in player.ships].index(ship)


def move(state: State, seat: int, ship: int, world: int, energy: int) -> None:
    """Pay for a flight to that world, from the other one, and note that the ship has moved this year."""
    player = state.players[seat]
    pay(state, seat, 1 - world, ENERGY, energy, f"flight {state.table.pack.ships[ship].id}")
    player.ships[ship_at(player, ship)] = ship * 4 + world * 2 + 1


def begin_transport(state: State, seat: int) -> None:
    """A seat's transport, in its phase or by a card: any of its ships that have not moved this year."""
    state.players[seat].misfit = 0
    state.stack.append(TransportShips(seat, ()))


def express(state: State, seat: int, ship: int) -> None:
    """Load and fly a ship of the Old World at once, if its energy can be paid (EV-TE-1, EV-AMB-44)."""
    player = state.players[seat]
    energy = state.table.pack.ships[ship].flight
    if player.stock[OLD * 3 + ENERGY] < energy:
        note(state, "flight_not_paid", seat=seat, ship=state.table.pack.ships[ship].id)
        return
    player.misfit = 0
    move(state, seat, ship, NEW, energy)
    finish(state, seat, (ship,))
    state.stack.append(LoadPlace(seat, ship, 0))


def finish(state: State, seat: int, flown: tuple[int, ...]) -> None:
    """Unload, then offer return flights to those who may (EV-TE-2)."""
    if flown:
        if state.players[seat].abilities & RETURN_FLIGHT:
            state.stack.append(ReturnShips(seat, flown))
        state.stack.append(Unload(seat))


@final
class TransportShips(Decision):
    """Which ship moves next. Its energy is paid at once, so that it can always be loaded and flown."""

    __slots__ = ("flown",)

    holds: ClassVar[Fields] = fields(flown=SHIPS)

    def __init__(self, seat: int, flown: tuple[int, ...]) -> None:
        self.seat = seat
        self.flown: Final = flown
        """Ships that are on their way to the New World."""

    def options(self, state: State) -> list[Action]:
        player = state.players[self.seat]
        pack = state.table.pack
        old, new = player.stock[OLD * 3 + ENERGY], player.stock[NEW * 3 + ENERGY]
        found: list[Action] = [DONE]
        for code in player.ships:
            if not code & 1:
                ship = code >> 2
                if code & 2:
                    if new >= pack.costs.return_flight:
                        found.append(FlyBack(ship))
                elif old >= pack.ships[ship].flight:
                    found.append(Fly(ship))
        return found

    def near(self, state: State) -> Iterator[Wish]:
        """Ships that cannot fly; those that are under way go without saying."""
        player = state.players[self.seat]
        pack = state.table.pack
        for code in player.ships:
            ship, world = code >> 2, code >> 1 & 1
            wish: Action = FlyBack(ship) if world == NEW else Fly(ship)
            energy = pack.costs.return_flight if world == NEW else pack.ships[ship].flight
            at = world * 3 + ENERGY
            if code & 1:
                if ship not in self.flown:
                    yield Wish(wish, (Message("moved", {}),))
            elif energy > player.stock[at]:
                yield Wish(wish, (short(STOCKS[at], energy - player.stock[at]),))

    def allows(self, state: State, action: Action) -> bool:
        if not isinstance(action, Load):
            return action in self.options(state)
        if Fly(action.ship) not in self.options(state):
            return False
        trial = state.clone()
        trial.stack.pop().resolve(trial, Fly(action.ship))
        return fits(trial, action)

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, FlyBack):
            move(state, self.seat, action.ship, OLD, state.table.pack.costs.return_flight)
            state.stack.append(self)
        elif isinstance(action, Fly):
            move(state, self.seat, action.ship, NEW, state.table.pack.ships[action.ship].flight)
            state.stack.append(TransportShips(self.seat, (*self.flown, action.ship)))
            state.stack.append(LoadPlace(self.seat, action.ship, 0))
        elif isinstance(action, Load):
            self.resolve(state, Fly(action.ship))
            state.stack.pop().resolve(state, action)
        else:
            finish(state, self.seat, self.flown)


def fits(trial: State, load: Load) -> bool:
    """Does the load fill the ship whose first place is asked for? The trial is used up."""
    for answer in (*load.places, LoadResources(load.resources)):
        top = trial.stack.pop()
        if isinstance(answer, Load) or not isinstance(top, LoadPlace) or not top.allows(trial, answer):
            return False
        top.resolve(trial, answer)
    return not isinstance(trial.stack[-1], LoadPlace)


class PlaceAsked(TypedDict):
    """The place that is being loaded."""

    ship: str
    """Of which ship."""
    place: int
    """Which, from 0: sites, buildings, then the resources."""
    holds: Literal["site", "building", "resources"]
    """What it is for."""
    terrain: NotRequired[str]
    """Of a site."""


@final
class LoadPlace(Decision):
    """What goes on one place of a ship: first its site places, then its building places, then the resources.

    At its first place the whole load may be given at once.
    """

    __slots__ = ("place", "ship")

    holds: ClassVar[Fields] = fields(ship=SHIP, place=COUNT)

    def __init__(self, seat: int, ship: int, place: int) -> None:
        self.seat = seat
        self.ship: Final = ship
        self.place: Final = place

    def options(self, state: State) -> list[Action]:
        ship = state.table.pack.ships[self.ship]
        player = state.players[self.seat]
        if self.place < len(ship.sites):
            return self._sites(state, player, ship.sites[self.place])
        if self.place < len(ship.sites) + ship.buildings:
            return self._buildings(state, player)
        return self._resources(player, ship.resources)

    def near(self, state: State) -> Iterator[Wish]:
        """Face-up sites that do not fit the place."""
        player = state.players[self.seat]
        ship = state.table.pack.ships[self.ship]
        if self.place >= len(ship.sites) + ship.buildings:
            return
        offered = state.options()
        for index, site in enumerate(state.table.pack.sites):
            if not player.sites >> index & 1 or LoadSite(index) in offered:
                continue
            reasons: list[Message] = []
            if not site.loadable:
                reasons.append(Message("not_loadable", {}))
            else:
                if site.kind == "factory" and not player.supply[site.resource]:
                    reasons.append(Message("no_factory", {"what": RESOURCES[site.resource]}))
                if self.place < len(ship.sites):
                    place = ship.sites[self.place]
                    if not site.terrains & place:
                        args = {"terrain": site_terrains(site.terrains), "place": site_terrains(place)[0]}
                        reasons.append(Message("wrong_terrain", args))
                elif site.kind == "population":
                    reasons.append(Message("not_a_building", {}))
            if reasons:
                yield Wish(LoadSite(index), tuple(reasons))

    def about(self, state: State) -> PlaceAsked:
        ship = state.table.pack.ships[self.ship]
        found: PlaceAsked = {"ship": ship.id, "place": self.place, "holds": "resources"}
        if self.place < len(ship.sites):
            found["holds"] = "site"
            found["terrain"] = site_terrains(ship.sites[self.place])[0]
        elif self.place < len(ship.sites) + ship.buildings:
            found["holds"] = "building"
        return found

    def allows(self, state: State, action: Action) -> bool:
        if isinstance(action, Load):
            return self.place == 0 and action.ship == self.ship and fits(state.clone(), action)
        return action in self.options(state)

    def _sites(self, state: State, player: Player, terrain: int) -> list[Action]:
        """Face-up sites of the place's terrain; any one with the technology for it (EV-TRN-4, EV-TE-10)."""
        found: list[Action] = [NOTHING]
        misfits = player.abilities & OTHER_TERRAIN and not player.misfit
        sites = state.table.pack.sites
        for index in state.table.lookup.loadable:
            if player.sites >> index & 1:
                site = sites[index]
                if (site.terrains & terrain or misfits) and (
                    site.kind == "population" or player.supply[site.resource]
                ):
                    found.append(LoadSite(index))
        return found

    def _buildings(self, state: State, player: Player) -> list[Action]:
        """Prepared factories, factory sites of any terrain, stadiums (EV-TRN-5)."""
        found: list[Action] = [NOTHING]
        found += [LoadFactory(factory) for factory in range(3) if player.old_factories[factory]]
        sites = state.table.pack.sites
        for index in state.table.lookup.loadable:
            site = sites[index]
            if player.sites >> index & 1 and site.kind == "factory" and player.supply[site.resource]:
                found.append(LoadSite(index))
        found += [LoadStadium(stadium) for stadium in player.stadiums[OLD]]
        return found

    def _resources(self, player: Player, places: int) -> list[Action]:
        """Every mix of resources that fits (EV-TRN-6)."""
        food, steel, energy = player.stock[:3]
        return [
            LoadResources((f, s, e))
            for f in range(min(places, food) + 1)
            for s in range(min(places - f, steel) + 1)
            for e in range(min(places - f - s, energy) + 1)
        ]

    def resolve(self, state: State, action: Action) -> None:
        player = state.players[self.seat]
        ship = state.table.pack.ships[self.ship]
        if isinstance(action, LoadSite):
            self._evacuate(state, player, action.site)
        elif isinstance(action, LoadFactory):
            player.old_factories[action.factory] -= 1
            player.cargo[1 + action.factory] += 1
        elif isinstance(action, LoadStadium):
            player.stadiums = (removed(player.stadiums[OLD], action.stadium), player.stadiums[NEW])
            player.cargo_stadiums = added(player.cargo_stadiums, action.stadium)
        elif isinstance(action, LoadResources):
            for resource, amount in enumerate(action.resources):
                if amount:
                    pay(state, self.seat, OLD, resource, amount, f"cargo {ship.id}")
                    player.cargo[4 + resource] += amount
            return
        elif isinstance(action, Load):
            state.stack.append(self)
            for answer in (*action.places, LoadResources(action.resources)):
                state.stack.pop().resolve(state, answer)
            return
        state.stack.append(LoadPlace(self.seat, self.ship, self.place + 1))

    def _evacuate(self, state: State, player: Player, index: int) -> None:
        """Turn a site face down and take its people or its factory aboard (EV-TRN-4, EV-TRN-5)."""
        site = state.table.pack.sites[index]
        places = state.table.pack.ships[self.ship].sites
        player.sites ^= 1 << index
        book(state, self.seat, "site", -1, site.id)
        if self.place < len(places) and not site.terrains & places[self.place]:
            player.misfit = 1
        if site.kind == "population":
            population = sum(site.produces)
            player.cargo[0] += population
            book(state, self.seat, "population", population, site.id)
        else:
            player.supply[site.resource] -= 1
            player.cargo[1 + site.resource] += 1
            book(state, self.seat, FACTORIES[site.resource], 1, site.id)


def unload(state: State, seat: int) -> None:
    """Everything aboard comes to the New World side (EV-TRN-11)."""
    player = state.players[seat]
    cargo = player.cargo
    player.population += cargo[0]
    for resource in range(3):
        player.new_factories[resource] += cargo[1 + resource]
        if cargo[4 + resource]:
            gain(state, seat, NEW, resource, cargo[4 + resource], "cargo")
    player.stadiums = (player.stadiums[OLD], tuple(sorted(player.stadiums[NEW] + player.cargo_stadiums)))
    state.touched = True
    if any(cargo) or player.cargo_stadiums:
        ids = state.table.lookup.stadium_ids
        note(
            state,
            "unloaded",
            seat=seat,
            population=cargo[0],
            factories=cargo[1:4],
            resources=cargo[4:7],
            stadiums=[ids[stadium] for stadium in player.cargo_stadiums],
        )
    player.cargo = [0] * 7
    player.cargo_stadiums = ()


@final
class Unload(Decision):
    """The ships arrive and are unloaded."""

    __slots__ = ()

    def arrive(self, state: State) -> bool:
        state.stack.pop()
        unload(state, self.seat)
        return True


@final
class ReturnShips(Decision):
    """Ships that have just been unloaded may fly back at once (EV-TE-2)."""

    __slots__ = ("flown",)

    holds: ClassVar[Fields] = fields(flown=SHIPS)

    def __init__(self, seat: int, flown: tuple[int, ...]) -> None:
        self.seat = seat
        self.flown: Final = flown

    def options(self, state: State) -> list[Action]:
        found: list[Action] = [DONE]
        if state.players[self.seat].stock[NEW * 3 + ENERGY] >= state.table.pack.costs.return_flight:
            found += [FlyBack(ship) for ship in self.flown]
        return found

    def resolve(self, state: State, action: Action) -> None:
        if isinstance(action, FlyBack):
            move(state, self.seat, action.ship, OLD, state.table.pack.costs.return_flight)
            rest = tuple(ship for ship in self.flown if ship != action.ship)
            if rest:
                state.stack.append(ReturnShips(self.seat, rest))
