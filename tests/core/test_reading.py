"""Reading what people hand in: one sentence for whatever is wrong with it."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from orrery import cli
from orrery.core.game import BadPosition
from orrery.core.match import BadLog, Match
from orrery.core.reading import Given, Unreadable, json_of, refusal, shown
from orrery.core.saying import said, say, told
from orrery.gaia.tabletop.companion import BadSession, Session

Output = pytest.CaptureFixture[str]

DEEP = "[" * 100_000
LONG = "1" * 5000
BAD = {
    DEEP: "nested too deeply",
    LONG: "a number of more than 4300 digits",
    '{"a": NaN}': "NaN is no number",
    "{": "expected JSON: Expecting property name",
    "": "expected JSON: Expecting value",
}


@pytest.mark.parametrize("text", list(BAD))
def test_no_json_is_one_sentence(text: str) -> None:
    with pytest.raises(Unreadable, match=BAD[text]) as raised:
        json_of(text)
    assert "\n" not in str(raised.value)
    with pytest.raises(Unreadable, match=BAD[text]):
        json_of(text.encode())


@pytest.mark.parametrize("language", ["de", "hu"])
def test_where_json_breaks_off_is_told_in_every_language(language: str) -> None:
    with pytest.raises(Unreadable) as raised:
        json_of('{"a":\n [1, ')
    assert "Expecting" in str(raised.value)
    words = told(raised.value, language)
    assert "2" in words
    assert "6" in words
    assert "Expecting" not in words


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(Unreadable, match="expected text in UTF-8, got something else at byte 3"):
        json_of(b'["\xff"]')
    assert json_of('\ufeff["ä"]'.encode()) == ["ä"]


@pytest.mark.parametrize("text", [DEEP, LONG])
def test_matches_and_sessions(text: str) -> None:
    match = f"orrery match 1\ngame gaia\nrules 1\nseed 1\noption players {text}\nlog\n"
    with pytest.raises(BadLog, match=f"line 5: option 'players' needs a JSON value.*{BAD[text]}"):
        Match.load(match)
    with pytest.raises(BadSession, match=f"this is no saved session: .*{BAD[text]}"):
        Session.load(text)


@pytest.mark.parametrize("command", [["verify"], ["show"], ["replay"], ["gaia", "import"], ["companion", "--save"]])
@pytest.mark.parametrize("data", [DEEP.encode(), LONG.encode(), b"\xff\xfe\x00", b"", gzip.compress(DEEP.encode())])
def test_every_command_says_what_is_wrong(
    command: list[str], data: bytes, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2 and one line, whatever the file holds."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    file = tmp_path / "file"
    file.write_bytes(data)
    assert cli.main([*command, str(file)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"orrery {command[0]}: ")
    assert told.count("\n") == 1
    assert len(told) < 500


def test_values_that_cannot_be_shown() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown("a" * 100) == "'" + "a" * 76 + "..."
    assert shown(10**5000) == "something too large to show (int)"
    assert shown(deep) == "something too large to show (list)"


def test_a_refusal_names_what_is_most_alike() -> None:
    possible = [f"build mine 4B{number}" for number in range(9)] + ["pass"]
    told = said(refusal("build mine 4B9", "Turn", 2, possible, [say("gaia.why.out_of_range", by=1)]))
    assert told.startswith(
        "'build mine 4B9' does not answer Turn of seat 2: 1 out of range; possible: 'build mine 4B0', "
    )
    assert told.endswith(" and 5 more")
    assert said(refusal("jump", "Turn", 0, [])) == "'jump' does not answer Turn of seat 0: nothing is possible"


def test_given_data_are_read_field_by_field() -> None:
    given = Given({"year": 3, "order": [1, 0], "over": False, "phase": "late", "seats": {"a": 1, "b": 2}})
    assert given.get("year").number(1, 4) == 3
    assert given.get("round", 6).number(0, 6) == 6
    assert given.get("order").each(lambda seat: seat.number(0, 1), 2) == [1, 0]
    assert given.get("over").flag() is False
    assert given.get("phase").word(("early", "late")) == 1
    assert [(name, seat.path, seat.value) for name, seat in given.get("seats").only("ab").items()] == [
        ("a", "seats.a", 1),
        ("b", "seats.b", 2),
    ]
    assert given.has("year")
    assert not given.has("round")


def test_given_data_that_are_wrong_are_refused_with_the_place() -> None:
    given = Given({"players": [{"stock": {"ore": "much"}}, 7], "phase": "lunch"})
    first, second = given.get("players").parts()
    for read, sentence in (
        (
            lambda: first.get("stock").get("ore").number(0, 9),
            "players[0].stock.ore: expected a whole number from 0 to",
        ),
        (lambda: second.get("stock"), "players[1]: expected a map, got 7"),
        (lambda: first.get("name"), "players[0]: expected a field 'name', got {'stock'"),
        (lambda: first.only(("stocks", "name")), "players[0]: there is no field 'stock'; did you mean 'stocks'?"),
        (lambda: given.get("players").parts(3), "players: expected a list of 3, got ["),
        (lambda: given.get("phase").parts(), "phase: expected a list, got 'lunch'"),
        (lambda: given.get("phase").flag(), "phase: expected true or false, got 'lunch'"),
        (lambda: given.get("phase").word(("early", "late")), "phase: expected one of early, late, got 'lunch'"),
        (lambda: given.get("phase").expect(False, "a meal"), "phase: expected a meal, got 'lunch'"),
        (lambda: Given([]).only("ab"), "position: expected a map, got []"),
    ):
        with pytest.raises(BadPosition) as refused:
            read()
        assert sentence in str(refused.value)
