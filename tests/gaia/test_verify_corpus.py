"""Recorded games: the chosen ones in our own notation, and all of them where they are beside the project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orrery.core.match import Match, parsed
from orrery.gaia.state import State
from orrery.gaia.tools.verify import states
from orrery.gaia.tools.verify.importer import match_of
from orrery.gaia.tools.verify.records import Record, lines, parse
from orrery.gaia.tools.verify.run import Report, verify

CORPUS = Path(__file__).parent / "corpus"
GAMES = sorted(path.stem for path in CORPUS.glob("*.game"))
RECORDED = Path(__file__).parents[3] / "shared" / "conformance" / "gaia"
FILES = sorted(RECORDED.glob("*.jsonl.gz")) if RECORDED.is_dir() else []
there = pytest.mark.skipif(not FILES, reason="the recorded games are not beside the project")
PARTS = 12


def test_the_chosen_games_hold_every_faction_and_number_of_players() -> None:
    factions: set[str] = set()
    players: set[object] = set()
    ways: set[object] = set()
    for name in GAMES:
        header, entries = parsed((CORPUS / f"{name}.game").read_text("utf-8"))
        players.add(header.options["players"])
        ways |= {header.options["factions"], header.options["map_building"]}
        factions |= {entry.text.split()[2] for entry in entries if " choose " in entry.text}
    assert len(factions) == 14
    assert players == {2, 3, 4}
    assert ways == {"choose", "auction_choose_bid", "auction_bid_while_choosing", "none", "rotate"}


@pytest.mark.parametrize("name", GAMES)
def test_a_chosen_game_replays_to_the_recorded_digests_and_scores(name: str) -> None:
    """The records were made by another engine; our replay agrees with them all along the game."""
    header, entries = parsed((CORPUS / f"{name}.game").read_text("utf-8"))
    expected = json.loads((CORPUS / f"{name}.expected").read_text("utf-8"))
    wanted = {int(number): digest for number, digest in expected["digests"].items()}
    seen = []

    def each(match: Match[State]) -> None:
        number = len(match.entries)
        if number in wanted and number < len(entries):
            assert states.digest(match.state) == wanted[number], f"after entry {number}"
            seen.append(number)

    match = Match.replay(header, entries, each)
    assert len(seen) >= len(wanted) - 2  # the start and the end are no entries in the middle
    ends, ours = wanted[len(entries)].split("|"), states.digest(match.state).split("|")
    halved = states.double_tokens(match.state)
    for seat, (theirs, got) in enumerate(zip(ends, ours, strict=True)):
        agree = states.same_but_bowls(theirs, got) if seat in halved else theirs == got
        assert agree, f"seat {seat}: expected {theirs}, got {got}"
    assert match.state.asked() is None
    assert match.state.scores() == expected["scores"]
    assert states.breakdown(match.state, match.ledger()) == expected["breakdown"]
    assert states.final_counts(match.state) == expected["counts"]


def records(part: int, of: int) -> list[Record]:
    found = []
    for path in FILES:
        for place, (number, text) in enumerate(lines(str(path))):
            if place % of == part:
                found.append(parse(str(path), number, text))
    return found


def compared(part: int, of: int) -> Report:
    total = Report()
    for record in records(part, of):
        total.add(verify(record))
    return total


@there
@pytest.mark.parametrize("name", ["dev-0018", "dev-0029", "dev-0038"])
def test_answers_of_one_income_may_come_in_moves_of_their_own(name: str) -> None:
    """GP-INC-3: whether a player answers in one move or in several, the same game comes out."""
    text = next(
        text for _, text in lines(str(RECORDED / "dev.jsonl.gz")) if f'"id":"{name}"' in text.replace(" ", "")
    )
    data = json.loads(text)
    moves: list[str] = []
    for move in data["moves"]:
        who, _, rest = move.partition(" ")
        parts = rest.split(". ")
        alone = all(part.startswith(("income ", "brainstone ")) or "tg for" in part for part in parts)
        moves.extend(f"{who} {part}" for part in parts) if alone else moves.append(move)
    assert len(moves) > len(data["moves"])
    assert match_of({**data, "moves": moves}).state.digest() == match_of(data).state.digest()


@there
def test_a_sample_of_all_recorded_games_agrees() -> None:
    total = compared(11, 40)
    assert total.mismatches == []
    assert total.games > 8


@there
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_recorded_games_agree(part: int) -> None:
    """Every digest, state, legal command, final score and breakdown of every record."""
    total = compared(part, PARTS)
    assert [str(mismatch) for mismatch in total.mismatches[:20]] == []
    assert all(reason.startswith(("variant-", "flexible", "noFedCheck")) for _, reason in total.skipped)
    assert total.legal > 0
