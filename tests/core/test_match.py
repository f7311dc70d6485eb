"""A match: a header and a log that only grows; saved as one readable text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orrery.core import chance
from orrery.core.game import BadNotation, IllegalAction
from orrery.core.match import NOTES, BadLog, Entry, Header, Match, ReplayMismatch, parsed, written
from orrery.core.titles import TITLES, title
from tests.every_game import registered
from tests.small_game import SMALL, Act, Auction


@pytest.fixture(autouse=True)
def _auction() -> Iterator[None]:
    with registered(SMALL):
        yield


def played(count: int = 1000, seed: int = 7) -> Match[Auction]:
    """A match of random answers, to its end or ``count`` answers long."""
    match = Match.new("auction", {"players": 3}, seed)
    while match.state.asked() is not None and len(match.line) < count:
        options = match.state.options()
        match.play(options[chance.draw(seed, len(match.line), len(options))])
    return match


def test_a_new_match_has_complete_options_and_no_entries() -> None:
    match = Match.new("auction", {}, 1)
    assert match.header == Header("auction", 1, {"players": 2, "setup_seed": "", "position": None}, 1)
    assert match.entries == []


def test_the_saved_text_is_readable() -> None:
    match = Match.new("auction", {}, 1)
    for _ in range(3):
        match.play(match.state.options()[0])
    assert match.save() == (
        "orrery match 1\n"
        "game auction\n"
        "rules 1\n"
        "seed 1\n"
        "option players 2\n"
        "option position null\n"
        'option setup_seed ""\n'
        "log\n"
        f"1 0 Bid {match.entries[0].text}\n"
        f"2 1 Bid {match.entries[1].text}\n"
        f"3 {match.entries[2].seat} Lot keep\n"
    )


def test_a_saved_match_loads_as_it_was() -> None:
    match = played()
    match.note(1, "Resign", "")
    loaded = Match.load(match.save())
    assert loaded.entries == match.entries
    assert loaded.happenings == match.happenings
    assert loaded.state.digest() == match.state.digest()
    assert loaded.save() == match.save()


def test_say_reads_the_game_s_notation() -> None:
    match = played(3)
    assert match.state.question() == "Lot"
    seat = match.state.asked()
    assert seat is not None
    assert match.say("sell") == Entry(seat, "Lot", "sell")
    assert ("coin", 3, "lot") in [(b.what, b.amount, b.source) for b in match.happenings[-1].bookings]


def test_a_refused_answer_changes_nothing() -> None:
    match = played(3)
    before = (match.state.digest(), match.save(), match.state.journal)
    with pytest.raises(IllegalAction, match="does not answer Lot"):
        match.play(Act("bid", 3))
    with pytest.raises(BadNotation, match="expected keep"):
        match.say("nonsense")
    assert (match.state.digest(), match.save(), match.state.journal) == before


def test_an_error_inside_the_rules_leaves_the_position_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(3)
    before = match.state.digest()

    def fails(self: Auction, action: Act) -> None:
        self.stack.pop()
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Auction, "apply", fails)
        with pytest.raises(ZeroDivisionError):
            match.play(Act("sell"))
    assert match.state.digest() == before
    assert match.state.journal is None
    assert len(match.entries) == len(match.happenings) == len(match.line) == 3
    match.play(Act("sell"))


def test_nobody_answers_after_the_end() -> None:
    match = played()
    with pytest.raises(IllegalAction, match="the game is over"):
        match.play(Act("keep"))
    with pytest.raises(IllegalAction, match="the game is over"):
        match.say("keep")


def test_undo_is_an_entry_and_nothing_is_deleted() -> None:
    match = played(17)
    digests = [match.at(n).digest() for n in range(18)]
    entry = match.undo(1, 9)
    assert entry == Entry(1, "Undo", "keep 9")
    assert len(match.entries) == 18
    assert len(match.line) == 9
    assert match.state.digest() == digests[9]
    match.undo(0, 8)
    assert match.state.digest() == digests[8]
    match.undo(0, 0)
    assert match.state.digest() == digests[0]
    assert Match.load(match.save()).state.digest() == digests[0]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 10**6)), max_size=60))
def test_undo_and_play_in_any_order_agree_with_a_replay(moves: list[tuple[bool, int]]) -> None:
    with registered(SMALL):
        match = Match.new("auction", {}, 5)
        for back, number in moves:
            options = match.state.options()
            if back and match.line:
                match.undo(0, number % len(match.line))
            elif options:
                match.play(options[number % len(options)])
        again = Match.load(match.save())
        assert again.line == match.line
        for keep in range(len(match.line) + 1):
            assert again.at(keep).digest() == match.at(keep).digest()
        assert [sum(sources.values()) for sources in match.points()] == match.state.scores()


@pytest.mark.parametrize("keep", [-1, 5, 6])
def test_undo_needs_something_to_take_back(keep: int) -> None:
    match = played(5)
    before = match.save()
    with pytest.raises(IllegalAction, match=f"undo keeps 0 to 4 moves, not {keep}"):
        match.undo(0, keep)
    assert match.save() == before


@pytest.mark.parametrize("keep", [-1, 6])
def test_looking_back_names_the_moves_there_are(keep: int) -> None:
    with pytest.raises(ValueError, match=f"moves 0 to 5, not {keep}"):
        played(5).at(keep)


def test_entries_about_the_table_leave_the_position() -> None:
    match = played(5)
    before = match.state.digest()
    for question in NOTES:
        match.note(2, question, "a word")
    assert match.state.digest() == before
    assert len(match.line) == 5
    with pytest.raises(IllegalAction, match="'Bid' is no entry about the table; there are Resign"):
        match.note(0, "Bid", "bid 3")
    with pytest.raises(IllegalAction, match="'Undo' is no entry"):
        match.note(0, "Undo", "keep 1")


def test_points_by_source_are_the_scores() -> None:
    match = played()
    points = match.points()
    assert [sum(sources.values()) for sources in points] == match.state.scores()
    assert all(sources["start"] == 2 for sources in points)


def test_a_replay_that_meets_another_question_says_which_entry_what_came_and_what_was_expected() -> None:
    match = played(5)
    entries = match.entries[:]
    entries[3] = Entry(1, "PickTech", "keep")
    expected = match.entries[3]
    with pytest.raises(ReplayMismatch) as caught:
        Match.replay(match.header, entries)
    assert str(caught.value) == (
        f"#4: the log has seat 1 answering 'PickTech', but the rules ask seat {expected.seat} for 'Lot'"
    )


def test_a_replay_refuses_answers_that_are_not_offered_and_entries_after_the_end() -> None:
    match = played()
    with pytest.raises(ReplayMismatch, match=r"^#1: 'bid 99' is refused: "):
        Match.replay(match.header, [Entry(0, "Bid", "bid 99")])
    with pytest.raises(ReplayMismatch, match=r"^#1: 'nonsense' is refused: expected"):
        Match.replay(match.header, [Entry(0, "Bid", "nonsense")])
    with pytest.raises(ReplayMismatch, match=rf"^#{len(match.entries) + 1}: .* but the game is over"):
        Match.replay(match.header, [*match.entries, Entry(0, "Bid", "bid 1")])


@pytest.mark.parametrize("text", ["", "keep", "keep -1", "keep x", "drop 1", "keep ²", "keep 1 2", "keep 99"])
def test_a_replay_refuses_an_undo_that_says_nothing_possible(text: str) -> None:
    match = played(5)
    with pytest.raises(ReplayMismatch, match=r"^#6: "):
        match.add(Entry(0, "Undo", text))
    assert len(match.entries) == 5


def test_a_match_of_later_rules_is_refused() -> None:
    header = Header("auction", 2, {}, 1)
    with pytest.raises(ReplayMismatch, match="rules 2 of auction; this Orrery knows them up to 1"):
        Match.replay(header, [])


def test_each_is_called_after_every_entry() -> None:
    match = played(6)
    seen: list[int] = []
    Match.replay(match.header, match.entries, lambda m: seen.append(len(m.entries)))
    assert seen == [1, 2, 3, 4, 5, 6]


@given(st.text(), st.integers(-1, 5), st.sampled_from(NOTES))
def test_any_text_survives_saving(text: str, seat: int, question: str) -> None:
    header = Header("auction", 1, {"players": 2}, 3)
    entries = [Entry(seat, question, text), Entry(seat, question, "after")]
    assert parsed(written(header, entries)) == (header, entries)


@given(
    st.dictionaries(
        st.from_regex(r"[a-z_]{1,12}", fullmatch=True),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
            max_leaves=6,
        ),
    )
)
def test_any_options_survive_saving(options: dict[str, Any]) -> None:
    header = Header("auction", 1, options, 3)
    assert parsed(written(header, [])) == (header, [])


@pytest.mark.parametrize("name", ["", "two words", "line\nbreak"])
def test_an_option_that_would_break_the_file_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="an option's name is one word"):
        written(Header("auction", 1, {name: 1}, 3), [])


def test_comments_blank_lines_and_windows_line_ends_are_read() -> None:
    match = played(4)
    text = match.save().replace("log\n", "log\n# the first round\n\n").replace("\n", "\r\n")
    assert Match.load(text).entries == match.entries


HEAD = "orrery match 1\ngame auction\nrules 1\nseed 3\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: expected 'orrery match 1', got ''"),
        ("\x89PNG", "line 1: expected 'orrery match 1', got '\\x89PNG'"),
        ("orrery match 2\n", "line 1: expected 'orrery match 1', got 'orrery match 2'"),
        ("orrery match 1\nlog\n", "the header has no 'game'"),
        (
            HEAD.replace("seed 3\n", "") + "log\n",
            "the chance to come (seed) is missing: a match that is still running",
        ),
        (HEAD, "there is no line 'log'"),
        (HEAD + "game auction\nlog\n", "line 5: 'game' stands twice"),
        (HEAD + "log of moves\n", "line 5: expected game, rules, seed, option or log, got 'log of moves'"),
        (HEAD + "option players 2\noption players 3\nlog\n", "line 6: option 'players' stands twice"),
        (HEAD + "option players two\nlog\n", "line 5: option 'players' needs a JSON value, not 'two'"),
        (HEAD + "option players 7\nlog\n", "the header's options: players is 2 or 3, not 7"),
        (HEAD.replace("seed 3", "seed x") + "log\n", "the header's seed is a whole number, not 'x'"),
        (HEAD.replace("rules 1", "rules 1.5") + "log\n", "the header's rules is a whole number, not '1.5'"),
        (HEAD.replace("auction", "chess") + "log\n", "the header's game: there is no game 'chess'"),
        (HEAD + "log\n1 0\n", "line 6: expected 'NUMBER SEAT QUESTION TEXT', got '1 0'"),
        (HEAD + "log\n1 --0 Bid bid 3\n", "line 6: expected 'NUMBER SEAT QUESTION TEXT'"),
        (HEAD + "log\n1 ² Bid bid 3\n", "line 6: expected 'NUMBER SEAT QUESTION TEXT'"),
        (HEAD + "log\n2 0 Bid bid 3\n", "line 6: expected entry number 1, got '2'"),
        (HEAD + 'log\n1 0 Resign "a\n', "line 6: the text is no JSON string"),
    ],
)
def test_a_file_that_is_no_match_is_refused_with_the_line(text: str, sentence: str) -> None:
    with pytest.raises(BadLog) as caught:
        Match.load(text)
    assert str(caught.value).startswith(sentence)


@given(st.text())
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadLog, match="line 1"):
        parsed(text)


def test_a_title_is_imported_when_it_is_asked_for() -> None:
    TITLES["small"] = "tests.small_game:SMALL"
    try:
        assert title("small") is SMALL
        assert TITLES["small"] is SMALL
    finally:
        del TITLES["small"]
    with pytest.raises(LookupError, match="there is no game 'small'; there are: auction"):
        title("small")
