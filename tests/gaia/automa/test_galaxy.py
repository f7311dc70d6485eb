"""The galaxy of the companion: the Automa on a real table does what the engine's does."""

from __future__ import annotations

import json

import pytest

from orrery.core.chance import draw, stream
from orrery.core.hexes import bits
from orrery.core.journal import Journal
from orrery.gaia.automa.cards import FACTION_CARDS, LEVELS
from orrery.gaia.data.actions import BOARD_ACTIONS
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.tracks import TRACKS
from orrery.gaia.game import GAIA
from orrery.gaia.phases import NOTHING_HERE
from orrery.gaia.rules.building import standing
from orrery.gaia.state import State
from orrery.gaia.tabletop.companion import BadSession, SetUp
from orrery.gaia.tabletop.galaxy import AUTOMA, FORMAT, HUMAN, Galaxy

HOSTS = ("ambas", "lantids", "terrans", "gleens", "ivits", "bal_taks", "nevlas")
"""A human's faction beside each of the Automa's, on another board."""


def beside(number: int) -> tuple[str, str]:
    """The Automa's faction, and one of the human's that shares no board with it."""
    its = list(FACTION_CARDS)[number % 7]
    partner = {FACTIONS[one ^ 1] for one in range(len(FACTIONS)) if FACTIONS[one] == its}
    return its, next(name for name in HOSTS[number % 7 :] + HOSTS if name != its and name not in partner)


def copied(galaxy: Galaxy, state: State) -> None:
    """Enter whatever of the human's stands otherwise in the true game: as somebody at the table would."""
    names = state.world.names
    true, mine = state.players[HUMAN], galaxy.state.players[HUMAN]
    for index in bits(mine.own | mine.forming & ~true.forming & ~true.own):
        if standing(mine, index) != standing(true, index) and 1 << index != galaxy.state.lost:
            galaxy.do(f"clear {names[index]}")
    for index in bits(true.own):
        piece = standing(true, index)
        assert piece is not None
        if 1 << index == state.lost and not galaxy.state.lost:
            galaxy.do(f"put lost_planet {names[index]}")
        elif standing(mine, index) != piece:
            galaxy.do(f"put {'academy' if piece.startswith('academy') else piece} {names[index]}")
    for index in bits(true.forming & ~mine.forming):
        galaxy.do(f"put gaiaformer {names[index]}")
    for area, level in enumerate(true.research):
        if mine.research[area] != level:
            galaxy.do(f"level {TRACKS[area]} {level}")
        if state.table.advanced[area] in true.tiles and galaxy.state.advanced[area] != NOTHING_HERE:
            galaxy.do(f"tile {TRACKS[area]}")
    for number, user in enumerate(state.acts):
        if user == HUMAN and galaxy.state.acts[number] != HUMAN:
            galaxy.do(f"act {BOARD_ACTIONS[number].id}")


def same(galaxy: Galaxy, state: State) -> None:
    """The Automa has the same everywhere."""
    true, mine = state.players[AUTOMA], galaxy.state.players[AUTOMA]
    assert mine.buildings == true.buildings
    assert (mine.research, mine.vp, mine.counted, mine.booster) == (
        true.research,
        true.vp,
        true.counted,
        true.booster,
    )
    assert galaxy.state.deck == state.deck
    assert galaxy.state.boosters == state.boosters


def followed(seed: int) -> int:
    """A random solo game entered move by move; how many turns of the Automa were the same."""
    faction, human = beside(seed)
    setup = SetUp.new(seed, faction, list(LEVELS)[seed % 5])
    blocked = ("skip", "advance")[seed % 2]
    galaxy = Galaxy(setup, human, "random", blocked)
    state = State(galaxy.state.table, seed)
    state.settle()
    turns = number = 0
    while state.asked() is not None:
        offered = state.options()
        action = offered[draw(stream(seed, "walk"), number, len(offered))]
        number += 1
        question, before = state.question(), state.clone()
        state.journal = Journal()
        state.apply(action)
        told = [message for message in state.journal.messages if message.key.startswith("automa_")]
        state.journal = None
        if question == "PickBooster":
            galaxy.do(f"take {BOOSTERS[state.players[HUMAN].booster].id}")
        if before.round and HUMAN not in before.passed and (HUMAN in state.passed or state.round > before.round):
            copied(galaxy, before)
            taken = state.players[HUMAN].booster
            galaxy.do("pass" if taken == NOTHING_HERE else f"take {BOOSTERS[taken].id}")
        if not before.round or not any(message.key in ("automa_draw", "automa_pass") for message in told):
            continue
        if HUMAN not in galaxy.state.passed:
            # What the human did before the Automa's turn; its turn changes none of it.
            copied(galaxy, state if state.round == before.round else before)
        said: list[object] = []
        for message in told:
            if message.key in ("automa_draw", "automa_pass"):
                said += galaxy.do("turn")["messages"]
                turns += 1
        assert said == [{"key": message.key, "args": dict(message.args)} for message in told]
        if state.asked() is not None:
            same(galaxy, state)
    assert galaxy.over
    again = Galaxy.resumed(json.loads(json.dumps(galaxy.saved())))
    assert again.data() == galaxy.data()
    return turns


@pytest.mark.parametrize("seed", range(7))
def test_the_automa_of_the_table_is_the_engines(seed: int) -> None:
    """AU-DECK-1 to AU-PASS-2: random games, entered as they stand, give the same turns and reasons."""
    assert followed(seed) > 20


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    """AU-MINE-1: each with a sentence."""
    galaxy = Galaxy(SetUp.new(3, "itars"), "terrans", "random", "skip")
    state = galaxy.state
    names = state.world.names
    free = state.world.planets & ~state.transdim & ~state.players[AUTOMA].own
    its = names[next(iter(bits(state.players[AUTOMA].own)))]
    empty = names[next(index for index in bits(state.world.grid.board & ~state.world.planets))]
    places = [names[index] for index in bits(free)]
    planet = places[0]
    for command, words in (
        ("turn", "first the human takes"),
        ("dance", "no command"),
        ("", "no command"),
        ("put mine", "no command"),
        ("put tower 5A3", "no hex" if "5A3" not in names else "no piece"),
        (f"put tower {planet}", "no piece"),
        (f"put mine {empty}", "empty space"),
        (f"put mine {its}", "belongs to the Automa"),
        (f"put lost_planet {planet}", "lies once"),
        (f"put gaiaformer {planet}", "transdim"),
        (f"clear {planet}", "nothing of yours"),
        ("act moon", "no action"),
        ("level moon 3", "no research area"),
        ("level economy 9", "whole number from 0 to 5"),
        ("points ten", "whole number from -99"),
        ("take moon", "open boosters"),
    ):
        before = galaxy.data()
        with pytest.raises(BadSession, match=words):
            galaxy.do(command)
        assert galaxy.data() == before
    galaxy.do(f"put planetary_institute {places[0]}")
    with pytest.raises(BadSession, match="all your pieces"):
        galaxy.do(f"put planetary_institute {places[1]}")


def test_options_that_no_table_has_are_refused() -> None:
    """AU-SET-5: two sides of one board, a strange map, a strange faction."""
    good = Galaxy(SetUp.new(3, "itars"), "terrans", "random", "skip").saved()
    for change, words in (
        ({"human": "nevlas"}, "board"),
        ({"human": ["x"]}, "no faction"),
        ({"map": [["99", 0, 0, 0]]}, "map"),
        ({"blocked": "x"}, "automa_blocked_area"),
        ({"seed": "x"}, "seed cannot be"),
        ({"moon": 1}, "no 'moon'"),
        ({"boosters": ["ore_mines"]}, "boosters"),
    ):
        setup = good["setup"]
        assert isinstance(setup, dict)
        with pytest.raises(BadSession, match=words):
            Galaxy.resumed({**good, "setup": {**setup, **change}})
    for broken in (None, {}, {**good, "commands": [3]}, {**good, "setup": 3}, {**good, "commands": ["x"] * 700}):
        with pytest.raises(BadSession):
            Galaxy.resumed(broken)


def test_a_faction_that_is_drawn_is_not_on_the_board_of_the_human() -> None:
    """AU-SET-5."""
    for seed in range(30):
        setup = {"seed": seed, "faction": "random", "human": "ambas", "map": "variant_1", "blocked": "skip"}
        galaxy = Galaxy.resumed({"format": FORMAT, "setup": setup, "commands": []})
        assert galaxy.setup.faction in {*FACTION_CARDS} - {"taklons"}


def test_help_that_is_not_there() -> None:
    """AU-SET-5."""
    with pytest.raises(LookupError, match="no help 'moon'"):
        GAIA.tabletop("moon", {})
