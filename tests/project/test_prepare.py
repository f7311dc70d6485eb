"""scripts/prepare: finds or makes what the commands need, and says in a sentence what it cannot get."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("bash", "dirname", "id", "touch", "env")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like a clone, and beside it a machine with nothing installed: only a few basic programs."""
    clone = tmp_path / "clone"
    (clone / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts/prepare", clone / "scripts/prepare")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found
        (tmp_path / "bin" / tool).symlink_to(found)
    return clone


def prepare(folder: Path, what: str, **env: str) -> subprocess.CompletedProcess[str]:
    machine = {"PATH": str(folder.parent / "bin"), **env}
    command = [str(folder / "scripts/prepare"), what]
    return subprocess.run(command, env=machine, capture_output=True, text=True, check=False)


def program(folder: Path, name: str, script: str) -> None:
    """Install a program on the machine."""
    path = folder.parent / "bin" / name
    path.write_text(f"#!/usr/bin/env bash\n{script}\n")
    path.chmod(0o755)


def test_an_unknown_thing_is_refused(folder: Path) -> None:
    ended = prepare(folder, "coffee")
    assert (ended.returncode, ended.stderr) == (
        1,
        "orrery: prepare what? There are: venv, node, chromium, postgresql.\n",
    )


def test_without_a_python_one_sentence_says_so(folder: Path) -> None:
    ended = prepare(folder, "venv")
    assert ended.returncode == 1
    assert ended.stderr.startswith("orrery: no Python 3.11 or newer was found; install one, or name it: ")
    assert ended.stderr.count("\n") == 1


def test_a_python_that_is_too_old_is_not_taken(folder: Path) -> None:
    program(folder, "python3", "exit 1")
    assert "no Python 3.11 or newer" in prepare(folder, "venv").stderr


def test_without_apt_one_sentence_says_what_to_install(folder: Path) -> None:
    ended = prepare(folder, "chromium")
    assert ended.returncode == 1
    assert ended.stderr == (
        "orrery: Chromium is missing; install it (on Debian: apt-get install chromium) and try again.\n"
    )


def test_who_is_not_root_is_told_the_command(folder: Path) -> None:
    program(folder, "apt-get", "exit 1")
    (folder.parent / "bin/id").unlink()
    program(folder, "id", "echo 1000")
    ended = prepare(folder, "chromium")
    assert ended.returncode == 1
    assert ended.stderr == "orrery: Chromium is missing; run 'sudo apt-get install chromium' and try again.\n"


def test_a_chromium_that_is_there_is_taken(folder: Path) -> None:
    program(folder, "chromium", "exit 0")
    ended = prepare(folder, "chromium")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_a_node_that_is_new_enough_is_taken(folder: Path) -> None:
    program(folder, "node", "exit 0")
    program(folder, "npm", "exit 0")
    ended = prepare(folder, "node")
    assert (ended.returncode, ended.stdout) == (0, f"{folder.parent / 'bin'}\n")


def test_a_virtual_environment_is_made_kept_and_made_anew_after_a_move(folder: Path) -> None:
    """The Python here makes virtual environments without pip, which is quicker."""
    python = (
        f'case "$*" in *venv*.venv) exec {sys.executable} "$@" --without-pip;; *) exec {sys.executable} "$@";; esac'
    )
    program(folder, "python3", python)
    assert prepare(folder, "venv").returncode == 0
    (folder / ".venv/kept").touch()
    assert prepare(folder, "venv", PYTHON="none").returncode == 0
    assert (folder / ".venv/kept").exists()
    moved = folder.rename(folder.parent / "moved")
    assert prepare(moved, "venv").returncode == 0
    assert not (moved / ".venv/kept").exists()
    assert f"{moved}/.venv" in (moved / ".venv/bin/activate").read_text()
