"""The judge against a second look: rows are judged from their pairs, and every half by factors of the other."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest

from orrery.study.calibration import Calibration
from orrery.study.judge import LOOK, Effort, measured
from orrery.study.reference import (
    FOLD,
    Reference,
    Source,
    drawn,
    factors,
    figures_of,
    held_out,
    of_people,
    proofs,
    reference,
    wanted,
)

RECORD = Path(__file__).parents[1] / "gaia" / "corpus" / "record.jsonl.gz"


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one game of people, the same played on by bots, and one by rules that we do not know."""
    record = json.loads(gzip.decompress(RECORD.read_bytes()))
    file = tmp_path_factory.mktemp("records") / "people.jsonl.gz"
    kinds = ({"source": "human"}, {"source": "human+bot"}, {"source": "human", "tags": ["variant-beta"]})
    file.write_bytes(gzip.compress("\n".join(json.dumps({**record, **kind}) for kind in kinds).encode()))
    return file


def referred(number: int, search: float, judge: list[int], mean: int, source: Source = "bots") -> Reference:
    return {
        "number": number,
        "title": "gaia",
        "source": source,
        "players": 2,
        "stage": 3,
        "seat": 0,
        "question": "Turn",
        "played": [],
        "other": [],
        "search": search,
        "judge": judge,
        "look": [mean - 1, mean + 1] * (LOOK // 2),
    }


def test_the_judge_is_held_against_the_reference() -> None:
    rows = [
        referred(0, 8.0, [4, 8] * 18, 7),  # 6 is measured: covered, large, the sign right by both
        referred(1, 8.0, [-8, -4] * 18, 7),  # not covered, large, the sign wrong by the judge
        referred(2, -4.0, [-20, 22] * 18, 2, "people"),  # covered, small, not clear
    ]
    found = {each["what"]: each for each in proofs(rows)}
    assert set(found) == {"gaia bots", "gaia people", "all"}
    every = found["all"]
    assert (every["count"], every["covered"], every["large"]) == (3, 2, 2)
    assert (every["right"], every["search_right"]) == (1, 2)
    assert (every["clear"], every["kept"], every["gained"]) == (
        2,
        1,
        0.0,
    )  # 7 by the first, as much lost by the other
    assert (found["gaia people"]["covered"], found["gaia people"]["clear"]) == (1, 0)
    products, squares = 8 * 7 + 8 * 7 - 4 * 2, 64 + 64 + 16
    assert factors(rows).search == pytest.approx((products + 160 * 0.5) / (squares + 160), abs=0.01)
    figures = figures_of([], rows)
    assert figures["shrink"]["gaia"]["search"] == factors(rows).search
    assert figures["noise"]["gaia"] > 0
    assert Calibration(figures).unclear("gaia", 0.1)


def test_factors_are_tried_on_other_rows_than_those_learned_from() -> None:
    """One half is true, the other comes to nothing: each is claimed by the factor of the other."""
    rows = [referred(number, 8.0, [9, 11] * 18, 10 if number < FOLD else 0) for number in range(2 * FOLD)]
    learned = held_out(rows)
    assert learned["gaia", 0].playouts < 0.4
    assert learned["gaia", 1].playouts > 0.9
    claimed = sum(
        measured(row["judge"], learned["gaia", row["number"] // FOLD % 2].playouts)["points"] for row in rows
    )
    assert proofs(rows)[-1]["claimed"] == pytest.approx(claimed, abs=0.1)


def test_half_of_the_decisions_are_of_people() -> None:
    found = wanted(200, people=True)
    assert len(found) == len(set(found)) == 200
    assert sum(source == "people" for _, source, _ in found) == 100
    assert sum(name == "evacuation" for name, _, _ in found) == 40
    assert {source for _, source, _ in wanted(50, people=False)} == {"bots"}


def test_decisions_of_people_are_drawn_once_each(people: Path) -> None:
    turns = of_people(people)
    assert 40 < len(turns) < 72
    found = [next(drawn("gaia", "people", number, 3, turns)) for number in range(40)]
    assert len({(id(each.state), each.move) for each in found}) == 40
    assert {each.seat for each in found} > {0}


@pytest.mark.slow
def test_a_decision_is_measured_the_same_again(people: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orrery.study.reference.LOOK", 2)
    effort = Effort(nodes=100, pairs=2)
    turns = of_people(people)
    for name, source, number in (("gaia", "bots", 3), ("gaia", "people", 1)):
        kind: Source = "people" if source == "people" else "bots"
        found = [
            reference(name, kind, number, 5, effort, islice(drawn(name, kind, number, 5, turns), 9))
            for _ in range(2)
        ]
        assert found[0] == found[1]
        assert found[0]["played"] != found[0]["other"]
        assert (len(found[0]["judge"]), len(found[0]["look"])) == (2, 2)
        assert json.loads(json.dumps(found[0])) == found[0]
