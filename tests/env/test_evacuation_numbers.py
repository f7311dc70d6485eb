"""The numbers of Evacuation's actions never change: what a learner has learnt stays true."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from orrery.core import chance
from orrery.core.titles import title
from orrery.env.encoding import encoding, numbered
from tests.evacuation.samples import SAMPLES

SIZE = 3903
DIGEST = "7915f0c4dff5b6ad3df552cadf6a68bd"


def test_every_option_keeps_its_number() -> None:
    game, code = title("evacuation"), encoding("evacuation")
    found = blake2b(digest_size=16)
    for place, options in enumerate(SAMPLES):
        seed = chance.stream(place, "numbers")
        state: Any = game.new(options, seed)
        for step in range(9999):
            if state.asked() is None:
                break
            legal = numbered(code, state)
            texts = [f"{number} {game.write(state, option)}" for number, option in legal.items()]
            found.update("\n".join(texts).encode())
            listed = list(legal.values())
            state.apply(listed[chance.draw(seed, step, len(listed))])
        assert state.asked() is None
    assert code.size == SIZE
    assert found.hexdigest() == DIGEST
