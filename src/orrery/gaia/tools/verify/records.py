"""Reading files of recorded games: one JSON object a line, gzipped or plain."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from orrery.core.reading import Unreadable, json_of

Json = dict[str, Any]


class BadRecord(ValueError):
    """A file or a line that is no record; the sentence names the file, the line and what was expected."""


class Record(NamedTuple):
    """One game and where it was read."""

    path: str
    line: int
    data: Json

    @property
    def name(self) -> str:
        """The record's own name of the game."""
        return str(self.data["id"])


_FIELDS: Final[Mapping[str, type]] = {
    "id": str,
    "players": int,
    "options": dict,
    "tags": list,
    "map": dict,
    "tiles": dict,
    "factions": list,
    "moves": list,
    "digests": list,
    "states": list,
    "final": dict,
}

_EXPANSIONS: Final = ("expansions", "lostFleet", "frontiers")
"""Options for material that is not in the box of the base game."""

_UNOFFICIAL: Final = ("variant-", "flexible", "noFedCheck")


def lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers; raises BadRecord for what is cut off or no text."""
    number = 0
    name = Path(path)
    try:
        with name.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(name, "rb") if packed else name.open("rb") as file:
            for line in file:
                number += 1
                text = line.decode("utf-8")
                if text.strip():
                    yield number, text
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: line {number}: expected UTF-8 text, but byte {error.start} is none") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadRecord(f"{path}: line {number + 1}: the file is damaged or cut off there: {error}") from None
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read: {error.strerror or error}") from None


def parse(path: str, number: int, text: str) -> Record:
    """The record of one line; raises BadRecord."""
    where = f"{path}: line {number}"
    try:
        data = json_of(text)
    except Unreadable as error:
        raise BadRecord(f"{where}: expected one JSON object: {error}") from None
    if not isinstance(data, dict):
        raise BadRecord(f"{where}: expected a JSON object, not {type(data).__name__}")
    for field, kind in _FIELDS.items():
        if field not in data:
            raise BadRecord(f"{where}: the record has no {field!r}")
        if not isinstance(data[field], kind) or (kind is int and isinstance(data[field], bool)):
            raise BadRecord(f"{where}: {field!r} is a {kind.__name__}, not {type(data[field]).__name__}")
    if len(data["digests"]) != len(data["moves"]):
        raise BadRecord(
            f"{where}: there are {len(data['moves'])} moves, but {len(data['digests'])} digests: each needs one"
        )
    for field in ("moves", "digests"):
        for item, value in enumerate(data[field]):
            if not isinstance(value, str):
                raise BadRecord(f"{where}: {field}[{item}] is a text, not {value!r}")
    if not isinstance(data.get("legal", []), (list, type(None))):
        raise BadRecord(f"{where}: 'legal' is a list, not {type(data['legal']).__name__}")
    for field, key in (("states", "after"), ("legal", "before")):
        for item, value in enumerate(data.get(field) or []):
            index = value.get(key) if isinstance(value, dict) else None
            if not isinstance(index, int) or not 0 <= index < len(data["moves"]):
                raise BadRecord(
                    f"{where}: {field}[{item}] needs {key!r}, a move from 0 to {len(data['moves']) - 1}"
                )
    return Record(path, number, data)


def read(path: str) -> Iterator[Record]:
    """The records of a file, in order; raises BadRecord."""
    found = False
    for number, text in lines(path):
        found = True
        yield parse(path, number, text)
    if not found:
        raise BadRecord(f"{path}: line 1: the file holds no record")


def unofficial(record: Record) -> str:
    """The tag of an unofficial variant that this record was played with, or nothing."""
    tags = [str(tag) for tag in record.data["tags"]]
    options = record.data["options"]
    if options.get("flexibleFederations"):
        tags.append("flexible")
    if options.get("noFedCheck"):
        tags.append("noFedCheck")
    variant = options.get("factionVariant")
    if variant not in (None, "standard"):
        tags.append(f"variant-{variant}")
    tags.extend(f"variant-{name}" for name in _EXPANSIONS if options.get(name))
    return next((tag for tag in tags if tag.startswith(_UNOFFICIAL)), "")
