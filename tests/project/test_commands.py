"""The ``orrery`` command: help, errors in one line, and the commands that work for every title."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from orrery import __version__, cli, form
from orrery.core.match import Match
from tests.every_game import ROOT, registered
from tests.small_game import SMALL, Auction

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _auction() -> Iterator[None]:
    with registered(SMALL):
        yield


def saved(path: Path, answers: int = 1000) -> Match[Auction]:
    """A match of first options, saved."""
    match = Match.new("auction", {"players": 3}, 11)
    while match.state.asked() is not None and len(match.line) < answers:
        match.play(match.state.options()[0])
    path.write_text(match.save())
    return match


def test_help_lists_every_subcommand_with_what_it_does(capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    action = next(a for a in cli.parser()._actions if a.dest == "command")
    assert action.choices
    for name in action.choices:
        assert f"\n    {name}" in text
    helps = {choice.dest: choice.help for choice in action._choices_actions}  # type: ignore[attr-defined]
    assert set(helps) == set(action.choices)
    assert all(helps.values())


def test_every_subcommand_has_help_of_its_own(capsys: Output) -> None:
    action = next(a for a in cli.parser()._actions if a.dest == "command")
    for name in action.choices or ():
        with pytest.raises(SystemExit) as ended:
            cli.main([name, "--help"])
        assert ended.value.code == 0
        assert f"usage: orrery {name}" in capsys.readouterr().out


def test_version(capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"orrery {__version__} ({form.told()})\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["bench", "chess"], "invalid choice: 'chess'"),
        (["bench", "auction", "--games", "0"], "expected a whole number from 1 on, not '0'"),
    ],
)
def test_bad_usage_is_told_and_ends_with_2(arguments: list[str], sentence: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "orrery play: there is no game 'chess'; there are: "),
        (["play", "auction", "-o", "players"], "orrery play: --option: expected NAME=VALUE, not 'players'"),
        (["play", "auction", "-o", "players=9"], "orrery play: players is 2 or 3, not 9"),
        (["play", "auction", "-o", "color=red"], "orrery play: there is no option 'color'; there are: "),
        (["play", "auction", "--against", "god"], "orrery play: there is no bot 'god'; there are: random"),
        (["play", "auction", "--seat", "2"], "orrery play: --seat is from 0 to 1, not 2"),
        (["show", "no/such/file"], "orrery show: there is no file or folder 'no/such/file'"),
        (["replay", "."], "orrery replay: '.' is a folder, not a file"),
    ],
)
def test_bad_input_is_told_in_one_line_and_ends_with_2(arguments: list[str], sentence: str, capsys: Output) -> None:
    assert cli.main(arguments) == 2
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("language", "missing", "folder"),
    [
        ("de", "es gibt keine Datei und keinen Ordner 'no/such/file'", "'.' ist ein Ordner, keine Datei"),
        ("hu", "nincs ilyen fájl vagy mappa: 'no/such/file'", "ez mappa, nem fájl: '.'"),
    ],
)
def test_files_are_missed_in_the_language_of_the_terminal(
    language: str, missing: str, folder: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORRERY_LANGUAGE", language)
    for name, sentence in (("no/such/file", missing), (".", folder)):
        assert cli.main(["replay", name]) == 2
        assert capsys.readouterr().err == f"orrery replay: {sentence}\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "expected a position as JSON or a file that begins with 'orrery match 1'"),
        (b"\xff\xfe", "expected text in UTF-8"),
        (b"[1, 2]", "expected a position as a JSON object, not list"),
        (b'{"game": "chess", "position": {}}', "there is no game 'chess'"),
        (b'{"game": "auction", "position": {}}', "auction: coins: expected a list"),
        (b'{"game": "auction", "position": 7}', "expected a position as a JSON object, not int"),
        (b"[" * 100_000, "expected a position as JSON"),
        (b"orrery match 1\nlog\n", "the header has no 'game'"),
    ],
)
def test_show_refuses_other_files(content: bytes, sentence: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert cli.main(["show", str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_show_prints_a_position(tmp_path: Path, capsys: Output) -> None:
    match = saved(tmp_path / "match", 3)
    for data in (SMALL.data(match.state), {"game": "auction", "position": SMALL.data(match.state)}):
        (tmp_path / "position.json").write_text(json.dumps(data))
        assert cli.main(["show", str(tmp_path / "position.json"), "--game", "auction"]) == 0
        said = capsys.readouterr().out
        assert '"lot": ' in said
        assert f"Asked: Lot of seat {match.state.asked()}, 3 options." in said


def test_show_finds_out_which_game_a_position_is_of(tmp_path: Path, capsys: Output) -> None:
    match = saved(tmp_path / "match", 3)
    (tmp_path / "position.json").write_text(json.dumps(SMALL.data(match.state)))
    assert cli.main(["show", str(tmp_path / "position.json")]) == 0
    assert "Asked: Lot" in capsys.readouterr().out


def test_show_prints_the_end_of_a_match(tmp_path: Path, capsys: Output) -> None:
    saved(tmp_path / "match")
    assert cli.main(["show", str(tmp_path / "match")]) == 0
    assert capsys.readouterr().out.endswith("The game is over.\n")


def test_replay_prints_the_log_the_result_and_the_points_by_source(tmp_path: Path, capsys: Output) -> None:
    match = saved(tmp_path / "match")
    assert cli.main(["replay", str(tmp_path / "match")]) == 0
    said = capsys.readouterr().out
    assert f"    1  seat 0  Bid: {match.entries[0].text}\n" in said
    for seat, score in enumerate(match.state.scores()):
        assert f"seat {seat}: {score} points, place " in said
        assert f"seat {seat}: start +2" in said


def test_replay_stops_where_it_is_told(tmp_path: Path, capsys: Output) -> None:
    match = saved(tmp_path / "match")
    assert cli.main(["replay", str(tmp_path / "match"), "--to", "3", "--quiet"]) == 0
    assert f"Asked: Lot of seat {match.entries[3].seat}, 3 options." in capsys.readouterr().out
    assert cli.main(["replay", str(tmp_path / "match"), "--to", "99"]) == 2
    assert f"--to is from 0 to {len(match.entries)}, not 99" in capsys.readouterr().err


def test_replay_of_a_log_that_the_rules_refuse_is_a_failed_check(tmp_path: Path, capsys: Output) -> None:
    match = saved(tmp_path / "match")
    (tmp_path / "match").write_text(match.save().replace("\n2 1 Bid", "\n2 2 Bid"))
    assert cli.main(["replay", str(tmp_path / "match")]) == 1
    said = capsys.readouterr().err
    assert "#2: the log has seat 2 answering 'Bid', but the rules ask seat 1 for 'Bid'" in said


def test_a_person_plays_in_the_terminal(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers by number and by notation, a wrong one, show, undo; the end is told and the match is saved."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"undo\nshow\nnonsense\n0\n{'9' * 5000}\n1\n" + "1\n" * 50))
    assert cli.main(["play", "auction", "--seed", "5", "--save", str(tmp_path / "match")]) == 0
    said = capsys.readouterr().out
    assert "There is nothing to take back." in said
    assert '"round": 1' in said
    assert "got 'nonsense'" in said
    assert "answers have the numbers 1 to 3, not 0\n" in said
    assert "answers have the numbers 1 to 3, not 99999999999999999999\n" in said
    assert "seat 1: bid a card" in said
    assert said.endswith("The game is over.\n")
    assert Match.load((tmp_path / "match").read_text()).state.asked() is None


@pytest.mark.parametrize("stop", ["quit\n", ""])
def test_a_person_stops_playing(stop: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played so far is saved; after the bids are opened nothing can be taken back."""
    monkeypatch.setattr("sys.stdin", io.StringIO("3\nundo\n" + stop))
    assert cli.main(["play", "auction", "--seed", "5", "--save", str(tmp_path / "match")]) == 0
    assert "it cannot be taken back" in capsys.readouterr().out
    assert len(Match.load((tmp_path / "match").read_text()).entries) >= 2


def test_bench_prints_the_figures_and_writes_the_worst_position(tmp_path: Path, capsys: Output) -> None:
    worst = tmp_path / "worst.json"
    assert cli.main(["bench", "auction", "--games", "3", "--json", "--worst", str(worst)]) == 0
    figures = json.loads(capsys.readouterr().out)
    for key in ("random_games_per_s", "decisions_per_s", "clone_us", "replay_ms", "bytes_per_position"):
        assert figures[key] > 0
    spread = figures["options_us"]
    assert 0 < spread["p50"] <= spread["p99"] <= spread["max"] == figures["worst"]["us"]
    assert figures["options"]["players"] == 3
    assert figures["decisions_per_game"] >= 16
    assert cli.main(["show", str(worst)]) == 0
    assert f"Asked: {figures['worst']['question']} of seat" in capsys.readouterr().out


def test_bench_prints_a_table_for_people(capsys: Output) -> None:
    assert cli.main(["bench", "auction", "--games", "2", "-o", "players=2"]) == 0
    said = capsys.readouterr().out
    for words in ("auction: 2 random games", "decisions / s", "options p99", "in yardsticks", "Slowest options: "):
        assert words in said


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    """``orrery replay FILE | head -0`` ends without a word."""
    saved(tmp_path / "match")
    script = (
        "import sys; from orrery.cli import main; from orrery.core.titles import TITLES; "
        "TITLES['auction'] = 'tests.small_game:SMALL'; sys.exit(main(['replay', sys.argv[1]]))"
    )
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", script, str(tmp_path / "match")]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


def test_bench_measures_options_with_nothing_remembered(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that remembers is made to forget ahead of every call, and the figures say whether it was."""
    from orrery.gaia.rules import federations

    cold = 0
    known = federations.forget

    def counted() -> None:
        nonlocal cold
        cold += 1
        known()

    monkeypatch.setattr(federations, "forget", counted)
    assert cli.main(["bench", "gaia", "--games", "1", "--json", "-o", "players=2"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["cold"] is True
    assert cold == figures["decisions_per_game"]
    assert cli.main(["bench", "auction", "--games", "1", "--json", "-o", "players=2"]) == 0
    assert json.loads(capsys.readouterr().out)["cold"] is False
