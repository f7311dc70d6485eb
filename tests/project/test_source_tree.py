"""A source tree that nobody installed: it imports, knows its version, and runs its commands."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

EVERYTHING = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import orrery
names = ["orrery"]
for package in ("core", "gaia", "evacuation", "bots", "study"):
    found = importlib.import_module(f"orrery.{package}")
    names += [found.__name__, *(m.name for m in pkgutil.walk_packages(found.__path__, found.__name__ + "."))]
calls = ("orrery.study.studying", "orrery.study.thinking")  # of the desk, made as its messages are
for name in names:
    if name not in calls:
        importlib.import_module(name)
ours = {"orrery", "orrery__mypyc", "__main__"}
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - ours
print(orrery.__version__, len(names) > 100, sorted(name for name in foreign if not name.startswith("_")))
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
    )


def test_the_engines_import_with_nothing_but_the_standard_library() -> None:
    """No site packages, no installation: every module of the engines, and the version from its one home."""
    done = run("-I", "-S", "-c", EVERYTHING, str(ROOT / "src"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split(maxsplit=2) == [VERSION, "True", "[]\n"]


def test_the_version_of_a_tree_that_is_not_installed() -> None:
    done = run("-S", "-c", "import orrery; print(orrery.__version__)")
    assert done.stdout.strip() == VERSION, done.stderr


def test_both_modules_are_the_command_line() -> None:
    """``python -m orrery`` and ``python -m orrery.cli`` do what ``orrery`` does."""
    for module in ("orrery", "orrery.cli"):
        said = run("-m", module, "--version", ORRERY_PURE="1").stdout
        assert said == f"orrery {VERSION} (plain, Python {platform.python_version()})\n"
        done = run("-m", module, "verify", "/nowhere/records.jsonl")
        assert done.returncode == 2
        assert done.stderr == "orrery verify: there is no file '/nowhere/records.jsonl'\n"


def test_commands_that_need_no_library_run_without_any(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text('{"game": "evacuation"}')
    done = run("-S", "-m", "orrery", "show", str(position))
    assert done.returncode == 0, done.stderr
    assert "Asked: " in done.stdout
