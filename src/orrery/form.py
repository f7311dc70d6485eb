"""In which form the engines run: as plain Python, or compiled for this Python and this machine.

Compiled modules lie in a folder of their own, never beside the files that they were made of, and it is named after
a digest of all those files. An edited file makes another name: plain Python runs until somebody compiles anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, final

PARTS: Final = ("bots", "core", "evacuation", "gaia")
"""Packages of which modules are compiled, and which decide how those behave."""
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""How the names of compiled modules end: it names the Python and the machine that they are for."""
PURE: Final = "ORRERY_PURE"
"""Set, and not to 0: plain Python runs, whatever has been compiled."""

HERE: Final = Path(__file__).resolve().parent
INSTALLED: Final = HERE / "compiled"
"""Where a compiled wheel has them."""
BUILT: Final = HERE.parents[1] / "build" / "compiled"
"""Where a source tree has them."""


def sources() -> list[Path]:
    """The files of the parts, in a fixed order."""
    return [path for part in PARTS for path in sorted((HERE / part).rglob("*.py"))]


def digest() -> str:
    """Changes with every change of a source, of the Python or of the kind of machine."""
    whole = sha256(SUFFIX.encode())
    for path in sources():
        text = path.read_bytes()
        whole.update(f"\n{path.relative_to(HERE).as_posix()} {len(text)}\n".encode())
        whole.update(text)
    return whole.hexdigest()[:32]


@final
class Compiled(MetaPathFinder):
    """Finds modules in a folder of compiled ones; what is not there is found as ever."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module of ours lies, or what all of them share."""
        if not name.startswith("orrery"):
            return None
        file = self.folder.joinpath(*name.split(".")).with_suffix(SUFFIX)
        return spec_from_file_location(name, file) if file.exists() else None


def choose() -> None:
    """Let compiled modules be found from now on, if there are some of exactly these sources."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return
    homes = [home for home in (INSTALLED, BUILT) if home.is_dir()]
    name = digest() if homes else ""
    for home in homes:
        if (home / name).is_dir():
            sys.meta_path.insert(0, Compiled(home / name))
            return


def compiled() -> bool:
    """Whether compiled modules run."""
    return any(isinstance(finder, Compiled) for finder in sys.meta_path)


def told() -> str:
    """Which form runs, for people."""
    return f"{'compiled' if compiled() else 'plain'}, Python {'.'.join(map(str, sys.version_info[:3]))}"


def source(module: ModuleType) -> Path:
    """The Python text of a module, also of one that is compiled."""
    file = Path(str(module.__file__))
    return file if file.suffix == ".py" else HERE.parent.joinpath(*module.__name__.split(".")).with_suffix(".py")
