"""Puzzles: positions in which more is possible than a quick look finds.

They are made from games of bots (``making``, ``orrery study puzzles``) and lie beside this file as data. Each has
a proof: everything that can still be done was looked at.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, NotRequired, TypedDict

from orrery.bots import Nodes
from orrery.bots.mind import AnyMind
from orrery.bots.planner import Planner
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.saying import Explained, say
from orrery.core.titles import title
from orrery.study.finish import Limit, answered, choices, ending

MARGIN: Final = 3
"""Points by which the best end beats what a quick planner makes of it, at least."""
POSITIONS: Final = 4_000
"""Positions that the solver may look at: a proof that everybody can make again in a moment."""
QUICK: Final = 100
"""Positions a turn of that planner."""
LADDER: Final = (100, 300, 1_000, 3_000)
"""Positions a turn with which planners are tried; the first that finds the best end gives the first rating."""
RATINGS: Final = (900, 1_200, 1_500, 1_800, 2_100)
"""By the rung of the ladder; the last is for what none of them finds."""
FIRST_DAY: Final = date(2026, 1, 1)

Kind = Literal["last", "federation", "conversion", "pass"]
KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "gaia": ("last", "federation", "conversion", "pass"),
    "evacuation": ("last",),
}
"""Title -> its kinds of puzzles, each with a file of its own: last turns, the cheapest federation, a chain of
conversions, pass or go on."""
Goal = Literal["points", "satellites", "pass"]
"""Most points at the end; fewest satellites of a federation within two turns; whether to pass."""
TURNS: Final = 2
"""Own turns in which a federation is to be formed."""


class Puzzle(TypedDict):
    """A position, what can be reached, and how."""

    id: str
    game: str
    theme: str
    """What the solution is about, such as ``federation``, ``conversion`` or ``pass``."""
    seat: int
    position: Any
    """As data (docs/positions.md)."""
    points: int
    """What the seat has now."""
    best: int
    """What it can end with, at the most."""
    quick: int
    """What a planner that looks at few positions ends with."""
    line: list[str]
    """The solution: the seat's own answers to the end."""
    rating: int
    positions: int
    """That the solver looked at."""
    source: str
    """The game that it comes from."""
    kind: NotRequired[Kind]
    """``last`` if not given."""
    goal: NotRequired[Goal]
    """What is counted; ``points`` if not given."""
    margin: NotRequired[int]
    """Of passing or going on: by how many points the right one is better."""


@lru_cache(maxsize=4)
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a title, in the order in which they come by day."""
    found: list[Puzzle] = []
    for kind in KINDS.get(game, ()):
        name = f"puzzles-{game}.json" if kind == "last" else f"puzzles-{game}-{kind}.json"
        file = files("orrery.study").joinpath("data", name)
        if file.is_file():
            found += json.loads(file.read_text("utf-8"))
    return tuple(found)


def puzzle_of(game: str, name: str) -> Puzzle:
    """A puzzle by its id; raises LookupError."""
    for puzzle in puzzles(game):
        if puzzle["id"] == name:
            return puzzle
    raise LookupError(f"there is no puzzle {name!r} of {game!r}")


def of_the_day(game: str, day: date) -> Puzzle:
    """One puzzle for each day; after the last the first comes again."""
    found = puzzles(game)
    if not found:
        raise LookupError(f"there are no puzzles of {game!r}")
    return found[(day - FIRST_DAY).days % len(found)]


# Making them


def posed(data: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """The position of somebody who plays on alone as one of a real table: everybody else has passed.

    Whoever has passed in the last round has given back the booster and taken none.
    """
    players = data["players"]
    others = [other for other in range(len(players)) if other != seat]
    boosters = [*data["boosters"], *(players[other]["booster"] for other in others if players[other]["booster"])]
    left = [{**player, "booster": None} if other in others else player for other, player in enumerate(players)]
    everybody = list(range(len(players)))
    return {
        **data,
        "order": everybody,
        "around": everybody,
        "passed": others,
        "boosters": boosters,
        "players": left,
    }


def rung(game: AnyGame, known: AnyMind, world: AnyState, seat: Seat, best: int) -> int:
    """How many positions a turn a planner needs, as a rung of the ladder."""
    for number, nodes in enumerate(LADDER):
        if planned(game, known, world, seat, nodes) >= best:
            return number
    return len(LADDER)


def planned(game: AnyGame, known: AnyMind, world: AnyState, seat: Seat, nodes: int) -> int:
    """What a planner ends with."""
    state = world.clone()
    player = Planner(1, lambda: Nodes(nodes))
    while (asked := state.asked()) is not None:
        state.apply(player.choose(game, state, seat) if asked == seat else known.still(state))
    return int(state.scores()[seat])


# Checking them and answers to them


def solved_again(puzzle: Puzzle) -> int:
    """The best end of a stored puzzle as the solver finds it now; raises ValueError if it cannot."""
    game = title(puzzle["game"])
    state: AnyState = game.position(puzzle["position"])
    end = ending(game.name)
    found = choices(end, end.world(state, puzzle["seat"]), puzzle["seat"], Limit(4 * POSITIONS))
    if found is None or end.disturbed(state, puzzle["seat"]):
        raise ValueError(f"puzzle {puzzle['id']} is not proven by so many positions")
    return found.best


def _fits(game: AnyGame, world: AnyState, text: str) -> bool:
    """Whether a text answers the pending question."""
    try:
        return game.read(world, text) in world.options()
    except ValueError:
        return False


def reached(puzzle: Puzzle, line: Sequence[str]) -> int:
    """What these answers come to: points at the end, satellites, or 1 for the right choice.

    Raises ``Explained`` or ``IllegalAction`` where they do not fit, ValueError where they do not go to the end.
    """
    game = title(puzzle["game"])
    known = ending(game.name).known
    seat, goal = puzzle["seat"], puzzle.get("goal", "points")
    world: AnyState = game.position(puzzle["position"])
    start, own, turns = world.clone(), 0, 0
    for text in line:
        # What others convert at the end may be among the answers; it does not concern the seat.
        while world.asked() not in (None, seat) and not _fits(game, world, text):
            world.apply(known.still(world))
        if world.asked() is None:
            raise ValueError("the game is over before the last of these answers")
        own += world.asked() == seat
        action = game.read(world, text)
        world.play(action)
        turns += known.ends_turn(action) or action in game.closes.values()
        if goal == "satellites" and formed(world, seat)[0] > formed(start, seat)[0]:
            return formed(world, seat)[1] - formed(start, seat)[1]
    if goal == "satellites":
        if turns < TURNS:
            raise ValueError("there are turns left in which a federation could be formed")
        return puzzle["quick"]
    if goal == "pass":
        if not own:
            raise ValueError("nothing was answered")
        return int(passed(line) == passed(puzzle["line"]))
    world = answered(known, world, seat, ())
    if world.asked() is not None:
        raise ValueError("the game is not over after these answers")
    return int(world.scores()[seat])


def formed(state: Any, seat: Seat) -> tuple[int, int]:
    """How many federations a seat of Gaia Project has formed, and how many satellites it has placed."""
    player = state.players[seat]
    return int(player.federations), int(player.satellites.bit_count())


def passed(line: Sequence[str]) -> bool:
    """Whether the first turn of a line is to pass, free actions aside."""
    verbs = [text.split()[1] for text in line]
    return next((verb == "pass" for verb in verbs if verb not in ("convert", "burn")), False)


def outcome(puzzle: Puzzle, line: Sequence[str]) -> tuple[int, float]:
    """What answers lead to, and which share that is of what there is to be found beyond a quick look.

    Raises ``Explained`` where they do not fit or do not go to the end.
    """
    try:
        points = reached(puzzle, line)
    except Explained:
        raise
    except ValueError:
        raise Explained(say("study.puzzle.unfinished")) from None
    quick, best = puzzle["quick"], puzzle["best"]
    return points, min(1.0, max(0.0, (points - quick) / (best - quick)))
