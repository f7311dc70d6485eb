"""Learning: what differs between the futures of one set-up, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orrery.arena.training import Course, Group, Row, compared, fitted, played, read, run
from orrery.bots.mind import mind
from orrery.cli import main
from orrery.core.chance import draw

SMALL = Course("gaia", (2,), 4, 5, 3)


def _planted(bias: float) -> list[Group]:
    """Groups in which the second feature is worth 3 points, the first none; set-ups differ by ``bias`` in both."""
    groups: list[Group] = []
    for number in range(40):
        games: list[list[Row]] = []
        for game in range(8):
            one, two, noise = (draw(number * 100 + game, place, 1000) / 500 - 1 for place in range(3))
            points = 3.0 * two + noise + bias * number
            games.append(
                [{"seat": 0, "stage": 0, "turn": 0, "points": points, "counted": [one + bias * number, 10 * two]}]
            )
        groups.append({"number": number, "games": games})
    return groups


@pytest.mark.parametrize("bias", [0.0, 50.0])
def test_what_is_planted_in_groups_is_found_whatever_their_set_ups_are_worth(bias: float) -> None:
    numbers, report = fitted(_planted(bias), {"one": [0.0], "two": [0.0]})
    assert report[0].taken
    assert report[0].samples == 320
    assert report[0].after > 0.8
    assert numbers["two"][0] > 4 * abs(numbers["one"][0])


def test_numbers_that_tell_all_there_is_stay() -> None:
    old = {"one": [0.0], "two": [0.3]}
    numbers, report = fitted(_planted(0.0), old)
    assert not report[0].taken
    assert numbers == old


def test_a_course_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole = [played(SMALL, number) for number in range(4)]
    (tmp_path / "groups.jsonl").write_text(json.dumps(whole[0]) + "\n" + json.dumps(whole[1])[:500])
    (tmp_path / "course.json").write_text('{"title": "gaia", "players": [2], "games": 5, "seed": 3}')
    counted: list[int] = []
    assert run(SMALL, tmp_path, each=lambda: counted.append(1)) == whole
    assert len(counted) == 3
    assert read(tmp_path) == whole
    rows = [row for game in whole[0]["games"] for row in game]
    assert {row["stage"] for row in rows} == {0, 1, 2, 3, 4, 5}
    assert all(len(row["counted"]) == len(mind("gaia").numbers) for row in rows)
    with pytest.raises(ValueError, match="holds another course"):
        run(Course("gaia", (2,), 4, 6, 3), tmp_path)


def test_old_numbers_against_themselves_are_even() -> None:
    assert compared("gaia", 2, mind("gaia").numbers, 5, 0) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--title", "nothing"], "nothing"),
        (["--players", "four"], "--players is numbers with commas"),
        (["--groups", "2"], "at least 4 groups of 5 games"),
        (["--pairs", "1"], "--pairs at least 2"),
    ],
)
def test_what_cannot_be_learned_from_is_said(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *arguments, "--out", str(tmp_path / "new")]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
