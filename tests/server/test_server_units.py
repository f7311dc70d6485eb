"""Small parts by themselves: changes of views, limits, settings, cookies, pages, schema."""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import logging
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import TestClient
from sqlalchemy import text

from orrery.core.titles import title
from orrery.desk import wire
from orrery.desk.delta import applied, changes
from orrery.desk.desk import ordered
from orrery.desk.problems import Refused
from orrery.desk.results import Line
from orrery.server import logs
from orrery.server.api import pages
from orrery.server.api.access import RATES, Limiter
from orrery.server.app import create_app
from orrery.server.lobby.seating import new_table
from orrery.server.people import accounts
from orrery.server.settings import BadSetting, Settings
from orrery.server.store import database, matches
from orrery.server.store.schema import META
from tests.server.conftest import new_database

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=1), inner, max_size=4),
    max_leaves=12,
)


def test_a_stolen_password_is_dear_to_guess() -> None:
    """As RFC 9106 recommends where memory is scarce. The servers of tests hash more cheaply."""
    assert accounts.HASHER.hash("of Ada").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


@given(JSON, JSON)
def test_changes_turn_the_old_value_into_the_new_one(old: Any, new: Any) -> None:
    found = json.loads(json.dumps(changes(old, new)))
    assert json.dumps(applied(copy.deepcopy(old), found), sort_keys=True) == json.dumps(new, sort_keys=True)


@given(JSON)
def test_nothing_changed_is_no_change(value: Any) -> None:
    assert changes(value, copy.deepcopy(value)) == []


def test_a_limit_refuses_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("orrery.server.api.access.time.monotonic", lambda: clock[0])
    limiter = Limiter(True, room=3)
    size, every = RATES["chat"]
    for _ in range(size):
        limiter.take("chat", "ada")
    with pytest.raises(Refused, match="too many") as refusal:
        limiter.take("chat", "ada")
    assert refusal.value.status == 429
    limiter.take("chat", "ben")
    clock[0] += every
    limiter.take("chat", "ada")
    for number in range(10):
        limiter.take("chat", f"{number}")
    assert len(limiter._buckets) == 3
    off = Limiter(False)
    for _ in range(1000):
        off.take("sign-in", "ada")


def test_settings_come_from_the_environment(tmp_path: Path) -> None:
    read = Settings.read({"ORRERY_DATA": str(tmp_path), "ORRERY_PORT": "9", "ORRERY_RATES": "off"})
    assert (read.data, read.port, read.rates) == (tmp_path, 9, False)
    assert read.url == f"sqlite:///{tmp_path}/orrery.sqlite"
    assert read.dsn == ""
    postgres = Settings.read({"ORRERY_DATABASE": "postgresql://u:p@h/d"})
    assert (postgres.url, postgres.dsn) == ("postgresql+psycopg://u:p@h/d", "postgresql://u:p@h/d")
    assert Settings.read({"XDG_DATA_HOME": "/x"}).data.name == "orrery"
    assert Settings.read({}).host == "127.0.0.1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "70000"),
        ("RATES", "perhaps"),
        ("CHECK", "some"),
        ("DATABASE", "mysql://x"),
        ("LIMIT", "0"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"ORRERY_{name}"):
        Settings.read({f"ORRERY_{name}": value})


def test_a_signature_fits_one_value_and_one_key() -> None:
    text = accounts.signed("key", "value")
    assert accounts.unsigned("key", text) == "value"
    assert accounts.unsigned("other", text) is None
    assert accounts.unsigned("key", text[:-1]) is None
    assert accounts.unsigned("key", "") is None


def test_logs_hold_no_secrets() -> None:
    found = logs.without_secrets(None, "info", {"event": "x", "password": "p", "X-CSRF-Token": "t", "match": "m"})
    assert dict(found) == {"event": "x", "password": "(hidden)", "X-CSRF-Token": "(hidden)", "match": "m"}


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    url = new_database(request.getfixturevalue("postgres")) if request.param == "postgresql" else ""
    made = database.Store(Settings(tmp_path, database=url))
    database.migrate(made.engine)
    logging.disable(logging.NOTSET)
    yield made
    made.close()


def test_the_migrations_give_exactly_the_schema(opened: database.Store) -> None:
    with opened.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), META) == []
    assert ScriptDirectory.from_config(database.migrations()).get_current_head() == database.HEAD
    database.migrate(opened.engine)  # again, and nothing happens


def test_a_database_with_matches_is_brought_to_the_newest_schema(opened: database.Store) -> None:
    """Matches and what hangs on them survive every step down and up again."""
    values = new_table(
        id="old", game="auction", rules=1, options={}, title="", search="", host=None, visibility="public"
    )
    with opened.writing() as connection:
        matches.create(connection, values | {"state": "running", "seed": 1}, [])
        connection.execute(
            META.tables["chat"].insert(), [{"match": "old", "number": 1, "name": "A", "text": "hi", "at": 1}]
        )
    with opened.engine.begin() as connection:
        command.downgrade(database.migrations(connection), "0001")
    database.migrate(opened.engine)
    with opened.engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM matches WHERE id = 'old' AND coach")) == 1
        assert compare_metadata(MigrationContext.configure(connection), META) == []


def test_each_number_of_a_log_is_given_once_however_many_write(opened: database.Store) -> None:
    values = new_table(
        id="m", game="auction", rules=1, options={}, title="", search="", host=None, visibility="public"
    )
    with opened.writing() as connection:
        matches.create(connection, values | {"state": "running", "seed": 1}, [])
    wins: list[tuple[int, int]] = []

    def write(name: int) -> None:
        number = 0
        while number < 25:
            with opened.writing() as connection:
                row = matches.load(connection, "m")
                assert row is not None
                number = row.number
            line = Line(0, "Bid", f"{name}", "")
            with opened.writing() as connection:
                if matches.append(connection, "m", number, [line], 1, {"move": number + 1}, {}):
                    wins.append((number + 1, name))

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with opened.reading() as connection:
        found = [(number, line.text) for number, line in enumerate(matches.lines(connection, "m", 0), 1)]
    assert found == [(number, f"{name}") for number, name in sorted(wins)]
    assert [number for number, _ in found] == list(range(1, len(found) + 1))


def test_an_append_that_fails_half_way_leaves_nothing(opened: database.Store) -> None:
    values = new_table(
        id="m", game="auction", rules=1, options={}, title="", search="", host=None, visibility="public"
    )
    with opened.writing() as connection:
        matches.create(connection, values | {"state": "running", "seed": 1}, [])
    bad: Any = Line(0, "Bid", None, "")  # type: ignore[arg-type]  # what the database refuses
    with pytest.raises(Exception, match=r"(?i)null"), opened.writing() as connection:
        matches.append(connection, "m", 0, [Line(0, "Bid", "a", ""), bad], 1, {}, {})
    with opened.reading() as connection:
        row = matches.load(connection, "m")
        assert row is not None
        assert (row.number, matches.lines(connection, "m", 0)) == (0, [])


def test_the_page_is_served_with_cache_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(pages, "STATIC", static)
    app = create_app(Settings(tmp_path / "data", workers=1, check="none"))
    app_without_start: Any = TestClient(app)
    client = app_without_start
    missing = client.get("/")
    assert "has not been built" in missing.text
    assert missing.headers["cache-control"] == "no-store"
    (static / "index.html").write_text("<p>the page</p>")
    (static / "assets" / "app-1a2b.js").write_text("let x = 1")
    for path in ("/", "/m/abc", "/lobby/new"):
        answer = client.get(path)
        assert (answer.text, answer.headers["cache-control"]) == ("<p>the page</p>", "no-cache")
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    script = client.get("/assets/app-1a2b.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    again = client.get("/assets/app-1a2b.js", headers={"if-none-match": script.headers["etag"]})
    assert again.status_code == 304
    for path in ("/assets/none.js", "/api/none", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/favicon.ico"):
        assert client.get(path).status_code == 404, path
    assert client.get("/api/none").json()["code"] == "not-found"


def test_the_page_is_read_and_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<p>the page</p>" * 500)
    monkeypatch.setattr(pages, "STATIC", static)
    work: list[str] = []

    def noted(home: Any, name: str) -> None:
        done = getattr(home, name)

        def noting(*args: Any, **rest: Any) -> Any:
            work.append(name)
            return done(*args, **rest)

        monkeypatch.setattr(home, name, noting)

    noted(Path, "read_bytes")
    noted(gzip, "compress")
    noted(hashlib, "blake2b")
    client: Any = TestClient(create_app(Settings(tmp_path / "data", workers=1, check="none")))
    marks = set()
    for coding in ("gzip", "identity") * 3:
        answer = client.get("/", headers={"accept-encoding": coding})
        assert answer.text == "<p>the page</p>" * 500
        assert answer.headers.get("content-encoding", "identity") == coding
        assert answer.headers["vary"] == "accept-encoding"
        marks.add((coding, answer.headers["etag"]))
        again = {"accept-encoding": coding, "if-none-match": f'"other", {answer.headers["etag"]}'}
        assert client.get("/m/abc", headers=again).status_code == 304
    assert len(marks) == len({mark for _, mark in marks}) == 2
    # Read once to be sent, and once for the policy that names its scripts.
    assert sorted(work) == ["blake2b", "compress", "read_bytes", "read_bytes"]


@pytest.mark.parametrize("pay", [0, 1, 3])
def test_an_order_to_charge_pays_no_more_than_it_says(pay: int) -> None:
    game = title("gaia")
    order = wire.Order("LeechOffer", "take", pay=pay, otherwise="decline")
    asking = wire.Order("LeechOffer", "take", pay=pay)
    chance = random.Random(pay)
    met = 0
    for seed in range(4):
        state = game.new(game.complete({"players": 3, "factions": "random"}), seed)
        while (seat := state.asked()) is not None:
            if state.question() == "LeechOffer":
                met += 1
                prices = {
                    game.write(state, why.action): -sum(why.points.values())
                    for why in game.explain(state, seat)
                    if why.gain
                }
                fitting = [text for text, price in prices.items() if price <= pay]
                answer = ordered(game, state, seat, order)
                if fitting:
                    assert answer in fitting
                    assert ordered(game, state, seat, asking) == answer
                else:
                    assert answer not in prices
                    assert ordered(game, state, seat, asking) is None
            state.apply(chance.choice(state.options()))
    assert met > 8
