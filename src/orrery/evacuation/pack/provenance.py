"""Where a value comes from: the words of ``from`` in a pack file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

TAGS: Final = ("rulebook", "derived", "reconstruction")
"""Tags beside ``source NAME+NAME``."""


class BadProvenance(ValueError):
    """A ``from`` that cannot be read; the sentence says what was expected."""


class Provenance(NamedTuple):
    """The origin of an entry, and of single fields where they differ."""

    default: str
    fields: tuple[tuple[str, str], ...] = ()
    """(field or field.item, tag), in the order of the file."""

    def of(self, path: str) -> str:
        """The tag of a field, or of an item ``field.3``; the nearest that is named wins."""
        named = dict(self.fields)
        whole, _, item = path.partition(".")
        if item and path in named:
            return named[path]
        return named.get(whole, self.default)

    def tags(self, path: str) -> tuple[str, ...]:
        """All tags that occur in a field: its own, and those of items that differ."""
        inside = [tag for name, tag in self.fields if name.startswith(path + ".")]
        return tuple(dict.fromkeys([self.of(path), *inside]))

    def sources(self) -> tuple[str, ...]:
        """Names of the sources it cites."""
        tags = [self.default, *(tag for _, tag in self.fields)]
        return tuple(name for tag in tags if tag.startswith("source ") for name in tag[7:].split("+"))

    def __str__(self) -> str:
        groups: dict[str, list[str]] = {}
        for path, tag in self.fields:
            groups.setdefault(tag, []).append(path)
        return "; ".join([self.default, *(f"{', '.join(paths)}: {tag}" for tag, paths in groups.items())])

    def changed(self, fields: Iterable[str], by: Provenance) -> Provenance:
        """This one with the given fields taken from another."""
        gone = set(fields)
        kept = [(path, tag) for path, tag in self.fields if path.partition(".")[0] not in gone]
        for name in fields:
            if by.of(name) != self.default:
                kept.append((name, by.of(name)))
            kept += [(path, tag) for path, tag in by.fields if path.startswith(name + ".")]
        return Provenance(self.default, tuple(kept))


def parse(text: str) -> Provenance:
    """Read ``default; field, field: tag; field: tag``."""
    first, *rest = [part.strip() for part in text.split(";")]
    fields: list[tuple[str, str]] = []
    for part in rest:
        names, colon, tag = part.rpartition(":")
        if not colon:
            raise BadProvenance(f"expected 'field: tag' after the semicolon, not {part!r}")
        paths = [name.strip() for name in names.split(",")]
        if not all(paths):
            raise BadProvenance(f"expected a field before the colon in {part!r}")
        fields += [(path, _tag(tag.strip())) for path in paths]
    return Provenance(_tag(first), tuple(fields))


def _tag(word: str) -> str:
    if word in TAGS:
        return word
    head, _, names = word.partition(" ")
    if head == "source" and names and all(name.strip() == name and name for name in names.split("+")):
        return word
    raise BadProvenance(f"expected rulebook, derived, reconstruction or 'source NAME', not {word!r}")
