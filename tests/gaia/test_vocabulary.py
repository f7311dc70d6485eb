"""Every action and every question of Gaia Project is told both ways."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from orrery.core.game import BadNotation, BadPosition
from orrery.core.match import Match, parsed
from orrery.env.encoding import encoding
from orrery.gaia.actions import ACTIONS, VOCABULARY, Build, Federate
from orrery.gaia.decisions.every import DECISIONS
from orrery.gaia.decisions.tokens import RescoreToken
from orrery.gaia.game import GAIA
from orrery.gaia.state import State
from orrery.gaia.telling.facts import facts
from tests.gaia.samples import SAMPLES
from tests.vocabulary import Walk

CORPUS = Path(__file__).parent / "corpus"


def test_every_action_and_question_is_told_both_ways() -> None:
    """Text, JSON, numbers and ``repr`` of whatever is met in recorded games and in games of every kind."""
    code = encoding("gaia")
    walk = Walk(GAIA, code, ACTIONS, DECISIONS.values(), facts)

    def look(match: Match[State]) -> None:
        # Every sixth position, and whatever asks something new.
        if len(match.line) % 6 == 0 or match.state.question() in walk.missing:
            walk.visit(match.state)

    for path in sorted(CORPUS.glob("*.game")):
        header, entries = parsed(path.read_text())
        Match.replay(header, entries, look)
    chance = random.Random(3)
    for seed, options in enumerate(SAMPLES):
        state = GAIA.new(GAIA.complete(options), seed)
        while state.asked() is not None:
            walk.visit(state)
            state.apply(chance.choice(state.options()))
    # Who has tokens of two kinds may be asked which one counts again.
    header, entries = parsed((CORPUS / "dev-0001.game").read_text())
    state = Match.replay(header, entries).state
    state.players[0].tokens = (1, 3)
    state.stack = [RescoreToken(0)]
    state.forget()
    walk.visit(state)
    assert walk.missing == set()
    assert (code.version, code.size) == (1, 3557)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("build", r"expected 'build BUILDING HEX', got 'build'"),
        ("build castle 1A1", r"build: there is no building 'castle'; there are mine, "),
        ("build mine 99Z9", r"build: there is no hex '99Z9' on this map"),
        ("charge many", r"charge: expected a number, got 'many'"),
        ("charge 2 then tokens", r"expected 'charge POWER\[ then token\| after token\]'"),
        ("from bowls 1 2", r"expected 'from bowls TOKENS TOKENS TOKENS\[ with brainstone\]'"),
        ("federate 1A1,nowhere", r"federate: there is no hex 'nowhere' on this map"),
        ("lay 99 turned 1", r"lay: there is no sector '99'; there are "),
        ("fly away", r"'fly' is no verb; there are act, advance, bid, "),
        ("pass moon", r"pass: there is no booster 'moon'; there are "),
    ],
)
def test_what_says_no_action_is_told_what_was_expected(text: str, words: str) -> None:
    """Bad notation names the verb, the word and what there is."""
    state = GAIA.new(GAIA.complete(SAMPLES[0]), 1)
    with pytest.raises(BadNotation, match=words):
        VOCABULARY.read(state, text)


def test_letters_may_be_small_or_capital() -> None:
    """Whoever types on a phone gets capitals at the beginning."""
    state = GAIA.new(GAIA.complete(SAMPLES[0]), 1)
    where = state.world.where["1A1"]
    assert VOCABULARY.read(state, "Build Mine 1a1") == Build(0, where)
    assert VOCABULARY.read(state, "FEDERATE 1a1") == Federate(1 << where)


def test_words_refuse_what_they_cannot_say() -> None:
    """JSON of a question with a wrong field names the place and what was expected."""
    state = GAIA.new(GAIA.complete(SAMPLES[0]), 1)
    for name, given, words in (
        ("LeechOffer", {"hex": "moon", "power": 1}, r"x\.hex: expected a hex of this map"),
        ("LeechOffer", {"hex": "1A1"}, r"x: expected a field 'power'"),
        ("CoverTech", {"track": "magic"}, r"x\.track: expected one of terraforming"),
        ("PickTrack", {"tracks": []}, r"x\.tracks: expected a list of areas"),
        ("IncomeOrder", {"charges": [-1], "tokens": []}, r"x\.charges\[0\]: expected a whole number from 0"),
        ("RotateSectors", {"laid": [["1"]]}, r"x\.laid\[0\]: expected a sector and its turns"),
        ("Turn", {"done": True}, r"x\.done: expected 0 or 1, got True"),
    ):
        with pytest.raises(BadPosition, match=words):
            DECISIONS[name].holds.parse(state, given, "x")
