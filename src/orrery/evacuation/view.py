"""What a seat may see of a position, as plain JSON: the record of ``docs/views/evacuation.md``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from orrery.core.game import Message
from orrery.core.hexes import bits
from orrery.evacuation import faces, items, notation, phases
from orrery.evacuation.actions import PlayInfrastructure, Take, Under
from orrery.evacuation.decisions.transport import LoadPlace
from orrery.evacuation.decisions.turn import action_energy, area_open, energy_at_hand, surcharge
from orrery.evacuation.faces import amounts
from orrery.evacuation.pack import ANY, NEW, OLD, RESOURCES, TERRAINS, WORLDS
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.progress import LANES, energy_world, open_terrains, powers, symbols
from orrery.evacuation.rules.resources import old_output
from orrery.evacuation.rules.settling import is_met
from orrery.evacuation.rules.solo import rival_satisfaction
from orrery.evacuation.rules.technologies import complete_rows, satisfaction
from orrery.evacuation.tables import KINDS
from orrery.evacuation.wording import described

if TYPE_CHECKING:
    from orrery.evacuation.actions import Action
    from orrery.evacuation.state import Player, State

Json = dict[str, Any]

COLOURS: Final = ("blue", "yellow", "white", "pink")
ENERGY_FROM: Final = ("old", "either", "new")


def view(state: State, seat: int | None) -> Json:
    """What a seat (None: a spectator) may see."""
    frame, pack = state.frame, state.frame.pack
    over = state.phase == phases.OVER
    points = scoring.sources(state)
    return {
        "game": "evacuation",
        "you": seat,
        "pack": {"name": pack.name, "title": pack.title, "digest": pack.digest},
        "options": {name: frame.options[name] for name in phases.RULE_OPTIONS},
        "year": state.year,
        "phase": phases.PHASES[state.phase],
        "ending": bool(state.ending),
        "over": over,
        "question": question(state),
        "order": [_who(state, each) for each in state.order],
        "passed": [_who(state, each) for each in state.order if state.passed >> each & 1],
        "board": faces.printed(frame.tables, frame.lanes),
        "settled": _settled(state),
        "markers": _markers(state),
        "displays": _displays(state),
        "bonuses": [faces.bonus(pack, card) for card in state.bonuses],
        "orders": [faces.order(pack, order) for order in state.orders] if frame.orders else None,
        "lines": _lines(state) if frame.lines else None,
        "action_stack": len(state.cards) if frame.advanced else None,
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
    if state.frame.third_party:
        return "third party"
    return "opponent" if number == 1 else "neutral"


def question(state: State) -> Json:
    """The pending question: who is asked, its name, and what it is about."""
    if not state.stack:
        return {"name": "", "seat": None}
    top = state.stack[-1]
    found: Json = {"name": type(top).__name__, **described(state, top)}
    if isinstance(top, LoadPlace):
        ship = state.frame.pack.ships[top.ship]
        place = top.place
        if place < len(ship.sites):
            found["holds"] = "site"
            found["terrain"] = faces.site_terrains(ship.sites[place])[0]
        else:
            found["holds"] = "building" if place < len(ship.sites) + ship.buildings else "resources"
    return found


def _settled(state: State) -> list[Json]:
    """Settled fields with their owner and the factories on them."""
    pack = state.frame.pack
    found: list[Json] = []
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


def _markers(state: State) -> list[Json]:
    """The progress markers; the front one of each colour first."""
    found: list[Json] = []
    for seat, player in enumerate(state.players):
        found += [
            {"owner": seat, "column": player.columns[i], "lane": _lane(player.columns[i], player.lanes[i])}
            for i in (0, 1)
        ]
    if state.frame.solo:
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


def _displays(state: State) -> Json:
    """The open cards of the three displays, X slot first, and their stacks."""
    tables = state.frame.tables
    makers = (
        lambda card: faces.ship(tables.pack, card),
        lambda card: faces.stadium(tables, card),
        lambda card: faces.infrastructure(tables.pack, card),
    )
    top = state.stack[-1] if state.stack else None
    revealing = getattr(top, "kind", None) if state.extra else None
    return {
        KINDS[kind]: {
            "open": [makers[kind](card) for card in display.open],
            "revealed": [makers[kind](card) for card in state.extra] if revealing == kind else [],
            "stack": len(display.stack),
            "bottom": [tables.ids[kind][card] for card in reversed(display.stack[: display.known])],
        }
        for kind, display in enumerate(state.displays)
    }


def _lines(state: State) -> Json:
    side = state.frame.pack.lines[state.side]
    fields = state.frame.pack.fields
    return {
        "side": side.id,
        "lines": [[fields[field].id for field in line.fields] for line in side.lines],
        "counts": [(player.fields & side.mask).bit_count() for player in state.players],
        "rivals": [(rival.fields & side.mask).bit_count() for rival in state.rivals],
    }


def _rivals(state: State) -> list[Json]:
    """The solo opponent and the neutral colour, or the third party."""
    tables = state.frame.tables
    return [
        {
            "who": _who(state, len(state.players) + index),
            "fields": [tables.pack.fields[field].id for field in bits(rival.fields)],
            "stadiums": [faces.stadium(tables, card) for card in rival.stadiums],
            "satisfaction": _rival_satisfaction(state, index),
        }
        for index, rival in enumerate(state.rivals)
    ]


def _rival_satisfaction(state: State, index: int) -> float:
    """Of its stadiums; the neutral colour counts relative to the opponent (EV-SOL-6)."""
    opponent = rival_satisfaction(state, state.rivals[0])
    return opponent + state.frame.pack.solo.neutral_halves / 2 if index else opponent


def _solo(state: State, seat: int | None) -> Json | None:
    """The solo cards and their tile."""
    if not state.rivals:
        return None
    pack = state.frame.pack
    deck = state.solo_deck
    pile = None
    if state.frame.solo and state.phase == phases.GOALS and seat == 0:
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


def _player(state: State, seat: int, you: int | None, over: bool, points: dict[str, int]) -> Json:
    """The holdings of a seat; hands and goals of others as numbers only."""
    player = state.players[seat]
    frame, tables, pack = state.frame, state.frame.tables, state.frame.pack
    mine = seat == you
    sites = [{"id": site.id, "up": bool(player.sites >> index & 1)} for index, site in enumerate(pack.sites)]
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
            "stadiums": [tables.stadium_ids[card] for card in player.cargo_stadiums],
        },
        "ships": [
            {**faces.ship(pack, code >> 2), "world": WORLDS[code >> 1 & 1], "moved": bool(code & 1)}
            for code in player.ships
        ],
        "stadiums": {
            "old": [faces.stadium(tables, card) for card in player.stadiums[OLD]],
            "new": [faces.stadium(tables, card) for card in player.stadiums[NEW]],
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
        "goals": None if frame.race else _goals(state, player, mine or over),
        "draft": [pack.goals[goal].id for goal in player.draft] if mine else len(player.draft),
        "hand": _hand(state, player.hand, mine) if frame.advanced else None,
        "tucked": _hand(state, player.tucked, mine) if frame.advanced else None,
        "played": [faces.card(pack, card) for card in player.played] if frame.advanced else None,
        "discards": _hand(state, player.discards, mine) if frame.advanced else None,
        "orders": [faces.order(pack, order) for order in player.orders],
        "paid_orders": [faces.order(pack, order) for order in player.paid_orders],
        "meets_goal": scoring.meets_goal(state, player),
        "points": points,
        "accounting": _accounting(state, seat) if over and frame.race else None,
    }


def _accounting(state: State, seat: int) -> list[Json]:
    """The end of a race step by step: every penalty and bonus with the marker it moves (EV-RAC-8, EV-RAC-9)."""
    stages = scoring.race_stages(state, seat, scoring.race_bonuses(state)[seat])
    markers = list(stages[0][1])
    found: list[Json] = []
    for source, after in stages[1:]:
        while markers != after:
            by = 1 if sum(after) > sum(markers) else -1
            marker = markers.index(min(markers))
            markers[marker] += by
            found.append(
                {"source": source, "resource": RESOURCES[marker], "by": by, "production": amounts(tuple(markers))}
            )
    return found


def _next_action(state: State, player: Player) -> Json:
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


def _technologies(state: State, player: Player) -> list[list[Json]]:
    """Three columns from the bottom row up; how often each tile has been researched."""
    found: list[list[Json]] = []
    for column in range(3):
        left = player.research[column]
        done = complete_rows(state, player, column)
        tiles: list[Json] = []
        for row in range(3):
            face = faces.technology(state.frame.pack, player.technologies[column * 3 + row])
            here = min(left, face["steps"])
            left -= here
            tiles.append({**face, "researched": here, "complete": row < done})
        found.append(tiles)
    return found


def _goals(state: State, player: Player, shown: bool) -> list[Json]:
    """Goal cards: the faces of own and open ones; what others hide is null."""
    found: list[Json] = []
    for goal in player.goals:
        is_open = bool(player.open_goals >> goal & 1)
        if shown or is_open:
            count = scoring.goal_count(state, player, state.frame.pack.goals[goal].counts)
            points = scoring.goal_points(state, player, goal)
            found.append({**faces.goal(state.frame.pack, goal), "open": is_open, "count": count, "points": points})
        else:
            found.append({"id": None, "open": False})
    if not shown:
        found.sort(key=lambda face: (face["id"] is None, face["id"] or ""))
    return found


def _hand(state: State, cards: list[int], shown: bool) -> list[Json] | int:
    return [faces.card(state.frame.pack, card) for card in cards] if shown else len(cards)


def forecast(state: State, seat: int) -> Json | None:
    """The next income if nothing changes: what comes in, what is eaten, what will be missing."""
    coming = state.year if state.phase in (phases.GOALS, phases.CARDS) else state.year + 1
    if coming > len(state.frame.pack.years):
        return None
    player = state.players[seat]
    year = state.frame.pack.years[coming - 1]
    output = old_output(state, seat)
    found: Json = {"year": coming}
    for world, income, demand in (
        ("old", output, year.food_old),
        ("new", tuple(player.production), year.food_new),
    ):
        food = player.stock[WORLDS.index(world) * 3] + income[0]
        found[world] = {"income": amounts(income), "demand": demand, "short": max(0, demand - food)}
    found["stadiums"] = {"demand": year.stadiums, "short": max(0, year.stadiums - len(player.stadiums[NEW]))}
    return found


def tell(state: State, action: Action, seat: int | None) -> Message:
    """The entry as a message for the log: the action's name and its arguments in words."""
    top = state.stack[-1]
    if top.secret and seat != top.seat:
        return Message(f"{_snake(type(action).__name__)}_secret", {"seat": top.seat})
    args: Json = {"seat": top.seat, "question": type(top).__name__}
    args["text"] = notation.write(state, action)
    args.update(_arguments(state, action))
    if isinstance(top, LoadPlace):
        args.update(ship=state.frame.pack.ships[top.ship].id, place=top.place)
    return Message(_snake(type(action).__name__), args)


ENDING = ("TransportShips", "ReturnShips", "OrderOffer")
"""Questions in which being done ends what the seat does: a page confirms it."""


def target(state: State, action: Action) -> Json:
    """What a page needs to find an answer on its boards: its kind and what it names, in words of the pack.

    The kind is the action's name; ``end`` where being done ends a turn or a transport. The display of a card is
    ``display``, so that it does not hide the kind.
    """
    top = state.stack[-1]
    named = _arguments(state, action)
    if "kind" in named:
        named["display"] = named.pop("kind")
    name = _snake(type(action).__name__)
    named["kind"] = "end" if name == "done" and type(top).__name__ in ENDING else name
    if isinstance(top, LoadPlace):
        named["ship"] = state.frame.pack.ships[top.ship].id
        named["place"] = top.place
    return named


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _arguments(state: State, action: Action) -> Json:
    """What an action holds, by the name of its slots, in words of the pack."""
    pack, tables = state.frame.pack, state.frame.tables
    named: Json = {}
    slots: tuple[str, ...] = tuple(type(action).__slots__)
    for name in slots:
        value = getattr(action, name)
        if name == "world":
            named[name] = WORLDS[value]
        elif name in ("resource", "factory", "give", "take"):
            named[name] = "any" if value == ANY else RESOURCES[value]
        elif name in ("factories", "less", "resources"):
            named[name] = None if value is None else amounts(value)
        elif name == "kind":
            named[name] = KINDS[value]
        elif name == "board":
            named[name] = pack.board[value].id
        elif name == "ship":
            named[name] = pack.ships[value].id
        elif name == "site":
            named[name] = pack.sites[value].id
        elif name == "stadium":
            named[name] = tables.stadium_ids[value]
        elif name == "field":
            named[name] = pack.fields[value].id
        elif name == "goal":
            named[name] = pack.goals[value].id
        elif name == "order":
            named[name] = pack.orders[value].id
        elif name == "item":
            named[name] = items.text(value)
        elif name == "cards":
            named[name] = [pack.cards[card].id for card in value]
        elif name == "lane":
            named[name] = LANES[value]
        elif name == "which":
            named[name] = notation.BONUSES[value]
        elif name == "places":
            named[name] = [notation.write(state, place) for place in value]
        elif name == "card":
            named[name] = _card_id(state, action, value)
        else:
            named[name] = value
    return named


def _card_id(state: State, action: Action, card: int) -> str:
    """A card of a display, an infrastructure in hand, or an action card."""
    if isinstance(action, (Take, Under)):
        return state.frame.tables.ids[action.kind][card]
    if isinstance(action, PlayInfrastructure):
        return state.frame.pack.infrastructures[card].id
    return state.frame.pack.cards[card].id
