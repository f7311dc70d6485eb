"""A Gymnasium environment: one learner at a seat, bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from orrery.bots import bot
from orrery.core.chance import stream
from orrery.core.game import AnyState
from orrery.core.titles import title as find
from orrery.env.encoding import BOUND, Mask, Vector, encoding, mask, numbered

LIMIT = 5000
"""More answers of the learner than any game needs; then the episode is cut off."""


class OneSeat(gymnasium.Env[Vector, np.int64]):
    """One learner against given bots. The reward is the change of its points divided by 100, and at the end 1 more
    for winning. An illegal number ends the episode with reward -1.

    ``info["action_mask"]`` tells the legal numbers at every step.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # the base class declares it so

    def __init__(
        self,
        title: str,
        opponents: Sequence[str] = ("random",),
        options: Mapping[str, object] | None = None,
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = find(title)
        self.code = encoding(title)
        self.opponents = tuple(opponents)
        self.options = {"players": len(opponents) + 1, **self.game.tournament, **(options or {})}
        seats = self.game.seats(self.game.complete(self.options))
        if seats != len(self.opponents) + 1:
            raise ValueError(f"{len(self.opponents)} opponents and a learner do not fill {seats} seats")
        if not 0 <= seat < seats:
            raise ValueError(f"the learner's seat is 0 to {seats - 1}, not {seat}")
        self.seat = seat
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.code.size)
        self.observation_space = spaces.Box(-BOUND, BOUND, (self.code.width,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """A new game; the seed decides everything, the bots' answers too."""
        super().reset(seed=seed)
        match_seed = int(self.np_random.integers(0, 2**62))
        self.state: AnyState = self.game.new(self.game.complete({**self.options, **(options or {})}), match_seed)
        others = [seat for seat in range(len(self.opponents) + 1) if seat != self.seat]
        self.bots = {
            seat: bot(name, stream(match_seed, f"bot {seat}"))
            for seat, name in zip(others, self.opponents, strict=True)
        }
        self.seed = match_seed
        self.count = 0
        self._others_play()
        return self.code.observe(self.state, self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Vector, SupportsFloat, bool, bool, dict[str, Any]]:
        """Answer; then the bots answer until the learner is asked again or the game is over."""
        chosen = self._legal.get(int(action))
        if chosen is None:
            return self.code.observe(self.state, self.seat), -1.0, True, False, {**self._info(), "illegal": True}
        before = self.state.scores()[self.seat]
        self.state.apply(chosen)
        self._others_play()
        over = self.state.asked() is None
        reward = (self.state.scores()[self.seat] - before) / 100
        if over and self.state.places()[self.seat] == 1:
            reward += 1.0
        cut = not over and self.count >= LIMIT
        return self.code.observe(self.state, self.seat), reward, over, cut, self._info()

    def action_mask(self) -> Mask:
        """One for each legal number."""
        return mask(self.code, self._legal)

    def render(self) -> str:
        """The scores and the question as a line of text."""
        return f"scores {self.state.scores()}, asked {self.state.asked()} {self.state.question()}"

    def _others_play(self) -> None:
        while (seat := self.state.asked()) is not None and seat != self.seat:
            self.count += 1
            guess = self.game.guess(self.state, seat, stream(self.seed, f"guess {self.count}"))
            self.state.apply(self.bots[seat].choose(self.game, guess, seat))
        self.count += 1
        self._legal: dict[int, Any] = {} if seat is None else numbered(self.code, self.state)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask(self.code, self._legal), "scores": self.state.scores()}
