"""What both forms of the engines must agree on, told by one process in its own form: ``python -m tests.forms``.

Prints JSON: the form, the digests of the engines' files, and for each title one digest over many random games and
one over a game of planners. A digest covers positions, their options as text, and results.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from importlib import import_module

from orrery import form
from orrery.bots import Nodes, bot
from orrery.core import chance
from orrery.core.titles import TITLES, title
from orrery.server.engine.sources import engines

EVERY = 12
"""So many answers lie between two positions that are looked at."""


def random_games(name: str, games: int) -> str:
    """One digest over random games with all the options of the title's samples, in turn."""
    game = title(name)
    samples = import_module(f"tests.{name}.samples").SAMPLES
    whole = blake2b(digest_size=16)
    for seed in range(games):
        state = game.new(samples[seed % len(samples)], seed)
        number = 0
        while state.asked() is not None:
            options = state.options()
            if (number + seed) % EVERY == 0:
                whole.update(state.digest())
                whole.update("\n".join(game.write(state, option) for option in options).encode())
            state.apply(options[chance.draw(seed, number, len(options))])
            number += 1
        whole.update(state.digest())
        whole.update(repr((number, state.scores(), state.places())).encode())
    return whole.hexdigest()


def planned_game(name: str) -> str:
    """One digest over the positions of a game of two planners."""
    game = title(name)
    state = game.new({"players": 2}, 1)
    bots = [bot("planner", seat, lambda: Nodes(60)) for seat in range(2)]
    whole = blake2b(digest_size=16)
    while (seat := state.asked()) is not None:
        state.apply(bots[seat].choose(game, game.guess(state, seat, 5), seat))
        whole.update(state.digest())
    return whole.hexdigest()


def told(games: int) -> dict[str, object]:
    """All of it."""
    return {
        "form": form.told(),
        "engines": engines(),
        "random": {name: random_games(name, games) for name in sorted(TITLES)},
        "planned": {name: planned_game(name) for name in sorted(TITLES)},
    }


if __name__ == "__main__":
    json.dump(told(int(sys.argv[1])), sys.stdout)
