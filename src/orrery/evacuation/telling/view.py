"""What a seat may see of a position, as plain JSON: ``records.view``, shown in ``docs/views/evacuation.md``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from orrery.core.hexes import bits
from orrery.evacuation import phases
from orrery.evacuation.decisions.turn import action_energy, area_open, energy_at_hand, surcharge
from orrery.evacuation.pack import ANY, NEW, OLD, RESOURCES, TERRAINS, WORLDS
from orrery.evacuation.pack.lookup import KINDS
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.progress import LANES, energy_world, open_terrains, powers, symbols
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.rules.settling import is_met
from orrery.evacuation.rules.solo import rival_satisfaction
from orrery.evacuation.rules.technologies import complete_rows, satisfaction
from orrery.evacuation.telling import printed as faces
from orrery.evacuation.telling.records import view as record
from orrery.evacuation.telling.records.printed import Card
from orrery.evacuation.telling.records.view import COLOURS, ENERGY_FROM
from orrery.evacuation.words import amounts

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, State

Json = dict[str, Any]


def view(state: State, seat: int | None) -> record.View:
    """What a seat (None: a spectator) may see of what stands."""
    table, pack = state.table, state.table.pack
    over = state.phase == phases.OVER
    points = scoring.sources(state)
    return {
        "game": "evacuation",
        "you": seat,
        "year": state.year,
        "phase": phases.PHASES[state.phase],
        "ending": bool(state.ending),
        "over": over,
        "question": question(state),
        "order": [_who(state, each) for each in state.order],
        "passed": [_who(state, each) for each in state.order if state.passed >> each & 1],
        "settled": _settled(state),
        "markers": _markers(state),
        "displays": _displays(state),
        "bonuses": [faces.bonus(pack, card) for card in state.bonuses],
        "orders": [faces.order(pack, order) for order in state.orders] if table.orders else None,
        "lines": _lines(state) if table.lines else None,
        "action_stack": len(state.cards) if table.advanced else None,
        "players": [_player(state, each, seat, over, gains) for each, gains in enumerate(points)],
        "rivals": _rivals(state),
        "solo": _solo(state, seat),
        "scores": [sum(gains.values()) for gains in points],
        "places": state.places() if over else None,
    }


def _who(state: State, number: int) -> int | str:
    """A seat, or the word for somebody without one."""
    if number < len(state.players):
        return number
    if state.table.third_party:
        return "third party"
    return "opponent" if number == 1 else "neutral"


def question(state: State) -> Json:
    """The pending question: who is asked, its name, and what it is about."""
    if not state.stack:
        return {"name": "", "seat": None, "facts": {}}
    top = state.stack[-1]
    return {"name": top.name, "seat": top.seat, "facts": top.about(state)}


def _settled(state: State) -> list[record.Settled]:
    """Settled fields with their owner and the factories on them."""
    pack = state.table.pack
    found: list[record.Settled] = []
    owners: list[tuple[int, int]] = [(seat, player.fields) for seat, player in enumerate(state.players)]
    owners += [(len(state.players) + index, rival.fields) for index, rival in enumerate(state.rivals)]
    for owner, mask in owners:
        for field in bits(mask):
            code = state.factories[field]
            found.append(
                {
                    "field": pack.fields[field].id,
                    "owner": _who(state, owner),
                    "factories": amounts((code & 7, code >> 3 & 7, code >> 6)),
                }
            )
    found.sort(key=lambda each: pack.find("fields", each["field"]))
    return found


def _markers(state: State) -> list[record.Marker]:
    """The progress markers; the front one of each colour first."""
    found: list[record.Marker] = []
    for seat, player in enumerate(state.players):
        found += [
            {"owner": seat, "column": player.columns[i], "lane": _lane(player.columns[i], player.lanes[i])}
            for i in (0, 1)
        ]
    if state.table.solo:
        for index, rival in enumerate(state.rivals):
            found += [
                {
                    "owner": _who(state, 1 + index),
                    "column": rival.columns[i],
                    "lane": _lane(rival.columns[i], rival.lanes[i]),
                }
                for i in (0, 1)
            ]
    return found


def _lane(column: int, lane: int) -> str:
    return LANES[lane] if column else "start"


def _displays(state: State) -> record.Displays:
    """The open cards of the three displays, X slot first, and their stacks."""
    lookup, pack = state.table.lookup, state.table.pack
    revealing = state.stack[-1].shows() if state.extra else ANY
    ships, stadiums, infrastructures = state.displays
    extra = [state.extra if revealing == kind else [] for kind in range(len(KINDS))]
    bottom = [
        [lookup.ids[kind][card] for card in reversed(display.stack[: display.known])]
        for kind, display in enumerate(state.displays)
    ]
    return {
        "ship": {
            "open": [faces.ship(pack, card) for card in ships.open],
            "revealed": [faces.ship(pack, card) for card in extra[0]],
            "stack": len(ships.stack),
            "bottom": bottom[0],
        },
        "stadium": {
            "open": [faces.stadium(lookup, card) for card in stadiums.open],
            "revealed": [faces.stadium(lookup, card) for card in extra[1]],
            "stack": len(stadiums.stack),
            "bottom": bottom[1],
        },
        "infrastructure": {
            "open": [faces.infrastructure(pack, card) for card in infrastructures.open],
            "revealed": [faces.infrastructure(pack, card) for card in extra[2]],
            "stack": len(infrastructures.stack),
            "bottom": bottom[2],
        },
    }


def _lines(state: State) -> record.Lines:
    side = state.table.pack.lines[state.side]
    return {
        "counts": [(player.fields & side.mask).bit_count() for player in state.players],
        "rivals": [(rival.fields & side.mask).bit_count() for rival in state.rivals],
    }


def _rivals(state: State) -> list[record.RivalInfo]:
    """The solo opponent and the neutral colour, or the third party."""
    lookup = state.table.lookup
    return [
        {
            "who": str(_who(state, len(state.players) + index)),
            "fields": [lookup.pack.fields[field].id for field in bits(rival.fields)],
            "stadiums": [faces.stadium(lookup, card) for card in rival.stadiums],
            "satisfaction": _rival_satisfaction(state, index),
        }
        for index, rival in enumerate(state.rivals)
    ]


def _rival_satisfaction(state: State, index: int) -> float:
    """Of its stadiums; the neutral colour counts relative to the opponent (EV-SOL-6)."""
    opponent = rival_satisfaction(state, state.rivals[0])
    return opponent + state.table.pack.solo.neutral_halves / 2 if index else opponent


def _solo(state: State, seat: int | None) -> record.Solo | None:
    """The solo cards and their tile."""
    if not state.rivals:
        return None
    pack = state.table.pack
    deck = state.solo_deck
    pile = None
    if state.table.solo and state.phase == phases.GOALS and seat == 0:
        goals = pack.goals
        pile = [[goals[goal].id for goal in state.piles[0]]]
        pile.append([goals[goal].id for goal in state.piles[1]] if state.step >= 2 else [])
    return {
        "done": [faces.solo_card(pack, card) for card in state.solo_out],
        "left": max(0, len(deck) - 1),
        "top": faces.solo_back(pack, deck[-1]) if deck else None,
        "corner": pack.solo_tile.corners[state.corner],
        "corners": list(pack.solo_tile.corners),
        "stadiums_aside": [pack.stadiums[card].id for card in state.stadiums_aside],
        "goal_piles": pile,
    }


def _player(state: State, seat: int, you: int | None, over: bool, points: dict[str, int]) -> record.Player:
    """The holdings of a seat; hands and goals of others as numbers only."""
    player = state.players[seat]
    table, lookup, pack = state.table, state.table.lookup, state.table.pack
    mine = seat == you
    sites: list[record.OwnSite] = [
        {"id": site.id, "up": bool(player.sites >> index & 1)} for index, site in enumerate(pack.sites)
    ]
    have = symbols(state, player)
    return {
        "seat": seat,
        "colour": COLOURS[seat],
        "stock": {"old": amounts(player.stock[:3]), "new": amounts(player.stock[3:])},
        "production": amounts(player.production),
        "old_production": amounts(old_output(state, seat)),
        "forecast": forecast(state, seat),
        "sites": sites,
        "sea_moved": player.sea_moved,
        "factories": {
            "supply": amounts(player.supply),
            "old": amounts(player.old_factories),
            "new": amounts(player.new_factories),
            "settled": amounts(player.settled_factories),
        },
        "population": {"waiting": player.population, "settled": player.settled_population},
        "cargo": {
            "population": player.cargo[0],
            "factories": amounts(player.cargo[1:4]),
            "resources": amounts(player.cargo[4:7]),
            "stadiums": [lookup.stadium_ids[card] for card in player.cargo_stadiums],
        },
        "ships": [
            {**faces.ship(pack, code >> 2), "world": WORLDS[code >> 1 & 1], "moved": bool(code & 1)}
            for code in player.ships
        ],
        "stadiums": {
            "old": [faces.stadium(lookup, card) for card in player.stadiums[OLD]],
            "new": [faces.stadium(lookup, card) for card in player.stadiums[NEW]],
        },
        "plans": [faces.infrastructure(pack, card) for card in player.plans],
        "infrastructures": [
            {
                **faces.infrastructure(pack, card),
                "fulfilled": bool(player.fulfilled >> card & 1),
                "met": is_met(state, player, card),
            }
            for card in player.infrastructures
        ],
        "technologies": _technologies(state, player),
        "satisfaction": {"all": satisfaction(state, player, False), "new": satisfaction(state, player, True)},
        "symbols": [name for name, n in zip(pack.symbols, have, strict=True) for _ in range(n)],
        "terrains": [name for i, name in enumerate(TERRAINS) if open_terrains(state, player) >> i & 1],
        "energy_from": ENERGY_FROM[energy_world(state, player)],
        "action_marker": player.marker,
        "next_action": _next_action(state, player),
        "areas": list(player.areas),
        "power": powers(state, player),
        "penalties": player.penalties,
        "bonuses": {"small": player.small, "large": player.large},
        "goals": None if table.race else _goals(state, player, mine or over),
        "draft": [pack.goals[goal].id for goal in player.draft] if mine else len(player.draft),
        "hand": _hand(state, player.hand, mine) if table.advanced else None,
        "tucked": _hand(state, player.tucked, mine) if table.advanced else None,
        "played": [faces.card(pack, card) for card in player.played] if table.advanced else None,
        "discards": _hand(state, player.discards, mine) if table.advanced else None,
        "orders": [faces.order(pack, order) for order in player.orders],
        "paid_orders": [faces.order(pack, order) for order in player.paid_orders],
        "meets_goal": scoring.meets_goal(state, player),
        "points": points,
        "accounting": _accounting(state, seat) if over and table.race else None,
    }


def _accounting(state: State, seat: int) -> list[record.Accounted]:
    """The end of a race step by step: every penalty and bonus with the marker it moves (EV-RAC-8, EV-RAC-9)."""
    stages = scoring.race_stages(state, seat, scoring.race_bonuses(state)[seat])
    markers = list(stages[0][1])
    found: list[record.Accounted] = []
    for source, after in stages[1:]:
        while markers != after:
            by = 1 if sum(after) > sum(markers) else -1
            marker = markers.index(min(markers))
            markers[marker] += by
            found.append(
                {"source": source, "resource": RESOURCES[marker], "by": by, "production": amounts(tuple(markers))}
            )
    return found


def _next_action(state: State, player: Player) -> record.NextAction:
    """Energy of the next action for each area, None where none can be taken; and what there is to spend."""
    base = action_energy(state, player)
    return {
        "energy": base,
        "areas": [
            base + surcharge(state, player, area) if area_open(state, player, area) else None
            for area in (1, 2, 3, 4)
        ],
        "at_hand": energy_at_hand(state, player),
    }


def _technologies(state: State, player: Player) -> list[list[record.OwnTechnology]]:
    """Three columns from the bottom row up; how often each tile has been researched."""
    tiles = state.table.pack.technologies
    found: list[list[record.OwnTechnology]] = []
    for column in range(3):
        left = player.research[column]
        done = complete_rows(state, player, column)
        own: list[record.OwnTechnology] = []
        for row in range(3):
            tile = tiles[player.technologies[column * 3 + row]]
            here = min(left, tile.steps)
            left -= here
            own.append({"id": tile.id, "researched": here, "complete": row < done})
        found.append(own)
    return found


def _goals(state: State, player: Player, shown: bool) -> list[record.Goal]:
    """Goal cards: the faces of own and open ones; what others hide is null."""
    found: list[record.Goal] = []
    for goal in player.goals:
        is_open = bool(player.open_goals >> goal & 1)
        if shown or is_open:
            count = scoring.goal_count(state, player, state.table.pack.goals[goal].counts)
            points = scoring.goal_points(state, player, goal)
            found.append({**faces.goal(state.table.pack, goal), "open": is_open, "count": count, "points": points})
        else:
            found.append({"id": None, "open": False})
    if not shown:
        found.sort(key=lambda face: (face["id"] is None, face["id"] or ""))
    return found


def _hand(state: State, cards: tuple[int, ...], shown: bool) -> list[Card] | int:
    return [faces.card(state.table.pack, card) for card in cards] if shown else len(cards)


def forecast(state: State, seat: int) -> record.Forecast | None:
    """The next income if nothing changes: what comes in, what is eaten, what will be missing."""
    coming = state.year if state.phase in (phases.GOALS, phases.CARDS) else state.year + 1
    if coming > len(state.table.pack.years):
        return None
    player = state.players[seat]
    year = state.table.pack.years[coming - 1]

    def eaten(world: int, income: Sequence[int], demand: int) -> record.WorldForecast:
        food = player.stock[world * 3] + income[0]
        return {"income": amounts(income), "demand": demand, "short": max(0, demand - food)}

    return {
        "year": coming,
        "old": eaten(OLD, old_output(state, seat), year.food_old),
        "new": eaten(NEW, player.production, year.food_new),
        "stadiums": {"demand": year.stadiums, "short": max(0, year.stadiums - len(player.stadiums[NEW]))},
    }
