"""Positions as data: any position as plain, checked JSON, both ways (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from orrery.core.game import BadOptions, BadPosition
from orrery.core.hexes import bits
from orrery.evacuation import flow, options, pending, phases, wording
from orrery.evacuation.decisions.agenda import ABILITIES
from orrery.evacuation.decisions.progress import bonus_goals
from orrery.evacuation.faces import amounts
from orrery.evacuation.pack import NEW, OLD, WORLDS, pack_option
from orrery.evacuation.rules.progress import LANES, may_crowd, parked
from orrery.evacuation.rules.resources import income
from orrery.evacuation.rules.settling import is_met
from orrery.evacuation.rules.solo import prepare_deck, return_stadiums
from orrery.evacuation.rules.technologies import complete as complete_technologies
from orrery.evacuation.setup import laid_out
from orrery.evacuation.tables import EXTRA_FACTORY, FACTORY_BOOST, KINDS
from orrery.evacuation.wording import component, components, expect, listing, mapping, number, word

if TYPE_CHECKING:
    from orrery.evacuation.state import Display, Player, Rival, State
    from orrery.evacuation.tables import Tables

Json = dict[str, Any]

SEEDS: Final = (1 << 64) - 1
HAND: Final = 16
"""More action cards are in nobody's hand, so that the ways to keep some of them can be listed."""
PLURALS: Final = ("ships", "stadiums", "infrastructures")
TOP: Final = (
    "game",
    "rules",
    "options",
    "seed",
    "draws",
    "reveals",
    "year",
    "phase",
    "step",
    "at",
    "passed",
    "ending",
    "order",
    "players",
    "rivals",
    "factories",
    "displays",
    "revealed",
    "bonuses",
    "orders",
    "line_side",
    "action_stack",
    "solo",
    "goal_draft",
    "stack",
)
PLAYER: Final = (
    "stock",
    "production",
    "sites",
    "sea_moved",
    "supply",
    "old_factories",
    "new_factories",
    "population",
    "fields",
    "ships",
    "stadiums",
    "cargo",
    "plans",
    "infrastructures",
    "fulfilled",
    "technologies",
    "research",
    "markers",
    "areas",
    "action_marker",
    "penalties",
    "small_bonuses",
    "large_bonuses",
    "goals",
    "draft",
    "dropped",
    "open_goals",
    "hand",
    "tucked",
    "played",
    "discards",
    "orders",
    "paid_orders",
    "misfit",
)


# --- writing ------------------------------------------------------------------------------------------


def data(state: State) -> Json:
    """The whole position, secrets included."""
    frame, tables, pack = state.frame, state.frame.tables, state.frame.pack
    rules: Json = {name: frame.options[name] for name in phases.RULE_OPTIONS}
    rules["pack"] = pack_option(pack)
    kind = getattr(state.stack[-1], "kind", None) if state.stack and state.extra else None
    return {
        "game": "evacuation",
        "rules": 1,
        "options": rules,
        "seed": state.seed,
        "draws": state.draws,
        "reveals": state.reveals,
        "year": state.year,
        "phase": phases.PHASES[state.phase],
        "step": state.step,
        "at": state.at,
        "passed": [seat for seat in range(len(state.order)) if state.passed >> seat & 1],
        "ending": bool(state.ending),
        "order": list(state.order),
        "players": [_player_data(state, player) for player in state.players],
        "rivals": [_rival_data(tables, rival) for rival in state.rivals],
        "factories": {
            pack.fields[field].id: amounts((code & 7, code >> 3 & 7, code >> 6))
            for field, code in enumerate(state.factories)
            if code
        },
        "displays": {
            KINDS[index]: {
                "open": [tables.ids[index][card] for card in display.open],
                "stack": [tables.ids[index][card] for card in reversed(display.stack)],
                "known": display.known,
            }
            for index, display in enumerate(state.displays)
        },
        "revealed": {
            "kind": KINDS[kind] if kind is not None else None,
            "cards": [tables.ids[kind][card] for card in state.extra] if kind is not None else [],
        },
        "bonuses": [pack.bonuses[card].id for card in state.bonuses],
        "orders": [pack.orders[order].id for order in state.orders],
        "line_side": pack.lines[state.side].id if frame.lines else None,
        "action_stack": [pack.cards[card].id for card in reversed(state.cards)],
        "solo": {
            "deck": [pack.solo_cards[card].id for card in reversed(state.solo_deck)],
            "done": [pack.solo_cards[card].id for card in state.solo_out],
            "corner": pack.solo_tile.corners[state.corner],
            "stadiums_aside": [pack.stadiums[card].id for card in state.stadiums_aside],
        },
        "goal_draft": {
            "picks": [[pack.goals[goal].id for goal in picks] for picks in state.picks],
            "piles": [[pack.goals[goal].id for goal in pile] for pile in state.piles],
        },
        "stack": [{"question": type(each).__name__, **wording.described(state, each)} for each in state.stack],
    }


def _player_data(state: State, player: Player) -> Json:
    tables, pack = state.frame.tables, state.frame.pack

    def goals(cards: list[int]) -> list[str]:
        return [pack.goals[goal].id for goal in cards]

    def cards(hand: list[int]) -> list[str]:
        return [pack.cards[card].id for card in hand]

    return {
        "stock": {"old": amounts(player.stock[:3]), "new": amounts(player.stock[3:])},
        "production": amounts(player.production),
        "sites": [site.id for index, site in enumerate(pack.sites) if player.sites >> index & 1],
        "sea_moved": player.sea_moved,
        "supply": amounts(player.supply),
        "old_factories": amounts(player.old_factories),
        "new_factories": amounts(player.new_factories),
        "population": player.population,
        "fields": [pack.fields[field].id for field in bits(player.fields)],
        "ships": [
            {"id": pack.ships[code >> 2].id, "world": WORLDS[code >> 1 & 1], "moved": bool(code & 1)}
            for code in player.ships
        ],
        "stadiums": {
            "old": [tables.stadium_ids[card] for card in player.stadiums[OLD]],
            "new": [tables.stadium_ids[card] for card in player.stadiums[NEW]],
        },
        "cargo": {
            "population": player.cargo[0],
            "factories": amounts(player.cargo[1:4]),
            "resources": amounts(player.cargo[4:7]),
            "stadiums": [tables.stadium_ids[card] for card in player.cargo_stadiums],
        },
        "plans": [pack.infrastructures[card].id for card in player.plans],
        "infrastructures": [pack.infrastructures[card].id for card in player.infrastructures],
        "fulfilled": [pack.infrastructures[card].id for card in bits(player.fulfilled)],
        "technologies": [pack.technologies[tile].id for tile in player.technologies],
        "research": list(player.research),
        "markers": [
            {"column": column, "lane": LANES[lane]}
            for column, lane in zip(player.columns, player.lanes, strict=True)
        ],
        "areas": list(player.areas),
        "action_marker": player.marker,
        "penalties": player.penalties,
        "small_bonuses": player.small,
        "large_bonuses": player.large,
        "goals": goals(player.goals),
        "draft": goals(player.draft),
        "dropped": pack.goals[player.dropped].id if player.dropped >= 0 else None,
        "open_goals": goals(list(bits(player.open_goals))),
        "hand": cards(player.hand),
        "tucked": cards(player.tucked),
        "played": cards(player.played),
        "discards": cards(player.discards),
        "orders": [pack.orders[order].id for order in player.orders],
        "paid_orders": [pack.orders[order].id for order in player.paid_orders],
        "misfit": player.misfit,
    }


def _rival_data(tables: Tables, rival: Rival) -> Json:
    return {
        "fields": [tables.pack.fields[field].id for field in bits(rival.fields)],
        "stadiums": [tables.stadium_ids[card] for card in rival.stadiums],
        "markers": [
            {"column": column, "lane": LANES[lane]} for column, lane in zip(rival.columns, rival.lanes, strict=True)
        ],
    }


# --- reading ------------------------------------------------------------------------------------------


def complete(given: Mapping[str, object], beside: Mapping[str, object]) -> dict[str, object]:
    """The complete options of a match that begins from a position; what stands beside it must agree."""
    rules = _rule_options(given)
    for name in (*phases.RULE_OPTIONS, "pack"):
        if name in beside and beside[name] is not None and beside[name] != rules[name]:
            raise BadOptions(f"{name} is {beside[name]!r}, but the position was made with {rules[name]!r}")
    for name in options.GIVEN:
        if beside.get(name) is not None:
            raise BadOptions(f"{name} is given beside a position, which lays out everything itself")
    rest = {name: value for name, value in beside.items() if name not in rules and name != "position"}
    whole = options.complete({**rest, **rules})
    whole["position"] = dict(given)
    position(given)
    return whole


def _rule_options(given: Mapping[str, object]) -> dict[str, object]:
    """The options of the position, complete."""
    stated = mapping(given.get("options", {}), "options", (*phases.RULE_OPTIONS, "pack"))
    try:
        whole = options.complete(dict(stated))
    except BadOptions as error:
        raise BadPosition(f"options: {error}") from None
    return {name: whole[name] for name in (*phases.RULE_OPTIONS, "pack")}


def position(given: Mapping[str, object], seed: int = 0) -> State:
    """The position that the data describe. What is left out is as in a fresh game made with ``seed``."""
    expect(isinstance(given, Mapping), "position", "a map", given)
    mapping(given, "position", TOP)
    expect(given.get("game") == "evacuation", "game", "'evacuation'", given.get("game"))
    rules = number(given.get("rules", 1), "rules", 1, 999)
    expect(rules == 1, "rules", "rules 1, which this version knows", rules)
    whole = options.complete(_rule_options(given))
    state = laid_out(options.pack_of(whole), whole, seed)
    if "stack" in given or given.get("phase") != "goals":
        state.stack.clear()
    set_up = state.phase in (phases.GOALS, phases.CARDS)
    _table(state, given)
    if set_up and state.phase not in (phases.GOALS, phases.CARDS):
        _past_set_up(state)
    _people(state, given)
    revealed = _components(state, given)
    _lanes(state)
    _stack(state, given)
    pending.check(state, revealed)
    # Whoever meets the goal of the race has triggered its end; whoever meets an order has it.
    state.touched = True
    state.start()
    return state


def _past_set_up(state: State) -> None:
    """What is left out is as at the first turn: hands are chosen, the first income has come, no goals."""
    state.piles = ([], [])
    for player in state.players:
        player.draft = []
        keep = state.frame.pack.setup.hand
        player.discards = player.hand[keep:]
        player.hand = player.hand[:keep]
    year, counters = state.year, (state.draws, state.reveals)
    state.year = 1
    for seat in range(len(state.players)):
        income(state, seat)
    state.year = year
    if state.rivals:
        prepare_deck(state)
    if state.stadiums_aside and year > state.frame.pack.solo.return_year:
        return_stadiums(state)
    state.draws, state.reveals = counters


def _table(state: State, given: Mapping[str, Any]) -> None:
    """The numbers of the whole table."""
    everybody = len(state.order)
    years = len(state.frame.pack.years)
    if "seed" in given:
        state.seed = number(given["seed"], "seed", 0, SEEDS)
    state.draws = number(given.get("draws", state.draws), "draws", 0, SEEDS)
    state.reveals = number(given.get("reveals", state.reveals), "reveals", 0, SEEDS)
    state.year = number(given.get("year", state.year), "year", 1, years)
    if "phase" not in given:
        state.phase = phases.ACTIONS
    else:
        state.phase = word(given["phase"], "phase", phases.PHASES)
        expect(
            state.phase not in (phases.INCOME, phases.TURN_ORDER, phases.YEAR_END),
            "phase",
            "a phase in which somebody is asked, or 'over'",
            given["phase"],
        )
        expect(
            state.phase != phases.GOALS or not state.frame.race, "phase", "no goals in race mode", given["phase"]
        )
        hands = state.phase in (phases.CARDS, phases.HANDS)
        expect(not hands or state.frame.advanced, "phase", "no hands with basic actions", given["phase"])
    state.step = number(given.get("step", state.step), "step", 0, 9)
    if "order" in given:
        state.order = [
            number(x, f"order[{i}]", 0, everybody - 1) for i, x in enumerate(listing(given["order"], "order"))
        ]
        expect(
            sorted(state.order) == list(range(everybody)),
            "order",
            f"each of 0 to {everybody - 1} once",
            given["order"],
        )
    state.at = number(given.get("at", 0), "at", 0, everybody)
    state.passed = 0
    for i, seat in enumerate(listing(given.get("passed", []), "passed")):
        state.passed |= 1 << number(seat, f"passed[{i}]", 0, everybody - 1)
    ending = given.get("ending", False)
    expect(isinstance(ending, bool), "ending", "true or false", ending)
    expect(not ending or state.frame.race, "ending", "false in points mode, which has no such end", ending)
    state.ending = int(ending)


def _people(state: State, given: Mapping[str, Any]) -> None:
    """Players and rivals."""
    if "players" in given:
        listed = listing(given["players"], "players", len(state.players))
        _technology_sets(state, listed)
        for seat, each in enumerate(listed):
            _player(state, seat, mapping(each, f"players[{seat}]", PLAYER), f"players[{seat}]")
    if "rivals" in given:
        listed = listing(given["rivals"], "rivals", len(state.rivals))
        for index, each in enumerate(listed):
            path = f"rivals[{index}]"
            value = mapping(each, path, ("fields", "stadiums", "markers"))
            rival = state.rivals[index]
            rival.fields = _mask(
                components(state.frame.tables, "fields", value.get("fields", []), f"{path}.fields")
            )
            rival.stadiums = sorted(
                components(state.frame.tables, "stadiums", value.get("stadiums", []), f"{path}.stadiums")
            )
            if "markers" in value:
                rival.columns, rival.lanes = _markers(state, value["markers"], f"{path}.markers")
    if "stack" not in given:
        everybody: list[Player | Rival] = [*state.players, *state.rivals]
        for each in everybody:
            if each.columns[1] > each.columns[0]:
                each.columns.reverse()
                each.lanes.reverse()
            if state.phase == phases.PROGRESS and not state.at:
                each.lanes = parked(state, each)
    _fields(state, given)


def _technology_sets(state: State, listed: list[Any]) -> None:
    """Everybody has a set of their own: whoever is given none gets one that is left (EV-SET-5)."""
    tables, tiles = state.frame.tables, state.frame.pack.technologies
    sets = [tiles[player.technologies[0]].set for player in state.players]
    told: dict[int, int] = {}
    for seat, each in enumerate(listed):
        named = each.get("technologies") if isinstance(each, Mapping) else None
        if named:
            path = f"players[{seat}].technologies"
            told[seat] = tiles[components(tables, "technologies", named, path)[0]].set
            expect(list(told.values()).count(told[seat]) == 1, path, "a set that nobody else has", named)
    kept = {own for seat, own in enumerate(sets) if seat not in told and own not in told.values()}
    left = sorted({tile.set for tile in tiles} - kept - {*told.values()})
    for seat, player in enumerate(state.players):
        if seat not in told and sets[seat] not in kept:
            fresh = left.pop()
            rows = [[i for i, tile in enumerate(tiles) if (tile.set, tile.row) == (fresh, row)] for row in range(3)]
            player.technologies = tuple(rows[row][column] for column in range(3) for row in range(3))


def _mask(indices: list[int]) -> int:
    found = 0
    for index in indices:
        found |= 1 << index
    return found


def _fields(state: State, given: Mapping[str, Any]) -> None:
    """Who has settled what, with which factories."""
    tables = state.frame.tables
    state.settled = 0
    for name, mask in [
        *((f"players[{seat}].fields", player.fields) for seat, player in enumerate(state.players)),
        *((f"rivals[{index}].fields", rival.fields) for index, rival in enumerate(state.rivals)),
    ]:
        expect(not state.settled & mask, name, "fields that nobody else has settled", [*bits(state.settled & mask)])
        state.settled |= mask
    factories = mapping(given.get("factories", {}), "factories", tuple(tables.pack.ids["fields"]))
    state.factories = [0] * len(tables.pack.fields)
    for name, value in factories.items():
        field = tables.pack.ids["fields"][name]
        used = wording.amounts(value, f"factories.{name}")
        expect(max(used) < 8, f"factories.{name}", "at most 7 of a type", value)
        state.factories[field] = used[0] + 8 * used[1] + 64 * used[2]
    own = 0
    for seat, player in enumerate(state.players):
        own |= player.fields
        player.settled_factories = [0, 0, 0]
        player.settled_population = 0
        for field in bits(player.fields):
            code = state.factories[field]
            used = [code & 7, code >> 3 & 7, code >> 6]
            name = tables.pack.fields[field].id
            slots = tables.factories[field]
            expect(sum(used) == slots, f"factories.{name}", f"{slots} factories for its slots", used)
            for factory in range(3):
                player.settled_factories[factory] += used[factory]
            player.settled_population += tables.populations[field]
        _count_factories(state, seat, "players" in given)
    for field, code in enumerate(state.factories):
        expect(
            not code or bool(own >> field & 1),
            "factories",
            "fields settled by players only",
            tables.pack.fields[field].id,
        )


def _count_factories(state: State, seat: int, check: bool) -> None:
    """Every factory of the colour is somewhere."""
    player = state.players[seat]
    total = state.frame.pack.setup.factories
    for factory in range(3):
        there = player.old_factories[factory] + player.new_factories[factory]
        there += player.settled_factories[factory] + player.cargo[1 + factory]
        if player.supply[factory] < 0:
            player.supply[factory] = total - there
        if check:
            expect(
                player.supply[factory] >= 0 and there + player.supply[factory] == total,
                f"players[{seat}]",
                f"{total} {('food', 'steel', 'energy')[factory]} factories in all",
                there + max(0, player.supply[factory]),
            )


def _markers(state: State, value: object, path: str) -> tuple[list[int], list[int]]:
    """Column and lane of the two progress markers, the front one first."""
    columns, lanes = [], []
    for i, each in enumerate(listing(value, path, 2)):
        marker = mapping(each, f"{path}[{i}]", ("column", "lane"))
        column = number(marker.get("column", 0), f"{path}[{i}].column", 0, state.frame.tables.last_column)
        lane = word(marker.get("lane", "parking"), f"{path}[{i}].lane", LANES[: 1 + state.frame.lanes])
        expect(column > 0 or lane == 0, f"{path}[{i}].lane", "'parking' on the start space", marker.get("lane"))
        columns.append(column)
        lanes.append(lane)
    return columns, lanes


def _lanes(state: State) -> None:
    """On a space of a driving lane stand as many markers as may (EV-PRG-6, EV-PRG-10, EV-TE-11)."""
    tables = state.frame.tables
    standing: dict[tuple[int, int], list[bool]] = {}
    markers = [(player.columns, player.lanes, may_crowd(player)) for player in state.players]
    markers += [(rival.columns, rival.lanes, False) for rival in state.rivals]
    for columns, lanes, crowds in markers:
        for column, lane in zip(columns, lanes, strict=True):
            if lane and not (state.frame.shared_spaces and tables.bare[lane - 1][column]):
                standing.setdefault((column, lane), []).append(crowds)
    for (column, lane), there in standing.items():
        room = 2 if column == tables.last_column else 1
        good = len(there) <= room or (any(there) and len(there) - sum(there) <= room)
        expect(good, "markers", f"at most {room} on the {LANES[lane]} lane of column {column}", len(there))


def _player(state: State, seat: int, value: Mapping[str, Any], path: str) -> None:
    """One player; what is left out is as at the start."""
    player = state.players[seat]
    tables, pack = state.frame.tables, state.frame.pack

    def cards(name: str, kind: str, unique: bool = True) -> list[int]:
        return sorted(components(tables, kind, value[name], f"{path}.{name}", unique))

    def count(name: str, now: int, high: int = 999_999) -> int:
        return number(value.get(name, now), f"{path}.{name}", 0, high)

    if "stock" in value:
        stock = mapping(value["stock"], f"{path}.stock", WORLDS)
        player.stock = [
            amount for world in WORLDS for amount in wording.amounts(stock.get(world, {}), f"{path}.stock.{world}")
        ]
    if "production" in value:
        player.production = wording.amounts(value["production"], f"{path}.production")
    flips = moves = 0
    if "markers" in value:
        player.columns, player.lanes = _markers(state, value["markers"], f"{path}.markers")
        zones = [tables.zones[column] for column in player.columns]
        apart = abs(zones[0] - zones[1])
        expect(apart < 2, f"{path}.markers", "at most one turning point between them", player.columns)
        effects = [point.first for point in pack.turning_points[: max(zones)]]
        effects += [point.second for point in pack.turning_points[: min(zones)]]
        flips, moves = effects.count("flip_sea_site"), effects.count("move_sea_site")
    if "sites" in value:
        player.sites = _mask(cards("sites", "sites"))
    else:
        player.sites &= ~_mask(list(bits(tables.sea_sites))[:flips])
    flipped = (tables.sea_sites & ~player.sites).bit_count()
    player.sea_moved = count("sea_moved", min(moves, flipped), tables.sea_sites.bit_count())
    expect(
        player.sea_moved <= flipped,
        f"{path}.sea_moved",
        f"at most the {flipped} sea sites face down",
        player.sea_moved,
    )
    for name in ("old_factories", "new_factories"):
        if name in value:
            setattr(player, name, wording.amounts(value[name], f"{path}.{name}"))
    player.supply = wording.amounts(value["supply"], f"{path}.supply") if "supply" in value else [-1, -1, -1]
    player.population = count("population", player.population)
    if "fields" in value:
        player.fields = _mask(cards("fields", "fields"))
    if "ships" in value:
        player.ships = _ships(tables, value["ships"], f"{path}.ships")
    if "stadiums" in value:
        both = mapping(value["stadiums"], f"{path}.stadiums", WORLDS)
        for world, name in enumerate(WORLDS):
            player.stadiums[world][:] = sorted(
                components(tables, "stadiums", both.get(name, []), f"{path}.stadiums.{name}")
            )
    if "cargo" in value:
        _cargo(tables, player, value["cargo"], f"{path}.cargo")
    if "plans" in value:
        player.plans = cards("plans", "infrastructures")
    if "infrastructures" in value:
        player.infrastructures = cards("infrastructures", "infrastructures")
    pictures = [pack.infrastructures[card].illustration for card in player.infrastructures]
    expect(len(set(pictures)) == len(pictures), f"{path}.infrastructures", "different illustrations", pictures)
    if "fulfilled" in value:
        player.fulfilled = _mask(cards("fulfilled", "infrastructures"))
        strange = player.fulfilled & ~_mask(player.infrastructures)
        expect(not strange, f"{path}.fulfilled", "infrastructures in play", value["fulfilled"])
    else:
        player.fulfilled = _mask([card for card in player.infrastructures if is_met(state, player, card)])
    _research(state, player, value, path)
    if "areas" in value:
        player.areas = [
            number(x, f"{path}.areas[{i}]", 0, 99)
            for i, x in enumerate(listing(value["areas"], f"{path}.areas", 4))
        ]
    player.penalties = count("penalties", player.penalties)
    player.small = count("small_bonuses", player.small)
    player.large = count("large_bonuses", player.large)
    _goal_cards(state, player, value, path)
    for name in ("hand", "tucked", "played", "discards"):
        if name in value:
            expect(
                state.frame.advanced or not value[name],
                f"{path}.{name}",
                "no action cards with basic actions",
                value[name],
            )
            setattr(player, name, cards(name, "cards", unique=False))
    expect(len(player.hand) <= HAND, f"{path}.hand", f"at most {HAND} cards", len(player.hand))
    most = len(tables.track) - 1
    player.marker = count("action_marker", min(most, sum(player.areas) + len(player.played)), most)
    for name in ("orders", "paid_orders"):
        if name in value:
            expect(
                state.frame.orders or not value[name], f"{path}.{name}", "no orders without the module", value[name]
            )
            setattr(player, name, cards(name, "orders"))
    player.misfit = count("misfit", 0, 1)


def _ships(tables: Tables, value: object, path: str) -> list[int]:
    found = []
    for i, each in enumerate(listing(value, path)):
        ship = mapping(each, f"{path}[{i}]", ("id", "world", "moved"))
        index = component(tables, "ships", ship.get("id"), f"{path}[{i}].id")
        world = word(ship.get("world", "old"), f"{path}[{i}].world", WORLDS)
        moved = ship.get("moved", False)
        expect(isinstance(moved, bool), f"{path}[{i}].moved", "true or false", moved)
        found.append(index * 4 + world * 2 + int(moved))
    expect(len({code >> 2 for code in found}) == len(found), path, "each ship once", value)
    return sorted(found)


def _cargo(tables: Tables, player: Player, value: object, path: str) -> None:
    cargo = mapping(value, path, ("population", "factories", "resources", "stadiums"))
    player.cargo = [
        number(cargo.get("population", 0), f"{path}.population"),
        *wording.amounts(cargo.get("factories", {}), f"{path}.factories"),
        *wording.amounts(cargo.get("resources", {}), f"{path}.resources"),
    ]
    player.cargo_stadiums = sorted(components(tables, "stadiums", cargo.get("stadiums", []), f"{path}.stadiums"))


def _research(state: State, player: Player, value: Mapping[str, Any], path: str) -> None:
    """Technologies, how far they are, and what the complete ones allow."""
    tables, pack = state.frame.tables, state.frame.pack
    if "technologies" in value:
        tiles = components(tables, "technologies", value["technologies"], f"{path}.technologies")
        rows = [pack.technologies[tile].row for tile in tiles]
        one_set = len({pack.technologies[tile].set for tile in tiles}) == 1
        expect(
            rows == [0, 1, 2] * 3 and one_set,
            f"{path}.technologies",
            "nine tiles of one set, column after column from the bottom row up",
            value["technologies"],
        )
        player.technologies = tuple(tiles)
    if "research" in value:
        most = tables.thresholds[2]
        listed = listing(value["research"], f"{path}.research", 3)
        player.research = [number(x, f"{path}.research[{i}]", 0, most) for i, x in enumerate(listed)]
    player.abilities = 0
    for tile in complete_technologies(state, player):
        effect = pack.technology_effects[pack.technologies[tile].effect]
        player.abilities |= ABILITIES.get(effect.op, 0)
        if effect.op == "extra_factory":
            player.abilities |= EXTRA_FACTORY[effect.factory]
        elif effect.op == "factory_boost":
            player.abilities |= FACTORY_BOOST[effect.factory]


def _goal_cards(state: State, player: Player, value: Mapping[str, Any], path: str) -> None:
    """Goal cards kept, at hand in the draft, returned, open."""
    tables = state.frame.tables
    for name in ("goals", "draft"):
        if name in value:
            goals = sorted(components(tables, "goals", value[name], f"{path}.{name}"))
            expect(not state.frame.race or not goals, f"{path}.{name}", "no goals in race mode", value[name])
            setattr(player, name, goals)
    if value.get("dropped") is not None:
        player.dropped = component(tables, "goals", value["dropped"], f"{path}.dropped")
    if "open_goals" in value:
        listed = components(tables, "goals", value["open_goals"], f"{path}.open_goals")
        expect(all(goal in player.goals for goal in listed), f"{path}.open_goals", "own goals", value["open_goals"])
        player.open_goals = _mask(listed)
    player.open_goals |= bonus_goals(state, player)


def _components(state: State, given: Mapping[str, Any]) -> int:
    """Displays, decks and what else lies on the table; returns the display beside which cards lie revealed."""
    tables, pack = state.frame.tables, state.frame.pack
    if "displays" in given:
        listed = mapping(given["displays"], "displays", KINDS)
        for kind, name in enumerate(KINDS):
            expect(name in listed, "displays", f"a display {name!r}", sorted(listed))
            _display(state, kind, listed[name], f"displays.{name}")
    else:
        _take_out(state)
    _once_each(state)
    extra = mapping(given.get("revealed", {"cards": []}), "revealed", ("kind", "cards"))
    cards = listing(extra.get("cards", []), "revealed.cards")
    state.extra = []
    which = 0
    if cards:
        which = word(extra.get("kind"), "revealed.kind", KINDS)
        state.extra = components(tables, PLURALS[which], cards, "revealed.cards")
        known = state.displays[which]
        expect(
            not set(state.extra) & {*known.open, *known.stack, *_owned(state, which)},
            "revealed.cards",
            "cards that lie nowhere else",
            cards,
        )
    if "bonuses" in given:
        state.bonuses = components(tables, "bonuses", given["bonuses"], "bonuses")
    left = len(pack.years) - state.year + 1
    if "bonuses" not in given:
        state.bonuses = state.bonuses[-left:]
    expect(len(state.bonuses) == left, "bonuses", f"{left} cards in year {state.year}", given.get("bonuses"))
    if "orders" in given:
        state.orders = sorted(components(tables, "orders", given["orders"], "orders"))
        expect(state.frame.orders or not state.orders, "orders", "no orders without the module", given["orders"])
    _order_cards(state, "orders" in given)
    if given.get("line_side") is not None:
        expect(state.frame.lines, "line_side", "nothing without line dominance", given["line_side"])
        state.side = word(given["line_side"], "line_side", tuple(side.id for side in pack.lines))
    if "action_stack" in given:
        state.cards = components(tables, "cards", given["action_stack"], "action_stack", unique=False)[::-1]
        expect(
            state.frame.advanced or not state.cards,
            "action_stack",
            "no cards with basic actions",
            given["action_stack"],
        )
    elif state.frame.advanced:
        _deal_out(state)
    _count_cards(state)
    _solo(state, given)
    _goal_draft(state, given)
    return which


def _order_cards(state: State, given: bool) -> None:
    """Each order card is in one place; open ones that are not given fill up to the number drawn."""
    orders = state.frame.pack.orders
    taken = [orders[order].card for player in state.players for order in player.orders + player.paid_orders]
    if not given:
        free = [order for order in state.orders if orders[order].card not in taken]
        state.orders = free[: max(0, state.frame.pack.setup.orders_drawn - len(taken))]
    taken += [orders[order].card for order in state.orders]
    names = [state.frame.pack.order_cards[card].id for card in taken]
    expect(len(set(names)) == len(names), "orders", "each order card in one place only", sorted(names))


def _display(state: State, kind: int, value: object, path: str) -> None:
    tables = state.frame.tables
    given = mapping(value, path, ("open", "stack", "known"))
    display: Display = state.displays[kind]
    size = state.frame.pack.setup.display
    display.open = components(tables, PLURALS[kind], given.get("open", []), f"{path}.open")
    expect(len(display.open) <= size, f"{path}.open", f"at most {size} cards", given.get("open"))
    display.stack = components(tables, PLURALS[kind], given.get("stack", []), f"{path}.stack")[::-1]
    display.known = number(given.get("known", 0), f"{path}.known", 0, len(display.stack))
    start = tables.start_stadium if kind == 1 else 999
    expect(max([*display.open, *display.stack], default=0) < start, path, "no start stadium", given.get("open"))


def _owned(state: State, kind: int) -> list[int]:
    """Cards of a display that somebody has."""
    if kind == 0:
        return [code >> 2 for player in state.players for code in player.ships]
    if kind == 1:
        found = [card for rival in state.rivals for card in rival.stadiums]
        for player in state.players:
            found += player.stadiums[0] + player.stadiums[1] + player.cargo_stadiums
        return found
    return [card for player in state.players for card in player.plans + player.infrastructures]


def _take_out(state: State) -> None:
    """Displays that are not given hold what nobody has, in the order of the fresh game."""
    for kind, display in enumerate(state.displays):
        owned = set(_owned(state, kind))
        cards = [card for card in [*display.open, *reversed(display.stack)] if card not in owned]
        size = state.frame.pack.setup.display
        display.open = cards[:size]
        display.stack = cards[size:][::-1]
        display.known = 0


def _once_each(state: State) -> None:
    """No card is in two places."""
    for kind, display in enumerate(state.displays):
        cards = [*_owned(state, kind), *display.open, *display.stack]
        for card in cards:
            if cards.count(card) > 1:
                name = state.frame.tables.ids[kind][card]
                raise BadPosition(f"{KINDS[kind]} {name}: expected it in one place only, found it in two")


def _deal_out(state: State) -> None:
    """An action stack that is not given holds what nobody has."""
    rest = list(state.frame.pack.deck)
    for player in state.players:
        for card in player.hand + player.tucked + player.played + player.discards:
            if card in rest:
                rest.remove(card)
    order = {card: index for index, card in enumerate(state.cards)}
    state.cards = sorted(rest, key=lambda card: (order.get(card, -1), card))


def _count_cards(state: State) -> None:
    """No action card is there more often than it has copies."""
    cards = list(state.cards)
    for player in state.players:
        cards += player.hand + player.tucked + player.played + player.discards
    for card in set(cards):
        copies = state.frame.pack.cards[card].copies
        name = state.frame.pack.cards[card].id
        expect(cards.count(card) <= copies, f"card {name}", f"at most {copies} of it", cards.count(card))


def _solo(state: State, given: Mapping[str, Any]) -> None:
    """The solo cards and their tile."""
    if "solo" not in given:
        lying = {*_owned(state, 1), *state.displays[1].open, *state.displays[1].stack}
        state.stadiums_aside = [card for card in state.stadiums_aside if card not in lying]
        return
    tables, pack = state.frame.tables, state.frame.pack
    solo = mapping(given["solo"], "solo", ("deck", "done", "corner", "stadiums_aside"))
    state.solo_deck = components(tables, "solo_cards", solo.get("deck", []), "solo.deck")[::-1]
    state.solo_out = components(tables, "solo_cards", solo.get("done", []), "solo.done")
    expect(not set(state.solo_deck) & set(state.solo_out), "solo", "each card once", given["solo"])
    state.corner = word(solo.get("corner", pack.solo_tile.corners[0]), "solo.corner", pack.solo_tile.corners)
    aside = components(tables, "stadiums", solo.get("stadiums_aside", []), "solo.stadiums_aside")
    known = {*_owned(state, 1), *state.displays[1].open, *state.displays[1].stack}
    expect(
        not known & set(aside), "solo.stadiums_aside", "stadiums that lie nowhere else", solo.get("stadiums_aside")
    )
    state.stadiums_aside = aside
    playing = bool(state.rivals) and state.phase >= phases.HANDS and state.phase != phases.OVER
    expect(bool(state.solo_deck) or not playing, "solo.deck", "at least the bottom card", solo.get("deck"))


def _goal_draft(state: State, given: Mapping[str, Any]) -> None:
    """What has been picked in the draft, and the piles of the solo game."""
    tables = state.frame.tables
    if "goal_draft" in given:
        draft = mapping(given["goal_draft"], "goal_draft", ("picks", "piles"))
        picks = listing(draft.get("picks", []), "goal_draft.picks")
        drafting = state.phase == phases.GOALS and not state.frame.solo
        good = len(picks) == len(state.players) or (not picks and not drafting)
        expect(good, "goal_draft.picks", "a list for each player", picks)
        state.picks = [components(tables, "goals", each, f"goal_draft.picks[{i}]") for i, each in enumerate(picks)]
        piles = listing(draft.get("piles", [[], []]), "goal_draft.piles", 2)
        first, second = (sorted(components(tables, "goals", each, "goal_draft.piles")) for each in piles)
        state.piles = (first, second)
        _check_picks(state)
    elif state.phase != phases.GOALS:
        state.picks = []
        state.piles = ([], [])
    elif "players" in given:
        raise BadPosition("goal_draft: expected it in the phase 'goals' when players are given")
    every = [goal for player in state.players for goal in player.goals + player.draft]
    every += [player.dropped for player in state.players if player.dropped >= 0]
    every += state.piles[0] + state.piles[1]
    expect(len(set(every)) == len(every), "goals", "each goal card in one place only", len(every) - len(set(every)))


def _check_picks(state: State) -> None:
    """The draft as noted gives everybody the goals they have."""
    count = len(state.players)
    if not any(state.picks):
        return
    for seat, player in enumerate(state.players):
        kept = sorted(
            pick
            for number_, picks in enumerate(state.picks)
            for turn, pick in enumerate(picks)
            if (number_ + turn) % count == seat
        )
        have = sorted([*player.goals, *([player.dropped] if player.dropped >= 0 else [])])
        expect(kept == have, f"goal_draft.picks of players[{seat}]", "exactly the goals of the player", kept)


def _stack(state: State, given: Mapping[str, Any]) -> None:
    """The pending questions, the one on top last."""
    if "stack" not in given:
        if state.phase in (phases.CARDS, phases.HANDS):
            flow.keep_hands(state, state.phase)
        return
    for i, each in enumerate(listing(given["stack"], "stack")):
        state.stack.append(wording.decision(state.frame.tables, len(state.players), each, f"stack[{i}]"))
    if state.stack and "at" not in given and state.phase >= phases.ACTIONS:
        state.at = state.order.index(state.stack[0].seat) + 1
