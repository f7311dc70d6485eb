"""``orrery bench env``: how many steps a second the environments make, with random legal numbers."""

from __future__ import annotations

import argparse
import json
from time import process_time

from orrery.core.chance import draw

# The libraries are imported where they are used: every command of the program reads this module.


def add_bench(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the benchmark."""
    bench = benches.add_parser("env", help="steps a second of the environments for learners")
    bench.add_argument("--steps", type=int, default=2000, help="steps of each environment (2000)")
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.set_defaults(run=run)


def one_seat(title: str, steps: int) -> float:
    """Steps a second of a learner of random numbers against one random bot."""
    import numpy as np

    from orrery.env.gym import OneSeat

    env = OneSeat(title, ("random",))
    _, info = env.reset(seed=1)
    start = process_time()
    for number in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        _, _, over, cut, info = env.step(int(legal[draw(1, number, len(legal))]))
        if over or cut:
            _, info = env.reset(seed=number)
    return steps / (process_time() - start)


def table(title: str, steps: int) -> float:
    """Steps a second of the PettingZoo environment with two agents of random numbers."""
    import numpy as np

    from orrery.env.zoo import Table

    env = Table(title, {"players": 2})
    env.reset(seed=1)
    start = process_time()
    for number in range(steps):
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset(seed=number)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        env.step(int(legal[draw(1, number, len(legal))]))
    return steps / (process_time() - start)


def run(args: argparse.Namespace) -> int:
    """Measure every title."""
    from orrery.env.encoding import ENCODINGS

    if args.steps < 1:
        raise ValueError(f"--steps is at least 1, not {args.steps}")
    figures = {
        title: {
            "gymnasium": round(one_seat(title, args.steps)),
            "pettingzoo": round(table(title, args.steps)),
        }
        for title in ENCODINGS
    }
    if args.json:
        print(json.dumps(figures, indent=1))
        return 0
    for title, found in figures.items():
        for library, speed in found.items():
            print(f"{title:12} {library:12} {speed:8,} steps/s")
    return 0
