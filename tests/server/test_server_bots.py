"""Bots: where they think, and programs from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from orrery.bots import BOTS, QUICK, Budget, bot
from orrery.desk.problems import Refused
from orrery.desk.results import World
from orrery.server.engine.compute import chosen, compute
from orrery.server.house import House
from orrery.server.settings import BadSetting, Settings, register
from orrery.study.thinking import Hint
from tests.server.running import ROOT, Person, Running, at_once, play_on, run, wait_for
from tests.small_game import SMALL

TITLES = "auction=tests.small_game:SMALL"
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "ORRERY_TITLES": TITLES}


def _world(seed: int = 1) -> World:
    return World("auction", json.dumps(SMALL.data(SMALL.new({}, seed))))


def test_the_random_bot_gives_the_same_answers_for_the_same_seed() -> None:
    state = SMALL.new({}, 5)
    answers = [[bot("random", seed).choose(SMALL, state, 0) for _ in range(3)] for seed in (1, *range(1, 20))]
    assert answers[0] == answers[1]
    assert len({str(answer) for answer in answers}) > 1
    assert all(answer in state.options() for row in answers for answer in row)


def test_an_unknown_level_lists_what_there_is() -> None:
    with pytest.raises(LookupError, match="random"):
        bot("genius", 1)


@pytest.mark.parametrize("level", sorted(BOTS))
def test_every_level_answers_from_a_process_of_its_own(level: str, tmp_path: Path) -> None:
    async def ask() -> list[str]:
        place = compute(Settings(tmp_path, titles=TITLES), ENV)
        await place.start()
        try:
            return await chosen(place, _world(), level, 0, 7)
        finally:
            await place.stop()

    state = SMALL.new({}, 1)
    assert run(ask())[0] in [SMALL.write(state, action) for action in state.options()]


@pytest.mark.skipif(find_spec("ray") is None, reason="the extra orrery[ray] is not installed")
def test_bots_think_on_a_ray_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")

    async def ask() -> tuple[list[str], int]:
        place = compute(Settings(tmp_path, ray="local", titles=TITLES))
        await place.start()
        try:
            texts = await chosen(place, _world(), "random", 0, 7)
            with pytest.raises(Refused) as refusal:
                await place.call(Hint(game="nothing", data="{}", seat=0, level=None))
            return texts, refusal.value.status
        finally:
            await place.stop()

    state = SMALL.new({}, 1)
    texts, status = run(ask())
    assert texts[0] in [SMALL.write(state, action) for action in state.options()]
    assert status >= 400


def test_a_bot_that_plans_plays_against_a_person(sqlite_server: Running) -> None:
    ada = sqlite_server.person("Ada")
    seats = [{"kind": "bot", "level": "planner"}, {"kind": "me"}]
    made = ada.done("/api/tables", game="gaia", options={"players": 2, "factions": "random"}, seats=seats)
    play_on(made["id"], ada, until=lambda table: table["number"] > 12)
    ada.done(f"/api/matches/{made['id']}/resign")
    entries = ada.get(f"/api/matches/{made['id']}/log")["entries"]
    assert {entry["seat"] for entry in entries} == {0, 1}
    assert "bot failed" not in sqlite_server.log()


class Hangs:
    """A bot that never answers."""

    def __init__(self, seed: int, budget: object) -> None:
        self.name = "hangs"

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        while True:
            pass


class Ponders:
    """A bot that comes to no end, unless its budget is that of somebody who was asked to be quick."""

    def __init__(self, seed: int, budget: Callable[[], Budget]) -> None:
        self.name = "ponders"
        self.budget = budget

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        budget, looked = self.budget(), 1
        while budget.spend():
            looked += 1
        while looked > QUICK:
            time.sleep(0.01)
        return state.options()[0]


class Cheats:
    """A bot that answers what is not allowed."""

    def __init__(self, seed: int, budget: object) -> None:
        self.name = "cheats"

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        return "everything"


def test_a_bot_that_hangs_or_cheats_is_replaced_and_the_log_of_the_match_says_so(
    start_sqlite: Callable[..., Running],
) -> None:
    here = "tests.server.test_server_bots"
    server = start_sqlite(levels=f"hangs={here}:Hangs,cheats={here}:Cheats", bot_limit="0.5")
    ada = server.person("Ada")
    for level in ("cheats", "hangs"):
        seats = [{"kind": "bot", "level": level}, {"kind": "me"}]
        made = ada.done("/api/tables", game="auction", seats=seats)
        play_on(made["id"], ada, until=lambda table: table["number"] > 8)
        ada.done(f"/api/matches/{made['id']}/resign")
        entries = ada.get(f"/api/matches/{made['id']}/log")["entries"]
        faults = [entry for entry in entries if entry["question"] == "Fault"]
        answers = [entry for entry in entries if entry["seat"] == 0 and entry["question"] != "Fault"]
        assert len(answers) > 1
        assert len(faults) in (len(answers), len(answers) + 1)
        assert all(fault["text"].startswith(f"{level} failed at ") for fault in faults)
    assert server.admin("check").returncode == 0


PONDERS = "ponders=tests.server.test_server_bots:Ponders"


def _pondering(ada: Person, *others: Person) -> tuple[str, int]:
    """A match in which a bot thinks without end, and the number at which it does."""
    seats = [{"kind": "bot", "level": "ponders"}, {"kind": "me"}, *({"kind": "open"} for _ in others)]
    match: str = ada.done("/api/tables", game="auction", options={"players": len(seats)}, seats=seats)["id"]
    for other in others:
        other.done(f"/api/tables/{match}/join")
    play_on(match, ada, *others, until=lambda table: table["asked"] == 0)
    return match, ada.get(f"/api/tables/{match}")["number"]


def test_a_player_may_ask_a_bot_to_play_at_once(start: Callable[..., Running]) -> None:
    server = start(levels=PONDERS, bot_limit="500")
    ada, ben, eve = server.person("Ada"), server.person("Ben"), server.person("Eve")
    match, number = _pondering(ada, ben)
    path = f"/api/matches/{match}/hurry"
    eve.refused(path, 403, "not-yours", base=number)
    server.nobody().refused(path, 401, "sign-in", base=number)
    ben.done(path, base=number + 1)  # about another position
    assert ada.get(f"/api/tables/{match}")["number"] == number
    ben.done(path, base=number)
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] > number)
    answer = next(entry for entry in ada.get(f"/api/matches/{match}/log")["entries"] if entry["number"] > number)
    assert (answer["seat"], answer["question"] == "Fault") == (0, False)
    before = ada.get(f"/api/tables/{match}")["number"]
    ada.done(path, base=number)  # it has answered already
    assert ada.get(f"/api/tables/{match}")["number"] == before
    # It thinks as long as ever about the next one.
    play_on(match, ada, ben, until=lambda table: table["asked"] == 0)
    now = ada.get(f"/api/tables/{match}")["number"]
    assert now > number
    time.sleep(0.5)
    assert ada.get(f"/api/tables/{match}")["number"] == now
    assert server.admin("check").returncode == 0
    assert "failed" not in server.log()


def test_a_hundred_wishes_to_play_at_once_make_one_answer(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(levels=PONDERS, bot_limit="500")
    ada, ben = server.person("Ada"), server.person("Ben")
    match, number = _pondering(ada, ben)
    path = f"/api/matches/{match}/hurry"
    wishes = [partial(who.post, path, base=number) for _ in range(50) for who in (ada, ben)]
    assert {answer.status_code for answer in at_once(*wishes)} == {200}
    wait_for(lambda: ada.get(f"/api/tables/{match}")["number"] > number)
    time.sleep(0.5)
    entries = ada.get(f"/api/matches/{match}/log")["entries"]
    assert [entry["seat"] for entry in entries if entry["number"] > number] == [0]
    assert server.admin("check").returncode == 0
    assert "failed" not in server.log()


def test_a_wish_that_is_heard_late_is_not_for_the_next_answer(tmp_path: Path) -> None:
    """Two wishes at once, and the bot is asked again as soon as it has answered."""
    house = House(Settings(tmp_path), *(cast(Any, None) for _ in range(4)))
    house.hurry("one", 7)
    assert not house.hurried("one", 7).is_set(), "nobody lets a bot answer there"
    with house.driving("one"):
        house.hurry("one", 8)  # before the bot has begun to think
        assert house.hurried("one", 8).is_set()
        now = house.hurried("one", 9)
        house.hurry("one", 8)
        assert not now.is_set()
        house.hurry("one", 9)
        assert now.is_set()


def test_nobody_hurries_in_a_match_that_is_over_or_has_not_begun(sqlite_server: Running) -> None:
    ada = sqlite_server.person("Ada")
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "open"}])
    ada.refused(f"/api/matches/{made['id']}/hurry", 409, "not-started", base=0)
    match = ada.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "bot"}])["id"]
    ada.done(f"/api/matches/{match}/resign")
    ada.refused(f"/api/matches/{match}/hurry", 409, "over", base=0)


def test_levels_that_cannot_be_registered_are_named() -> None:
    with pytest.raises(BadSetting, match="ORRERY_LEVELS is name=module:object"):
        register("", "mine")


def test_the_example_program_plays_a_match_to_its_end(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite()
    ada, robot = server.person("Ada"), server.person("Robot")
    secret = robot.done("/api/tokens", name="example")["secret"]
    made = ada.done("/api/tables", game="auction", seats=[{"kind": "open"}, {"kind": "bot"}])
    command: list[Any] = [sys.executable, ROOT / "examples" / "bot.py", server.url, secret, "--join"]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: ada.get(f"/api/tables/{made['id']}")["state"] == "over", 60)
    finally:
        program.terminate()
        program.wait(10)
    assert ada.get(f"/api/tables/{made['id']}")["seats"][0]["name"] == "Robot"


def test_hints_are_for_the_seat_that_is_asked(sqlite_server: Running) -> None:
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    match = ada.table(ben, game="gaia", options={"factions": ["terrans", "ivits"]})
    path = f"/api/matches/{match}/hint"
    texts = [option["text"] for option in ada.position(match)["options"]]
    hints = ada.done(path, level="greedy")["hints"]
    assert hints
    assert all(hint["text"] in texts for hint in hints)
    ada.refused(path, 400, "bad-request", level="oracle")
    ben.refused(path, 409, "not-asked")


def test_a_table_can_be_played_without_hints(sqlite_server: Running) -> None:
    ada, ben = sqlite_server.person("Ada"), sqlite_server.person("Ben")
    match = ada.table(ben, game="gaia", options={"factions": ["terrans", "ivits"]}, coach=False)
    assert ada.get(f"/api/tables/{match}")["coach"] is False
    ada.refused(f"/api/matches/{match}/hint", 403, "no-coach")
    assert ada.ask("GET", f"/api/matches/{match}/data").json()["code"] == "no-coach"
    other = ada.table(ben, game="gaia", options={"factions": ["terrans", "ivits"]})
    taken = ada.get(f"/api/matches/{other}/data")["answer"]
    hints = ada.done("/api/titles/gaia/hint", position=taken)["hints"]
    assert hints
    assert ada.get(f"/api/tables/{ada.table(ben, game='auction')}")["coach"] is True


def test_titles_tell_the_measured_strength_of_levels(sqlite_server: Running) -> None:
    ada = sqlite_server.person("Ada")
    titles = {title["name"]: title for title in ada.get("/api/titles")}
    for name in ("gaia", "evacuation"):
        strength = titles[name]["strength"]
        assert set(strength) <= set(titles[name]["bots"])
        assert strength["random"] < strength["greedy"]
    assert titles["gaia"]["strength"]["greedy"] < titles["gaia"]["strength"]["planner"]
