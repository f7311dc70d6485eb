"""Sentences for people, by key and in three languages: what is refused, and why.

A key is ``room.rest``; the sentences of a room lie beside it, in ``orrery/<room>/said/<language>.json``, where the
page finds them too. Programs get the English ones.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from orrery.core.journal import Message

LANGUAGES: Final = ("en", "de", "hu")


def say(key: str, /, **values: object) -> Message:
    """The message of a sentence: its key, and what is put into it. A value may be a message itself, or several."""
    return Message(key, {name: _plain(value) for name, value in values.items()})


def _plain(value: object) -> object:
    if isinstance(value, (Message, str, int)):
        return value
    if isinstance(value, (list, tuple)) and all(isinstance(each, Message) for each in value):
        return list(value)
    return str(value)


@lru_cache(maxsize=32)
def sentences(room: str, language: str) -> Mapping[str, str]:
    """The sentences of a room in a language, by the rest of their keys."""
    text = files(f"orrery.{room}").joinpath("said", f"{language}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def said(message: Message, language: str = "en") -> str:
    """The sentence of a message."""
    room, _, rest = message.key.partition(".")
    template = sentences(room, language)[rest]
    return template.format_map({name: _worded(value, language) for name, value in message.args.items()})


def _worded(value: object, language: str) -> object:
    if isinstance(value, Message):
        return said(value, language)
    if isinstance(value, list):
        return ", ".join(said(each, language) for each in value)
    return value


def data(message: Message) -> dict[str, Any]:
    """A message as plain JSON: key and args, messages within it too."""
    return {"key": message.key, "args": {name: _data(value) for name, value in message.args.items()}}


def _data(value: object) -> object:
    if isinstance(value, Message):
        return data(value)
    return [_data(each) for each in value] if isinstance(value, list) else value


class Explained(ValueError):
    """An error with a sentence for people: English as its text, in any language by its message."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(why if isinstance(why, str) else said(why))
        self.message: Message | None = None if isinstance(why, str) else why

    def __reduce__(self) -> tuple[type[Explained], tuple[Message | str]]:
        return type(self), (self.message or str(self),)


class Unknown(LookupError):
    """A name that names nothing; explained as other errors are."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(why if isinstance(why, str) else said(why))
        self.message: Message | None = None if isinstance(why, str) else why

    def __reduce__(self) -> tuple[type[Unknown], tuple[Message | str]]:
        return type(self), (self.message or str(self.args[0]),)


def why(error: BaseException) -> Message | str:
    """What an error says: its message if it has one."""
    if isinstance(error, (Explained, Unknown)) and error.message is not None:
        return error.message
    return str(error.args[0] if isinstance(error, LookupError) and error.args else error)


def told(error: BaseException, language: str) -> str:
    """The sentence of an error in a language, if it has one; else its own text."""
    words = why(error)
    return words if isinstance(words, str) else said(words, language)


def spoken(environment: Mapping[str, str] | None = None) -> str:
    """The language of whoever sits at this terminal, by the usual variables; English if we have no other."""
    given = os.environ if environment is None else environment
    for name in ("ORRERY_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if given.get(name):
            word = given[name][:2].lower()
            return word if word in LANGUAGES else "en"
    return "en"
