"""Lists of ten thousand matches: every page is found along an index, and the pages together are the list."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Select, insert, text

from orrery.server.lobby.seating import new_table
from orrery.server.settings import Settings
from orrery.server.store import database, matches
from orrery.server.store import schema as db
from orrery.server.store.matches import MatchRow, Place
from tests.server.conftest import new_database
from tests.server.running import Running

MANY = 10_000
PEOPLE = 200
KEEN = 1
"""Somebody with a seat at a hundredth of all tables."""

LISTS = ("open", "watch", "finished", "mine")
SEARCHES = (("", ""), ("gaia", ""), ("", "friday 7"), ("gaia", "nothing is called so"))


def filled(store: database.Store, many: int) -> None:
    """A database after some years: most matches are over, a few are open or running."""
    chance = random.Random(7)
    states = ("over",) * 94 + ("stopped", "broken", "running", "running", "open", "open")
    tables, seats = [], []
    for number in range(many):
        match, host = f"m{number:06}", chance.randrange(1, PEOPLE)
        values = new_table(
            id=match,
            game=chance.choice(("gaia", "evacuation")),
            rules=1,
            options={"players": 2, "filler": "x" * 800},
            title=f"Friday {number}",
            search=f"friday {number} gaia ada ben",
            host=host,
            visibility=chance.choice(("public",) * 8 + ("link", "password")),
        )
        changed = 1_000_000 + chance.randrange(many // 2)  # some at the same moment
        tables.append(values | {"state": chance.choice(states), "changed": changed, "seed": 1, "asked": 0})
        for seat, user in enumerate((host, KEEN if number % 100 == 0 else chance.randrange(2, PEOPLE))):
            seats.append(
                {"match": match, "seat": seat, "kind": "person", "user": user, "name": f"p{user}"}
                | {"standin": False, "orders": [], "premoves": []}
            )
    people = [
        {"id": number, "name": f"p{number}", "notices": {}, "created": 1, "seen": 1} for number in range(1, PEOPLE)
    ]
    with store.writing() as connection:
        for table, rows in ((db.users, people), (db.matches, tables), (db.seats, seats)):
            connection.execute(insert(table), rows)
    if store.postgres:
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[database.Store]:
    url = new_database(request.getfixturevalue("postgres")) if request.param == "postgresql" else ""
    made = database.Store(Settings(tmp_path_factory.mktemp("lists"), database=url))
    database.migrate(made.engine)
    filled(made, MANY)
    yield made
    made.close()


@pytest.fixture(scope="module")
def whole(store: database.Store) -> list[MatchRow]:
    """Everything that is stored."""
    with store.reading() as connection:
        return matches._rows(connection, db.matches.select())


def _plan(store: database.Store, query: Select[Any]) -> list[str]:
    """The steps by which the database would answer, each in a line."""
    compiled = str(query.compile(store.engine, compile_kwargs={"literal_binds": True})).replace("%%", "%")
    with store.reading() as connection:
        if not store.postgres:
            return [row[3] for row in connection.exec_driver_sql("EXPLAIN QUERY PLAN " + compiled)]
        explained: Any = connection.scalar(text("EXPLAIN (FORMAT JSON) " + compiled.replace(":", r"\:")))
    found: list[str] = []

    def walk(node: dict[str, Any]) -> None:
        found.append(" ".join(str(node.get(key, "")) for key in ("Node Type", "Relation Name", "Index Name")))
        for inner in node.get("Plans", ()):
            walk(inner)

    walk(explained[0]["Plan"])
    return found


@pytest.mark.parametrize("which", LISTS)
@pytest.mark.parametrize("user", [None, KEEN])
def test_no_list_sorts_or_reads_the_whole_table(store: database.Store, which: str, user: int | None) -> None:
    everybodys = len(matches.LISTS.get(which, ()))
    for game, search in SEARCHES:
        for after in (None, Place(0, 1_002_000, "m000500")):
            for number, query in enumerate(matches.listing(which, user, game, search, after)):
                plan = _plan(store, query)
                whole = [
                    step for step in plan if step.startswith(("SCAN matches", "SCAN seats", "Seq Scan matches"))
                ]
                assert not whole, plan
                if number < everybodys:
                    assert any("ix_matches_list" in step for step in plan), plan
                    assert not [step for step in plan if "TEMP B-TREE" in step or step.startswith("Sort")], plan
                elif not store.postgres:  # the asker's own tables: found by a seat or as their host
                    assert any("ix_seats_user" in step or "ix_matches_host" in step for step in plan), plan


def _everything(store: database.Store, which: str, user: int | None, game: str, search: str) -> list[MatchRow]:
    found: list[MatchRow] = []
    after: Place | None = None
    with store.reading() as connection:
        while True:
            rows, after = matches.listed(connection, which, user, game, search, after)
            found.extend(rows)
            assert len(rows) == matches.PAGE or after is None
            if after is None:
                return found


@pytest.mark.parametrize("which", LISTS)
@pytest.mark.parametrize("user", [None, KEEN, 17])
def test_the_pages_together_are_the_list(
    store: database.Store, whole: list[MatchRow], which: str, user: int | None
) -> None:
    """Compared with a filter of everything that is stored, written anew."""

    def wanted(row: MatchRow) -> bool:
        own = row.known(user)
        return {
            "open": row.state == "open" and row.visibility in ("public", "password"),
            "watch": row.state == "running" and row.visibility == "public",
            "finished": row.state in ("over", "stopped", "broken") and (row.visibility == "public" or own),
            "mine": row.state in ("open", "running") and own,
        }[which]

    def place(row: MatchRow) -> tuple[bool, int, str]:
        waits = which == "mine" and row.state == "running" and row.seats[0].user == user
        return waits, row.changed, row.id

    for game, search in (("", ""), ("gaia", "friday 77")):
        fitting = [
            row
            for row in whole
            if wanted(row) and game in ("", row.game) and all(w in row.search for w in search.split())
        ]
        expected = [row.id for row in sorted(fitting, key=place, reverse=True)]
        assert [row.id for row in _everything(store, which, user, game, search)] == expected


def test_a_cursor_that_is_none_is_refused(server: Running) -> None:
    ada = server.person("Ada")
    for odd in ("x", "AAAA", "k8DAwA", "%00", "é", "kwABAg", "lAABoWGhYQ", "kwDTf_________-hYQ"):
        answer = ada.ask("GET", "/api/tables", params={"after": odd})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), odd
        assert "after" in answer.json()["sentence"]
    assert ada.ask("GET", "/api/tables", params={"after": "x" * 200}).status_code == 400


def test_somebody_on_several_seats_has_a_table_once(server: Running) -> None:
    ada = server.person("Ada")
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = ada.done("/api/tables", game="auction", seats=seats, visibility="link")
    assert [table["id"] for table in ada.get("/api/tables", list="mine")["tables"]] == [made["id"]]
    ada.done(f"/api/matches/{made['id']}/resign", seat=0)
    ended = ada.get("/api/tables", list="finished")["tables"]
    assert [table["id"] for table in ended].count(made["id"]) == 1
