"""Train a small policy for Gaia Project by itself, with nothing but numpy: a linear softmax and REINFORCE.

    python examples/train.py 60

It learns from single episodes against a random player and prints the mean of its points every few games. It is an
example of the environment, not a strong player.
"""

from __future__ import annotations

import sys

import numpy as np

from orrery.env.gym import OneSeat


def train(games: int = 30, seed: int = 0, rate: float = 0.02) -> list[float]:
    """Points of the learner in every game."""
    env = OneSeat("gaia", ("random",))
    dice = np.random.default_rng(seed)
    weights = np.zeros((int(env.action_space.n), 64), dtype=np.float32)  # type: ignore[attr-defined]
    # A fixed random projection keeps the policy small; the first features of an observation matter most.
    project = dice.standard_normal((env.code.width, 63)).astype(np.float32) / np.sqrt(env.code.width)
    history: list[float] = []
    baseline = 0.0
    for _ in range(games):
        seen, info = env.reset(seed=int(dice.integers(1 << 30)))
        steps, total, over = [], 0.0, False
        while not over:
            features = np.append(np.tanh(seen @ project), np.float32(1))
            legal = np.flatnonzero(info["action_mask"])
            scores = weights[legal] @ features
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            place = int(dice.choice(len(legal), p=chances.astype(np.float64) / chances.astype(np.float64).sum()))
            steps.append((features, legal, chances, place))
            seen, reward, over, cut, info = env.step(int(legal[place]))
            total += float(reward)
            over = over or cut
        advantage = total - baseline
        baseline += 0.1 * advantage
        for features, legal, chances, place in steps:
            push = -chances
            push[place] += 1
            weights[legal] += rate * advantage * push[:, None] * features
        history.append(float(info["scores"][0]))
        if len(history) % 10 == 0:
            print(f"game {len(history)}: mean of the last ten {np.mean(history[-10:]):.1f} points")
    return history


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
