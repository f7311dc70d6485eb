"""A position as text for the terminal: the map drawn with letters, then what everybody holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.gaia.telling.printed import printed
from orrery.gaia.telling.records.printed import FactionBoard, Map
from orrery.gaia.telling.records.view import Automa, Player, View
from orrery.gaia.telling.view import view

if TYPE_CHECKING:
    from orrery.gaia.state import State

PLANET: Final = {
    "terra": "r",
    "oxide": "o",
    "volcanic": "v",
    "desert": "d",
    "swamp": "s",
    "titanium": "t",
    "ice": "i",
    "gaia": "g",
    "transdim": "m",
    "lost": "l",
    "": "·",
}
BUILDING: Final = {
    "mine": "M",
    "trading_station": "T",
    "research_lab": "L",
    "planetary_institute": "I",
    "academy_left": "A",
    "academy_right": "Q",
    "lost_planet": "M",
}


def show(state: State, seat: int | None = None) -> str:
    """Round, map, research, tiles, and a block for every player."""
    seen, fixed = view(state, seat), printed(state.table)
    lines = [_head(seen), "", *_map(seen, seen.get("map", fixed["map"])), "", *_research(seen), "", *_tiles(seen)]
    for player in seen["players"]:
        lines += ["", *_player(player, fixed["boards"])]
    for automa in seen["automas"]:
        lines += ["", *_automa(automa)]
    return "\n".join(lines) + "\n"


def _head(seen: View) -> str:
    question = seen["question"]
    asked = f"seat {question['seat']} is asked: {question['name']}" if question["name"] else "the game is over"
    return f"Gaia Project, round {seen['round']} of 6, {seen['phase']}; {asked}"


def _map(seen: View, printed_map: Map) -> list[str]:
    """Rows of flat-topped hexes: planet letter, or owner and building; a star marks a satellite."""
    marks: dict[str, str] = {hex_["name"]: PLANET[hex_["planet"]] for hex_ in printed_map["hexes"]}
    for name in seen["board"]["gaia"]:
        marks[name] = "g"
    if seen["board"]["lost"]:
        marks[seen["board"]["lost"]] = "l"
    for satellite in seen["board"]["satellites"]:
        marks[satellite["hex"]] = f"{satellite['seat']}*"
    for station in seen["board"]["stations"]:
        marks[station["hex"]] = f"{station['seat']}+"
    for former in seen["board"]["gaiaformers"]:
        marks[former["hex"]] += f"{former['seat']}F"
    for building in seen["board"]["buildings"]:
        marks[building["hex"]] += f"{building['seat']}{BUILDING[building['building']]}"
    places = {(hex_["q"], 2 * hex_["r"] + hex_["q"]): marks[hex_["name"]] for hex_ in printed_map["hexes"]}
    left = min(q for q, _ in places)
    right = max(q for q, _ in places)
    rows = sorted({row for _, row in places})
    return ["".join(places.get((q, row), "").center(4) for q in range(left, right + 1)).rstrip() for row in rows]


def _research(seen: View) -> list[str]:
    lines = ["research                 levels of seats     tile under it / advanced"]
    for track in seen["research"]["tracks"]:
        levels = " ".join("-" if level is None else str(level) for level in (*track["markers"], *track["automas"]))
        tile = track["tile"]
        lines.append(
            f"  {track['id']:24} {levels:16} {tile['tile']} x{tile['left']} / {track['advanced'] or '-'}"
            + (f" / token {track['token']}" if track["token"] else "")
        )
    free = ", ".join(f"{tile['tile']} x{tile['left']}" for tile in seen["research"]["free"])
    return [*lines, f"  {'free':24} {'':16} {free}"]


def _tiles(seen: View) -> list[str]:
    rounds = ", ".join(f"[{tile['tile']}]" if tile["state"] == "now" else tile["tile"] for tile in seen["rounds"])
    lines = [f"rounds    {rounds}"]
    for final in seen["finals"]:
        ranks = ", ".join(
            f"{'neutral' if row['neutral'] else 'seat ' + str(row['seat'])} {row['count']}"
            for row in final["standings"]
        )
        lines.append(f"final     {final['tile']}: {ranks}")
    used = ", ".join(
        f"{action['id']} (seat {action['used']})" for action in seen["actions"] if action["used"] is not None
    )
    lines.append(f"used      {used or '-'}")
    lines.append(f"boosters  {', '.join(seen['pool']['boosters']) or '-'}")
    lines.append("tokens    " + ", ".join(f"{token['token']} x{token['left']}" for token in seen["pool"]["tokens"]))
    order = ", ".join(
        f"{seat}{' (passed)' if seat in seen['order']['passed'] else ''}" for seat in seen["order"]["seats"]
    )
    return [*lines, f"order     {order}"]


def _gains(gains: dict[str, int]) -> str:
    return " ".join(f"{name} {amount}" for name, amount in gains.items()) or "-"


def _player(player: Player, boards: dict[str, FactionBoard]) -> list[str]:
    bowls = "/".join(map(str, player["bowls"]))
    brain = "" if player["brainstone"] is None else f", brainstone in {player['brainstone'] or 'the Gaia area'}"
    rows = boards[player["faction"]]["rows"] if player["faction"] and player["built"] else []
    built = ", ".join(f"{row['building']} {player['built'][row['building']]}/{len(row['spaces'])}" for row in rows)
    techs = ", ".join(
        tech["tile"] + (f" (covered by {tech['covered_by']})" if tech["covered_by"] else "")
        for tech in player["techs"]
    )
    tokens = ", ".join(f"{token['token']}{' green' if token['green'] else ''}" for token in player["tokens"])
    specials = ", ".join(f"{special['id']}{' (used)' if special['used'] else ''}" for special in player["specials"])
    return [
        f"seat {player['seat']}: {player['faction'] or 'no faction yet'}, {player['vp']} points"
        + (", passed" if player["passed"] else ""),
        f"  holds     credits {player['credits']}, ore {player['ore']}, knowledge {player['knowledge']}, "
        f"qic {player['qic']}, bowls {bowls}, Gaia area {player['gaia_area']}{brain}",
        f"  income    {_gains(player['income_total'])}",
        f"  built     {built or '-'}; range {player['range']}, {player['step']} ore a step, "
        f"gaiaformers {player['gaiaformers']['ready']} of {player['gaiaformers']['owned']}, "
        f"satellites {player['satellites']}",
        f"  booster   {player['booster'] or '-'}",
        f"  techs     {techs or '-'}",
        f"  tokens    {tokens or '-'}",
        f"  specials  {specials or '-'}",
    ]


def _automa(automa: Automa) -> list[str]:
    left = ", ".join(f"{name} {count}" for name, count in automa["left"].items())
    discards = ", ".join(map(str, automa["discard"])) or "-"
    return [
        f"Automa (seat {automa['number']}): {automa['faction']}, level {automa['level']}, {automa['vp']} points"
        + (", passed" if automa["passed"] else ""),
        f"  cards     action {automa['action'] or '-'}, support {automa['support'] or '-'}, "
        f"{automa['deck']} to draw, discarded {discards}",
        f"  left      {left}; satellites {automa['satellites']}; booster {automa['booster'] or '-'}",
    ]
