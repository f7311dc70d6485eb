"""The companion: the Automa's deck for a game on a real table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from orrery.gaia.automa.cards import CARDS, FACTION_CARDS, LEVELS
from orrery.gaia.tabletop.companion import BadSession, Session, SetUp


def whole(seed: int, faction: str, level: str, language: str = "en") -> Session:
    """A whole game: the human takes the first booster and passes whenever the Automa has."""
    session = Session.begin(SetUp.new(seed, faction, level), language)
    session.do(f"take {session.row[0]}")
    while not session.over:
        if not session.passed:
            session.do("turn")
        elif session.round == 6:
            session.do("pass")
        else:
            session.do(f"take {session.row[0]}")
    return session


@pytest.mark.parametrize("level", list(LEVELS))
def test_a_whole_game_has_six_rounds_and_a_growing_deck(level: str) -> None:
    """AU-DECK-7, AU-PASS-1, AU-PASS-2: every round it passes once, and no card is lost."""
    for number, faction in enumerate(FACTION_CARDS):
        session = whole(number, faction, level)
        assert session.round == 6
        assert session.commands.count("turn") >= 6 * 2
        everything = sorted((*session.deck.cards, *session.deck.aside, *session.deck.played()))
        assert everything == [card for card in CARDS if card not in LEVELS[level].removed]
        assert sorted((*session.row, session.booster)) == sorted(session.setup.boosters)


def test_the_automa_plays_on_when_the_human_passes_first_in_the_last_round() -> None:
    """AU-PASS-2: the human gives the booster back and takes none; the Automa's turns go on until it passes."""
    session = Session.begin(SetUp.new(5, "taklons"))
    session.do(f"take {session.row[0]}")
    while session.round < 6:
        session.do(f"take {session.row[0]}" if session.passed else "turn")
    held = session.human
    session.do("pass")
    assert session.row[-1] == held
    for again in ("pass", f"take {session.row[0]}"):
        with pytest.raises(BadSession, match="has passed already"):
            session.do(again)
    turns = 0
    while not session.over:
        session.do("turn")
        turns += 1
    assert session.passed
    assert turns > 1


def test_a_saved_session_goes_on_where_it_was() -> None:
    """AU-DECK-1: set-up and commands are all there is."""
    session = whole(3, "xenos", "ultoma", "hu")
    again = Session.load(session.save())
    assert (again.points, again.row, again.deck, again.told) == (
        session.points,
        session.row,
        session.deck,
        session.told,
    )


def test_undo_takes_back_one_command_at_a_time() -> None:
    """AU-DECK-4."""
    session = Session.begin(SetUp.new(8, "itars"))
    session.do(f"take {session.row[1]}")
    session.do("turn")
    before = (session.points, session.deck)
    session.do("turn")
    session = session.undo()
    assert (session.points, session.deck) == before
    session = session.undo().undo()
    with pytest.raises(BadSession, match="nothing to undo"):
        session.undo()


def test_wrong_commands_change_nothing() -> None:
    """AU-PASS-2: each is refused with a sentence."""
    session = Session.begin(SetUp.new(8, "itars"))
    for command, words in (
        ("turn", "first the human takes"),
        ("take moon", "one of the open boosters"),
        ("points many", "whole number"),
        ("points 1000", "from -99 to 200"),
        ("dance", "no command"),
    ):
        before = session.save()
        with pytest.raises(BadSession, match=words):
            session.do(command)
        assert session.save() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no saved session"),
        ("{}", "format"),
        ('{"format": "orrery companion 1"}', "'setup'"),
        ('{"format": "orrery companion 1", "setup": {"seed": 1, "moon": 2}, "commands": []}', "set-up"),
        ('{"format": "orrery companion 1", "setup": {"seed": 1}, "commands": ["turn"]}', "command 1"),
    ],
)
def test_a_broken_save_is_refused(text: str, words: str) -> None:
    """AU-DECK-1."""
    with pytest.raises(BadSession, match=words):
        Session.load(text)


def test_the_command_keeps_resumes_and_refuses(tmp_path: Path) -> None:
    """AU-SET-5: as somebody at the table would use it."""
    file = tmp_path / "table.json"
    base = [sys.executable, "-c", "import sys; from orrery.cli import main; sys.exit(main())", "companion"]

    def run(arguments: list[str], typed: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*base, *arguments], input=typed, capture_output=True, text=True, check=False)

    row = "ore_mines,credits_qic,tokens_ore,charge_range,ore_knowledge"
    first = run(["--seed", "5", "--faction", "geodens", "--boosters", row, "--save", str(file)], "status\nquit\n")
    assert first.returncode == 0, first.stderr
    open_row = [name for name in row.split(",") if name != json_booster(file)]
    second = run(["--save", str(file)], f"take {open_row[0]}\nturn\n")
    assert "draws card" in second.stdout
    assert json.loads(file.read_text())["commands"] == [f"take {open_row[0]}", "turn"]
    file.write_text("{")
    broken = run(["--save", str(file)], "")
    assert broken.returncode == 2
    assert "no saved session" in broken.stderr
    assert file.read_text() == "{"
    assert "no faction card" in run(["--faction", "ambas"], "").stderr


def json_booster(file: Path) -> str:
    return Session.load(file.read_text()).booster


def turns(faction: str, action: str, level: str = "automa", language: str = "en") -> list[str]:
    """What is said about a turn whose action card shows the action."""
    for seed in range(200):
        session = Session.begin(SetUp.new(seed, faction, level), language)
        session.do(f"take {session.row[0]}")
        said = session.do("turn")
        if CARDS[session.deck.action].action == action:
            return said
    raise AssertionError(action)


def opening(faction: str, level: str = "automa", language: str = "en") -> str:
    return "\n".join(Session.begin(SetUp.new(1, faction, level), language).opening)


def test_the_opening_tells_what_a_faction_does_all_game_long() -> None:
    """AU-FAC-1 to AU-FAC-6: starting levels, starting mines and permanent abilities."""
    assert "It starts on level 1 of Gaia project." in opening("terrans")
    assert "It starts on level 1 of economy." in opening("hadsch_hallas")
    assert "upgrade to a trading station it gains 3 points: type points 3" in opening("hadsch_hallas")
    assert "first mine on a planet type it gains 2 points: type points 2" in opening("geodens")
    assert "It places 3 starting mines." in opening("xenos")
    assert "power or QIC action of an action card twice" in opening("xenos")
    assert "After each upgrade to a research lab it researches" in opening("firaks")
    assert "level 1" not in opening("itars")


def test_the_hardest_level_is_counted_in() -> None:
    """AU-FAC-2, AU-FAC-3: the level's addition goes with every gain, also with those that are typed."""
    assert "Alptrauma: every gain of points before the final scoring is 1 higher" in opening("geodens", "alptrauma")
    assert "it gains 3 points: type points 3" in opening("geodens", "alptrauma")
    assert "it gains 4 points: type points 4" in opening("hadsch_hallas", "alptrauma")
    assert "  → If that is a trading station now: points 4" in turns("hadsch_hallas", "upgrade", "alptrauma")


def test_firaks_research_after_a_new_lab() -> None:
    """AU-FAC-6: with the number to count, in their faction action and in every upgrade."""
    for action in ("upgrade", "faction", "build_mine"):
        (line,) = [line for line in turns("firaks", action) if "research lab now" in line]
        assert line.startswith("  → If that is a research lab now: research in a random area. Counting ")
    assert not [line for line in turns("firaks", "power_qic") if "→" in line]
    assert not [line for line in turns("taklons", "upgrade") if "lab now" in line]


def test_geodens_and_hadsch_hallas_are_told_their_points() -> None:
    """AU-FAC-2, AU-FAC-3: after the action that can bring them."""
    assert "  → If it is its first mine on this planet type: points 2" in turns("geodens", "build_mine")
    assert "  → If that is a trading station now: points 3" in turns("hadsch_hallas", "upgrade")
    instead = turns("hadsch_hallas", "faction")
    assert "  → No upgrade is possible, so it builds a mine with range 3." in instead
    assert not [line for line in instead if "upgrade instead" in line]


def test_without_a_mine_it_upgrades_instead() -> None:
    """AU-MINE-6: said with every mine, inside faction actions too, with the order of upgrades."""
    for faction, action in (("itars", "build_mine"), ("taklons", "faction"), ("terrans", "faction")):
        (line,) = [line for line in turns(faction, action) if "upgrade instead" in line]
        assert "trading station → planetary institute, mine → trading station" in line


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "de",
            [
                "Er beginnt auf Level 1: ",
                "points 3 eingeben",
                "stattdessen aufwerten (",
                "Handelszentrum ist: points 3",
            ],
        ),
        (
            "hu",
            ["Az 1. szinten kezd itt: ", "írd be: points 3", "inkább fejleszt (", "állomás: points 3"],
        ),
    ],
)
def test_abilities_speak_every_language(language: str, words: list[str]) -> None:
    """AU-FAC-2, AU-MINE-6: in German and Hungarian too."""
    said = [opening("hadsch_hallas", language=language), *turns("hadsch_hallas", "build_mine", language=language)]
    for word in words:
        assert any(word in line for line in said), word
