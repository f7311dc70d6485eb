"""The same nodes, the same answers: in every process, with every hash seed, by every Python there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from orrery.bots import mind as minds
from orrery.bots.gaia.mind import MIND
from orrery.core.titles import title

ROOT = Path(__file__).resolve().parents[2]

PLAN = """
import hashlib
from orrery.bots import Nodes, bot
from orrery.bots.mind import mind
from orrery.bots.planner import outlook
from orrery.core.titles import title

told = []
for name, options, seed in (
    ("gaia", {"players": 1, "factions": "choose", "faction_pool": ["ambas", "xenos"]}, 5),
    ("gaia", {"players": 3, "factions": ["taklons", "ivits", "lantids"]}, 6),
    ("evacuation", {"players": 2, "mode": "points"}, 7),
):
    game = title(name)
    state = game.new(game.complete(options), seed)
    helpers = [bot("planner", seat, lambda: Nodes(50)) for seat in range(4)]
    for number in range(24):
        seat = state.asked()
        guess = game.guess(state, seat, number)
        action = helpers[seat].choose(game, guess, seat)
        told.append(game.write(state, action))
        state.apply(action)
    while not mind(name).is_turn(state):
        state.apply(state.options()[0])
    seat = state.asked()
    for end in outlook(mind(name), game.guess(state, seat, 1), seat, Nodes(150)):
        told.append((end.worth.hex(), repr(end.turn)))
print(hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest(), len(told))
"""


def interpreters() -> list[str]:
    """This Python and others from 3.11 on: on the path, or installed beside it."""
    beside = sorted(Path(sys.base_prefix).parent.glob("3.*/bin/python3"))
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    found: dict[tuple[int, ...], str] = {}
    for program in [sys.executable, *named, *map(str, beside)]:
        if program is None:
            continue
        asked = subprocess.run(
            [program, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=False
        )
        version = tuple(map(int, asked.stdout.split())) if asked.returncode == 0 else (0, 0)
        if version >= (3, 11):
            found.setdefault(version, program)
    return list(found.values())


def answers(program: str, seed: str) -> str:
    """What bots answer in a process of their own, with nothing but the standard library."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": seed}
    done = subprocess.run([program, "-S", "-c", PLAN], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_same_nodes_give_the_same_answers_on_every_machine() -> None:
    """Values to the last bit, plans and answers: whatever the hash seed, and in every version of Python here."""
    first = answers(sys.executable, "1")
    assert int(first.split()[1]) > 60
    for number, program in enumerate(interpreters()):
        assert answers(program, str(number + 2)) == first, program


def test_boards_of_one_hash_are_different_boards() -> None:
    """Hashes of bitboards meet 61 hexes apart; what a plan takes for the same position does not."""
    assert hash(1 << 5) == hash(1 << 66)
    game = title("gaia")
    state = game.new(game.complete({"players": 2, "factions": "random"}), 3)
    one, other = state.clone(), state.clone()
    one.players[0].satellites, other.players[0].satellites = 1 << 5, 1 << 66
    assert hash(one.players[0].key()) == hash(other.players[0].key())
    assert MIND.same(one, 0) != MIND.same(other, 0)
    assert MIND.same(one, 0) == MIND.same(one.clone(), 0)


def test_no_mind_takes_a_hash_for_the_thing() -> None:
    """What ``same`` tells of a position is its key, in every title."""
    for name in minds.MINDS:
        game = title(name)
        known = minds.mind(name)
        state = game.new(game.complete({"players": 2}), 3)
        assert isinstance(known.same(state, 0), tuple)
