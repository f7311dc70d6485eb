"""``orrery diff``: a changed rule is found in every match that it touches, and nothing else is."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from orrery.bots.random import Random
from orrery.cli import main
from orrery.core.match import Match

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of each title, as they are saved, and a file that is none."""
    folder = tmp_path_factory.mktemp("games")
    for name in ("gaia", "evacuation"):
        for seed in (1, 2):
            match = Match.new(name, {"players": 2}, seed)
            bot = Random(seed)
            while match.state.asked() is not None and len(match.entries) < 40:
                match.play(bot.choose(match.game, match.state, match.state.asked()))
            (folder / f"{name}-{seed}.game").write_text(match.save(), "utf-8")
    (folder / "notes.txt").write_text("no game", "utf-8")
    return folder


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A copy of the source in which one thing is otherwise."""

    def change(file: str, old: str, new: str) -> Path:
        shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("static", "__pycache__"))
        path = tmp_path / "src" / "orrery" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        return tmp_path

    return change


def test_the_same_rules_do_not_differ(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(SOURCE), str(SOURCE.parent), str(games)]) == 0
    assert capsys.readouterr().out == "matches=4 differ=0\n"


def test_a_changed_price_is_found_where_it_matters_and_told(
    games: Path, changed: Callable[[str, str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Only games of that title differ; the first entry is named, and what became of the scores or options."""
    new = changed(
        "gaia/data/buildings.py",
        "MINE_COST: Final = Gains(credits=2, ore=1)",
        "MINE_COST: Final = Gains(credits=3, ore=1)",
    )
    assert main(["diff", str(SOURCE), str(new), str(games), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["matches"] == 4
    assert {Path(each["file"]).name for each in told["differences"]} == {"gaia-1.game", "gaia-2.game"}
    assert all(each["entry"] > 5 and each["sentence"] for each in told["differences"])


def test_answers_that_nobody_gave_are_compared_too(
    tmp_path: Path, changed: Callable[[str, str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """A mine that nobody could pay any more: no position of this game is another, but what could be answered is."""
    match = Match.new("gaia", {"players": 2}, 1)
    bot = Random(1)
    while match.state.question() != "Turn":
        match.play(bot.choose(match.game, match.state, match.state.asked()))
    folder = tmp_path / "begun"
    folder.mkdir()
    (folder / "begun.game").write_text(match.save(), "utf-8")
    new = changed(
        "gaia/data/buildings.py", "MINE_COST: Final = Gains(credits=2", "MINE_COST: Final = Gains(credits=30"
    )
    assert main(["diff", str(SOURCE), str(new), str(folder), "--quick"]) == 0
    assert main(["diff", str(SOURCE), str(new), str(folder)]) == 1
    told = capsys.readouterr().out.splitlines()[1]
    asked = f"seat {match.state.asked()} is asked Turn"
    assert f"options at entry {len(match.entries)}: {asked}; no more: " in told
    assert " build mine " in told


def test_a_version_may_be_a_wheel_or_a_commit(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = tmp_path / "orrery-9.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for path in sorted((SOURCE / "orrery").rglob("*")):
            if path.is_file() and "static" not in path.parts and "__pycache__" not in path.parts:
                packed.write(path, path.relative_to(SOURCE))
    assert main(["diff", str(wheel), str(SOURCE), str(games), "--quick"]) == 0
    repository = tmp_path / "repository"
    shutil.copytree(
        SOURCE, repository / "src", ignore=shutil.ignore_patterns("static", "__pycache__", "server", "*.egg-info")
    )
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for words in (["init", "-q"], ["add", "src"], [*who, "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=repository, check=True)
    monkeypatch.chdir(repository)
    assert main(["diff", "HEAD", ".", str(games), "--quick"]) == 0
    capsys.readouterr()


def test_bad_input_is_told(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "nowhere", str(SOURCE), str(games)]) == 2
    assert "there is no version 'nowhere': expected a folder" in capsys.readouterr().err
    (tmp_path / "orrery" / "core").mkdir(parents=True)
    assert main(["diff", str(tmp_path), str(SOURCE), str(games)]) == 2
    assert "does not run here" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["diff", str(SOURCE), str(SOURCE), str(empty)]) == 2
    assert "holds no match" in capsys.readouterr().err
