"""Practice of own mistakes and answers to puzzles: counted once, kept through a kill, gone with the person."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from orrery.desk.cards import DAY, DAYS
from orrery.study.puzzles import puzzles
from tests.server.club import PASSWORD
from tests.server.conftest import new_database
from tests.server.running import Person, Running, at_once, elsewhere, wait_for
from tests.server.test_server_reports import NODES, done, finished

pytestmark = pytest.mark.timeout(300)


@dataclass(frozen=True)
class Practised:
    """A database in which somebody has a finished match with its report: the server that made it has stopped."""

    server: Running
    person: Person
    match: str
    moment: dict[str, Any]
    """The one of the report that is clear."""
    card: dict[str, Any]
    """What it became."""

    def again(self, folder: Path, database: str) -> tuple[Running, Person]:
        """A server on a copy, and that person at it."""
        shutil.copytree(self.server.data, folder)
        running = Running(folder, database, report_nodes=NODES).start()
        return running, elsewhere(self.person, running)


def practised(running: Running) -> Practised:
    """Making the report takes longer than all that is done with it."""
    try:
        person = running.person("Ada")
        assert person.get("/api/practice") == {"due": 0, "total": 0, "next": None, "kinds": [], "cards": []}
        match = finished(person)
        assert person.post(f"/api/matches/{match}/report", seat=0).status_code == 202
        (moment,) = [one for one in done(person, match)["report"]["moments"] if one["clear"]]
        assert "position" not in moment
        (card,) = person.get("/api/practice")["cards"]
    finally:
        status = running.stop()
    assert status == 0
    return Practised(running, person, match, moment, card)


@pytest.fixture(scope="session")
def practised_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Practised:
    return practised(Running(tmp_path_factory.mktemp("practised") / "data", report_nodes=NODES).start())


@pytest.fixture(scope="session")
def practised_postgres(postgres: Any, made_postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Practised:
    database = new_database(postgres, made_postgres)
    return practised(Running(tmp_path_factory.mktemp("practised") / "data", database, report_nodes=NODES).start())


Again = tuple[Practised, Running, Person]


@pytest.fixture(params=["sqlite", "postgresql"])
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Again]:
    """What was practised, on a database of one's own of each kind."""
    if request.param == "postgresql":
        made: Practised = request.getfixturevalue("practised_postgres")
        like = urlsplit(made.server.env["ORRERY_DATABASE"]).path[1:]
        database = new_database(request.getfixturevalue("postgres"), like)
    else:
        made, database = request.getfixturevalue("practised_sqlite"), ""
    running, ada = made.again(tmp_path / "data", database)
    yield made, running, ada
    running.stop()


def answered(person: Person, card: int, number: int) -> dict[str, Any]:
    found: dict[str, Any] = wait_for(
        lambda: (seen := person.get(f"/api/practice/{card}/answers/{number}"))["state"] != "waiting" and seen, 120
    )
    return found


def test_own_mistakes_come_back_and_an_answer_counts_once(again: Again) -> None:
    made, server, ada = again
    match, moment, card = made.match, made.moment, made.card
    ben = server.person("Ben")
    which = card["id"]
    assert (card["match"], card["move"], card["box"], card["ripe"], card["tries"]) == (
        match,
        moment["move"],
        0,
        True,
        0,
    )
    told = ada.get("/api/practice")
    assert (told["due"], told["kinds"]) == (1, [{"game": "gaia", "kind": moment["kind"], "total": 1, "due": 1}])
    asked = ada.get(f"/api/practice/{which}")
    assert asked["played"] == moment["played"]
    assert asked["position"]["players"]
    assert not set(moment["better"][:-1]) & set(json.dumps(asked))
    # Nobody else has it.
    assert ben.get("/api/practice")["total"] == 0
    for path in (f"/api/practice/{which}", f"/api/practice/{which}/answers/0"):
        assert ben.ask("GET", path).status_code == 404
        assert server.nobody().ask("GET", path).status_code == 401
    ben.refused(f"/api/practice/{which}/answers", 404, "not-found", number=0)
    # Sent six times at the same moment, once with something else: one answer.
    body = {"number": 0, "actions": moment["better"]}
    sent = at_once(*[partial(ada.post, f"/api/practice/{which}/answers", **body)] * 6)
    assert {one.status_code for one in sent} == {202}
    found = answered(ada, which, 0)
    assert (found["right"], found["how"]) == (True, "best")
    assert found["best"]["line"][: len(moment["better"])] == moment["better"]
    assert found["best"]["reasons"] == moment["reasons"]
    after = found["card"]
    assert (after["box"], after["tries"], after["right"], after["ripe"]) == (1, 1, 1, False)
    assert ada.get("/api/practice")["due"] == 0
    ada.refused(f"/api/practice/{which}/answers", 409, "other-number", number=7, actions=["x"])
    assert server.rows("SELECT count(*) FROM answers") == [(1,)]
    # Before it is due, what is right changes nothing; what is wrong sends it back.
    assert ada.post(f"/api/practice/{which}/answers", number=1, actions=moment["better"]).status_code == 202
    assert answered(ada, which, 1)["card"]["due"] == after["due"]
    assert ada.post(f"/api/practice/{which}/answers", number=2, actions=moment["played"]).status_code == 202
    found = answered(ada, which, 2)
    assert (found["right"], found["how"], found["card"]["box"]) == (False, "played", 0)
    assert DAYS[0] * DAY - 60_000 < found["card"]["due"] - after["due"] + DAYS[1] * DAY < DAYS[0] * DAY + 300_000
    # What does not fit is refused in words and does not count; what nobody has judged is judged.
    assert ada.post(f"/api/practice/{which}/answers", number=3, actions=["lantids fly"]).status_code == 202
    found = answered(ada, which, 3)
    assert found["state"] == "failed"
    assert found["problem"]
    other = ["lantids research navigation", "lantids end turn"]
    assert ada.post(f"/api/practice/{which}/answers", number=4, actions=other).status_code == 202
    found = answered(ada, which, 4)
    assert (found["state"], found["right"], found["how"]) == ("done", False, "solver")
    assert found["behind"] > 0
    assert ada.post(f"/api/practice/{which}/answers", number=5).status_code == 202
    assert answered(ada, which, 5)["how"] == "shown"
    # All of it is in the export, and goes with the account.
    export = ada.get("/api/account/export")
    assert [len(one["answers"]) for one in export["practice"]] == [6]
    ada.enter(ada.post("/api/account", name="Ada L", password=PASSWORD))
    assert ada.ask("DELETE", "/api/account", json={"password": PASSWORD}).status_code == 200
    assert server.rows("SELECT count(*) FROM cards") == server.rows("SELECT count(*) FROM answers") == [(0,)]


@pytest.mark.parametrize("again", ["sqlite"], indirect=True)
def test_others_may_practise_what_they_may_read_and_nobody_a_match_that_is_played(again: Again) -> None:
    made, server, ada = again
    match, card = made.match, made.card
    ben = server.person("Ben")
    running = ada.table(ben, game="gaia")
    for person in (ada, ben):
        person.refused(f"/api/matches/{running}/practice", 409, "not-over", seat=0)
    ben.refused(f"/api/matches/{match}/practice", 403, "key", seat=0)
    ada.refused(f"/api/matches/{match}/practice", 409, "no-report", seat=1)
    key = ada.get(f"/api/tables/{match}")["key"]
    for _ in range(2):
        assert ben.done(f"/api/matches/{match}/practice?key={key}", seat=0) == {"cards": 1}
        assert ada.done(f"/api/matches/{match}/practice", seat=0) == {"cards": 1}
    assert server.rows("SELECT count(*) FROM cards") == [(2,)]
    assert ben.ask("DELETE", f"/api/practice/{card['id']}").status_code == 404
    assert ada.ask("DELETE", f"/api/practice/{card['id']}").status_code == 204
    assert [one["match"] for one in ben.get("/api/practice")["cards"]] == [match]
    assert ada.get("/api/practice")["total"] == 0


def test_an_answer_survives_a_kill(again: Again) -> None:
    made, server, ada = again
    card = made.card
    server.kill()
    server.env["ORRERY_REPORT_NODES"] = "200000"  # it cannot be judged before the next kill
    server.start()
    other = ["lantids research navigation", "lantids end turn"]
    assert ada.post(f"/api/practice/{card['id']}/answers", number=0, actions=other).status_code == 202
    wait_for(lambda: server.rows("SELECT lease FROM answers")[0][0] > 0, 60)
    server.kill()
    assert server.rows("SELECT state FROM answers") == [("waiting",)]
    server.later("answers")
    server.env["ORRERY_REPORT_NODES"] = NODES
    server.start()
    found = answered(ada, card["id"], 0)
    assert (found["state"], found["right"], found["card"]["tries"]) == ("done", False, 1)


def test_the_first_answer_to_a_puzzle_rates_both_once(server: Running) -> None:
    """People who answer at the same moment all count; one who sends it again does not."""
    puzzle = puzzles("gaia")[0]
    path = f"/api/puzzles/gaia/{puzzle['id']}"
    before = server.nobody().get("/api/puzzles/gaia")
    assert before["mine"] is None
    assert puzzle["id"] not in before["ratings"]
    people = [server.person(f"Solver {number}") for number in range(6)]
    sent = at_once(*[partial(one.post, path, line=puzzle["line"]) for one in people for _ in range(2)])
    assert [one.status_code for one in sent] == [200] * 12
    assert sum(one.json()["rated"] for one in sent) == 6
    assert all(one.json()["share"] == 1.0 and one.json()["reached"] == puzzle["best"] for one in sent)
    told = people[0].get("/api/puzzles/gaia")
    assert told["ratings"][puzzle["id"]]["answers"] == 6
    assert told["ratings"][puzzle["id"]]["rating"] < puzzle["rating"]
    assert told["mine"]["answers"] == 1
    assert told["mine"]["rating"] > 1500
    assert told["mine"]["spread"] < 350
    assert told["solved"] == {puzzle["id"]: puzzle["best"]}
    # Who looks at the solution first has answered.
    eve = server.person("Eve")
    looked = eve.done(path)
    assert (looked["reached"], looked["share"], looked["rated"]) == (None, 0.0, True)
    assert looked["mine"]["rating"] < 1500
    again = eve.done(path, line=puzzle["line"])
    assert (again["rated"], again["mine"]) == (False, looked["mine"])
    assert eve.get("/api/puzzles/gaia")["solved"] == {puzzle["id"]: puzzle["best"]}
    eve.refused(path, 400, "illegal", line=puzzle["line"][:-1])
    eve.refused(path, 400, "illegal", line=["nonsense"])
    eve.refused("/api/puzzles/gaia/gaia-000", 404, "not-found", line=["x"])
    server.nobody().refused(path, 401, "sign-in", line=puzzle["line"])
    export = eve.get("/api/account/export")
    assert [(one["puzzle"], one["tries"]) for one in export["solutions"]] == [(puzzle["id"], 2)]
    assert [one["answers"] for one in export["solver"]] == [1]
    eve.enter(eve.post("/api/account", name="Eve S", password=PASSWORD))
    assert eve.ask("DELETE", "/api/account", json={"password": PASSWORD}).status_code == 200
    assert server.rows(f'SELECT count(*) FROM solutions WHERE "user" = {eve.id}') == [(0,)]
    assert server.rows(f'SELECT count(*) FROM solver_ratings WHERE "user" = {eve.id}') == [(0,)]
