"""Making puzzles from the last turns of games of bots (``orrery study puzzles``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from orrery.bots import bot
from orrery.bots.mind import AnyMind
from orrery.core.chance import stream
from orrery.core.game import AnyGame, AnyState, Seat
from orrery.core.titles import title
from orrery.study import puzzling
from orrery.study.finish import Choices, Limit, answered, choices, ending, texts
from orrery.study.puzzles import MARGIN, POSITIONS, QUICK, RATINGS, Kind, Puzzle, planned, posed, puzzles, rung

PLAYERS: Final[dict[str, tuple[int, ...]]] = {"gaia": (2, 3, 4), "evacuation": (2, 3, 4)}
"""Titles of which there are puzzles -> how many play in the games that they come from, by turns."""
OPTIONS: Final[dict[str, dict[str, object]]] = {"evacuation": {"mode": "points"}}
"""Title -> options of those games."""
BEGINS: Final[dict[str, tuple[str, ...]]] = {"evacuation": ("TransportShips", "PowerChoice", "SplitPower")}
"""Title -> questions with which a puzzle may begin beside turns."""
ANSWERS: Final = (3, 14)
"""Answers of the solution."""
LEAST: Final = 2
"""Points by which the best end of Evacuation beats a quick look, at least."""


def made(
    game: str,
    kind: Kind,
    count: int,
    seed: int,
    levels: Sequence[str],
    told: Callable[[int, list[Puzzle]], None],
    begun: Sequence[Puzzle] = (),
    after: int = 0,
) -> list[Puzzle]:
    """So many puzzles, or as many as there are; ``told`` hears of each source. Goes on after ``begun``.

    Last turns come from games of bots, other kinds from the turns of the solutions of last turns.
    """
    rules = title(game)
    found = list(begun)
    number = after
    prefix = game if kind == "last" else f"{game}-{kind}"
    known = [] if kind == "last" else [one for one in puzzles(game) if one.get("kind", "last") == "last"]
    while len(found) < count and (kind == "last" or number < len(known)):
        more = _of_game(rules, seed, number, levels) if kind == "last" else _of_puzzle(kind, known[number], number)
        for puzzle in more:
            found.append({**puzzle, "id": f"{prefix}-{len(found) + 1:03}"})
        number += 1
        told(number, found)
    return found[:count]


def _of_game(game: AnyGame, seed: int, number: int, levels: Sequence[str]) -> Iterator[Puzzle]:
    """The last turns of one game, one puzzle of a seat at the most."""
    players = PLAYERS[game.name][number % len(PLAYERS[game.name])]
    turns: dict[Seat, list[AnyState]] = {}
    for state, seat in candidates(game, players, stream(seed, f"game {number}"), levels):
        turns.setdefault(seat, []).append(state)
    for seat, states in sorted(turns.items()):
        make = _longest if game.name == "gaia" else _last_year
        puzzle = make(game, states, seat, "", f"seed {seed}, game {number}")
        if puzzle is not None:
            yield puzzle


def _of_puzzle(kind: Kind, puzzle: Puzzle, number: int) -> Iterator[Puzzle]:
    """A puzzle of another kind from a turn of the solution of last turns."""
    turns = along(puzzle)
    if kind == "conversion":
        turns = turns[1:]  # the same is asked of the first
    found = puzzling.made_of(kind, title(puzzle["game"]), turns, puzzle["seat"], f"last turns {number}")
    if found is not None:
        yield found


def along(puzzle: Puzzle) -> list[AnyState]:
    """The own turns of a solution, in order."""
    game, seat = title(puzzle["game"]), puzzle["seat"]
    known = ending(game.name).known
    state: AnyState = game.position(puzzle["position"])
    found: list[AnyState] = []
    for text in puzzle["line"]:
        if known.is_turn(state):
            found.append(state)
        state = answered(known, state, seat, (game.read(state, text),))
    return found


def written(found: Sequence[Puzzle]) -> str:
    """Puzzles as they are stored: one a line."""
    lines = [json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) for puzzle in found]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def candidates(game: AnyGame, players: int, seed: int, levels: Sequence[str]) -> Iterator[tuple[AnyState, Seat]]:
    """The last turns of a game of bots as each seat plays them to the end alone: nobody else does anything more."""
    end = ending(game.name)
    options = game.complete({"players": players, **OPTIONS.get(game.name, {})})
    state: AnyState = game.new(options, seed)
    bots = [bot(levels[seat % len(levels)], stream(seed, f"bot {seat}")) for seat in range(players)]
    number = 0
    while (asked := state.asked()) is not None:
        number += 1
        guess = game.guess(state, asked, stream(seed, f"answer {number}"))
        begins = end.known.is_turn(state) or state.question() in BEGINS.get(game.name, ())
        if begins and not end.applies(state, asked):
            world = end.world(guess, asked)
            if world.asked() == asked and not end.disturbed(world, asked):
                yield world, asked
        state.apply(bots[asked].choose(game, guess, asked))


def _longest(game: AnyGame, states: Sequence[AnyState], seat: Seat, name: str, source: str) -> Puzzle | None:
    """The earliest of a seat's last turns that is a puzzle: from the last one back, until the solver is cut off."""
    end = ending(game.name)
    best: Puzzle | None = None
    for state in reversed(states):
        found = choices(end, end.world(state, seat), seat, Limit(POSITIONS))
        if found is None or len(found.line) > ANSWERS[1]:
            break
        if len(found.line) >= ANSWERS[0]:
            best = _puzzle(game, state, found, seat, name, source) or best
    return best


def _puzzle(game: AnyGame, state: AnyState, found: Choices, seat: Seat, name: str, source: str) -> Puzzle | None:
    """The puzzle of a position; None if it is found by a glance."""
    known = ending(game.name).known
    quick = planned(game, known, state, seat, QUICK)
    if found.best - quick < MARGIN:
        return None
    line = texts(game, known, state, seat, found.line)
    return {
        "id": name,
        "game": game.name,
        "theme": theme_of(line),
        "seat": seat,
        "position": posed(game.data(state), seat),
        "points": int(state.scores()[seat]),
        "best": found.best,
        "quick": quick,
        "line": line,
        "rating": RATINGS[rung(game, known, state, seat, found.best)],
        "positions": found.positions,
        "source": source,
    }


def theme_of(line: Sequence[str]) -> str:
    """What a solution is about, by the words of its answers."""
    said = [set(text.split()) for text in line]

    def count(*words: str) -> int:
        return sum(1 for text in said if text & set(words))

    if count("federation", "federate", "ally"):
        return "federation"
    if "pass" in said[0]:
        return "pass"
    if count("convert", "burn", "exchange") >= 3:
        return "conversion"
    if count("research", "advance"):
        return "research"
    return "building" if count("build", "settle", "place") else "action"


def _last_year(game: AnyGame, states: Sequence[AnyState], seat: Seat, name: str, source: str) -> Puzzle | None:
    """The earliest of a seat's last turns of Evacuation that is a puzzle and can be proven."""
    proven: Puzzle | None = None
    for state in reversed(states):
        end = ending(game.name)
        found = choices(end, end.world(state, seat), seat, Limit(POSITIONS))
        if found is None:
            break
        if ANSWERS[0] <= len(found.line) <= ANSWERS[1]:
            proven = _judged(game, state, seat, found.best, found.line, found.positions, name, source) or proven
    return proven


def _judged(
    game: AnyGame,
    state: AnyState,
    seat: Seat,
    best: int,
    line: Sequence[Any],
    positions: int,
    name: str,
    source: str,
) -> Puzzle | None:
    """A puzzle of Evacuation; None if somebody who looks one answer ahead finds it."""
    known = ending(game.name).known
    simple = _simply(game, known, state, seat)
    if best - simple < LEAST:
        return None
    return {
        "id": name,
        "game": game.name,
        "theme": {"Turn": "action", "TransportShips": "transport"}.get(state.question(), "progress"),
        "seat": seat,
        "position": game.data(state),
        "points": int(state.scores()[seat]),
        "best": best,
        "quick": simple,
        "line": texts(game, known, state, seat, line),
        "rating": RATINGS[rung(game, known, state, seat, best)],
        "positions": positions,
        "source": source,
    }


def _simply(game: AnyGame, known: AnyMind, world: AnyState, seat: Seat) -> int:
    """What somebody ends with who looks one answer ahead."""
    state = world.clone()
    player = bot("greedy", 1)
    while (asked := state.asked()) is not None:
        state.apply(player.choose(game, state, seat) if asked == seat else known.still(state))
    return int(state.scores()[seat])
