"""Which engine replays a title: a digest of all the files that decide how its matches go."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from orrery.core.titles import TITLES

SHARED = ("orrery.core", "orrery.desk")
"""What every title is replayed with."""


def engines() -> dict[str, str]:
    """Title -> digest of its engine; a title whose files cannot be found is left out."""
    shared = [folder for name in SHARED if (folder := _home(name)) is not None]
    found = {}
    for name, where in TITLES.items():
        module = where.partition(":")[0] if isinstance(where, str) else type(where).__module__
        home = _home(module)
        if home is not None:
            found[name] = _digest([*shared, home])
    return found


def _home(module: str) -> Path | None:
    """The folder of a module's package, or the file of a module that has none."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    if "." in module:  # a compiled module lies elsewhere, its package never does
        return _home(module.rpartition(".")[0])
    return Path(spec.origin) if spec.origin is not None and Path(spec.origin).exists() else None


def _digest(homes: list[Path]) -> str:
    whole = hashlib.sha256((sys.implementation.cache_tag or sys.version).encode())
    for home in homes:
        for file in _files(home):
            name = file.relative_to(home.parent).as_posix()
            whole.update(f"\n{name} ".encode())
            whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:32]


def _files(home: Path) -> Iterator[Path]:
    if home.is_file():
        yield home
        return
    for path in sorted(home.rglob("*")):
        inner = path.relative_to(home).parts
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in inner):
            yield path
