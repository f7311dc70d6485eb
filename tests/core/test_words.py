"""Words: how fields are spelled as text, JSON and numbers, with exact errors."""

from __future__ import annotations

from typing import ClassVar, Final, final

import pytest

from orrery.core.asking import Action, Decision
from orrery.core.game import BadNotation, BadPosition
from orrery.core.words import (
    ALONE,
    Aside,
    Beside,
    Count,
    Fields,
    Flag,
    Listed,
    Named,
    Phrase,
    Several,
    Vocabulary,
    fields,
    phrase,
)

COLOUR: Final = Listed("colour", ("red", "green"))
BOXES: Final = (("ball", "bat"), ("pen",))


class Thing(Named):
    """A thing in the box that was named before."""

    def names(self, state: object, beside: Beside = ALONE) -> tuple[str, ...]:
        return BOXES[beside["box"]]


@final
class Paint(Action):
    """Paint so many things."""

    __slots__ = ("colour", "count", "twice")

    says: ClassVar[Phrase] = phrase(
        "paint {count} {colour}{twice}",
        colour=COLOUR,
        count=Count("number", 1, 9, 10, "how_many"),
        twice=Aside("twice", "two coats"),
    )

    def __init__(self, colour: int, count: int, twice: bool = False) -> None:
        self.colour: Final = colour
        self.count: Final = count
        self.twice: Final = twice


@final
class Take(Action):
    """Take something out of a box."""

    __slots__ = ("box", "thing")

    says: ClassVar[Phrase] = phrase(
        "take {thing} of {box}", kind="take_out", box=Listed("box", ("toys", "desk")), thing=Thing("thing")
    )

    def __init__(self, box: int, thing: int) -> None:
        self.box: Final = box
        self.thing: Final = thing


@final
class TakeAll(Action):
    """Take everything."""

    __slots__ = ()

    says: ClassVar[Phrase] = phrase("take all", kind="take_all")


@final
class Asking(Decision[None, Action]):
    """A question with a field that older positions do not have."""

    __slots__ = ("colour", "may")

    holds: ClassVar[Fields] = fields(colour=COLOUR, may=Flag("flag", optional=True))

    def __init__(self, seat: int, colour: int, may: int = 0) -> None:
        super().__init__(seat)
        self.colour: Final = colour
        self.may: Final = may


WORDS: Final[Vocabulary[Action]] = Vocabulary((Paint, Take, TakeAll))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Paint(0, 3), "paint 3 red"),
        (Paint(1, 9, True), "paint 9 green two coats"),
        (Take(0, 1), "take bat of toys"),
        (Take(1, 0), "take pen of desk"),
        (TakeAll(), "take all"),
    ],
)
def test_what_is_written_is_read_again(action: Action, text: str) -> None:
    """Slots may stand in another order than the fields; a word may depend on another."""
    assert action.says.write(None, action) == text
    assert WORDS.read(None, text) == action
    assert WORDS.read(None, text.upper()) == action
    facts = action.says.facts(None, action)
    assert type(action)(*action.says.parse(None, facts, "here")) == action


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("paint 3 blue", "paint: there is no colour 'blue'; there are red, green"),
        ("paint three red", "paint: expected a number, got 'three'"),
        ("paint 123456 red", "paint: expected a number, got '123456'"),
        ("paint 3", "expected 'paint NUMBER COLOUR[ two coats]', got 'paint 3'"),
        ("take pen of toys", "take: there is no thing 'pen'; there are ball, bat"),
        ("take", "expected 'take THING of BOX' or 'take all', got 'take'"),
        ("hide all", "'hide' is no verb; there are paint, take"),
        ("", "'' is no verb; there are paint, take"),
    ],
)
def test_text_that_says_nothing_is_told_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as refused:
        WORDS.read(None, text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"colour": "blue", "how_many": 1, "twice": True}, "at.colour: expected one of red, green, got 'blue'"),
        ({"colour": 0, "how_many": 1, "twice": True}, "at.colour: expected one of red, green, got 0"),
        (
            {"colour": "red", "how_many": 0, "twice": True},
            "at.how_many: expected a whole number from 1 to 9, got 0",
        ),
        (
            {"colour": "red", "how_many": True, "twice": True},
            "at.how_many: expected a whole number from 1 to 9, got True",
        ),
        ({"colour": "red", "how_many": 1, "twice": 1}, "at.twice: expected true or false, got 1"),
        ({"colour": "red", "twice": True}, "at: expected a field 'how_many', got {'colour': 'red', 'twice': True}"),
    ],
)
def test_json_that_says_nothing_names_its_place(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        Paint.says.parse(None, given, "at")
    assert str(refused.value) == sentence


def test_actions_compare_hash_and_print_by_value() -> None:
    """Equal fields, equal actions; the text can be pasted into a test."""
    assert Paint(0, 3) == Paint(0, 3)
    assert hash(Paint(0, 3)) == hash(Paint(0, 3, False))
    assert Paint(0, 3) != Paint(0, 3, True)
    assert TakeAll() == TakeAll()
    assert TakeAll() != Paint(0, 3)
    assert repr(Paint(0, 3)) == "Paint(0, 3, False)"
    assert Paint(0, 3).values() == (0, 3, False)
    assert TakeAll().values() == ()
    assert {Paint(0, 3), Paint(0, 3), TakeAll()} == {TakeAll(), Paint(0, 3)}


def test_an_optional_field_counts_only_when_it_is_set() -> None:
    """So that digests of older positions stay as they are."""
    assert Asking(2, 1).key() == ("Asking", 2, 1)
    assert Asking(2, 1, 1).key() == ("Asking", 2, 1, 1)
    assert Asking(2, 1).holds.json(None, Asking(2, 1)) == {"colour": "green"}
    assert Asking.holds.parse(None, {"colour": "green"}, "at") == [1, 0]
    assert Asking.holds.parse(None, {"colour": "green", "may": 1}, "at") == [1, 1]
    assert Asking(2, 1) != Asking(2, 1, 1)
    assert repr(Asking(2, 1)) == "Asking(2, 1, 0)"


def test_learners_have_a_number_for_every_value_within_bounds() -> None:
    """Each action of a kind has its own number; beyond the bounds there is none."""
    kinds = WORDS.blocks()
    assert kinds == [(Paint, 40), (TakeAll, 1)]  # what can be taken depends on the box: never numbered
    numbers = {
        Paint.says.number(None, Paint(colour, count, twice), 0)
        for colour in (0, 1)
        for count in range(10)
        for twice in (False, True)
    }
    assert numbers == set(range(40))
    assert Paint.says.number(None, Paint(0, 10), 0) == -1


def test_kinds_numbered_by_their_place_have_a_bound() -> None:
    said = phrase("choose {colour}", listed=2, colour=COLOUR)
    assert [said.number(None, None, rank) for rank in range(4)] == [0, 1, -1, -1]
    assert said.size() == 2


def test_a_phrase_says_every_field_once() -> None:
    with pytest.raises(ValueError, match="does not say colour"):
        phrase("choose", colour=COLOUR)


def test_a_phrase_reads_only_its_own_sentences() -> None:
    with pytest.raises(BadNotation, match="expected 'take all', got 'take it all'"):
        TakeAll.says.read(None, "take it all")


def test_nothing_is_a_word_for_an_empty_list() -> None:
    several = Several("colours", COLOUR)
    assert several.write(None, ()) == "nothing"
    assert several.read(None, "Nothing") == ()
    assert several.read(None, "red green") == (0, 1)
