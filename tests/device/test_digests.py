"""The digests that the engine of the page is compared with are those of this Python."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from orrery.core.match import AnyMatch, Match, parsed

ROOT = Path(__file__).parents[2]
HELD = ROOT / "web" / "tests" / "fixtures" / "digests.json"
FOLDERS = ("tests/evacuation/games", "tests/gaia/corpus")


def positions_of(into: list[bytes]) -> Callable[[AnyMatch], None]:
    """Notes the digest of every position that a match comes through."""
    return lambda match: into.append(match.state.digest())


def digests() -> dict[str, str]:
    """Recorded games of the suite -> one digest over the positions after every entry."""
    found = {}
    for path in [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.game"))]:
        text = path.read_text("utf-8")
        if not text.startswith("orrery match"):
            continue
        positions: list[bytes] = []
        Match.replay(*parsed(text), positions_of(positions))
        found[path.relative_to(ROOT).as_posix()] = hashlib.sha256(b"".join(positions)).hexdigest()
    return found


def test_recorded_games_have_the_digests_that_the_page_is_compared_with() -> None:
    """After a change of rules: ``python -m tests.device.test_digests`` writes them anew."""
    assert json.loads(HELD.read_text()) == digests()


if __name__ == "__main__":
    HELD.write_text(json.dumps(digests(), indent=1) + "\n")
