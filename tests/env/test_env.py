"""Environments: the libraries' own tests, stable numbers, masks, and a learner that learns."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from orrery.cli import main
from orrery.core.chance import draw
from orrery.core.titles import title
from orrery.env.encoding import BOUND, ENCODINGS, encoding, mask, numbered
from orrery.env.gym import OneSeat
from orrery.env.zoo import Table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_gymnasium_accepts_the_environment(name: str) -> None:
    check_env(OneSeat(name, ("random",)), skip_render_check=True)


# Its test knows by name which environments show a dictionary with an action mask, as its own card games do.
@pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("name", list(ENCODINGS))
def test_pettingzoo_accepts_the_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(Table(name, {"players": 2}), num_cycles=150, verbose_progress=False)
    seed_test(lambda: Table(name, {"players": 2}), num_cycles=40)


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_every_option_has_a_number_of_its_own_and_the_mask_shows_it(name: str) -> None:
    game, code = title(name), encoding(name)
    kinds: dict[int, str] = {}
    for seed in range(3):
        state = game.new(game.complete({"players": 2 + seed % 2, **game.tournament}), seed)
        number = 0
        while (seat := state.asked()) is not None:
            options = state.options()
            legal = numbered(code, state)
            assert all(0 <= one < code.size for one in legal)
            assert len(legal) == len(options) or len(options) > 100
            shown = mask(code, legal)
            assert shown.sum() == len(legal)
            for one, option in legal.items():
                assert kinds.setdefault(one, type(option).__name__) == type(option).__name__
            if number % 10 == 0:
                seen = code.observe(state, seat)
                assert seen.shape == (code.width,)
                assert np.isfinite(seen).all()
                assert np.abs(seen).max() <= BOUND
            state.apply(options[draw(seed, number, len(options))])
            number += 1


def test_an_illegal_number_ends_the_episode() -> None:
    env = OneSeat("gaia", ("random",))
    _, info = env.reset(seed=3)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, told = env.step(illegal)
    assert (reward, over, told["illegal"]) == (-1.0, True, True)


def test_the_same_seed_gives_the_same_episode() -> None:
    def played(seed: int) -> list[float]:
        env = OneSeat("gaia", ("random", "random"))
        _, info = env.reset(seed=seed)
        rewards: list[float] = []
        over = cut = False
        while not (over or cut):
            legal = np.flatnonzero(info["action_mask"])
            _, reward, over, cut, info = env.step(int(legal[len(rewards) % len(legal)]))
            rewards.append(float(reward))
        return rewards

    assert played(5) == played(5)
    assert played(5) != played(6)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"title": "chess"}, "there is no game 'chess'"),
        ({"title": "gaia", "opponents": ("genius",)}, "no bot 'genius'"),
        ({"title": "gaia", "opponents": ("random",), "seat": 4}, "seat is 0 to 1"),
        ({"title": "gaia", "opponents": ("random",), "options": {"players": 4}}, "do not fill"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, LookupError), match=words):
        OneSeat(**arguments).reset(seed=1)


@pytest.mark.slow
def test_the_example_trains_a_small_policy() -> None:
    module = runpy.run_path(str(ROOT / "examples" / "train.py"))
    history = module["train"](games=4, seed=1)
    assert len(history) == 4
    assert all(np.isfinite(history))


def test_the_benchmark_of_environments_measures_every_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "env", "--steps", "40", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == set(ENCODINGS)
    assert all(speed > 0 for found in figures.values() for speed in found.values())
