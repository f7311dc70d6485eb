"""Events: what one process tells all of them, itself included. They carry ids; the truth is in the database."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class _Event(Struct, tag=True, frozen=True):
    def encoded(self) -> bytes:
        """As it travels."""
        return msgspec.json.encode(self)


class Moved(_Event, frozen=True):
    """A match has so many entries now."""

    match: str
    number: int


class TableChanged(_Event, frozen=True):
    """Something about a table that is no move."""

    match: str


class Hurried(_Event, frozen=True):
    """The bot that is asked in a match with so many entries is to answer at once."""

    match: str
    number: int


class LobbyChanged(_Event, frozen=True):
    """A list of tables has changed."""


class Asked(_Event, frozen=True):
    """A person is asked."""

    user: int
    match: str
    seat: int
    number: int
    question: str
    game: str


class PremovesDropped(_Event, frozen=True):
    """Premoves of a person were no longer legal."""

    user: int
    match: str
    seat: int
    sentence: str


class Said(_Event, frozen=True):
    """A line of chat."""

    match: str
    number: int


class Called(_Event, frozen=True):
    """Friends or invitations of a person have changed."""

    user: int


class WentOut(_Event, frozen=True):
    """A session or token of a person has ended."""

    user: int


class Wrote(_Event, frozen=True):
    """Tables were written in another way than by a move."""

    matches: list[str]


class PeopleChanged(_Event, frozen=True):
    """People, their sessions or tokens were written."""


class Announced(_Event, frozen=True):
    """Something was announced, or no longer is."""


class Missed(_Event, frozen=True):
    """Events were lost: everybody looks."""


Event = (
    Moved
    | TableChanged
    | Hurried
    | LobbyChanged
    | Asked
    | PremovesDropped
    | Said
    | Called
    | WentOut
    | Wrote
    | PeopleChanged
    | Announced
    | Missed
)

DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
