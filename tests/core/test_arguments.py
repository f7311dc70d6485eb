"""What commands share of reading their arguments."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import pytest

from orrery.core.arguments import add_options, options_of, pair, positive, text_of
from orrery.core.reading import Unreadable


def test_an_option_is_a_name_and_json_or_else_a_word() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser)
    given = parser.parse_args(["-o", "players=3", "--option", "map=spiral", "-o", 'factions=["terrans"]'])
    assert options_of(given) == {"players": 3, "map": "spiral", "factions": ["terrans"]}
    assert pair("name=a=b") == ("name", "a=b")


@pytest.mark.parametrize("text", ["players", "=3", ""])
def test_an_option_without_name_or_value_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="NAME=VALUE") as raised:
        pair(text)
    assert repr(text) in str(raised.value)


def test_whole_numbers_from_1_on() -> None:
    assert positive("12") == 12
    for text in ("0", "-1", "1.5", "", "x", "²"):
        with pytest.raises(argparse.ArgumentTypeError, match="a whole number from 1 on"):
            positive(text)


def test_a_file_is_read_and_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("Űrhajó", "utf-8")
    assert text_of(file) == "Űrhajó"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("Űrhajó".encode()), "ascii"))
    assert text_of(Path("-")) == "Űrhajó"
    monkeypatch.setattr("sys.stdin", io.StringIO("typed"))
    assert text_of(Path("-")) == "typed"


def test_a_file_that_is_no_text_is_told_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff")
    with pytest.raises(Unreadable, match="picture"):
        text_of(file)
