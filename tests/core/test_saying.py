"""Messages as sentences and as JSON; the language of a terminal."""

from __future__ import annotations

import pytest

from orrery.core.game import BadPosition
from orrery.core.saying import data, said, say, spoken


def test_a_message_within_messages_is_plain_json() -> None:
    inner = say("core.option.form", got="x")
    whole = say("core.file", file="a.game", why=[inner, inner])
    assert data(whole) == {
        "key": "core.file",
        "args": {"file": "a.game", "why": [{"key": "core.option.form", "args": {"got": "x"}}] * 2},
    }
    one = said(inner, "de")
    assert f"{one}, {one}" in said(whole, "de")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "de_AT"}, "de"),
        ({"LC_ALL": "de_AT", "ORRERY_LANGUAGE": "en"}, "en"),
    ],
)
def test_the_terminal_says_which_language(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language


def test_a_bad_position_names_the_field_in_other_languages() -> None:
    error = BadPosition("players[0].ore: expected a number")
    assert error.message is not None
    assert error.message.args["field"] == "players[0].ore"
    assert str(error) == "players[0].ore: expected a number"
    worded = say("core.option.form", got="x")
    assert BadPosition(worded).message == worded
