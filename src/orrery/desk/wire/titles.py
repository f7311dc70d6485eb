"""Titles: what can be played, set-ups, and positions without a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from orrery.desk.wire.base import Actions, Json, Request, SeatNumber


class SettingInfo(Struct):
    """One option of a title; see ``Setting`` in the contract."""

    name: str
    kind: str
    default: Json
    choices: list[Json]
    group: str


class Title(Struct):
    """A game that can be played here."""

    name: str
    rules: int
    settings: list[SettingInfo]
    bots: list[str]
    """Levels of bots that can sit at its tables."""
    strength: dict[str, int] = {}
    """Measured points by level: the mean of games among four (Evacuation: two) of that level."""
    seconds: dict[str, float] = {}
    """Measured seconds that a level thinks about a turn, on one core."""


class SetupRequest(Request):
    """Options to try out; without ``setup_seed`` the server draws one."""

    options: dict[str, Json] = {}


class Setup(Struct):
    """What a table with these options starts from, as a spectator sees it."""

    options: dict[str, Json]
    """Complete, with the ``setup_seed`` that was used when the title has one."""
    seats: int
    printed: Mapping[str, Json]
    """What never changes within a match."""
    view: Mapping[str, Json]
    """What stands, laid over ``printed``."""
    asked: int | None
    question: str


class SandboxRequest(Request):
    """A position without a table: whoever is asked is played by the asker. Stateless."""

    options: dict[str, Json] = {}
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0
    actions: Actions = []
    seat: SeatNumber | None = None
    """Whose view is shown; the seat that is asked when left out."""
    printed: bool = True
    """Send along what never changes; somebody who has it leaves it out."""
    near: bool = False
    """With near misses: what is not possible, and why."""


class PositionRequest(Request):
    """A position that somebody enters, or a fresh game of these options to begin with. Stateless."""

    position: dict[str, Json] | None = None
    options: dict[str, Json] = {}
    """Of a fresh game at its first turn, where no position is given."""
    whole: bool = False
    """Send it back without what follows from the rest."""


class PositionFault(Struct):
    """What is wrong with a position."""

    place: str
    """The field, as a path: ``players[1].ore``; empty where it is the whole."""
    sentence: str
    """In English."""
    reason: Json = {}
    """The same by key and args, for any language."""


class Examined(Struct):
    """What is wrong with a position, or who is asked in it."""

    fault: PositionFault | None = None
    position: dict[str, Json] | None = None
    """The position without what follows from the rest, where that was asked for."""
    asked: int | None = None
    """Null when the game is over."""
    question: str | None = None
    scores: list[int] = []
    also: list[PositionFault] = []
    """What else is wrong, whatever is put right at ``fault``; others may still come to light."""


class TabletopRequest(Request):
    """What a page asks for a game with the box on the table. Stateless: everything that counts is sent."""

    args: dict[str, Json] = {}
