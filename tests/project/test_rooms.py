"""Two titles, one table of rooms: who knows one title finds everything in the other."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "orrery"
TITLES = ("gaia", "evacuation")
ENGINES = ("core", *TITLES)
LONGEST = 600

ROLES = {
    "game": "the title itself: what stands in the contract, each in a line or two",
    "state": "fields of a position and of a player; clone, key, digest",
    "actions": "every answer, a class for each",
    "flow": "the sequence of play, as the rulebook has it",
    "phases": "the names of its parts",
    "options": "what a table may choose, completed and checked",
    "setup": "how a game is laid out",
    "guess": "what is hidden, drawn anew",
    "words": "how values of actions and questions are spelled",
    "decisions/base": "what all questions share",
    "decisions/every": "every question by its name",
    "rules/scoring": "points at the end, places, tie-breaks",
    "tabletop": "help for a game with the box on the table",
    "telling/notation": "actions to text and back",
    "telling/facts": "what a page draws of an action, and messages for the log",
    "telling/view": "what a seat may see",
    "telling/printed": "what is printed on the components and never changes in a match",
    "telling/records": "the typed records of which views are made",
    "telling/explain": "cost, gain and reactions of options",
    "telling/position": "positions as data, and back",
    "telling/refusals": "why an answer is refused",
    "telling/services": "what a page may ask while a move is composed",
    "telling/show": "a drawing for the terminal",
    "tools/commands": "subcommands of the title",
}
"""Room -> what is found there, in both titles under the same name."""

ALONE = {
    "gaia": {
        "maps": "a map is laid out of sectors; the other game has one board",
        "automa/": "the opponent of the solo game has cards, a deck and turns of its own",
        "factions/": "fourteen sets of rules that differ at named moments",
        "tools/automa": "the opponent at a real table",
        "tools/public": "saved games of another engine; of the other game there is none",
        "tools/verify/": "records of another engine to compare with; of the other game there are none",
    },
    "evacuation": {
        "items": "sub-actions of cards as numbers",
        "pack/": "its components come from a file that can be changed",
        "tools/values_page": "what stands in the pack, as a page",
    },
}
"""Room (with a slash: a whole folder) of one title only -> why."""

BY_THE_RULEBOOK = ("decisions/", "rules/", "data/")
"""Folders whose further files are named after the rulebook of their game."""


def rooms(title: str) -> set[str]:
    """The modules of a title, as paths without their ending; a role may fill a folder."""
    folder = SOURCE / title
    found = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")}
    whole = {room.removesuffix("/__init__") for room in found if room.endswith("/__init__")} & set(ROLES)
    parts = tuple(f"{room}/" for room in whole)
    return {room for room in found if not room.endswith("__init__") and not room.startswith(parts)} | whole


@pytest.mark.parametrize("title", TITLES)
def test_every_role_has_its_room(title: str) -> None:
    missing = {room: what for room, what in ROLES.items() if room not in rooms(title)}
    assert missing == {}


@pytest.mark.parametrize("title", TITLES)
def test_what_one_title_has_alone_has_a_reason(title: str) -> None:
    alone = tuple(ALONE[title])
    folders = (*BY_THE_RULEBOOK, *(room for room in alone if room.endswith("/")))
    strange = {
        room for room in rooms(title) if room not in ROLES and room not in alone and not room.startswith(folders)
    }
    assert strange == set()


def test_no_room_is_too_large() -> None:
    """One subject a file: whoever opens it reads it to the end."""
    sizes = {path: len(path.read_text().splitlines()) for part in ENGINES for path in (SOURCE / part).rglob("*.py")}
    assert {path.relative_to(SOURCE).as_posix(): size for path, size in sizes.items() if size > LONGEST} == {}


def test_nothing_is_alone_in_both() -> None:
    """A room that both titles have is a role, and has a line among them."""
    files = [{room for room in ALONE[title] if not room.endswith("/")} for title in TITLES]
    assert files[0] & rooms(TITLES[1]) == set()
    assert files[1] & rooms(TITLES[0]) == set()
