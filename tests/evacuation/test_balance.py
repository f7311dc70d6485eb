"""Measuring the pack: the simple player, the figures, the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from orrery.cli import main
from orrery.evacuation.actions import Act, Refresh
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.tools.balance import Tally, answers, best, play, spread, worth
from orrery.evacuation.tools.report import findings, measure, page, plots
from tests.evacuation.table import PACK, do, finish, stock, table


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    """Two short measurements."""
    settings: dict[str, dict[str, object]] = {"race": {"players": 2}, "solo": {"players": 1}}
    return measure(1, 5, 1, lambda line: None, settings)


def test_the_player_looks_at_nothing_hidden() -> None:
    """The value of a position is the same in every world the seat cannot tell from it."""
    state = table(3, mode="points", actions="advanced")
    for seed in range(4):
        assert worth(EVACUATION.guess(state, 0, seed), 0) == worth(state, 0)


def test_the_player_settles_what_pays() -> None:
    state = table()
    player = stock(state, 0, old=(0, 0, 9), new=(0, 3, 0))
    player.population = 2
    player.production = [0, 5, 5]
    value, option = best(state, 0)
    assert option == Act(PACK.find("board", "settle"))
    assert value > worth(state, 0)
    do(state, option)
    assert not any(isinstance(answer, Refresh) for answer in answers(state, 0))


def test_a_finished_game_is_worth_its_score() -> None:
    state = finish(table())
    assert [worth(state, seat) > worth(state, 1 - seat) for seat in (0, 1)] == [
        state.scores()[seat] > state.scores()[1 - seat] for seat in (0, 1)
    ]


def test_equal_seeds_give_equal_games() -> None:
    one, two = (play({"players": 1}, 3) for _ in range(2))
    assert one == two
    assert one.years == 4
    assert len(one.power) <= 4


def test_figures_add_up(tallies: dict[str, Tally]) -> None:
    race = tallies["race"]
    assert race.games == 1
    assert sum(share for _, share in race.seats()) == pytest.approx(1)
    assert sum(games for games, _ in race.sets().values()) == 2
    assert sum(race.used("ships").values()) <= sum(race.shown("ships").values())
    assert spread([3, 1, 2]) == (1, 1, 2, 3, 3)
    assert spread([]) == (0, 0, 0, 0, 0)


def test_the_page_tells_all(tallies: dict[str, Tally], tmp_path: Path) -> None:
    text = page(tallies, 5, "pictures", "Corrected: nothing.")
    for part in (
        "## Race",
        "## Solo",
        PACK.digest,
        "heron",
        "homestead",
        "Corrected: nothing.",
        "What looks broken",
    ):
        assert part in text
    plots(tallies, tmp_path / "pictures")
    assert {file.name for file in (tmp_path / "pictures").iterdir()} == {"spread.svg", "fields.svg"}
    whole = Tally([record for tally in tallies.values() for record in tally.records])
    assert any("never used" in line for line in findings(PACK, whole))


def test_bad_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evacuation", "balance", "--games", "0"]) == 2
    assert "--games and --jobs are 1 or more" in capsys.readouterr().err
