"""Players and rivals of a position given as data: their holdings, fields, markers, technologies and goals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from orrery.core.hexes import bits
from orrery.core.journal import Message
from orrery.core.reading import Given, expect
from orrery.core.saying import say
from orrery.core.words import HIGHEST, Several
from orrery.evacuation import phases
from orrery.evacuation.decisions.agenda import ABILITIES
from orrery.evacuation.decisions.progress import bonus_goals
from orrery.evacuation.pack import RESOURCES, WORLDS
from orrery.evacuation.pack.lookup import EXTRA_FACTORY, FACTORY_BOOST
from orrery.evacuation.rules.progress import LANES, may_crowd, parked
from orrery.evacuation.rules.settling import is_met
from orrery.evacuation.rules.technologies import complete as complete_technologies
from orrery.evacuation.telling.records import position as record
from orrery.evacuation.words import (
    AMOUNTS,
    CARDS,
    FIELDS,
    GOAL,
    GOALS,
    INFRASTRUCTURES,
    ORDERS,
    SHIP,
    SITES,
    STADIUMS,
    TECHNOLOGIES,
)

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, Rival, State

HAND: Final = 16
"""More action cards are in nobody's hand, so that the ways to keep some of them can be listed."""
PLAYER: Final = tuple(record.Player.__annotations__)
"""The fields of a player."""


def read(state: State, given: Given) -> None:
    """Players and rivals; who has settled what."""
    if given.has("players"):
        listed = given.get("players").parts(len(state.players))
        for each in listed:
            each.only(PLAYER)
        _technology_sets(state, listed)
        for player, each in zip(state.players, listed, strict=True):
            _player(state, player, each)
    if given.has("rivals"):
        for rival, each in zip(state.rivals, given.get("rivals").parts(len(state.rivals)), strict=True):
            each.only(record.Rival.__annotations__)
            rival.fields = _mask(FIELDS.of(state, each.get("fields", [])))
            rival.stadiums = sorted(STADIUMS.of(state, each.get("stadiums", [])))
            if each.has("markers"):
                rival.columns, rival.lanes = _markers(state, each.get("markers"))
    if not given.has("stack"):
        everybody: list[Player | Rival] = [*state.players, *state.rivals]
        for holder in everybody:
            if holder.columns[1] > holder.columns[0]:
                holder.columns.reverse()
                holder.lanes.reverse()
            if state.phase == phases.PROGRESS and not state.at:
                holder.lanes = parked(state, holder)
    _fields(state, given)


def _mask(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found


def _amounts(state: State, given: Given) -> list[int]:
    """Food, steel and energy; what is left out is 0."""
    return list(AMOUNTS.of(state, given))


def _technology_sets(state: State, listed: list[Given]) -> None:
    """Everybody has a set of their own: whoever is given none gets one that is left (EV-SET-5)."""
    tiles = state.table.pack.technologies
    sets = [tiles[player.technologies[0]].set for player in state.players]
    told: dict[int, int] = {}
    for seat, each in enumerate(listed):
        named = each.get("technologies", None)
        if named.value:
            told[seat] = tiles[TECHNOLOGIES.of(state, named)[0]].set
            named.expect(list(told.values()).count(told[seat]) == 1, say("evacuation.expected.set.own"))
    kept = {own for seat, own in enumerate(sets) if seat not in told and own not in told.values()}
    left = sorted({tile.set for tile in tiles} - kept - {*told.values()})
    for seat, player in enumerate(state.players):
        if seat not in told and sets[seat] not in kept:
            fresh = left.pop()
            rows = [[i for i, tile in enumerate(tiles) if (tile.set, tile.row) == (fresh, row)] for row in range(3)]
            player.technologies = tuple(rows[row][column] for column in range(3) for row in range(3))


# --- one player ---------------------------------------------------------------------------------------


def _player(state: State, player: Player, given: Given) -> None:
    """One player; what is left out is as at the start."""
    if given.has("stock"):
        stock = given.get("stock").only(WORLDS)
        player.stock = [amount for world in WORLDS for amount in _amounts(state, stock.get(world, {}))]
    if given.has("production"):
        player.production = _amounts(state, given.get("production"))
    _progress(state, player, given)
    if given.has("old_factories"):
        player.old_factories = _amounts(state, given.get("old_factories"))
    if given.has("new_factories"):
        player.new_factories = _amounts(state, given.get("new_factories"))
    # What is not given follows once everything else is known.
    player.supply = _amounts(state, given.get("supply")) if given.has("supply") else [-1, -1, -1]
    player.population = given.get("population", player.population).number(0, HIGHEST)
    if given.has("fields"):
        player.fields = _mask(FIELDS.of(state, given.get("fields")))
    if given.has("ships"):
        player.ships = _ships(state, given.get("ships"))
    if given.has("stadiums"):
        both = given.get("stadiums").only(WORLDS)
        player.stadiums = tuple(tuple(sorted(STADIUMS.of(state, both.get(name, [])))) for name in WORLDS)
    if given.has("cargo"):
        _cargo(state, player, given.get("cargo"))
    _infrastructures(state, player, given)
    _research(state, player, given)
    if given.has("areas"):
        player.areas = given.get("areas").each(lambda area: area.number(0, 99), 4)
    player.penalties = given.get("penalties", player.penalties).number(0, HIGHEST)
    player.small = given.get("small_bonuses", player.small).number(0, HIGHEST)
    player.large = given.get("large_bonuses", player.large).number(0, HIGHEST)
    _goals(state, player, given)
    _cards(state, player, given)
    player.misfit = given.get("misfit", 0).number(0, 1)


def _progress(state: State, player: Player, given: Given) -> None:
    """Progress markers, and the sites that they and the ships have turned."""
    lookup, points = state.table.lookup, state.table.pack.turning_points
    flips = moves = 0
    if given.has("markers"):
        player.columns, player.lanes = _markers(state, given.get("markers"))
        zones = [lookup.zones[column] for column in player.columns]
        good = abs(zones[0] - zones[1]) < 2
        expect(good, f"{given.path}.markers", say("evacuation.expected.turning"), player.columns)
        effects = [point.first for point in points[: max(zones)]]
        effects += [point.second for point in points[: min(zones)]]
        flips, moves = effects.count("flip_sea_site"), effects.count("move_sea_site")
    if given.has("sites"):
        player.sites = _mask(SITES.of(state, given.get("sites")))
    else:
        player.sites &= ~_mask(list(bits(lookup.sea_sites))[:flips])
    flipped = (lookup.sea_sites & ~player.sites).bit_count()
    moved = given.get("sea_moved", min(moves, flipped))
    player.sea_moved = moved.number(0, lookup.sea_sites.bit_count())
    moved.expect(player.sea_moved <= flipped, say("evacuation.expected.sea", most=flipped))


def _markers(state: State, given: Given) -> tuple[list[int], list[int]]:
    """Column and lane of the two progress markers, the front one first."""
    columns, lanes = [], []
    for each in given.parts(2):
        marker = each.only(record.Marker.__annotations__)
        column = marker.get("column", 0).number(0, state.table.lookup.last_column)
        lane = marker.get("lane", "parking").word(LANES[: 1 + state.table.lanes])
        marker.get("lane", None).expect(column > 0 or lane == 0, say("evacuation.expected.parking"))
        columns.append(column)
        lanes.append(lane)
    return columns, lanes


def _ships(state: State, given: Given) -> list[int]:
    found = []
    for each in given.parts():
        ship = each.only(record.Ship.__annotations__)
        index: int = SHIP.of(state, ship.get("id", None))
        world = ship.get("world", "old").word(WORLDS)
        found.append(index * 4 + world * 2 + int(ship.get("moved", False).flag()))
    given.expect(len({code >> 2 for code in found}) == len(found), say("evacuation.expected.ships.once"))
    return sorted(found)


def _cargo(state: State, player: Player, given: Given) -> None:
    given.only(record.Cargo.__annotations__)
    player.cargo = [
        given.get("population", 0).number(0, HIGHEST),
        *_amounts(state, given.get("factories", {})),
        *_amounts(state, given.get("resources", {})),
    ]
    player.cargo_stadiums = tuple(sorted(STADIUMS.of(state, given.get("stadiums", []))))


def _infrastructures(state: State, player: Player, given: Given) -> None:
    """In hand, in play, fulfilled."""
    cards = state.table.pack.infrastructures
    if given.has("plans"):
        player.plans = tuple(sorted(INFRASTRUCTURES.of(state, given.get("plans"))))
    if given.has("infrastructures"):
        player.infrastructures = tuple(sorted(INFRASTRUCTURES.of(state, given.get("infrastructures"))))
    pictures = [cards[card].illustration for card in player.infrastructures]
    good = len(set(pictures)) == len(pictures)
    expect(good, f"{given.path}.infrastructures", say("evacuation.expected.illustrations"), pictures)
    if given.has("fulfilled"):
        fulfilled = given.get("fulfilled")
        player.fulfilled = _mask(INFRASTRUCTURES.of(state, fulfilled))
        fulfilled.expect(
            not player.fulfilled & ~_mask(player.infrastructures), say("evacuation.expected.fulfilled")
        )
    else:
        player.fulfilled = _mask(card for card in player.infrastructures if is_met(state, player, card))


def _research(state: State, player: Player, given: Given) -> None:
    """Technologies, how far they are, and what the complete ones allow."""
    pack = state.table.pack
    if given.has("technologies"):
        named = given.get("technologies")
        tiles = TECHNOLOGIES.of(state, named)
        rows = [pack.technologies[tile].row for tile in tiles]
        one_set = len({pack.technologies[tile].set for tile in tiles}) == 1
        good = rows == [0, 1, 2] * 3 and one_set
        named.expect(good, say("evacuation.expected.technologies"))
        player.technologies = tiles
    if given.has("research"):
        most = state.table.lookup.thresholds[2]
        player.research = given.get("research").each(lambda column: column.number(0, most), 3)
    player.abilities = 0
    for tile in complete_technologies(state, player):
        effect = pack.technology_effects[pack.technologies[tile].effect]
        player.abilities |= ABILITIES.get(effect.op, 0)
        if effect.op == "extra_factory":
            player.abilities |= EXTRA_FACTORY[effect.factory]
        elif effect.op == "factory_boost":
            player.abilities |= FACTORY_BOOST[effect.factory]


def _goals(state: State, player: Player, given: Given) -> None:
    """Goal cards kept, at hand in the draft, returned, open."""
    if given.has("goals"):
        player.goals = _goal_cards(state, given.get("goals"))
    if given.has("draft"):
        player.draft = _goal_cards(state, given.get("draft"))
    if given.get("dropped", None).value is not None:
        player.dropped = GOAL.of(state, given.get("dropped"))
    if given.has("open_goals"):
        opened = given.get("open_goals")
        listed = GOALS.of(state, opened)
        opened.expect(all(goal in player.goals for goal in listed), say("evacuation.expected.goals.own"))
        player.open_goals = _mask(listed)
    player.open_goals |= bonus_goals(state, player)


def _goal_cards(state: State, given: Given) -> tuple[int, ...]:
    """Goal cards, of which there are none in a race."""
    found = tuple(sorted(GOALS.of(state, given)))
    given.expect(not found or not state.table.race, say("evacuation.expected.goals.race"))
    return found


def _cards(state: State, player: Player, given: Given) -> None:
    """Action cards and orders, and the marker that counts the actions taken."""
    advanced, basic = state.table.advanced, say("evacuation.expected.cards.none")
    if given.has("hand"):
        player.hand = _held(state, given.get("hand"), CARDS, advanced, basic)
    if given.has("tucked"):
        player.tucked = _held(state, given.get("tucked"), CARDS, advanced, basic)
    if given.has("played"):
        player.played = _held(state, given.get("played"), CARDS, advanced, basic)
    if given.has("discards"):
        player.discards = _held(state, given.get("discards"), CARDS, advanced, basic)
    expect(
        len(player.hand) <= HAND,
        f"{given.path}.hand",
        say("evacuation.expected.most.cards", most=HAND),
        len(player.hand),
    )
    most = len(state.table.lookup.track) - 1
    usual = min(most, sum(player.areas) + len(player.played))
    player.marker = given.get("action_marker", usual).number(0, most)
    if given.has("orders"):
        player.orders = _held(
            state, given.get("orders"), ORDERS, state.table.orders, say("evacuation.expected.orders.none")
        )
    if given.has("paid_orders"):
        paid = given.get("paid_orders")
        player.paid_orders = _held(state, paid, ORDERS, state.table.orders, say("evacuation.expected.orders.none"))


def _held(state: State, given: Given, word: Several, playing: bool, otherwise: Message) -> tuple[int, ...]:
    """Cards of a kind, of which there are none in some games."""
    given.expect(playing or not given.value, otherwise)
    return tuple(sorted(word.of(state, given)))


# --- what belongs to several ---------------------------------------------------------------------------


def _fields(state: State, given: Given) -> None:
    """Who has settled what, with which factories."""
    lookup, pack = state.table.lookup, state.table.pack
    state.settled = 0
    for path, mask in [
        *((f"players[{seat}].fields", player.fields) for seat, player in enumerate(state.players)),
        *((f"rivals[{index}].fields", rival.fields) for index, rival in enumerate(state.rivals)),
    ]:
        twice = state.settled & mask
        expect(not twice, path, say("evacuation.expected.fields.own"), [pack.fields[f].id for f in bits(twice)])
        state.settled |= mask
    state.factories = [0] * len(pack.fields)
    for name, each in given.get("factories", {}).only(lookup.names["fields"]).items():
        used = _amounts(state, each)
        each.expect(max(used) < 8, say("evacuation.expected.factories.seven"))
        state.factories[pack.ids["fields"][name]] = used[0] + 8 * used[1] + 64 * used[2]
    own = 0
    for seat, player in enumerate(state.players):
        own |= player.fields
        player.settled_factories = [0, 0, 0]
        player.settled_population = 0
        for field in bits(player.fields):
            code = state.factories[field]
            used = [code & 7, code >> 3 & 7, code >> 6]
            slots = lookup.factories[field]
            path = f"factories.{pack.fields[field].id}"
            expect(sum(used) == slots, path, say("evacuation.expected.factories.slots", count=slots), used)
            for factory in range(3):
                player.settled_factories[factory] += used[factory]
            player.settled_population += lookup.populations[field]
        _count_factories(state, seat, given.has("players"))
    for field, code in enumerate(state.factories):
        good = not code or bool(own >> field & 1)
        expect(good, "factories", say("evacuation.expected.factories.players"), pack.fields[field].id)


def _count_factories(state: State, seat: int, check: bool) -> None:
    """Every factory of the colour is somewhere."""
    player = state.players[seat]
    total = state.table.pack.setup.factories
    for factory in range(3):
        there = player.old_factories[factory] + player.new_factories[factory]
        there += player.settled_factories[factory] + player.cargo[1 + factory]
        if player.supply[factory] < 0:
            player.supply[factory] = total - there
        if check:
            expect(
                player.supply[factory] >= 0 and there + player.supply[factory] == total,
                f"players[{seat}]",
                say("evacuation.expected.factories.all", count=total, what=RESOURCES[factory]),
                there + max(0, player.supply[factory]),
            )


def check_lanes(state: State) -> None:
    """On a space of a driving lane stand as many markers as may (EV-PRG-6, EV-PRG-10, EV-TE-11)."""
    lookup = state.table.lookup
    standing: dict[tuple[int, int], list[bool]] = {}
    markers = [(player.columns, player.lanes, may_crowd(player)) for player in state.players]
    markers += [(rival.columns, rival.lanes, False) for rival in state.rivals]
    for columns, lanes, crowds in markers:
        for column, lane in zip(columns, lanes, strict=True):
            if lane and not (state.table.shared_spaces and lookup.bare[lane - 1][column]):
                standing.setdefault((column, lane), []).append(crowds)
    for (column, lane), there in standing.items():
        room = 2 if column == lookup.last_column else 1
        good = len(there) <= room or (any(there) and len(there) - sum(there) <= room)
        expect(
            good,
            "markers",
            say("evacuation.expected.lanes", most=room, lane=LANES[lane], column=column),
            len(there),
        )
