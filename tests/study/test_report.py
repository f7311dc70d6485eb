"""The report: decision by decision, resumed, added up; kinds sum to the total, and what is shown can be played."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from orrery.bots import bot
from orrery.cli import main
from orrery.core.match import AnyMatch, Match
from orrery.core.saying import LANGUAGES, Explained
from orrery.study.calibration import EMPTY, Calibration
from orrery.study.decisions import decisions
from orrery.study.judge import Effort
from orrery.study.kinds import KINDS
from orrery.study.report import MOMENTS, Study, Task, Unit, Work, points_of, turn_read, units_of

SMALL = Work(60, Effort(pairs=4, solver=2_000))
LEARNED = Calibration(
    {
        "promise": {
            name: {"2": {str(stage): {"count": 9, "over": 5.0, "spread": 7.0} for stage in range(7)}}
            for name in ("gaia", "evacuation")
        },
        "shrink": {"gaia": {"search": 0.5, "playouts": 0.9}, "evacuation": {"search": 0.5, "playouts": 0.9}},
        "noise": {"gaia": 3.0, "evacuation": 3.0},
        "made": {},
    }
)


def finished(name: str, options: dict[str, object], level: str = "greedy") -> AnyMatch:
    match: AnyMatch = Match.new(name, options, 3)
    seats = match.game.seats(match.header.options)
    bots = [bot(level, seat) for seat in range(seats)]
    while True:
        seat = match.state.asked()
        if seat is None:
            return match
        guess = match.game.guess(match.state, seat, len(match.line))
        match.play(bots[seat].choose(match.game, guess, seat))


@pytest.fixture(scope="module")
def gaia() -> AnyMatch:
    return finished("gaia", {"players": 2, "factions": ["terrans", "xenos"]})


@pytest.fixture(scope="module")
def evacuation() -> AnyMatch:
    return finished("evacuation", {"players": 2, "mode": "points"})


@pytest.fixture(scope="module")
def judged(gaia: AnyMatch) -> tuple[Study, dict[int, Unit]]:
    """A complete report of one seat, done task by task."""
    study = Study(gaia, SMALL, LEARNED)
    done: dict[int, Unit] = {}
    for _ in range(500):
        todo = study.tasks(0, "complete", done)
        if not todo:
            return study, done
        unit = study.work(todo[0], done)
        done[unit["move"]] = json.loads(json.dumps(unit))
    raise AssertionError("the report never ends")


@pytest.mark.parametrize("name", ["gaia", "evacuation"])
def test_every_answer_belongs_to_one_decision(name: str, request: pytest.FixtureRequest) -> None:
    """Whatever a seat answered is part of a decision or had no alternative, and no answer is in two of them."""
    match: AnyMatch = request.getfixturevalue(name)
    found = decisions(match)
    for seat in range(2):
        own = [decision for decision in found if decision.seat == seat]
        answered = [match.entries[number].seat == seat for number in match.line]
        counted = sum(len(decision.turn) for decision in own)
        alone = sum(
            len(match.at(move).options()) == 1
            for move in range(len(match.line))
            if answered[move] and not any(decision.move <= move <= decision.last for decision in own)
        )
        assert counted + alone == sum(answered)
        for one, other in pairwise(own):
            assert one.last < other.move
    if name == "gaia":
        turns = [decision for decision in found if decision.question == "Turn"]
        ends = sum(match.entries[number].text.split()[1:2] in (["pass"], ["end"]) for number in match.line)
        assert len(turns) == ends


@pytest.mark.slow
def test_kinds_sum_to_the_total(judged: tuple[Study, dict[int, Unit]]) -> None:
    study, done = judged
    report = study.report(0, done)
    assert report["judged"] == report["decisions"] == len(done)
    assert report["points"] == pytest.approx(sum(left["points"] for left in report["kinds"]))
    counted = [unit for unit in done.values() if unit["counted"]]
    assert report["counted"] == len(counted) == sum(left["decisions"] for left in report["kinds"])
    assert report["points"] == pytest.approx(sum(points_of(unit) for unit in counted), abs=0.2)
    assert report["low"] <= report["points"] <= report["high"]
    assert {left["kind"] for left in report["kinds"]} <= set(KINDS["gaia"])
    assert report["final"] == study.match.state.scores()[0]
    assert [point["move"] for point in report["expected"]] == sorted(done)
    assert all(point["band"] == 7.0 for point in report["expected"])


@pytest.mark.slow
def test_negative_differences_stay_and_who_found_the_best_is_charged_nothing(
    judged: tuple[Study, dict[int, Unit]],
) -> None:
    _, done = judged
    assert any(unit["search"] < 0 for unit in done.values())
    for unit in done.values():
        if unit["better"] == unit["played"]:
            assert points_of(unit) == 0


@pytest.mark.slow
def test_moments_are_measured_and_their_lines_can_be_played(judged: tuple[Study, dict[int, Unit]]) -> None:
    study, done = judged
    report = study.report(0, done)
    assert 1 <= len(report["moments"]) <= MOMENTS
    measured = [unit for unit in done.values() if unit["verdict"] is not None]
    assert measured
    for moment in report["moments"]:
        assert moment["how"] in ("playouts", "solver")
        assert moment["low"] <= moment["points"] <= moment["high"]
        assert moment["clear"] == (moment["low"] > 0 and moment["points"] >= 2)
        state = study.match.at(moment["move"])
        assert moment["line"][: len(moment["better"])] == moment["better"]
        world = study.known.alone(state, 0) if study.known.searched(state) else state
        turn_read(study.game, study.known, world, 0, moment["line"])
        assert moment["better"] != moment["played"]


@pytest.mark.slow
def test_a_killed_report_loses_no_decision(gaia: AnyMatch, judged: tuple[Study, dict[int, Unit]]) -> None:
    """What was stored is not done again, the rest comes out the same; half a line and other matches are nothing."""
    _, done = judged
    again = Study(Match.load(gaia.save()), SMALL, LEARNED)
    kept = dict(list(done.items())[:10])
    rows = [json.dumps({"match": again.digest, **unit}) for unit in kept.values()]
    text = "\n".join([*rows, json.dumps({"match": "other", **rows_of(kept)}), rows[0][:40]])
    found = units_of(again, text)
    assert found == list(kept.values())
    todo = again.tasks(0, "complete", {unit["move"]: unit for unit in found})
    assert len(todo) == again.own(0) - 10
    assert {task["step"] for task in todo} == {"search"}
    assert not {task["move"] for task in todo} & set(kept)
    unit = again.work(todo[0], kept)
    before = dict(done[unit["move"]])
    if unit["verdict"] is None:
        before["verdict"] = None
    assert json.loads(json.dumps(unit)) == before


def rows_of(kept: dict[int, Unit]) -> dict[str, Any]:
    return dict(next(iter(kept.values())))


@pytest.mark.slow
def test_evacuation_is_reported_too(evacuation: AnyMatch) -> None:
    study = Study(evacuation, SMALL, LEARNED)
    done: dict[int, Unit] = {}
    tasks = study.tasks(1, "quick", done)
    for task in tasks[:: max(1, len(tasks) // 8)]:
        unit = study.work(task, done)
        done[unit["move"]] = unit
        assert unit["kind"] in KINDS["evacuation"]
    largest = max(done.values(), key=lambda unit: unit["search"])
    if largest["better"] != largest["played"]:
        measuring: Task = {"seat": 1, "move": largest["move"], "step": "measure"}
        assert study.work(measuring, done)["verdict"] is not None
    report = study.report(1, done)
    assert report["judged"] == len(done) < report["decisions"]


def test_a_running_match_and_a_race_have_no_report() -> None:
    with pytest.raises(Explained, match="finished matches"):
        Study(Match.new("gaia", {"players": 2, "factions": "random"}, 3))
    with pytest.raises(Explained, match="a race has none"):
        Study(finished("evacuation", {"players": 2, "mode": "race"}, "random"))


@pytest.mark.slow
def test_the_command_goes_on_where_it_was(
    gaia: AnyMatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "two.match", tmp_path / "units.jsonl"
    file.write_text(gaia.save())
    words = ["report", str(file), "--seat", "0", "--nodes", "20", "--out", str(out)]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = out.read_text().splitlines()
    assert len(rows) == found[0]["decisions"]
    out.write_text("\n".join(rows[:-3]) + "\n")
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert out.read_text().splitlines() == rows
    for language, word in zip(LANGUAGES, ("Left on the table", "Liegen gelassen", "Elszalasztva"), strict=True):
        assert main([*words, "--language", language]) == 0
        assert word in capsys.readouterr().out
    assert main(["report", str(file), "--seat", "9"]) == 2
    assert "seats 0 to 1" in capsys.readouterr().err


def test_nothing_learned_is_no_certainty(gaia: AnyMatch) -> None:
    """Without figures a difference between searches is thought to be noisy, and hints call it so."""
    assert Calibration(EMPTY).noise("gaia") > 0
    assert Calibration(EMPTY).unclear("gaia", 1.0)
    assert Study(gaia, figures=Calibration(EMPTY)).tasks(0, "quick", {})
