"""Lock files pin every version and hold no download address."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted(ROOT.glob("requirements/*.txt"))
ALL_LOCKS = [*LOCKS, *ROOT.glob("web/package-lock.json")]
ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]*://|^\s*(-i|-f|--(extra-)?index-url|--find-links)\b|\bgit@", re.IGNORECASE
)


def locked(path: Path) -> dict[str, Requirement]:
    """The requirements of a lock file by name; each is a name, one version and perhaps a marker."""
    text = path.read_text().replace("\\\n", " ")
    lines = [line.split("--hash")[0].strip() for line in text.splitlines() if line.strip()]
    return {canonicalize_name(r.name): r for r in map(Requirement, lines)}


def wanted(*extras: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lists = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    return [Requirement(text) for each in lists for text in each]


def test_there_are_locks_for_playing_testing_documents_changed_rules_and_node() -> None:
    assert [path.name for path in LOCKS] == ["docs.txt", "mutation.txt", "node.txt", "play.txt", "test.txt"]


@pytest.mark.parametrize("path", ALL_LOCKS, ids=lambda path: path.name)
def test_no_lock_file_holds_a_download_address(path: Path) -> None:
    text = path.read_text()
    if path.suffix == ".json":  # "funding" says how to thank the authors; nothing is downloaded from there
        packages = json.loads(text)["packages"].values()
        text = json.dumps([{k: v for k, v in package.items() if k != "funding"} for package in packages], indent=0)
    assert [line[:80] for line in text.splitlines() if ADDRESS.search(line)] == []


def test_no_package_of_the_page_says_where_it_was_downloaded() -> None:
    for path in ROOT.glob("web/package-lock.json"):
        packages = json.loads(path.read_text())["packages"]
        assert packages
        assert [name for name, package in packages.items() if "resolved" in package] == []
        assert [n for n, p in packages.items() if n and not p.get("link") and "integrity" not in p] == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_version_is_pinned_with_hashes(path: Path) -> None:
    blocks = re.split(r"\n(?=\S)", path.read_text().strip())
    for block in blocks:
        assert re.match(r"[\w.\[\]-]+==[\w.+!]+( ; .+?)? \\\n    --hash=sha256:[0-9a-f]{64}", block), block[:200]


@pytest.mark.parametrize(("name", "extras"), [("play.txt", ()), ("test.txt", ("study", "ray", "test"))])
def test_a_lock_answers_pyproject(name: str, extras: tuple[str, ...]) -> None:
    """Every dependency is locked in a version that pyproject.toml allows: if not, run make lock."""
    lock = locked(ROOT / "requirements" / name)
    for requirement in wanted(*extras):
        pinned = lock.get(canonicalize_name(requirement.name))
        assert pinned, f"{requirement} is not in {name}"
        (version,) = (spec.version for spec in pinned.specifier)
        assert requirement.specifier.contains(version, prereleases=True), f"{requirement}, but {name} has {version}"


def test_playing_and_testing_use_the_same_versions() -> None:
    play, test = locked(ROOT / "requirements/play.txt"), locked(ROOT / "requirements/test.txt")
    assert {name: str(r.specifier) for name, r in play.items()} == {
        name: str(test[name].specifier) for name in play
    }


@pytest.mark.parametrize("name", ["docs.txt", "mutation.txt"])
def test_what_is_installed_beside_the_tests_uses_the_same_versions_of_what_both_need(name: str) -> None:
    """They are installed into one virtual environment."""
    site, test = locked(ROOT / "requirements" / name), locked(ROOT / "requirements/test.txt")
    both = site.keys() & test.keys()
    assert both
    assert {name: str(site[name].specifier) for name in both} == {name: str(test[name].specifier) for name in both}


def test_what_changes_the_rules_is_not_installed_for_playing() -> None:
    assert "cosmic-ray" in locked(ROOT / "requirements/mutation.txt")
    assert "cosmic-ray" not in locked(ROOT / "requirements/play.txt")
