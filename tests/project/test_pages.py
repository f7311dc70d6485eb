"""What the README and the other pages say is there is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orrery import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text()
    commands = "".join((ROOT / name).read_text() for name in ("Makefile", "web/page.mk"))
    targets = set(re.findall(r"^([a-z-]+):", commands, re.MULTILINE))
    assert set(re.findall(r"(?:`|^ {4})make ([a-z-]+)", text, re.MULTILINE)) <= targets
    action = next(a for a in cli.parser()._actions if a.dest == "command")
    assert set(re.findall(r"(?:`|bin/)orrery ([a-z]+)", text)) <= set(action.choices or ())


def test_the_architecture_follows_the_folders() -> None:
    """Every package and every top folder with code is named, and every folder that is named exists."""
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"`((?:src/orrery|docs|tests|web)(?:/[\w./-]+)?)`", text))
    generated = {"src/orrery/server/static"}
    assert {path for path in named - generated if not (ROOT / path).exists()} == set()
    packages = {f"src/orrery/{path.parent.name}" for path in ROOT.glob("src/orrery/*/__init__.py")}
    assert packages <= named


def test_no_folder_is_empty_and_no_module_a_placeholder() -> None:
    """What is not built yet is not there."""
    for path in (ROOT / "src").rglob("*.py"):
        assert path.read_text().strip(), f"{path} is empty"


def test_the_readme_says_what_orrery_is_and_is_not() -> None:
    text = (ROOT / "README.md").read_text()
    for words in ("Gaia Project", "Evacuation", "unofficial fan project", "make play", "make test", "MIT"):
        assert words in text
