"""What is kept in memory is dropped by whatever writes it, and never older than a write that was there."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import delete, insert, select, update

from orrery.desk.problems import Refused
from orrery.server.house import House, Who
from orrery.server.people import accounts
from orrery.server.settings import Settings
from orrery.server.store import matches
from orrery.server.store import schema as db
from orrery.server.store.database import Store, migrate
from orrery.server.store.matches import MatchRow
from orrery.server.store.memory import Memory
from tests.server.running import run


@pytest.fixture
def store(tmp_path: Path) -> Any:
    made = Store(Settings(tmp_path))
    made.publish = lambda data: None  # as in a server
    migrate(made.engine)
    with made.engine.begin() as connection:
        for name in ("one", "two"):
            connection.execute(insert(db.matches).values(**_values(name)))
    yield made
    made.close()


def _values(name: str) -> dict[str, Any]:
    plain: dict[str, Any] = {
        column.name: 0
        for column in db.matches.columns
        if not column.nullable and column.server_default is None and column.type.python_type is int
    }
    texts = ("game", "engine", "title", "search", "visibility", "key", "mode", "undo", "question")
    plain |= dict.fromkeys(texts, "") | {"state": "running", "options": {}, "scores": [], "autostart": False}
    return plain | {"id": name}


def _kept(store: Store, name: str) -> MatchRow:
    mark = store.memory.mark(name)
    with store.reading() as connection:
        row = matches.load(connection, name)
    assert row is not None
    store.memory.keep(row, mark)
    assert store.memory.row(name) == row
    return row


@pytest.mark.parametrize(
    "statement",
    [
        update(db.matches).where(db.matches.c.id == "one").values(title="x"),
        update(db.matches).where(db.matches.c.id.in_(["one"])).values(title="x"),
        update(db.seats).where(db.seats.c.match == "one").values(name="x"),
        delete(db.seats).where(db.seats.c.match == "one"),
    ],
)
def test_a_table_that_is_written_is_read_again_and_the_others_are_not(store: Store, statement: Any) -> None:
    for name in ("one", "two"):
        _kept(store, name)
    run(store.write(lambda connection: connection.execute(statement) and None))
    assert store.memory.row("one") is None
    assert store.memory.row("two") is not None


def test_a_statement_that_names_no_table_drops_all(store: Store) -> None:
    for name in ("one", "two"):
        _kept(store, name)
    everything = update(db.matches).where(db.matches.c.number < 5).values(changed=7)
    run(store.write(lambda connection: connection.execute(everything) and None))
    assert store.memory.row("one") is None
    assert store.memory.row("two") is None


def test_a_transaction_that_fails_drops_nothing(store: Store) -> None:
    _kept(store, "one")

    def failing(connection: Any) -> None:
        connection.execute(update(db.matches).where(db.matches.c.id == "one").values(title="x"))
        raise ValueError("half-way")

    with pytest.raises(ValueError, match="half-way"):
        run(store.write(failing))
    assert store.memory.row("one") is not None


def test_what_was_read_before_a_write_is_not_kept_after_it(store: Store) -> None:
    """A slow reader must not put the past back."""
    mark = store.memory.mark("one")
    with store.reading() as connection:
        old = matches.load(connection, "one")
    assert old is not None
    changed = update(db.matches).where(db.matches.c.id == "one").values(title="new")
    run(store.write(lambda connection: connection.execute(changed) and None))
    store.memory.keep(old, mark)
    assert store.memory.row("one") is None


def test_what_a_program_beside_the_server_writes_is_read_again(store: Store, tmp_path: Path) -> None:
    _kept(store, "one")
    other = Store(Settings(tmp_path))
    renamed = update(db.matches).where(db.matches.c.id == "one").values(title="new")
    run(other.write(lambda connection: connection.execute(renamed) and None))
    other.close()
    assert store.memory.row("one") is None
    assert _kept(store, "one").title == "new"


def test_each_gets_a_copy(store: Store) -> None:
    _kept(store, "one")
    mine = store.memory.row("one")
    assert mine is not None
    mine.title = "scribbled"
    again = store.memory.row("one")
    assert again is not None
    assert again.title == ""


def test_doors_are_forgotten_with_whatever_is_written_about_people(store: Store) -> None:
    person = run(store.write(accounts.add_guest, "Ada"))
    token = run(store.write(accounts.open_session, person.id))
    door = accounts.hashed(token)

    def known() -> bool:
        store.memory.admit(door, person, store.memory.doors)
        return store.memory.person(door) is not None

    assert known()
    run(store.write(accounts.seen, [person.id]))
    assert store.memory.person(door) is not None, "that somebody is here changes nothing"
    run(store.write(accounts.close_session, token))
    assert store.memory.person(door) is None
    mark = store.memory.doors
    run(store.write(accounts.close_all, person.id))
    store.memory.admit(door, person, mark)
    assert store.memory.person(door) is None, "looked up before it ended"


def test_reading_drops_nothing_and_memory_is_bounded(store: Store) -> None:
    _kept(store, "one")
    run(store.write(lambda connection: connection.execute(select(db.matches.c.id)) and None))
    row = store.memory.row("one")
    assert row is not None
    memory = Memory()
    for number in range(9000):
        row.id = f"m{number}"
        memory.keep(row, memory.mark(row.id))
        memory.changed(row.id)
    assert len(memory._writes) <= 8000


def test_nothing_is_refused_because_of_what_is_remembered(store: Store, tmp_path: Path) -> None:
    """Another process has moved and seated somebody, and its word has not come yet."""
    ada, ben = (run(store.write(accounts.add_guest, name)) for name in ("Ada", "Ben"))
    chair: dict[str, Any] = {"match": "one", "seat": 0, "kind": "person", "user": ada.id, "name": "Ada"}
    chair |= {"standin": False, "orders": {}, "premoves": []}
    with store.engine.begin() as connection:
        connection.execute(insert(db.seats).values(**chair))
    house = House(Settings(tmp_path), store, *(cast(Any, None) for _ in range(3)))  # no engine is asked
    assert run(house.acting("one", Who(ada), None, 0))[0].number == 0
    with store.engine.begin() as connection:
        connection.execute(update(db.matches).where(db.matches.c.id == "one").values(number=1))
        connection.execute(update(db.seats).where(db.seats.c.match == "one").values(user=ben.id))
    assert run(house.known("one")).number == 0, "this process is behind"
    row, seat = run(house.acting("one", Who(ben), None, 1))
    assert (row.number, seat) == (1, 0)
    with pytest.raises(Refused, match="a seat of this table"):
        run(house.acting("one", Who(ada), None, 1))
    late, _ = run(house.acting("one", Who(ben), None, 0))
    assert late.number == 1, "who is late is told how it stands now"
