"""The check at the start: what this engine has checked is not checked again, and nothing else is left out."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import httpx

from orrery.core.titles import TITLES
from orrery.server.engine import sources
from tests.server.running import ROOT, Person, Running, play_on, wait_for


def _checked(server: Running) -> dict[str, int]:
    """What the check at the start has found, once it is over."""
    pattern = re.compile(r'orrery_matches_checked\{outcome="(\w+)"\} (\d+)')
    found = wait_for(lambda: dict(pattern.findall(server.metrics())))
    return {name: int(number) for name, number in found.items()}


def _again(server: Running, *people: Person) -> dict[str, int]:
    """Stop and start; what was checked."""
    server.stop()
    server.start()
    for person in people:
        person.client.base_url = httpx.URL(server.url)
    wait_for(lambda: len(_checked(server)) == 3)
    return _checked(server)


def test_a_second_start_checks_what_is_new(start: Callable[..., Running]) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    over, running, waiting = ada.table(ben), ada.table(ben), ada.table()
    play_on(over, ada, ben)
    ada.commit(running, ada.position(running)["options"][0]["text"])
    assert _again(server, ada, ben) == {"fine": 2, "wrong": 0, "known": 0}
    assert _again(server, ada, ben) == {"fine": 0, "wrong": 0, "known": 2}
    ben.commit(running, ben.position(running)["options"][0]["text"])
    assert _again(server, ada, ben) == {"fine": 1, "wrong": 0, "known": 1}
    ben.done(f"/api/tables/{waiting}/join")
    assert _again(server) == {"fine": 1, "wrong": 0, "known": 2}
    server.stop()
    whole, new = server.admin("check"), server.admin("check", "--new")
    assert "3 matches" in whole.stdout
    assert "0 matches" in new.stdout
    assert "3 were checked before" in new.stdout


def test_a_changed_log_is_found_by_a_whole_check_and_told_from_then_on(start: Callable[..., Running]) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    match, other = ada.table(ben), ada.table(ben)
    play_on(match, ada, ben)
    assert _again(server)["fine"] == 2
    server.database(f"UPDATE entries SET digest = 'another' WHERE match = '{match}' AND number = 2")
    assert _again(server) == {"fine": 0, "wrong": 0, "known": 2}
    server.stop()
    found = server.admin("check")
    assert (found.returncode, match in found.stdout, other in found.stdout) == (1, True, False)
    again = server.admin("check", "--new")
    assert (again.returncode, match in again.stdout) == (1, True)
    server.start()
    assert wait_for(lambda: _checked(server)) == {"fine": 0, "wrong": 1, "known": 1}


def test_another_engine_checks_everything_of_its_title_again(
    start_sqlite: Callable[..., Running], tmp_path: Path
) -> None:
    home = tmp_path / "elsewhere"
    home.mkdir()
    shutil.copy(ROOT / "tests" / "small_game.py", home / "game.py")
    (home / "__init__.py").touch()
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    server = start_sqlite(titles="auction=elsewhere.game:SMALL,stuck=tests.server.stuck_game:STUCK")
    server.stop()
    server.env["PYTHONPATH"] += os.pathsep + path
    server.start()
    ada, ben = server.person("Ada"), server.person("Ben")
    ada.table(ben)
    ada.table(ben, game="stuck")
    assert _again(server)["fine"] == 2
    assert _again(server)["known"] == 2
    with (home / "game.py").open("a") as file:
        file.write("\n# the rules are the same, but that is for a replay to say\n")
    assert _again(server) == {"fine": 1, "wrong": 0, "known": 1}
    assert _again(server) == {"fine": 0, "wrong": 0, "known": 2}


def test_the_engine_of_a_title_is_its_files_and_what_all_share() -> None:
    found = sources.engines()
    assert set(TITLES) <= set(found)
    assert len(set(found.values())) == len(found)
    assert found == sources.engines()
    names = {file.name for file in sources._files(ROOT / "src" / "orrery" / "evacuation")}
    assert {"flow.py", "reconstruction-1.toml"} <= names
    assert not [name for name in names if name.endswith(".pyc")]
