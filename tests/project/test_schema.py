"""Views and positions fit the records that declare them, and whatever is made from the records is up to date."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

from orrery import schema
from orrery.cli import main
from orrery.core import chance
from orrery.core.titles import title
from tests.every_game import Run, subject, walk
from tests.records import fits, misfits

SAMPLES = [
    pytest.param(name, sample, id=f"{name}-{sample}", marks=[pytest.mark.slow] if sample else [])
    for name in schema.TITLES
    for sample in range(len(subject(name).samples))
]
"""Every mode of both titles."""


def record(name: str, part: str) -> ModuleType:
    return import_module(f"orrery.{name}.telling.records.{part}")


def positions(name: str, sample: int) -> Iterator[Any]:
    """Some positions of a random game, the first and the last among them."""
    steps, end = walk(Run(subject(name), sample, sample + 1))
    yield from (step.state for step in steps[:: max(1, len(steps) // 20)])
    yield end


def test_what_is_made_from_the_records_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """``orrery schema`` writes what this compares."""
    assert main(["schema", "--check"]) == 0, capsys.readouterr().out


def test_an_outdated_file_is_named_and_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {path.relative_to(schema.ROOT): text for path, text in schema.generated().items()}
    monkeypatch.setattr(schema, "ROOT", tmp_path)
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert main(["schema", "--check"]) == 0
    old = tmp_path / "docs/views/gaia.md"
    old.write_text(old.read_text(encoding="utf-8").replace("Victory points.", "Points."), encoding="utf-8")
    (tmp_path / "web/src/gaia/schema.d.ts").unlink()
    assert main(["schema", "--check"]) == 1
    assert {path.name for path in schema.stale()} == {"gaia.md", "schema.d.ts"}
    assert main(["schema"]) == 0
    assert all((tmp_path / path).read_text(encoding="utf-8") == text for path, text in texts.items())


@pytest.mark.parametrize("name", schema.TITLES)
def test_every_field_is_declared_with_words(name: str) -> None:
    for part in schema.PARTS:
        for each in schema.told(name, part).values():
            fields = each.fields if isinstance(each, schema.Record) else ()
            assert all(len(doc) > 3 and doc.endswith((".", "?")) for doc in (each.doc, *(f.doc for f in fields)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("class A(TypedDict):\n    '''A.'''\n    b: int\n", "A.b has no docstring"),
        ("class A(TypedDict):\n    b: int\n    '''B.'''\n", "A has no docstring"),
        ("Name = str\n", "Name has no docstring"),
        ("class A(TypedDict):\n    '''A.'''\n    b: set[int]\n    '''B.'''\n", r"set\[int\] is no type"),
        ("Name = Annotated[int, 'x']\n'''N.'''\n", "'x' says nothing about"),
    ],
)
def test_a_declaration_that_cannot_be_told_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    (tmp_path / "half_said.py").write_text(f"from typing import Annotated, TypedDict\n{text}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with monkeypatch.context() as loaded:
        loaded.delitem(__import__("sys").modules, "half_said", raising=False)
        module = import_module("half_said")
        with pytest.raises(schema.BadRecord, match=sentence):
            list(schema._declared(module, {}))


@pytest.mark.parametrize(("name", "sample"), SAMPLES)
def test_views_and_positions_of_every_mode_fit_their_records(name: str, sample: int) -> None:
    """Keys and types, nested: what is printed, the views of every seat and a spectator, and data, by schema too."""
    game = title(name)
    seats = range(game.seats(subject(name).samples[sample]))
    check = jsonschema.Draft202012Validator(schema.json_schema(name))
    for number, state in enumerate(positions(name, sample)):
        data = json.loads(json.dumps(game.data(state)))
        fits(data, record(name, "position").Position, f"data of position {number}")
        check.validate(data)
        fits(game.printed(state), record(name, "printed").Printed, "printed")
        for seat in (None, *seats):
            fits(game.view(state, seat), record(name, "view").View, f"position {number}, seat {seat}")


@pytest.mark.parametrize("name", schema.TITLES)
def test_the_schema_is_one_and_refuses_nonsense(name: str) -> None:
    """Another kind of value anywhere, a field too many, a field too few: the schema and the record agree."""
    jsonschema.Draft202012Validator.check_schema(schema.json_schema(name))
    check = jsonschema.Draft202012Validator(schema.json_schema(name))
    states = list(positions(name, 0))
    whole = json.loads(json.dumps(title(name).data(states[len(states) // 2])))
    places = [path for path in _places(whole) if path[0] not in ("options", "stack", "questions", "map", "table")]
    wrongs: list[Any] = [{**whole, "nonsense": 1}, {k: v for k, v in whole.items() if k != "game"}, [], None, 7]
    for number in range(200):
        wrong = copy.deepcopy(whole)
        *way, last = places[chance.draw(7, number, len(places))]
        home: Any = wrong
        for step in way:
            home = home[step]
        home[last] = 1.5 if not isinstance(home[last], float) else "x"
        wrongs.append(wrong)
    for wrong in wrongs:
        assert not check.is_valid(wrong), wrong
        assert list(misfits(wrong, record(name, "position").Position))


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in parts:
        yield (*path, name)
        yield from _places(each, (*path, name))


@pytest.mark.parametrize("name", schema.TITLES)
def test_the_facts_of_an_option_say_what_the_log_will_say(name: str) -> None:
    """Options are sent without a message: the page makes their sentences of the facts alone."""
    game = title(name)
    for state in positions(name, 0):
        seat = state.asked()
        for option in game.explain(state, seat) if seat is not None else ():
            message, facts = game.tell(state, option.action, seat), dict(option.facts)
            assert facts["kind"] == message.key or (facts["kind"], message.key) == ("end", "done")
            said = {("display" if key == "kind" else key): value for key, value in message.args.items()}
            aside = ("seat", "text") if message.key == "done" else ("seat", "text", "question")
            assert {key: facts.get(key) for key in said if key not in aside} == {
                key: value for key, value in said.items() if key not in aside
            }


def test_the_documented_examples_fit_the_schema() -> None:
    text = (schema.ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    assert {each["game"] for each in examples} == set(schema.TITLES)
    for each in examples:
        jsonschema.Draft202012Validator(schema.json_schema(each["game"])).validate(each)


@pytest.mark.parametrize("name", schema.TITLES)
def test_the_command_prints_the_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--json", name]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema.json_schema(name)))


@pytest.mark.parametrize(("name", "prefix"), [("gaia", ""), ("evacuation", "ev.")])
@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_every_kind_of_action_has_its_sentences(name: str, prefix: str, language: str) -> None:
    """What one may do and what somebody did; in logs being done is not told apart by what it ends."""
    page = schema.ROOT / "web/src/lib/i18n" / language / f"{name}.ts"
    keys = re.findall(r"^  '([^']+)':", page.read_text(encoding="utf-8"), re.MULTILINE)
    kinds = [
        kind
        for record in schema.told(name, "view").values()
        if isinstance(record, schema.Record) and record.name.endswith("Option")
        for field in record.fields[:1]
        if isinstance(field.type, schema.Words)
        for kind in field.type.words
    ]
    assert len(kinds) > 20
    said = {key.removeprefix(prefix).partition(".")[2].partition(".")[0] for key in keys if f"{prefix}do." in key}
    told = {key.removeprefix(prefix).partition(".")[2].partition(".")[0] for key in keys if f"{prefix}log." in key}
    assert [kind for kind in kinds if kind not in said] == []
    assert [kind for kind in kinds if kind not in told and kind != "end"] == []
