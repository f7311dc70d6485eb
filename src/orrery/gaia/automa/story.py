"""The trace of an Automa's turn: messages in order, and sentences made of them in three languages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from orrery.core.journal import Message
from orrery.core.saying import LANGUAGES
from orrery.gaia.automa.choice import Choice, Filter


@lru_cache(maxsize=8)
def words(language: str) -> Mapping[str, str]:
    """The phrases of a language, by key."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = files("orrery.gaia.automa").joinpath("words", f"{language}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


_TRANSLATED = {"action": "action", "building": "building", "from": "building", "by": "rule", "source": "source"}
"""Arguments that are ids, and the group of phrases they belong to."""


def sentence(message: Message, language: str) -> str:
    """One message of the trace as a sentence."""
    known = words(language)
    what = message.args.get("what")
    template = known[message.key if what is None else f"{message.key}.{what}"]
    return template.format_map(
        {name: _worded(name, value, message.args, known) for name, value in message.args.items()}
    )


def _worded(name: str, value: object, args: Mapping[str, object], known: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return ", ".join(known.get(f"area.{item}", str(item)) for item in value)
    if name == "which":
        return known[f"which.{value}"]
    if name == "choice":
        return known.get(f"area.{value}", str(value))
    group = _TRANSLATED.get(name)
    phrase = None if group is None or isinstance(value, int) else known.get(f"{group}.{value}")
    if phrase is None:
        return str(value)
    if name == "by" and value == "number":
        count = args["count"]
        assert isinstance(count, int)
        return phrase.format(count=abs(count), side=known["side.left" if count > 0 else "side.right"])
    return phrase.format(card=args.get("card", ""))


def told(of: str, names: Mapping[int, str], choice: Choice, count: int = 0) -> list[Message]:
    """Candidates and tie-breaks of a choice; ``names`` says how its numbers are called."""
    candidates = Message("automa_candidates", {"of": of, "list": _named(choice.candidates, names)})
    return [candidates, *(_filter(step, names, count) for step in choice.filters)]


def _filter(step: Filter, names: Mapping[int, str], count: int) -> Message:
    args: dict[str, object] = {
        "what": "skipped" if step.skipped else "kept",
        "by": step.rule,
        "left": _named(step.after, names),
    }
    if step.rule == "number":
        args["count"] = count
    return Message("automa_filter", args)


def _named(numbers: tuple[int, ...], names: Mapping[int, str]) -> list[str]:
    return [names[number] for number in numbers]
