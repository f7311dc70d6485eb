"""Files that people and forges look for, and whether they say what is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NAMED = {"MPL-2.0": "Mozilla Public License 2.0"}
"""Licences that NOTICE names beside what has them; of the others the text stands there."""


def test_everything_that_the_page_ships_is_in_the_notice() -> None:
    """What the sources import by name, and what that runs with in turn; fonts have their licence beside them."""
    notice = (ROOT / "NOTICE").read_text("utf-8")
    imported: set[str] = set()
    for path in sorted((WEB / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte"):
            found = re.findall(r"""(?:from|import\()\s*['"]([a-z@][^'"]*)['"]""", path.read_text("utf-8"))
            imported |= {name.split("/")[0] for name in found}
    locked = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    imported = {name for name in imported if f"node_modules/{name}" in locked}
    assert "svelte" in imported
    for name in sorted(imported):
        said = re.search(rf"^  {name} .*$", notice, re.MULTILINE)
        assert said, f"{name} is not in NOTICE"
        licence = locked[f"node_modules/{name}"]["license"]
        assert licence == "MIT" or NAMED[licence] in said[0]
    fonts = WEB / "public" / "fonts"
    assert list(fonts.glob("*.woff2"))
    assert (fonts / "LICENSE.txt").is_file()
    assert "fonts/LICENSE.txt" in notice


def test_the_forge_runs_what_we_run() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))["jobs"]
    said = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    assert "bash .ci/run" in said
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"make ([a-z-]+)", "\n".join(said)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    matrix = jobs["engines"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos"}
    for path in re.findall(r"-r (\S+)", "\n".join(said)):
        assert (ROOT / path).is_file()


def test_templates_and_hooks_can_be_read() -> None:
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        form = yaml.safe_load(path.read_text("utf-8"))
        assert form["name"]
        assert any(part.get("id") == "match" for part in form["body"]), f"{path.name} does not ask for the match"
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert {hook["id"] for repo in hooks for hook in repo["hooks"]} == {"format", "lint", "types", "page"}


def test_links_of_the_pages_at_the_top_lead_somewhere() -> None:
    for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / name).read_text("utf-8")):
            assert (ROOT / link).exists(), f"{name}: {link}"
