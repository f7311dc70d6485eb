"""A PettingZoo AEC environment: every seat is an agent, asked one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from orrery.core.game import AnyState
from orrery.core.titles import title as find
from orrery.env.encoding import BOUND, encoding, mask, numbered


class Table(AECEnv):  # type: ignore[misc]  # the library has no types
    """A game as a sequence of answers. Observations hold ``observation`` and ``action_mask``.

    Rewards are changes of points divided by 100, and at the end +1 for winning. An illegal number ends the game: -1
    for who gave it.
    """

    metadata = {"render_modes": ["ansi"], "name": "orrery_v1", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, title: str, options: Mapping[str, object] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = find(title)
        self.code = encoding(title)
        self.options = self.game.complete({**self.game.tournament, **(options or {})})
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats(self.options))]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action = spaces.Discrete(self.code.size)
        self._observation = spaces.Dict(
            {
                "observation": spaces.Box(-BOUND, BOUND, (self.code.width,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.code.size,), np.int8),
            }
        )
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self._observation

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self._action

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.state: AnyState = self.game.new(self.options, int(self._random.integers(0, 2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        seat = self.state.asked()
        self._legal: dict[int, Any] = {} if seat is None else numbered(self.code, self.state)
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know; its mask is empty while another is asked."""
        seat = self._seat[agent]
        asked = self.state.asked() == seat
        return {
            "observation": self.code.observe(self.state, seat),
            "action_mask": mask(self.code, self._legal if asked else {}),
        }

    def step(self, action: int | None) -> None:
        """The selected agent answers."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        chosen = None if action is None else self._legal.get(int(action))
        if chosen is None:
            self.rewards[agent] = -1.0
            self.infos[agent]["illegal"] = True
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            before = self.state.scores()
            self.state.apply(chosen)
            after = self.state.scores()
            over = self.state.asked() is None
            places = self.state.places() if over else []
            for other in self.agents:
                seat = self._seat[other]
                self.rewards[other] = (after[seat] - before[seat]) / 100 + (
                    1.0 if over and places[seat] == 1 else 0.0
                )
            if over:
                self.terminations = dict.fromkeys(self.agents, True)
            self._ask()
        self._accumulate_rewards()

    def render(self) -> str:
        """The scores and the question as a line of text."""
        return f"scores {self.state.scores()}, asked {self.state.asked()} {self.state.question()}"

    def close(self) -> None:
        """Nothing to close."""
