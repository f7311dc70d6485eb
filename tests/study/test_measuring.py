"""What promises come to and what the judge is worth: rows are resumed, and figures add up as they should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orrery.cli import main
from orrery.study import calibration, measuring
from orrery.study.calibration import Calibration
from orrery.study.levels import rates
from orrery.study.measuring import Promised, promise_figures, residuals, rows_of, run
from orrery.study.reference import proofs


def promised(number: int, over: float) -> Promised:
    return {
        "number": number,
        "title": "gaia",
        "players": 2,
        "level": "greedy",
        "rows": [(stage, seat, 100.0 + over + seat, 100) for stage in (1, 2) for seat in (0, 1)],
    }


def test_promises_are_off_by_what_they_are_off() -> None:
    games = [promised(number, 9.5) for number in range(4)]
    found = promise_figures(games)["gaia"]["2"]
    assert found["1"] == {"count": 8, "over": 10.0, "spread": pytest.approx(0.5, abs=0.1)}
    learned = Calibration({**calibration.EMPTY, "promise": promise_figures(games)})
    for players, stage in ((2, 1), (4, 6)):  # the nearest that was measured
        over = learned.promise("gaia", players, stage)
        assert over is not None
        assert over["over"] == 10.0
    assert learned.promise("evacuation", 2, 1) is None
    assert [(each["stage"], each["count"], each["mean"]) for each in residuals(games)] == [(1, 4, 0.0), (2, 4, 0.0)]


def test_few_seats_are_pulled_towards_all_of_the_stage() -> None:
    """One game of four players that is off by 30, seven of two that are not: the one is not believed altogether."""
    games = [promised(number, -0.5) for number in range(7)]
    odd = promised(7, 29.5)
    odd["players"] = 4
    found = promise_figures([*games, odd])["gaia"]
    assert 0 < found["2"]["1"]["over"] < 3
    assert 5 < found["4"]["1"]["over"] < 29


def test_residuals_are_measured_on_other_games_than_those_learned_from() -> None:
    """Of two games each is corrected by the other: what differs between them is not corrected away."""
    games = [promised(0, 0.0), promised(1, 10.0)]
    assert promise_figures(games)["gaia"]["2"]["1"]["over"] == pytest.approx(5.5)
    assert [each["half"] > 60 for each in residuals(games)] == [True, True]
    assert [each["mean"] for each in residuals(games)] == [0.0, 0.0]


def test_rows_are_kept_one_by_one_and_never_made_twice(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "rows.jsonl"
    made: list[int] = []

    def make(name: str, number: int) -> dict[str, object]:
        if number == 2 and len(made) < 3:
            made.append(-1)
            raise KeyboardInterrupt
        made.append(number)
        return {"title": name, "number": number}

    wanted = [("gaia", number) for number in range(4)]
    with pytest.raises(KeyboardInterrupt):
        run(file, wanted, make)
    with file.open("a") as out:
        out.write('{"title": "gaia", "num')
    assert [row["number"] for row in run(file, wanted, make)] == [0, 1, 2, 3]
    assert made == [0, 1, -1, 2, 3]
    assert [row["number"] for row in rows_of(file)] == [0, 1, 2, 3]


@pytest.mark.slow
def test_a_game_is_measured_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "LEVELS", ("greedy",))
    one = measuring.promises("evacuation", 1, 5, 10)
    assert one == measuring.promises("evacuation", 1, 5, 10)
    assert {stage for stage, _, _, _ in one["rows"]} == {1, 2, 3, 4}


def test_the_stored_figures_are_whole() -> None:
    """What Orrery comes with: every title, every round, and factors that shrink."""
    found = calibration.calibration().figures
    assert set(found["promise"]) == {"gaia", "evacuation"}
    for tables in found["promise"].values():
        for stages in tables.values():
            assert all(promise["count"] > 0 and promise["spread"] >= 0 for promise in stages.values())
    for title in ("gaia", "evacuation"):
        assert found["noise"][title] > 0
        assert all(0 <= factor <= 1 for factor in found["shrink"][title].values())


ROWS = Path(__file__).parents[2] / "docs" / "study"


def test_the_stored_figures_come_from_the_stored_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands go on where they were: nothing is missing, so nothing is played; the same figures come out."""
    for name in ("promises.jsonl", "reference.jsonl"):
        (tmp_path / name).write_text((ROWS / name).read_text())
    assert main(["study", "calibrate", "--games", "1", "--out", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    stored = calibration.calibration().figures
    assert told["promise"] == stored["promise"]
    assert {each["title"] for each in told["left"]} == {"gaia", "evacuation"}
    assert main(["study", "reference", "--decisions", "1", "--out", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == proofs(rows_of(ROWS / "reference.jsonl"))
    assert json.loads((tmp_path / calibration.FILE).read_text()) == stored
    for name in ("promises.jsonl", "reference.jsonl"):
        assert (tmp_path / name).read_text() == (ROWS / name).read_text()


def test_the_page_tells_the_figures_of_the_rows() -> None:
    """What docs/study.md says of the judge and of the levels is what the rows say."""
    page = (ROWS.parent / "study.md").read_text()
    for proof in proofs(rows_of(ROWS / "reference.jsonl")):
        assert f"{proof['covered']} of {proof['count']}" in page, proof
        assert f"{proof['claimed']}, {proof['gained']}" in page, proof
    for noise in calibration.calibration().figures["noise"].values():
        assert str(noise) in page
    for rate in rates(rows_of(ROWS / "levels.jsonl")):
        assert f"{rate['lost']:.2f} ± {rate['half']:.2f}" in page, rate
    assert f"{len(rows_of(ROWS / 'promises.jsonl'))} games between bots" in page
