"""Whose work is done next: fair by user, bounded, and dropped when nobody waits."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from orrery.desk.problems import Refused
from orrery.server.engine.turns import ASKER, Asker, Shared, Turns
from tests.server.running import PLAIN, Person, Running, run, wait_for

HERE = "tests.server.test_server_turns"


class Noting:
    """A bot that notes its name in a file, and answers once it may."""

    def __init__(self, seed: int, budget: object) -> None:
        self.name = "noting"

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        notes = Path(os.environ["ORRERY_NOTES"])
        with notes.open("a") as file:
            file.write(self.name + "\n")
        while not notes.with_name("go").exists():
            time.sleep(0.02)
        return state.options()[0]


class Other(Noting):
    def __init__(self, seed: int, budget: object) -> None:
        self.name = "other"


@pytest.fixture
def held(start_sqlite: Callable[..., Running], tmp_path: Path) -> Callable[..., Running]:
    """Starts a server whose bots wait until the file ``go`` is there."""

    def begin(**settings: str) -> Running:
        levels = f"noting={HERE}:Noting,other={HERE}:Other"
        return start_sqlite(levels=levels, notes=str(tmp_path / "notes"), bot_limit="100", **settings)

    return begin


def _figure(server: Running, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} ([\d.]+)$", server.metrics(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def _queued(server: Running) -> float:
    return _figure(server, 'orrery_queue_length{queue="bots"}')


HINTS = 'orrery_engine_seconds_count{op="hint"}'


def _against(person: Person, level: str) -> str:
    """A table at which a bot is asked first."""
    seats = [{"kind": "bot", "level": level}, {"kind": "me"}]
    return str(person.done("/api/tables", game="auction", seats=seats)["id"])


def _alone(person: Person) -> str:
    """A table at which the person is asked."""
    return str(person.done("/api/tables", game="auction", seats=[{"kind": "me"}, {"kind": "me"}])["id"])


def _asked(person: Person, match: str, answers: list[httpx.Response], timeout: float = 60) -> threading.Thread:
    def ask() -> None:
        headers, cookies = person.client.headers, person.client.cookies
        browser = httpx.Client(
            base_url=person.server.url, headers=headers, cookies=cookies, timeout=timeout, verify=PLAIN
        )
        with browser, contextlib.suppress(httpx.TimeoutException):
            answers.append(browser.post(f"/api/matches/{match}/hint", json={"seat": 0}))

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def test_who_comes_last_does_not_wait_for_all_the_bots_of_another(
    held: Callable[..., Running], tmp_path: Path
) -> None:
    server = held()
    eve, ben = server.person("Eve"), server.person("Ben")
    for _ in range(8):
        _against(eve, "noting")
    wait_for(lambda: _queued(server) == 7)
    match = _against(ben, "other")
    wait_for(lambda: _queued(server) == 8)
    (tmp_path / "go").touch()
    wait_for(lambda: ben.get(f"/api/tables/{match}")["number"])
    wait_for(lambda: len((tmp_path / "notes").read_text().split()) > 8)
    notes = (tmp_path / "notes").read_text().split()
    assert notes.index("other") <= 2, notes


def test_what_nobody_waits_for_is_not_computed(held: Callable[..., Running], tmp_path: Path) -> None:
    server = held()
    eve = server.person("Eve")
    matches = [_alone(eve) for _ in range(6)]
    _against(eve, "noting")
    wait_for((tmp_path / "notes").exists)
    answers: list[httpx.Response] = []
    threads = [_asked(eve, match, answers, 1.5) for match in matches]
    wait_for(lambda: _queued(server) > 0)
    for thread in threads:
        thread.join()
    wait_for(lambda: _queued(server) == 0)
    (tmp_path / "go").touch()
    assert eve.done(f"/api/matches/{matches[0]}/hint", seat=0)["hints"] == []
    assert _figure(server, HINTS) == 1
    assert answers == []


def _given_up(person: Person, path: str, **body: Any) -> None:
    """Ask, and go away before the answer comes."""
    headers, cookies = person.client.headers, person.client.cookies
    browser = httpx.Client(base_url=person.server.url, headers=headers, cookies=cookies, timeout=1, verify=PLAIN)
    with browser, pytest.raises(httpx.TimeoutException):
        browser.post(path, json=body)


def test_advice_that_is_being_computed_is_left_when_the_asker_goes(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(levels="patient=tests.server.long_hints:patient", bot_limit="500")
    eve = server.person("Eve")
    # The bot's first answer brings its module, and with it the long advice, into the process that gives it.
    seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": "patient"}]
    match = eve.done("/api/tables", game="gaia", options={"players": 3}, seats=seats, coach=True)["id"]

    def mine() -> Any:
        shown = eve.position(match)
        return shown if shown["asked"] in (0, 1) else None

    def abandoned(count: int) -> bool:
        return _figure(server, 'orrery_engine_abandoned_total{op="hint"}') == count

    left = 0
    while left < 3:
        shown = wait_for(mine)
        hint = {"seat": shown["asked"], "actions": []}
        # A turn whose main action is done leaves nothing to think about.
        if shown["question"] == "Turn" and any("pass" in option["text"].split() for option in shown["options"]):
            left += 1
            _given_up(eve, f"/api/matches/{match}/hint", **hint)
            wait_for(partial(abandoned, left))
        # The same process is there for the next one.
        best = eve.done(f"/api/matches/{match}/hint", level="greedy", **hint)["hints"][0]
        eve.commit(match, best["text"], seat=shown["asked"])
    assert _figure(server, 'orrery_engine_killed_total{op="hint"}') == 0
    used = _figure(server, 'orrery_worker_seconds_total{queue="bots"}')
    assert used < 30, "three seconds of waiting are no minutes of thinking"


def test_what_runs_at_a_desk_is_left_too_and_the_match_plays_on(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(limit="500")
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="stuck")
    before = ada.position(match)
    with ada.live() as socket:
        socket.send("watch", match=match, seat=0)
        _given_up(ada, f"/api/matches/{match}/ask", seat=0, name="hang", args={})
        wait_for(lambda: _figure(server, 'orrery_engine_abandoned_total{op="ask"}') == 1)
        assert ada.position(match) == before
        who = (ada, ben)[before["asked"]]
        who.commit(match, who.position(match)["options"][0]["text"])
        assert socket.next("moved", "whole")["seat"] == 0
    assert _figure(server, 'orrery_engine_killed_total{op="ask"}') == 0
    assert "Traceback" not in server.log()


def test_a_hint_is_computed_once_for_all_who_ask(held: Callable[..., Running], tmp_path: Path) -> None:
    server = held()
    eve = server.person("Eve")
    match = _alone(eve)
    _against(eve, "noting")
    wait_for((tmp_path / "notes").exists)
    answers: list[httpx.Response] = []
    threads = [_asked(eve, match, answers) for _ in range(5)]
    wait_for(lambda: _queued(server) == 1)
    (tmp_path / "go").touch()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200] * 5
    eve.done(f"/api/matches/{match}/hint", seat=0)
    assert _figure(server, HINTS) == 1
    eve.commit(match, eve.position(match)["options"][0]["text"], seat=0)
    eve.refused(f"/api/matches/{match}/hint", 409, "not-asked", seat=0)


def test_one_user_has_a_bounded_number_of_requests_waiting(held: Callable[..., Running], tmp_path: Path) -> None:
    server = held(waiting="3")
    eve, ben = server.person("Eve"), server.person("Ben")
    matches = [_alone(eve) for _ in range(5)]
    _against(eve, "noting")
    wait_for((tmp_path / "notes").exists)
    answers: list[httpx.Response] = []
    threads = [_asked(eve, match, answers) for match in matches]
    wait_for(lambda: len(answers) == 2)
    for answer in answers:
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert "3 of your requests wait" in answer.json()["sentence"]
    honest: list[httpx.Response] = []
    threads.append(_asked(ben, _alone(ben), honest))
    wait_for(lambda: _queued(server) == 4)
    (tmp_path / "go").touch()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers[2:] + honest] == [200] * 4


# The scheduler by itself


class World:
    """A queue with a clock of its own; notes in which order work is done."""

    def __init__(self, places: int = 1, most: int = 64) -> None:
        self.now = 0.0
        self.turns = Turns("test", places, most, clock=lambda: self.now)
        self.order: list[str] = []

    def ask(self, user: str, seconds: float = 1.0, place: int | None = None) -> asyncio.Task[None]:
        async def work() -> None:
            ASKER.set(Asker(user, bounded=True))
            taken = await self.turns.take(place)
            self.order.append(user)
            await asyncio.sleep(0)
            self.now += seconds
            self.turns.give(taken, user, seconds)

        return asyncio.create_task(work())


def test_users_take_turns() -> None:
    async def play() -> None:
        world = World()
        tasks = [world.ask(user) for user in ("eve", "eve", "eve", "eve", "ada", "ada", "ben")]
        await asyncio.gather(*tasks)
        assert world.order == ["eve", "ada", "ben", "eve", "ada", "eve", "eve"]

    run(play())


def test_who_has_used_much_comes_after_who_has_used_little_until_it_is_long_ago() -> None:
    async def play() -> None:
        world = World()
        await world.ask("eve", 30)
        await asyncio.gather(world.ask("cat"), world.ask("eve"), world.ask("ben", 2), world.ask("ben", 2))
        assert world.order == ["eve", "cat", "ben", "ben", "eve"]
        world.order.clear()
        world.now += 3600
        await world.ask("ben", 5)
        await asyncio.gather(world.ask("cat"), world.ask("ben"), world.ask("eve"))
        assert world.order == ["ben", "cat", "eve", "ben"]

    run(play())


def test_places_are_given_by_name_or_to_whoever_takes_any() -> None:
    async def play() -> None:
        world = World(places=2)
        first, second = await world.turns.take(0), await world.turns.take()
        assert (first, second) == (0, 1)
        wants_0, wants_any = world.ask("ada", place=0), world.ask("ben")
        await asyncio.sleep(0)
        world.turns.give(1, "", 0)
        await wants_any
        assert not wants_0.done()
        world.turns.give(0, "", 0)
        await wants_0

    run(play())


def test_a_call_that_is_cancelled_leaves_the_queue() -> None:
    async def play() -> None:
        world = World(most=1)
        place = await world.turns.take()
        left, stays = world.ask("eve"), world.ask("ada")
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="1 of your requests"):
            await world.ask("eve")
        left.cancel()
        await asyncio.sleep(0)
        again = world.ask("eve")
        world.turns.give(place, "", 0)
        await asyncio.gather(stays, again)
        assert world.order == ["ada", "eve"]

    run(play())


def test_a_place_that_comes_at_the_moment_of_leaving_goes_to_the_next() -> None:
    async def play() -> None:
        world = World()
        place = await world.turns.take()
        left, stays = world.ask("eve"), world.ask("ada")
        await asyncio.sleep(0)
        world.turns.give(place, "", 0)
        left.cancel()
        await stays
        assert world.order == ["ada"]

    run(play())


def test_a_client_that_goes_away_is_noticed_while_it_waits() -> None:
    async def play() -> None:
        turns = Turns("test", 1)
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        place = await turns.take()
        ASKER.set(Asker("eve", receive))
        waits = asyncio.create_task(turns.take())
        lasts = asyncio.create_task(turns.take(lasting=True))
        await asyncio.sleep(0.01)
        gone.set()
        with pytest.raises(Refused, match="nobody waits"):
            await waits
        turns.give(place, "", 0)
        assert await lasts == place

    run(play())


def test_a_queue_that_closes_refuses_what_waits() -> None:
    async def play() -> None:
        turns = Turns("test", 1)
        await turns.take()
        waits = asyncio.create_task(turns.take())
        await asyncio.sleep(0)
        turns.close()
        with pytest.raises(Refused, match="about to stop"):
            await waits
        with pytest.raises(Refused, match="about to stop"):
            await turns.take()

    run(play())


def test_an_answer_is_shared_until_nobody_waits() -> None:
    async def play() -> None:
        shared = Shared(room=1)
        made: list[str] = []
        go = asyncio.Event()

        def make(name: str) -> Callable[[], Coroutine[Any, Any, bytes]]:
            async def work() -> bytes:
                made.append(name)
                await go.wait()
                made.append(f"{name} done")
                return name.encode()

            return work

        first = asyncio.create_task(shared.get("a", make("a")))
        second = asyncio.create_task(shared.get("a", make("a")))
        left = asyncio.create_task(shared.get("b", make("b")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        left.cancel()
        await asyncio.sleep(0)
        go.set()
        assert await second == b"a"
        assert await shared.get("a", make("again")) == b"a"
        assert made == ["a", "b", "a done"]
        await shared.get("b", make("b"))
        await shared.get("a", make("again"))
        assert made[3:] == ["b", "b done", "again", "again done"]

    run(play())
