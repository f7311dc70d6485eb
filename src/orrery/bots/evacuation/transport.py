"""Which ships fly and what goes on them: solved as a small assignment instead of place by place.

For every set of ships whose energy can be paid the best load is found: sites, factories and stadiums are assigned
to places by falling worth, moved to other places where that makes room, so that what is left behind is worth least;
resources follow one by one, each where it is worth most. What things are worth is what the judge of the bot says
they are at the start of the next year, or what they count for at the end of the game.
"""

from __future__ import annotations

from math import fsum
from typing import Final, NamedTuple

from orrery.bots.evacuation import value as v
from orrery.bots.evacuation.value import Judge, pile
from orrery.evacuation import phases
from orrery.evacuation.actions import (
    DONE,
    NOTHING,
    Action,
    FlyBack,
    Load,
    LoadFactory,
    LoadResources,
    LoadSite,
    LoadStadium,
)
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips
from orrery.evacuation.pack import ENERGY, NEW, OLD
from orrery.evacuation.pack.lookup import OTHER_TERRAIN
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.state import Player, State

BUILDING: Final = -1
"""A place that takes factories and stadiums of any terrain."""
SHIPS: Final = 6
"""Of more ships on the Old World those with most places are looked at: every set of them is tried."""
SPARED: Final = 0.8
"""What a resource on the Old World is worth in transport, of what it is worth at the start of a year."""


class Item(NamedTuple):
    """Something that may go on a ship."""

    worth: float
    action: Action
    terrains: int
    """Of a site; 0 fits no place for sites."""
    building: bool
    people: int
    factory: int
    """Its kind, or -1."""
    supplied: bool
    """Whether the factory comes from the supply."""
    food: int
    """What the Old World will produce less."""


def transports(state: State, seat: int, judge: Judge, most: int) -> list[tuple[Action, ...]]:
    """The best ways to go on with a transport, best first: all its answers, each ship with its whole load.

    Where a ship is loaded in part already, only the next answer. Answers may be left over at the end: a question
    with one answer is not asked.
    """
    return [way for _, way in Transport(state, seat, judge).ways()[:most]]


def carried_out(state: State, way: tuple[Action, ...]) -> tuple[Action, ...]:
    """Apply the answers of a transport, or any others; gives those that were asked for."""
    for number, answer in enumerate(way):
        if number and not (state.stack and isinstance(state.stack[-1], TransportShips)):
            return way[:number]
        state.apply(answer)
    return way


class Transport:
    """One transport of a seat, from the question that is asked now."""

    def __init__(self, state: State, seat: int, judge: Judge) -> None:
        self.state: Final = state
        self.player: Final[Player] = state.players[seat]
        pack = state.table.pack
        self.left: Final = len(pack.years) - state.year
        self.yearly: Final = state.phase == phases.TRANSPORT
        """The transport of the year: the next income follows; else it is one by a card."""
        self.over: Final = self.yearly and (self.left == 0 or bool(state.ending))
        self.n: Final = judge.at_end(state) if self.over else judge.numbers(state, 1 if self.yearly else 0)
        self.output: Final = old_output(state, seat)
        year = pack.years[state.year] if self.left else None
        self.fed: Final = 0 if year is None else max(0, year.food_old - self.output[0])
        """Food of the Old World's stock that the next income takes."""
        self.fed_new: Final = 0 if year is None else max(0, year.food_new - self.player.production[0])

    def ways(self) -> list[tuple[float, tuple[Action, ...]]]:
        """Every set of ships with its best load, best first."""
        top = self.state.stack[-1]
        player, ships = self.player, self.state.table.pack.ships
        now: list[int] = []
        current, free = -1, True
        if isinstance(top, LoadPlace):
            current = top.ship
            now = _places(self.state, current)[top.place :]
            free = len(self.state.stack) > 1 and isinstance(self.state.stack[-2], TransportShips)
        idle = [code >> 2 for code in player.ships if not code & 3] if free else []
        if len(idle) > SHIPS:
            idle.sort(key=lambda ship: (-len(_places(self.state, ship)), ships[ship].flight, ship))
            del idle[SHIPS:]
        items = self._items()
        found: list[tuple[float, tuple[Action, ...]]] = []
        for chosen in range(1 << len(idle)):
            flying = [ship for number, ship in enumerate(idle) if chosen >> number & 1]
            energy = sum([ships[ship].flight for ship in flying])
            if energy > player.stock[ENERGY]:
                continue
            found.append(self._way(current, now, flying, energy, items))
        found.sort(key=lambda way: -way[0])
        if free and (current < 0 or isinstance(found[0][1][0], Load)):
            return [(worth, (*way, *self._home(way), DONE)) for worth, way in found]
        return found

    def _way(
        self, current: int, now: list[int], flying: list[int], energy: int, items: list[Item]
    ) -> tuple[float, tuple[Action, ...]]:
        """The best load of these ships, the current one first, and what it is worth."""
        player, ships = self.player, self.state.table.pack.ships
        places = list(now)
        for ship in flying:
            places += _places(self.state, ship)
        aboard = self._assigned(places, items)
        worth = fsum([item.worth for item in aboard if item is not None])
        people = player.population + player.cargo[0]
        worth += self._people(people + sum([item.people for item in aboard if item is not None]))
        factories = sum(player.new_factories) + sum(player.cargo[1:4])
        worth += self._factories(factories + sum([item.factory >= 0 for item in aboard if item is not None]))
        food = sum([item.food for item in aboard if item is not None])
        sites = len([item for item in aboard if item is not None and isinstance(item.action, LoadSite)])
        room = sum([ships[ship].resources for ship in flying]) + (ships[current].resources if current >= 0 else 0)
        gained, cargo = self._cargo(room, energy, food)
        worth += gained + self._seats(flying, sites)
        if now and len(now) < len(_places(self.state, current)):
            return worth, (NOTHING if aboard[0] is None else aboard[0].action,)
        answers: list[Action] = []
        at = 0
        for ship in [current, *flying] if current >= 0 else flying:
            printed = ships[ship]
            count = len(printed.sites) + printed.buildings if ship != current else len(now)
            load = [0, 0, 0]
            for _ in range(printed.resources):
                resource = next((r for r in range(3) if cargo[r]), -1)
                if resource < 0:
                    break
                cargo[resource] -= 1
                load[resource] += 1
            amounts = (load[0], load[1], load[2])
            if ship == current and not now:
                return worth, (LoadResources(amounts),)
            places_of = tuple([NOTHING if item is None else item.action for item in aboard[at : at + count]])
            answers.append(Load(ship, places_of, amounts))
            at += count
        return worth, tuple(answers)

    # --- what things are worth ----------------------------------------------------------------------

    def _items(self) -> list[Item]:
        """Everything that may be loaded, without what people and factories are worth in number; best first."""
        n, player = self.n, self.player
        pack, lookup = self.state.table.pack, self.state.table.lookup
        few_people = self._people(player.population + player.cargo[0] + 2) - self._people(
            player.population + player.cargo[0]
        )
        factories = sum(player.new_factories) + sum(player.cargo[1:4])
        one_factory = self._factories(factories + 1) - self._factories(factories)
        ranked: list[tuple[float, int, Item]] = []
        for index in lookup.loadable:
            if not player.sites >> index & 1:
                continue
            site = pack.sites[index]
            amount = sum(site.produces)
            resource = site.resource
            lost = 0.0
            if not self.over:
                lost = amount * n[v.OUTPUT + resource]
                if self.yearly:
                    lost += amount * SPARED * n[v.OLD_FOOD + resource]
            food = site.produces[0] if self.left else 0
            if food:
                short = max(0, self.fed + food - player.stock[0]) - max(0, self.fed - player.stock[0])
                lost -= n[v.PENALTIES] * short
            if site.kind == "population":
                item = Item(
                    -n[v.PEOPLE_SITES] - lost, LoadSite(index), site.terrains, False, amount, -1, False, food
                )
                hope = few_people
            elif player.supply[resource]:
                item = Item(
                    -n[v.FACTORY_SITES] - lost, LoadSite(index), site.terrains, True, 0, resource, True, food
                )
                hope = one_factory
            else:
                continue
            ranked.append((-(item.worth + hope), len(ranked), item))
        prepared = sum(player.old_factories)
        for kind in range(3):
            for _ in range(player.old_factories[kind]):
                kept = n[v.OLD_FACTORIES] if prepared <= 2 and not self.over else 0.0
                prepared -= 1
                item = Item(-kept, LoadFactory(kind), 0, True, 0, kind, False, 0)
                ranked.append((-(item.worth + one_factory), len(ranked), item))
        there = len(player.stadiums[NEW]) + len(player.cargo_stadiums)
        values = lookup.stadium_satisfaction
        for card in sorted(player.stadiums[OLD], key=lambda card: -values[card]):
            worth = (n[v.STADIUMS] - n[v.OLD_STADIUMS] if there < 3 else 0.05) + values[card] * (
                n[v.SATISFACTION] - n[v.OLD_SATISFACTION]
            )
            there += 1
            item = Item(worth, LoadStadium(card), 0, True, 0, -1, False, 0)
            ranked.append((-worth, len(ranked), item))
        ranked.sort(key=lambda entry: entry[:2])
        return [item for _, _, item in ranked]

    def _people(self, count: int) -> float:
        return self.n[v.PEOPLE] * min(count, 4) + self.n[v.PEOPLE + 1] * min(max(0, count - 4), 5)

    def _factories(self, count: int) -> float:
        return self.n[v.FACTORIES] * min(count, 3) + self.n[v.FACTORIES + 1] * min(max(0, count - 3), 3)

    def _seats(self, flying: list[int], loaded: int) -> float:
        """What the places of ships are worth after it, for the sites that are left."""
        if self.over:
            return 0.0
        lookup, ships = self.state.table.lookup, self.state.table.pack.ships
        rest = (self.player.sites & ~lookup.sea_sites).bit_count() - loaded
        here = away = 0
        for code in self.player.ships:
            ship = code >> 2
            if code & 2 or ship in flying:
                away += len(ships[ship].sites)
            else:
                here += len(ships[ship].sites)
        return self.n[v.SEATS] * min(here, rest) + self.n[v.AWAY] * min(away, rest)

    # --- the assignment -----------------------------------------------------------------------------

    def _assigned(self, places: list[int], items: list[Item]) -> list[Item | None]:
        """What goes on each place. Things that can all be loaded together are a matroid: to take them by falling
        worth, each as long as the others can still make room for it, is best.
        """
        aboard: list[Item | None] = [None] * len(places)
        player = self.player
        people = player.population + player.cargo[0]
        factories = sum(player.new_factories) + sum(player.cargo[1:4])
        supply = list(player.supply)
        odd: list[Item] = []
        for item in items:
            worth = item.worth
            if item.people:
                worth += self._people(people + item.people) - self._people(people)
            elif item.factory >= 0:
                worth += self._factories(factories + 1) - self._factories(factories)
            if worth <= 0 or (item.supplied and not supply[item.factory]):
                continue
            if not _placed(item, places, aboard, set()):
                odd.append(item)
                continue
            people += item.people
            factories += item.factory >= 0
            if item.supplied:
                supply[item.factory] -= 1
        if odd and player.abilities & OTHER_TERRAIN and not player.misfit:
            self._misfit(odd, places, aboard, supply)
        return aboard

    def _misfit(self, odd: list[Item], places: list[int], aboard: list[Item | None], supply: list[int]) -> None:
        """One site on a place of another terrain (EV-TE-10)."""
        for number, place in enumerate(places):
            if aboard[number] is None and place != BUILDING:
                for item in odd:
                    if isinstance(item.action, LoadSite) and (not item.supplied or supply[item.factory]):
                        aboard[number] = item
                        return

    def _cargo(self, room: int, energy: int, food: int) -> tuple[float, list[int]]:
        """Resources for so many places: what the New World lacks, what the Old World can spare; and their gain.

        ``energy`` is what the flights cost, ``food`` what the Old World produces less.
        """
        player, n = self.player, self.n
        spare = player.stock[:3]
        spare[ENERGY] -= energy
        loaded = [0, 0, 0]
        if self.over:
            return -0.01 * energy, loaded
        gained = 0.0
        here = SPARED if self.yearly else 1.0
        worth = here * n[v.OLD_FOOD + ENERGY]
        gained += worth * (pile(spare[ENERGY]) - pile(player.stock[ENERGY]))
        there = [player.stock[3 + r] + player.cargo[4 + r] for r in range(3)]
        kept = self.fed + food
        for _ in range(room):
            best, resource = 0.0, -1
            for r in range(3):
                if spare[r] <= 0:
                    continue
                gain = n[v.NEW_FOOD + r] * (pile(there[r] + 1) - pile(there[r]))
                gain -= here * n[v.OLD_FOOD + r] * (pile(spare[r]) - pile(spare[r] - 1))
                if r == 0:
                    if spare[0] <= kept:
                        gain += n[v.PENALTIES]
                    if there[0] < self.fed_new:
                        gain -= n[v.PENALTIES]
                if gain > best:
                    best, resource = gain, r
            if resource < 0:
                break
            gained += best
            spare[resource] -= 1
            there[resource] += 1
            loaded[resource] += 1
        return gained, loaded

    def _home(self, way: tuple[Action, ...]) -> list[Action]:
        """Ships on the New World that fly back for the next year, as far as it pays."""
        player, ships = self.player, self.state.table.pack.ships
        energy = player.stock[3 + ENERGY]
        flown = {answer.ship for answer in way if isinstance(answer, Load)}
        loads = [each for answer in way if isinstance(answer, Load) for each in answer.places]
        loaded = [each for each in loads if isinstance(each, LoadSite)]
        rest = (player.sites & ~self.state.table.lookup.sea_sites).bit_count() - len(loaded)
        things = len(player.stadiums[OLD]) + sum(player.old_factories)
        things -= len([each for each in loads if isinstance(each, (LoadStadium, LoadFactory))])
        for code in player.ships:
            if not code & 2 and code >> 2 not in flown:
                rest -= len(ships[code >> 2].sites)
        found: list[Action] = []
        away = [code >> 2 for code in player.ships if code & 3 == 2]
        cost = self.state.table.pack.costs.return_flight
        for ship in sorted(away, key=lambda ship: (-len(ships[ship].sites), ship)):
            if energy >= cost and self.back(ship, rest, things) > 0:
                found.append(FlyBack(ship))
                energy -= cost
                rest -= len(ships[ship].sites)
                things -= ships[ship].buildings
        return found

    def back(self, ship: int, rest: int, things: int) -> float:
        """What it brings to have a ship on the Old World again next year, for so many sites and other things."""
        if self.left == 0 or self.over:
            return -1.0
        printed = self.state.table.pack.ships[ship]
        gain = max(1.0, self.n[v.SEATS]) * max(0, min(rest, len(printed.sites)))
        gain += 0.5 * max(0, min(things, printed.buildings))
        return gain - self.n[v.NEW_FOOD + ENERGY]


def _places(state: State, ship: int) -> list[int]:
    """What each place of a ship takes: terrains, or BUILDING."""
    printed = state.table.pack.ships[ship]
    return [*printed.sites] + [BUILDING] * printed.buildings


def _placed(item: Item, places: list[int], aboard: list[Item | None], tried: set[int]) -> bool:
    """Find a place for an item; others move to make room. ``tried`` are places that were looked at."""
    fitting = [
        number
        for number, place in enumerate(places)
        if (item.building if place == BUILDING else item.terrains & place)
    ]
    for number in fitting:
        if aboard[number] is None:
            aboard[number] = item
            return True
    for number in fitting:
        if number not in tried:
            tried.add(number)
            other = aboard[number]
            assert other is not None
            if _placed(other, places, aboard, tried):
                aboard[number] = item
                return True
    return False


def returning(state: State, seat: int, judge: Judge, flown: tuple[int, ...]) -> Action:
    """Ships that may fly back at once do so where it pays (EV-TE-2)."""
    transport = Transport(state, seat, judge)
    player, ships = transport.player, state.table.pack.ships
    rest = (player.sites & ~state.table.lookup.sea_sites).bit_count()
    for code in player.ships:
        if not code & 2:
            rest -= len(ships[code >> 2].sites)
    things = len(player.stadiums[OLD]) + sum(player.old_factories)
    best: tuple[float, Action] = (0.0, DONE)
    if player.stock[3 + ENERGY] >= state.table.pack.costs.return_flight:
        for ship in flown:
            gain = transport.back(ship, rest, things)
            if gain > best[0]:
                best = (gain, FlyBack(ship))
    return best[1]
