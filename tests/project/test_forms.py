"""The engines run as plain Python and compiled: the same games, and never a binary of other sources."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from orrery import compiling, form

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GAMES = (500, pytest.param(2000, marks=[pytest.mark.soak, pytest.mark.timeout(0)]))
"""Random games of each title that both forms play: some, and the full count."""
REPLAY = """
import sys
from pathlib import Path
import orrery
from orrery import form
from orrery.core.match import Match, parsed
match = Match.replay(*parsed(Path(sys.argv[1]).read_text()))
print(form.told(), Path(orrery.__file__).parent, match.state.digest().hex())
"""


@pytest.fixture(scope="module")
def made() -> Path:
    """The folder of compiled modules."""
    try:
        return compiling.compiled(lambda done, whole: None)
    except compiling.CannotCompile as error:
        pytest.skip(str(error))


def run(*command: str, **more: str) -> str:
    """What a Python prints; without our own choice of the form."""
    kept = {name: value for name, value in os.environ.items() if name not in (form.PURE, "PYTHONPATH")}
    cwd = more.pop("cwd", str(ROOT))
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=cwd, env={**kept, **more}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def clone(tmp_path: Path, made: Path) -> Path:
    """A source tree of its own, compiled."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "static")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(made, tmp_path / "build/compiled" / made.name)
    return tmp_path


def version(tree: Path, **more: str) -> str:
    """Which form a source tree runs in."""
    said = run("-m", "orrery", "--version", PYTHONPATH=str(tree / "src"), **more)
    found = re.fullmatch(rf"orrery \S+ \((\w+), Python {platform.python_version()}\)\n", said)
    assert found, said
    return found[1]


@pytest.mark.parametrize("games", GAMES)
def test_both_forms_play_the_same_games(made: Path, games: int) -> None:
    """Random games with all options of the samples, and a game of planners: positions, options, results."""
    plain, compiled = (json.loads(run("-m", "tests.forms", str(games), ORRERY_PURE=pure)) for pure in ("1", "0"))
    assert plain.pop("form") == f"plain, Python {platform.python_version()}"
    assert compiled.pop("form") == f"compiled, Python {platform.python_version()}"
    assert compiled == plain


def test_an_edited_file_is_never_hidden(clone: Path) -> None:
    """Plain Python runs from the first changed letter on, and again compiled when it is as before."""
    assert version(clone) == "compiled"
    assert version(clone, ORRERY_PURE="1") == "plain"
    assert version(clone, ORRERY_PURE="0") == "compiled"
    tell = (
        "from orrery.gaia.data.buildings import ROUNDS; from orrery.gaia.flow import ROUNDS as r; print(ROUNDS, r)"
    )
    file = clone / "src/orrery/gaia/data/buildings.py"
    before = file.read_bytes()
    times = file.stat()
    assert run("-c", tell, PYTHONPATH=str(clone / "src")) == "6 6\n"
    file.write_bytes(before.replace(b"ROUNDS: Final = 6", b"ROUNDS: Final = 7"))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # as old and as long as before
    shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)
    assert version(clone) == "plain"
    assert run("-c", tell, PYTHONPATH=str(clone / "src")) == "7 7\n"
    file.write_bytes(before)
    assert version(clone) == "compiled"
    (clone / "src/orrery/core/another.py").touch()
    assert version(clone) == "plain"


def test_what_is_compiled_already_is_not_compiled_again(made: Path) -> None:
    before = (made / compiling.NOTE).stat().st_mtime_ns
    assert run("-m", "orrery.compiling") == ""
    assert (made / compiling.NOTE).stat().st_mtime_ns == before


def test_without_a_compiler_one_sentence_says_so(clone: Path) -> None:
    """And everything works."""
    shutil.rmtree(clone / "build")
    said = run("-m", "orrery.compiling", PYTHONPATH=str(clone / "src"), CC="no-such-compiler")
    assert said == (
        "Orrery runs as plain Python, because there is no C compiler no-such-compiler "
        "(on Debian: apt-get install gcc libc6-dev). Everything works all the same, slower.\n"
    )
    assert version(clone) == "plain"


def test_a_failed_compilation_leaves_nothing_behind(clone: Path) -> None:
    """The compiler refuses everything: the sentence shows what it said, and plain Python runs."""
    shutil.rmtree(clone / "build")
    said = run("-m", "orrery.compiling", PYTHONPATH=str(clone / "src"), CC="false")
    assert "Compiling the engines" in said
    assert "Orrery runs as plain Python, because compiling failed" in said
    assert [path.name for path in (clone / "build/compiled").iterdir()] == ["lock"]
    assert version(clone) == "plain"


def _installed(wheel: Path, folder: Path) -> Path:
    """The Python of an empty environment into which a wheel is installed."""
    venv.create(folder, with_pip=False)
    python = folder / "bin/python"
    options = ["--no-deps", "--no-index", "-qq", "--disable-pip-version-check"]
    run("-m", "pip", "--python", str(python), "install", *options, str(wheel))
    return python


def test_both_wheels_replay_a_game_alike(clone: Path, tmp_path: Path) -> None:
    """Built, installed into empty environments, and played: one runs compiled, one plain, with equal digests."""
    wheels, told = [], []
    for compiled in ("0", "1"):
        shutil.rmtree(clone / "build/lib", ignore_errors=True)
        how = ("--no-deps", "--no-build-isolation", "-qq", "--disable-pip-version-check", "--wheel-dir", "dist")
        run("-m", "pip", "wheel", *how, ".", cwd=str(clone), ORRERY_COMPILED=compiled)
    wheels = sorted((clone / "dist").glob("*.whl"), key=lambda path: path.name.endswith("none-any.whl"))
    assert [path.name.endswith("-py3-none-any.whl") for path in wheels] == [False, True]
    game = str(ROOT / "tests/evacuation/games/race-two.game")
    for number, wheel in enumerate(wheels):
        python = _installed(wheel, tmp_path / f"env{number}")
        done = subprocess.run(
            [python, "-I", "-c", REPLAY, game], capture_output=True, text=True, cwd="/", check=False
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout.rsplit(" ", 2))
        assert told[-1][1].startswith(str(tmp_path / f"env{number}"))
    assert [text for text, _, _ in told] == [
        f"compiled, Python {platform.python_version()}",
        f"plain, Python {platform.python_version()}",
    ]
    assert told[0][2] == told[1][2]


def test_a_position_of_one_form_is_read_by_the_other(made: Path, tmp_path: Path) -> None:
    """Positions, questions and answers go through pickle, both ways."""
    write = (
        "import pickle, sys; from orrery.core.titles import title; states = []\n"
        "for name in ('gaia', 'evacuation'):\n"
        "    for players in (1, 4):\n"
        "        state = title(name).new({'players': players}, 3)\n"
        "        for number in range(40):\n"
        "            state.apply(state.options()[number % len(state.options())])\n"
        "        states.append((state, state.options(), state.stack))\n"
        "open(sys.argv[1], 'wb').write(pickle.dumps(states))\n"
        "print([state.digest().hex() for state, _, _ in states])"
    )
    read = (
        "import pickle, sys; states = pickle.load(open(sys.argv[1], 'rb'))\n"
        "assert all(state.options() == options and state.stack == stack for state, options, stack in states)\n"
        "print([state.digest().hex() for state, _, _ in states])"
    )
    for writer, reader in (("1", "0"), ("0", "1"), ("0", "0")):
        file = str(tmp_path / f"{writer}{reader}")
        assert run("-c", write, file, ORRERY_PURE=writer) == run("-c", read, file, ORRERY_PURE=reader)


def test_every_module_has_a_form(made: Path) -> None:
    """What is compiled lies in the folder, what is not has a reason, and nothing else is there."""
    known = {path.relative_to(made).as_posix() for path in made.rglob(f"*{form.SUFFIX}")}
    wanted = {name.removesuffix(".py") + form.SUFFIX for name in compiling.modules()}
    assert known == {*wanted, f"{compiling.SHARED}__mypyc{form.SUFFIX}"}
    files = [path.relative_to(form.HERE).as_posix() for path in form.sources()]
    for name in compiling.PLAIN:
        assert any(file.startswith(name) for file in files), name
