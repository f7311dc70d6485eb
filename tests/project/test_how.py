"""What the pages of ``docs/how`` show is done to a copy of the tree, and holds there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from orrery.core.saying import LANGUAGES
from tests.how import HOW, ROOT, changed, hunks

PARTS = ("core", "gaia", "evacuation", "bots", "env")
PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-n",
    "0",
    "-c",
    "/dev/null",
    "--rootdir",
    ".",
    "--import-mode=importlib",
    "-p",
    "no:cacheprovider",
)

RULES = """
from orrery.core.match import Match
from orrery.bots import bot

def played(seats, seed, level="greedy", **options):
    match = Match.new("gaia", {"factions": seats, "players": len(seats), **options}, seed)
    players = [bot(level, seat) for seat in range(len(seats))]
    met = []
    while (seat := match.state.asked()) is not None:
        met.append(match.state.question())
        guess = match.game.guess(match.state, seat, len(match.line))
        match.play(players[seat].choose(match.game, guess, seat))
    assert Match.load(match.save()).state.digest() == match.state.digest()
    return match, met
"""

TRIED = {
    "add-a-faction.md": """
played(["wardens", "ivits"], 3)
from orrery.core.game import BadOptions
from orrery.gaia.game import GAIA
assert "wardens" not in GAIA.complete({})["faction_pool"]
try:
    GAIA.complete({"players": 2, "factions": ["nevlas", "wardens"]})
except BadOptions:
    pass
else:
    raise AssertionError("two factions of one home")
""",
    "add-a-tile.md": """
from orrery.gaia.actions import FIRST_ADVANCED_SPOT
from orrery.gaia.data.buildings import LAB
from orrery.gaia.data.techs import ADVANCED
from orrery.gaia.rules.research import cover, take_tile
box = [tile.id for tile in ADVANCED[:5]]
match = Match.new("gaia", {"players": 2, "factions": "random", "advanced_techs": ["now_3vp_per_lab", *box]}, 1)
state = match.state
state.players[0].buildings[LAB] = 0b111
before = state.players[0].vp
take_tile(state, 0, FIRST_ADVANCED_SPOT)
assert state.players[0].vp == before + 9, (before, state.players[0].vp)
for seed in range(40):
    table = Match.new("gaia", {"players": 2, "factions": "random"}, seed).state.table
    assert max(table.advanced) < 24, "dealt by chance"
""",
    "add-a-ruling.md": """
from orrery.gaia.rules.scoring import shares
assert shares([5, 5, 3], 3) == [15, 15, 6]
assert shares([5, 5, 3], 3, True) == [12, 12, 6]
assert shares([4, 4, 4, 4], 4, True) == [0, 0, 0, 0]
plain = Match.new("gaia", {"players": 2, "factions": "random"}, 1).state
other = Match.new("gaia", {"players": 2, "factions": "random", "final_ties": "lower"}, 1).state
assert plain.digest() != other.digest()
""",
    "add-a-question.md": """
feasts = 0
for seed in range(2):
    match, met = played(["xenos", "ivits"], seed, feasts=True)
    feasts += met.count("Feast")
assert feasts, "nobody was asked"
assert "Feast" not in played(["xenos", "ivits"], 0)[1]
""",
}
"""Page -> what is true once its changes are made."""

DIGEST = """
from orrery.core.match import Match
print(Match.new("gaia", {"players": 3, "factions": "random", "setup_seed": 11}, 5).state.digest().hex())
"""


def copied(folder: Path) -> Path:
    """The engines, and what the pages change beside them."""
    for part in PARTS:
        shutil.copytree(ROOT / "src/orrery" / part, folder / "src/orrery" / part, ignore=_caches)
    for name in ("__init__.py", "form.py", "py.typed"):
        shutil.copy(ROOT / "src/orrery" / name, folder / "src/orrery" / name)
    for hunk in (hunk for page in HOW.glob("*.md") if page.name != "add-an-action.md" for hunk in hunks(page.name)):
        if not hunk.new and not (folder / hunk.path).exists():
            (folder / hunk.path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / hunk.path, folder / hunk.path)
    return folder


def _caches(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name == "__pycache__"]


def run(folder: Path, *words: str) -> str:
    """A Python of its own that knows the copy alone."""
    environment = {**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "ORRERY_PURE": "1"}
    found = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=240
    )
    assert found.returncode == 0, found.stdout[-2000:] + found.stderr[-2000:]
    return found.stdout


@pytest.mark.parametrize("page", sorted(TRIED))
def test_a_page_can_be_followed(page: str, tmp_path: Path) -> None:
    """Its changes apply, what it promises holds, and the digest of a match that was stored before is the same."""
    folder = copied(tmp_path)
    before = run(folder, "-c", DIGEST)
    changed(page, folder)
    run(folder, "-c", RULES + TRIED[page])
    if page == "add-a-faction.md":
        shutil.copy(ROOT / "tests/gaia/scene.py", folder / "tests/gaia/scene.py")
        assert "1 passed" in run(folder, *PYTEST, "tests/gaia/test_factions.py", "-k", "wardens")
    assert run(folder, "-c", DIGEST) == before


def test_a_title_begins_from_the_small_game(tmp_path: Path) -> None:
    """The commands of the page make a title that keeps the contract."""
    folder = copied(tmp_path)
    for name in ("every_game.py", "figures.py", "small_game.py", "gaia/samples.py", "evacuation/samples.py"):
        (folder / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, folder / "tests" / name)
    changed("add-a-title.md", folder)
    (script,) = re.findall(
        r"^```sh\n(.*?)^```", (HOW / "add-a-title.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    subprocess.run(["bash", "-euc", script], cwd=folder, check=True)
    told = run(folder, *PYTEST, "tests/every_game.py", "-m", "not soak", "-k", "market")
    assert re.search(r"^60 passed", told, re.MULTILINE), told[-500:]


def test_what_the_first_page_shows_stands_in_the_code() -> None:
    """The action that it tells about is there, line by line."""
    for hunk in hunks("add-an-action.md"):
        text = (ROOT / hunk.path).read_text("utf-8")
        assert all(line in text for line in hunk.after), hunk.path


def test_every_place_that_knows_the_languages_is_named() -> None:
    page = (HOW / "add-a-language.md").read_text("utf-8")
    named = {match.replace("fr", "hu") for match in re.findall(r"`([\w/.*-]+/[\w.*-]+)`", page)}
    code = re.compile(r"""["']hu["']""")
    found = []
    for base in ("src/orrery", "web/src", "docs/handbook"):
        for path in sorted((ROOT / base).rglob("*")):
            where = path.relative_to(ROOT)
            if not path.is_file() or {"static", "__pycache__", "node_modules"} & set(where.parts):
                continue
            spoken = "hu" in where.parts or where.name == "hu.json" or where.name.endswith(".hu.md")
            knows = (
                path.suffix in (".py", ".ts", ".svelte")
                and path.name != "schema.d.ts"
                and code.search(path.read_text("utf-8"))
            )
            if (spoken or knows) and not any(where.match(name) for name in named):
                found.append(where.as_posix())
    assert found == [], "add-a-language.md does not name them"


def test_every_table_of_sentences_in_the_code_has_every_language() -> None:
    """Texts of mails and notices."""
    from orrery.server.notices import sending

    tables = [value for value in vars(sending).values() if isinstance(value, dict) and "hu" in value]
    assert len(tables) == 4
    assert all(set(table) == set(LANGUAGES) for table in tables)
