"""Tournaments: seats rotated, resumable, broken bots replaced, figures right."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from orrery.arena.clock import TookTooLong, limit
from orrery.arena.promises import of_game
from orrery.arena.report import mean, plots, ratings, share, summary
from orrery.arena.table import Thinking, play
from orrery.arena.tournament import Plan, read_rows, run
from orrery.bots import BOTS
from orrery.cli import main
from orrery.core.match import Match


class Hangs:
    """Never answers."""

    name = "hangs"

    def __init__(self, seed: int, budget: object) -> None:
        pass

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        while True:
            sleep(0.01)


class Cheats:
    """Answers what was not asked."""

    name = "cheats"

    def __init__(self, seed: int, budget: object) -> None:
        pass

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        return object()


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "hangs", "tests.arena.test_arena:Hangs")
    monkeypatch.setitem(BOTS, "cheats", "tests.arena.test_arena:Cheats")


@pytest.mark.usefixtures("broken")
def test_a_bot_that_cheats_or_hangs_is_replaced_and_the_log_says_so() -> None:
    played = play("gaia", {"players": 2, "factions": "random"}, 5, ("cheats", "random"), Thinking(nodes=5))
    assert "cheats failed at" in played.faults[0]
    notes = [entry for entry in played.match.entries if entry.question == "Fault"]
    assert len(notes) == len(played.faults)
    assert [note.text for note in notes] == played.faults
    assert Match.load(played.match.save()).state.digest() == played.match.state.digest()
    slow = play("evacuation", {"players": 2}, 5, ("hangs", "random"), Thinking(nodes=5, hard=0.01))
    assert "hangs did not answer" in slow.faults[0]
    assert slow.match.state.asked() is None


def test_the_hard_limit_interrupts() -> None:
    with pytest.raises(TookTooLong), limit(0.02):
        sleep(2)


def test_seats_rotate_and_a_broken_off_tournament_goes_on(tmp_path: Path) -> None:
    plan = Plan("gaia", ("greedy", "random"), 4, 7, {}, Thinking(nodes=20))
    rows = run(plan, tmp_path)
    assert [row["bots"][0] for row in rows] == ["greedy", "random", "greedy", "random"]
    assert all(sum(row["points"][seat].values()) == row["scores"][seat] for row in rows for seat in (0, 1))
    log = (tmp_path / "games" / "00002.match").read_text()
    assert Match.load(log).state.scores() == rows[2]["scores"]
    file = tmp_path / "results.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:2]) + lines[2][:40])
    assert len(read_rows(tmp_path)) == 2
    again = run(plan, tmp_path)
    plain = [{k: v for k, v in row.items() if k not in ("seconds", "wall")} for row in rows]
    assert [{k: v for k, v in row.items() if k not in ("seconds", "wall")} for row in again] == plain
    with pytest.raises(ValueError, match="another tournament"):
        run(Plan("gaia", ("greedy", "random"), 4, 8, {}, Thinking(nodes=20)), tmp_path)


def test_parallel_games_are_the_same_games(tmp_path: Path) -> None:
    plan = Plan("gaia", ("greedy", "random"), 3, 9, {}, Thinking(nodes=20))
    one = run(plan, tmp_path / "one")
    two = run(plan, tmp_path / "two", jobs=2)
    assert [row["scores"] for row in one] == [row["scores"] for row in two]


def _children(parent: int) -> set[int]:
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if int(text.rpartition(")")[2].split()[1]) == parent:
            found.add(int(status.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_no_process_of_a_killed_tournament_stays(tmp_path: Path) -> None:
    call = "import sys; from orrery.cli import main; sys.exit(main())"
    wish = ["--title", "gaia", "--seats", "planner,planner", "--games", "9", "--turn-nodes", "3000", "--jobs", "2"]
    tournament = subprocess.Popen([sys.executable, "-c", call, "arena", *wish, "--out", str(tmp_path)])
    try:
        workers: set[int] = set()
        for _ in range(300):
            workers = _children(tournament.pid)
            if len(workers) >= 3:
                break
            sleep(0.1)
        assert len(workers) >= 3, "two players and the tracker of what they share"
        sleep(2)  # A process that has not begun yet would end by itself: its pipe is gone.
    finally:
        tournament.kill()
        tournament.wait()
    for _ in range(100):
        if not any(Path(f"/proc/{pid}/cmdline").exists() for pid in workers):
            break
        sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}/cmdline").exists()]


def test_figures_have_intervals_and_plots_are_drawn(tmp_path: Path) -> None:
    plan = Plan("gaia", ("greedy", "random"), 4, 7, {}, Thinking(nodes=20))
    rows = run(plan, tmp_path)
    found: Any = summary(rows)
    assert set(found["bots"]) == {"greedy", "random"}
    assert found["bots"]["greedy"]["seats"] == 4
    assert found["bots"]["greedy"]["score"]["mean"] > found["bots"]["random"]["score"]["mean"]
    rated = ratings(rows)
    assert rated["greedy"][0] > rated["random"][0]
    assert "faction" in found["traits"]
    assert json.loads(json.dumps(found)) == found
    files = plots(rows, tmp_path)
    assert all(file.stat().st_size > 200 for file in files)


def test_promises_are_compared_with_what_came(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every seat once a round; at the end of the game nothing grows any more."""
    plan = Plan("gaia", ("greedy", "greedy"), 1, 3, {}, Thinking(nodes=50))
    rows = run(plan, tmp_path)
    assert main(["promises", str(tmp_path), "--turn-nodes", "60", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [(one["players"], one["stage"], one["turns"]) for one in figures] == [
        (2, n, 2) for n in (5, 4, 3, 2, 1, 0)
    ]
    structures = [one["grown"]["structures"] for one in figures]
    assert structures == sorted(structures, reverse=True)
    assert structures[0] > 0
    promises = of_game(tmp_path / "games" / "00000.match", 60)
    assert {promise["came"] for promise in promises} == set(map(float, rows[0]["scores"]))
    last = [promise["promised"] - promise["came"] for promise in promises if promise["stage"] == 0]
    assert figures[-1]["mean"] == pytest.approx(sum(last) / 2)
    assert main(["promises", str(tmp_path / "nothing")]) == 2


def test_intervals_are_those_of_the_books() -> None:
    ten = mean(range(1, 11))
    assert (round(ten.value, 2), round(ten.half, 2)) == (5.5, 2.17)
    even = share(5, 10)
    assert (round(even.value - even.half, 3), round(even.value + even.half, 3)) == (0.237, 0.763)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "genius,random"], "there is no bot 'genius'"),
        (["--seats", "random"], "seats"),
        (["--seats", "random,random", "--games", "0"], "at least one game"),
        (["--seats", "random,random", "--turn-seconds", "0"], "a turn needs time"),
        (["--seats", "random,random", "--option", "moon"], "NAME=VALUE"),
        (["--seats", "random,random", "--option", "moon=1"], "there is no option 'moon'"),
        (["--seats", "random,random,random,random,random"], "players"),
    ],
)
def test_bad_arguments_get_one_line_and_status_2(arguments: list[str], words: str, tmp_path: Path) -> None:
    if arguments == ["--seats", "random"]:
        arguments = [*arguments, "--option", "players=3"]
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from orrery.cli import main; sys.exit(main())",
            "arena",
            "--title",
            "gaia",
            "--out",
            str(tmp_path),
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_ray_cluster_plays_the_same_games(tmp_path: Path) -> None:
    plan = Plan("gaia", ("random", "random"), 2, 3, {}, Thinking(nodes=5))
    script = (
        "import sys, json; from pathlib import Path; from orrery.arena.tournament import Plan, run;"
        "from orrery.arena.table import Thinking;"
        "plan = Plan('gaia', ('random', 'random'), 2, 3, {}, Thinking(nodes=5));"
        "rows = run(plan, Path(sys.argv[1]), ray='local');"
        "print(json.dumps([row['scores'] for row in rows]))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, str(tmp_path / "ray")],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    expected = [row["scores"] for row in run(plan, tmp_path / "here")]
    assert json.loads(done.stdout.strip().splitlines()[-1]) == expected
