"""What every house that keeps matches shares: ids, names of bots, places, records as text."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from orrery.core.match import Entry, Header, written
from orrery.desk import wire

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

STARS = (
    *("Altair", "Antares", "Bellatrix", "Canopus", "Capella", "Castor", "Deneb", "Electra", "Mizar", "Pollux"),
    *("Procyon", "Regulus", "Rigel", "Spica", "Vega", "Aldebaran", "Arcturus", "Achernar"),
)
"""What bots are called, the same in every language: more than any table has seats."""

CHANCE = (None, "random")
"""What an option is by default where the game decides by chance."""


def new_id() -> str:
    """The id of a table: short enough to read out, too many to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def star(names: Sequence[str]) -> str:
    """A name for a bot that nobody at the table has."""
    return secrets.choice([star for star in STARS if star not in names])


def seed_like(default: object) -> object:
    """A fresh set-up seed of the kind that the title takes."""
    return new_id() if isinstance(default, str) else secrets.randbits(31)


def chances(settings: Sequence[wire.SettingInfo], usual: Mapping[str, object]) -> dict[str, object]:
    """The options of a title that are left to chance, and how it is said that they are; ``usual`` is complete."""
    return {one.name: usual.get(one.name) for one in settings if one.default in CHANCE}


def fixed(chances: Mapping[str, object], options: Mapping[str, object]) -> list[str]:
    """The options by which a host fixes what chance decides otherwise."""
    return [name for name, default in chances.items() if options.get(name, default) != default]


def placed(left: Sequence[bool], places: Sequence[int]) -> list[int]:
    """Places by the game, with everybody who left behind everybody who stayed; ``left`` is by seat."""
    keys = [(gone, places[seat]) for seat, gone in enumerate(left) if seat < len(places)]
    # A game may have more places than seats (an Automa); those have not left.
    keys += [(False, place) for place in places[len(keys) :]]
    order = sorted(keys)
    return [order.index(key) + 1 for key in keys]


def as_text(record: wire.Record) -> str:
    """A record as text: what ``orrery replay`` and the import read, when it is complete."""
    seats = "".join(f"# seat {seat}: {' '.join(name.split())}\n" for seat, name in enumerate(record.names))
    entries = [Entry(entry.seat, entry.question, entry.text) for entry in record.entries]
    if record.complete:
        assert record.seed is not None
        text = written(Header(record.game, record.rules, record.options, record.seed), entries)
        digests = "".join(f"# digest {entry.number} {entry.digest}\n" for entry in record.entries)
        return text + seats + digests
    text = written(Header(record.game, record.rules, record.options, 0), entries)
    return text.replace("seed 0\n", "# the seed is told when the match is over\n", 1) + seats
