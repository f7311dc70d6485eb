"""How the site of the documents is made: ``make docs``."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

project = "Orrery"
version = release = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]["version"]
project_copyright = "its contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["shots"]
html_theme = "furo"
html_title = f"Orrery {version}"
html_show_sphinx = False
nitpicky = False
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}

PICTURE = re.compile(r"^!\[(.*?)\]\(pic:.*?\)$", re.MULTILINE)
PLACE = re.compile(r"^(#+ .*?) \{#([\w-]+)\}$", re.MULTILINE)
WITHIN = re.compile(r"\]\(#([\w-]+)\)")


def for_the_site(app: Any, name: str, source: list[str]) -> None:
    """What only the page draws is told in words; places of the handbook have names of their own on each page."""
    if name.startswith("handbook/"):
        book = name.removeprefix("handbook/").replace(".", "-")
        text = PICTURE.sub(r"*\1*", source[0])
        text = PLACE.sub(lambda m: f"({book}-{m[2]})=\n{m[1]}", text)
        source[0] = WITHIN.sub(lambda m: f"](#{book}-{m[1]})", text)


def setup(app: Any) -> None:
    """Tell Sphinx."""
    app.connect("source-read", for_the_site)
