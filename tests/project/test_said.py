"""Whatever is refused has a sentence in every language; keys and codes are found in the source."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from orrery.core.game import BadPosition
from orrery.core.saying import LANGUAGES, Explained, data, said, say, sentences, spoken, told
from tests import sentences as recorded

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "orrery"
ROOMS = tuple(sorted(path.parent.name for path in SOURCE.glob("*/said")))
WORDS = ROOT / "web" / "src" / "lib" / "i18n"

VAGUE = {
    *("bad-request", "bad-options", "bad-notation", "bad-record", "bad-order"),
    *("illegal", "taken", "too-many-tables"),
}
"""Codes that do not say what is wrong: a sentence of its own goes with each refusal."""


@cache
def trees() -> dict[str, ast.Module]:
    return {str(path.relative_to(SOURCE)): ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")}


@cache
def every_call() -> list[tuple[str, str, ast.Call]]:
    """Every call in the source: what is called, where, and the call."""
    return [
        (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", ""), where, node)
        for where, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of something so named, and where it is."""
    return ((f"{where}:{node.lineno}", node) for called, where, node in every_call() if called in names)


def texts(node: ast.expr | None) -> list[str | None]:
    """What an expression may say: its words, with a star for each value in them; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)]
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return [None]


@cache
def said_keys() -> list[tuple[str, str, ast.Call]]:
    """Every key that is said, where, and with what."""
    return [
        (where, key, call)
        for where, call in calls("say")
        for key in texts(call.args[0] if call.args else None)
        if key is not None and key.partition(".")[0] in ROOMS
    ]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def page(language: str, group: str) -> dict[str, str]:
    """Keys of the page's words; the texts are whatever follows them."""
    text = (WORDS / language / f"{group}.ts").read_text("utf-8")
    found = re.findall(r"(?m)^  (?:'([^']+)'|(\w+)):\s*(.*)", text)
    return {quoted or plain: rest for quoted, plain, rest in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_said_is_there_with_its_values(language: str) -> None:
    wrong = []
    for where, key, call in said_keys():
        room, _, rest = key.partition(".")
        known = sentences(room, language)
        pattern = re.compile(re.escape(rest).replace(r"\*", r"\w+"))
        found = [one for one in known if pattern.fullmatch(one)]
        if not found:
            wrong.append(f"{where}: {key}")
        given = {keyword.arg for keyword in call.keywords}
        if None not in given:  # whole dicts of values are read in whole games
            wrong += [
                f"{where}: {one} wants {fields(known[one]) - given}" for one in found if fields(known[one]) - given
            ]
    assert wrong == []
    assert len(said_keys()) > 150


def test_every_sentence_is_said_somewhere() -> None:
    patterns = [re.compile(re.escape(key).replace(r"\*", r"[\w.]+")) for _, key, _ in said_keys()]
    patterns.append(re.compile(r"gaia\.option\.choice(\.\w+)?"))  # chosen by the option's name
    dead = [
        f"{room}.{rest}"
        for room in ROOMS
        for rest in sentences(room, "en")
        if not any(pattern.fullmatch(f"{room}.{rest}") for pattern in patterns)
    ]
    assert dead == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_complete(language: str) -> None:
    for room in ROOMS:
        assert list(sentences(room, language)) == list(sentences(room, "en"))
        for rest, text in sentences(room, language).items():
            assert text, rest
            assert "  " not in text, rest
            assert text == text.strip(), rest


@cache
def codes() -> dict[str, str]:
    """Every code of a refusal -> where."""
    found: dict[str, str] = {}
    for where, call in calls("Refused", "Problem", "LiveProblem"):
        if not where.startswith(("desk/", "server/")):
            continue
        for argument in call.args[:2]:
            for code in texts(argument):
                if code is not None and re.fullmatch(r"[a-z]+(-[a-z]+)*", code):
                    found[code] = where
    for tree in (trees()["server/app.py"],):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_CODES":
                assert isinstance(node.value, ast.Dict)
                found |= {str(code): "server/app.py" for one in node.value.values for code in texts(one)}
    for where, call in calls("__init__"):  # refusals of a class of their own
        if where.startswith("server/") and len(call.args) > 2:
            found |= {code: where for code in texts(call.args[1]) if code is not None}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_server_has_a_sentence_on_the_page(language: str) -> None:
    known = page(language, "shell")
    assert {code: where for code, where in codes().items() if f"problem.{code}" not in known} == {}
    assert len(codes()) > 40


def test_a_code_that_does_not_say_what_is_wrong_has_a_sentence() -> None:
    wrong = []
    for where, call in calls("Refused"):
        if len(call.args) > 2 and VAGUE & set(texts(call.args[1])) and None not in texts(call.args[2]):
            wrong.append(f"{where}: {ast.unparse(call)}")
    assert wrong == []


def kinds(base: type[BaseException]) -> set[str]:
    found = {base.__name__}
    for each in base.__subclasses__():
        if each.__module__.startswith("orrery."):
            found |= kinds(each)
    return found


def test_errors_that_people_see_are_explained() -> None:
    """Those that a person can cause; of positions written as data the field is named."""
    wrong = [
        f"{where}: {ast.unparse(call)}"
        for where, call in calls(*(kinds(Explained) - kinds(BadPosition)))
        if call.args and None not in texts(call.args[0])
    ]
    assert wrong == []


NEAR = {
    "gaia": ("why.", "fed.broken.", "warn.", "log.", "automa_"),
    "evacuation": ("ev.why.", "ev.warn.", "ev.told."),
}
"""Where the page says messages of a title."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", sorted(NEAR))
def test_every_message_of_the_engines_has_words_on_the_page(title: str, language: str) -> None:
    known = page(language, title)
    if title == "gaia":
        automa = (SOURCE / "gaia" / "automa" / "words" / f"{language}.json").read_text("utf-8")
        known |= dict.fromkeys(re.findall(r'(?m)^ "([\w.]+)":', automa), "")
    wrong = []
    for where, call in calls("Message", "tell"):
        if where.startswith(f"{title}/"):
            for key in texts(call.args[0] if call.args else None):
                tries = [prefix + (key or "") for prefix in (*NEAR[title], "")]
                if (
                    key
                    and key.isidentifier()
                    and not any(one == each or one.startswith(f"{each}.") for each in tries for one in known)
                ):
                    wrong.append(f"{where}: {key}")
    assert wrong == []


def test_what_the_page_reads_aloud_in_its_tests_is_up_to_date() -> None:
    """Write it anew with ``python -m tests.sentences``."""
    assert recorded.FILE.read_text("utf-8") == recorded.text()


def test_a_sentence_within_a_sentence() -> None:
    why = say("core.entry", where="#3", why=say("core.over"))
    assert said(why) == "#3: the game is over: nobody is asked"
    assert said(why, "de") == "#3: die Partie ist zu Ende: Niemand ist am Zug"
    assert data(why) == {"key": "core.entry", "args": {"where": "#3", "why": {"key": "core.over", "args": {}}}}
    assert told(Explained(why), "hu") == "#3: a játszma véget ért: senki sem következik"
    assert told(ValueError("as it is"), "hu") == "as it is"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "hu", "LC_MESSAGES": ""}, "hu"),
        ({"ORRERY_LANGUAGE": "hu", "LC_ALL": "de"}, "hu"),
    ],
)
def test_the_language_of_a_terminal(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language
