"""Golden games: whole games in notation with their results, and prints of what every answer did.

``python -m tests.evacuation.golden`` plays them anew after a change of rules or components that is meant; the
difference shows what it means. The players look one answer ahead with a rough idea of what is good.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from orrery.core import chance
from orrery.core.match import Match
from orrery.evacuation.pack import NEW
from orrery.evacuation.phases import PHASES
from orrery.evacuation.state import State

HERE: Final = Path(__file__).parent
GAMES: Final[dict[str, dict[str, object]]] = {
    "race-two": {"players": 2, "preset": "race"},
    "first-game-four": {"players": 4, "preset": "first game"},
    "race-advanced-three": {"players": 3, "actions": "advanced", "bonuses": "generous"},
    "points-modules-four": {"players": 4, "preset": "points with modules"},
    "points-third-party": {"players": 2, "mode": "points", "third_party": True},
    "solo": {"players": 1},
    "solo-advanced": {"players": 1, "preset": "points with modules"},
    "rulings": {
        "players": 3,
        "mode": "points",
        "empty_spaces": "many",
        "subactions": "free",
        "rewards": "must",
        "track_end": "parks",
        "new_world_pieces": "all",
        "satisfaction": "new",
    },
}
PRINTED: Final = ("race-two", "points-modules-four", "solo-advanced")


def worth(state: State, seat: int) -> int:
    """A rough idea, in tenths: points now, production, pieces and stocks on the way to more."""
    player = state.players[seat]
    value = 10 * state.scores()[seat]
    value += 5 * sum(player.production) + 12 * min(player.production)
    value += 6 * player.population + 7 * sum(player.new_factories) + 3 * sum(player.old_factories)
    value += 8 * player.cargo[0] + 8 * sum(player.cargo[1:4]) + sum(player.cargo[4:7]) * 2
    value += sum(player.stock[:3]) + 2 * sum(player.stock[3:])
    value += 9 * min(len(player.ships), 4) + 6 * len(player.stadiums[0]) + 12 * len(player.stadiums[NEW])
    value += 4 * sum(player.research) + 3 * min(len(player.plans), 2) + 8 * len(player.infrastructures)
    return value + 2 * sum(player.columns) + 3 * sum(lane > 0 for lane in player.lanes)


def choose(state: State, number: int) -> Any:
    """The answer after which the own position is worth most; the number breaks ties, stopping is worth less."""
    seat = state.asked()
    assert seat is not None
    best: list[Any] = []
    most = -(10**9)
    for option in state.options():
        then = state.clone()
        then.apply(option)
        value = worth(then, seat)
        if type(option).__name__ in ("Pass", "Forgo", "LoadNothing", "Done"):
            value -= 4
        if value > most:
            best, most = [], value
        if value == most:
            best.append(option)
    return best[chance.draw(7, number, len(best))]


def played(name: str) -> Match[State]:
    """A whole game."""
    match = Match.new("evacuation", GAMES[name], chance.stream(1, name))
    while match.state.asked() is not None:
        match.play(choose(match.state, len(match.entries)))
    return match


def result(match: Match[State]) -> str:
    """The line that a golden game ends with."""
    return f"# result {match.state.scores()} places {match.state.places()} digest {match.state.digest().hex()}\n"


def printed(match: Match[State]) -> str:
    """Every answer and what it did, year by year."""
    lines = [
        f"{name} {json.dumps(value, sort_keys=True)}"
        for name, value in sorted(match.header.options.items())
        if value is not None
    ]
    for number in match.line:
        entry, happened = match.entries[number], match.happenings[number]
        lines.append(f"{number + 1} seat {entry.seat} {entry.question}: {entry.text}")
        lines += [f"    seat {b.seat} {b.what} {b.amount:+d} ({b.source})" for b in happened.bookings]
        for message in happened.messages:
            told = ", ".join(f"{key} {value}" for key, value in message.args.items())
            lines.append(f"    {message.key}: {told}")
    for seat, sources in enumerate(match.points()):
        told = ", ".join(f"{source} {points}" for source, points in sorted(sources.items()))
        lines.append(f"seat {seat}: {sum(sources.values())} = {told}")
    lines.append(f"ended in year {match.state.year}, phase {PHASES[match.state.phase]}")
    return "\n".join(lines) + "\n"


def refresh() -> None:
    """Play all of them anew."""
    for name in GAMES:
        match = played(name)
        (HERE / "games" / f"{name}.game").write_text(match.save() + result(match), encoding="utf-8")
        if name in PRINTED:
            (HERE / "playthroughs" / f"{name}.txt").write_text(printed(match), encoding="utf-8")


if __name__ == "__main__":
    refresh()
