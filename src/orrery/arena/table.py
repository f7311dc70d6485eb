"""One game between bots. A bot gets a guess, never the true position; a bad answer never stops a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import Any

from orrery.arena.clock import Seconds, TookTooLong, limit
from orrery.bots import Budget, Nodes, bot
from orrery.core.chance import draw, stream
from orrery.core.game import AnyBot, AnyGame, AnyState
from orrery.core.match import AnyMatch, Match


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a bot may think about a turn: processor seconds, or nodes for games that must repeat."""

    seconds: float = 0.5
    nodes: int | None = None
    hard: float = 30.0
    """Wall-clock seconds for one answer, after which it is replaced."""

    def budget(self) -> Budget:
        return Seconds(self.seconds) if self.nodes is None else Nodes(self.nodes)


@dataclass(slots=True)
class Played:
    """A finished game: its match, who sat where, what went wrong, how long each seat thought."""

    match: AnyMatch
    bots: tuple[str, ...]
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Processor time by seat."""
    decisions: list[int] = field(default_factory=list)
    wall: float = 0.0


def answer(game: AnyGame, player: AnyBot, state: AnyState, seat: int, seed: int, hard: float) -> tuple[Any, str]:
    """What the bot answers, and "" or what was wrong with its answer; then the answer is a standing one.

    The standing policy is an option drawn from the seed, so that a game with a broken bot repeats too.
    """
    guess = game.guess(state, seat, stream(seed, "guess"))
    try:
        with limit(hard):
            action = player.choose(game, guess, seat)
        state.clone().play(action)
    except TookTooLong:
        fault = f"{player.name} did not answer {state.question()} within {hard:g} s"
    except Exception as error:  # noqa: BLE001  # whatever a bot does wrong, the game goes on
        fault = f"{player.name} failed at {state.question()}: {type(error).__name__}: {error}"
    else:
        return action, ""
    options = state.options()
    return options[draw(stream(seed, "standing"), 0, len(options))], " ".join(fault.split())


def play(
    title: str,
    options: Mapping[str, object],
    seed: int,
    bots: Sequence[str],
    thinking: Thinking,
    most: int = 100_000,
) -> Played:
    """Play one game to its end."""
    begun = perf_counter()
    match: AnyMatch = Match.new(title, options, seed)
    game = match.game
    seats = game.seats(match.header.options)
    if len(bots) != seats:
        raise ValueError(f"this game of {title} has {seats} seats, but {len(bots)} bots were given")
    seated = [bot(name, stream(seed, f"bot {seat}"), thinking.budget) for seat, name in enumerate(bots)]
    played = Played(match, tuple(bots), seconds=[0.0] * seats, decisions=[0] * seats)
    for number in range(most):
        seat = match.state.asked()
        if seat is None:
            played.wall = perf_counter() - begun
            return played
        start = thread_time()
        action, fault = answer(
            game, seated[seat], match.state, seat, stream(seed, f"answer {number}"), thinking.hard
        )
        played.seconds[seat] += thread_time() - start
        played.decisions[seat] += 1
        if fault:
            played.faults.append(fault)
            match.note(seat, "Fault", fault)
        match.play(action)
    raise ValueError(f"the game of {title} with seed {seed} did not end within {most} decisions")
