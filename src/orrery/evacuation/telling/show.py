"""A position as text for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orrery.evacuation.pack import RESOURCES, TERRAINS
from orrery.evacuation.telling.printed import printed
from orrery.evacuation.telling.view import view

if TYPE_CHECKING:
    from orrery.evacuation.state import State
    from orrery.evacuation.telling.records.printed import Technology

MARKS = {"steppe": "s", "desert": "d", "forest": "f", "ocean": "o"}
SHORT = {"food": "F", "steel": "S", "energy": "E"}


def show(state: State, seat: int | None = None) -> str:
    """The position as a seat may see it, or as a spectator does."""
    fixed = printed(state)
    seen: dict[str, Any] = {**fixed, **view(state, seat)}
    lines = [_head(seen), ""]
    lines += _map(seen)
    lines += ["", *_track(seen), ""]
    for kind, display in seen["displays"].items():
        cards = "  ".join(_card(kind, card) for card in display["open"])
        lines.append(f"{kind + 's':16} {cards}   (stack {display['stack']})")
    bonuses = "  ".join(f"{b['id']} {b['small']}/{b['large']}" for b in seen["bonuses"])
    lines.append(f"{'bonuses':16} {bonuses}")
    if seen["orders"]:
        lines.append(f"{'orders':16} " + "  ".join(order["id"] for order in seen["orders"]))
    for player in seen["players"]:
        lines += ["", *_player(player, fixed["technologies"])]
    for rival in seen["rivals"]:
        lines.append(
            f"\n{rival['who']}: fields {' '.join(rival['fields']) or '-'}, satisfaction {rival['satisfaction']}"
        )
    return "\n".join(lines) + "\n"


def _head(seen: dict[str, Any]) -> str:
    question = seen["question"]
    asked = f"{question['name']} of seat {question['seat']}" if question["name"] else "the game is over"
    order = " ".join(map(str, seen["order"]))
    return f"Evacuation, {seen['options']['mode']}: year {seen['year']}, {seen['phase']}; order {order}; {asked}"


def _amounts(values: dict[str, int]) -> str:
    return " ".join(f"{values[name]}{SHORT[name]}" for name in RESOURCES)


def _cost(values: dict[str, int]) -> str:
    return "+".join(f"{n}{SHORT[name]}" for name, n in values.items() if n) or "0"


def _card(kind: str, card: dict[str, Any]) -> str:
    if kind == "ship":
        places = "".join(name[0] for name in card["sites"]) + f"/{card['buildings']}/{card['resources']}"
        return f"{card['id']} ({_cost(card['cost'])}, {places}, flight {card['flight']})"
    if kind == "stadium":
        return f"{card['id']} ({_cost(card['cost'])}, {card['satisfaction']}*)"
    return f"{card['id']} ({_cost(card['cost'])}: {card['condition']['id']} {_cost(card['production'])})"


def _map(seen: dict[str, Any]) -> list[str]:
    """The New World, one row of hexes a line: terrain, slots, symbols, owner."""
    owners = {each["field"]: str(each["owner"])[0] for each in seen["settled"]}
    rows: dict[int, list[tuple[int, str]]] = {}
    for field in seen["board"]["fields"]:
        slots = "#" * field["factory_slots"]
        for slot in field["population_slots"]:
            slots += SHORT[slot["resource"]].lower() + (str(slot["dots"]) if slot["dots"] else "")
        needs = "".join(symbol[0] for symbol in field["symbols"])
        text = f"{field['id']}{MARKS[field['terrain']]}:{slots}" + (f"/{needs}" if needs else "")
        if field["id"] in owners:
            text = f"[{field['id']} {owners[field['id']]}]"
        rows.setdefault(field["r"], []).append((field["q"], text))
    lines = []
    for r in sorted(rows):
        cells = [f"{text:^14}" for _, text in sorted(rows[r])]
        lines.append((" " * 7 * abs(r) + "".join(cells)).rstrip())
    key = ", ".join(f"{MARKS[name]} {name}" for name in TERRAINS)
    return [*lines, f"({key}; # factory slot, letters population slots with dots, /needed symbols, [field owner])"]


def _track(seen: dict[str, Any]) -> list[str]:
    """Where the progress markers stand."""
    markers = [f"{each['owner']}: {each['column']} {each['lane']}" for each in seen["markers"]]
    points = ", ".join(f"{point['id']} after {point['after']}" for point in seen["board"]["turning_points"])
    return [f"{'progress':16} {'; '.join(markers)}", f"{'':16} ({points})"]


def _player(player: dict[str, Any], faces: dict[str, Technology]) -> list[str]:
    sites = [site["id"] for site in player["sites"] if site["up"]]
    ships = [f"{ship['id']} {ship['world']}{' moved' if ship['moved'] else ''}" for ship in player["ships"]]
    factories = player["factories"]
    stadiums = player["stadiums"]
    technologies = " | ".join(
        " ".join(
            f"{faces[tile['id']]['op']}{'*' if tile['complete'] else '.' * tile['researched']}" for tile in column
        )
        for column in player["technologies"]
    )
    infrastructures = [card["id"] + ("*" if card["fulfilled"] else "") for card in player["infrastructures"]]
    lines = [
        f"seat {player['seat']} ({player['colour']}): {sum(player['points'].values())} points now"
        f" {'; '.join(f'{name} {n}' for name, n in player['points'].items() if n)}",
        f"  old {_amounts(player['stock']['old'])} (+{_amounts(player['old_production'])})"
        f"   new {_amounts(player['stock']['new'])}   production {_amounts(player['production'])}"
        f"   penalties {player['penalties']}   satisfaction {player['satisfaction']['all']}",
        f"  sites {' '.join(sites) or '-'}   ships {', '.join(ships) or '-'}",
        f"  factories old {_amounts(factories['old'])} new {_amounts(factories['new'])} settled"
        f" {_amounts(factories['settled'])} supply {_amounts(factories['supply'])}"
        f"   population {player['population']['waiting']} waiting {player['population']['settled']} settled",
        f"  stadiums old {' '.join(card['id'] for card in stadiums['old']) or '-'}"
        f" new {' '.join(card['id'] for card in stadiums['new']) or '-'}"
        f"   plans {' '.join(card['id'] for card in player['plans']) or '-'}"
        f"   infrastructures {' '.join(infrastructures) or '-'}",
        f"  technologies {technologies}",
        f"  cards under areas {' '.join(map(str, player['areas']))}   power {'/'.join(map(str, player['power']))}"
        f"   next action {player['next_action']['energy']} energy from {player['energy_from']}"
        f"   symbols {' '.join(player['symbols']) or '-'}   open {' '.join(player['terrains'])}",
    ]
    if isinstance(player["hand"], list):
        lines.append("  hand " + " ".join(card["id"] for card in player["hand"]))
    elif player["hand"] is not None:
        lines.append(f"  hand {player['hand']} cards")
    if player["goals"]:
        lines.append("  goals " + " ".join(goal["id"] or "?" for goal in player["goals"]))
    return lines
