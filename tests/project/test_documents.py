"""What the documents show runs: every example with a prompt gives what stands there, every other block compiles."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?:python|py)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(path: Path) -> list[str]:
    return BLOCK.findall(path.read_text("utf-8"))


SHOWN = [path for path in PAGES if blocks(path)]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_run(path: Path) -> None:
    prompts = "\n".join(block for block in blocks(path) if ">>>" in block)
    example = doctest.DocTestParser().get_doctest(prompts, {}, path.name, str(path), 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert "".join(said) == ""
    for block in blocks(path):
        if ">>>" not in block:
            ast.parse(block)


def test_the_readme_plays() -> None:
    """It loads, lists options, plays, explains and tells points by source."""
    text = "\n".join(blocks(ROOT / "README.md"))
    for word in ("Match.new", "options()", "match.say", "explanation", "match.points", "Match.load"):
        assert word in text


TREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!pic:)([^)\s]+)(?: \"[^\"]*\")?\)|<img src=\"([^\"]+)\"")
PLACE = re.compile(r"^#+ .*?\{#([\w-]+)\}$", re.MULTILINE)


def test_every_page_is_in_the_contents_of_the_site() -> None:
    """Once each; and whatever the contents name is there."""
    docs = ROOT / "docs"
    named = [
        line
        for tree in TREE.findall((docs / "index.md").read_text("utf-8"))
        for line in tree.splitlines()
        if line and not line.startswith(":")
    ]
    pages = [path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md")]
    assert sorted(named) == sorted(set(pages) - {"index"})


def places(path: Path) -> set[str]:
    """Where a link may point within a page: headings as they are spelled, and names of places."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}
    return slugs | set(PLACE.findall(text))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    lost = []
    for link in (one or other for one, other in LINK.findall(re.sub(r"`[^`\n]*`", "", text))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, place = unquote(link).partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists() or (place and target.suffix == ".md" and place not in places(target)):
            lost.append(link)
    assert lost == []


def test_the_version_is_told_once_and_the_changelog_has_it() -> None:
    import tomllib

    from orrery import __version__

    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert __version__ == version, "install the package again: make setup"
    assert re.findall(r"^## (.*)$", changes, re.MULTILINE)[0] == "Unreleased"
    assert re.search(rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE)


def test_the_readme_counts_the_rules_as_they_are() -> None:
    rules = ROOT / "docs" / "rules"
    gaia = re.findall(r"^\| GP-", (rules / "gaia.md").read_text("utf-8"), re.MULTILINE)
    evacuation = re.findall(r"^\| EV-", (rules / "evacuation.md").read_text("utf-8"), re.MULTILINE)
    games = len(list((ROOT / "tests/gaia/corpus").glob("*.game")))
    text = (ROOT / "README.md").read_text("utf-8")
    assert f"{len(gaia)} rules of Gaia Project and {len(evacuation)} of Evacuation" in text
    assert f"{games} recorded games of another engine" in text
