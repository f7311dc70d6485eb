"""Letters: to one confirmed address, not too many, with nothing in their heads that a stranger wrote."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from orrery.server.notices.post import line, mailbox
from orrery.server.notices.sending import CONFIRM, PAUSES
from tests.server.outside import confirm, post_office, read
from tests.server.running import Person, Running, wait_for

Office = tuple[Running, list[str]]


@pytest.fixture
def office(start_sqlite: Callable[..., Running]) -> Iterator[Office]:
    """A server that sends letters, five an hour to one address, and the letters."""
    with post_office() as (port, letters):
        yield start_sqlite(smtp=f"smtp://127.0.0.1:{port}", mail_from="o@example.org", mails="5"), letters


def _wants(person: Person, email: str) -> None:
    answer = person.put("/api/notices", email=email, by_email=True, live_too=True)
    assert answer.status_code == 200, answer.text


def _asked(server: Running, person: Person, **table: Any) -> str:
    """A match in which this person is asked."""
    other = server.person("Somebody")
    match = other.table(person, mode="turns", **table)
    other.commit(match, other.position(match)["options"][0]["text"])
    return match


@pytest.mark.parametrize(
    "wrong",
    [
        "a@",
        "a@[",
        "a@[127.0.0.1]",
        "@x.org",
        "a@x",
        "a@x.org,b@x.org",
        "a@x.org b@x.org",
        "a@x.org\nBcc: b@x.org",
        "a@x.org\r\n",
        "A <a@x.org>",
        '"a b"@x.org',
        "a@b@x.org",
        ".a@x.org",
        "a..b@x.org",
        "a@-x.org",
        "a@1.2.3.4",
        "a\u202e@x.org",
        "a" * 65 + "@x.org",
    ],
)
def test_what_is_not_one_address_is_refused(sqlite_server: Running, wrong: str) -> None:
    ada = sqlite_server.person("Ada")
    answer = ada.put("/api/notices", email=wrong)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["detail"]["field"]) == (400, "bad-request", "email")
    assert problem["detail"]["reason"]["key"].startswith("server.mail.")
    ada.refused("/api/account", 400, "bad-request", name="Mail Ada", password="analytical engine", email=wrong)


def test_an_address_is_stored_as_mail_servers_write_it() -> None:
    assert mailbox("ada.l+games@Example.ORG") == "ada.l+games@example.org"
    assert mailbox("ada@bücher.example") == "ada@xn--bcher-kva.example"


def test_an_address_gets_nothing_before_its_owner_confirms_it(office: Office) -> None:
    server, letters = office
    ben = server.person("Visit http://spam.example now")
    _wants(ben, "ben@example.org")
    wait_for(lambda: letters)
    subject, body = read(letters[0])
    assert subject == CONFIRM["en"][0]
    assert "spam" not in letters[0]
    assert f"{server.url}/api/notices/confirm?token=" in body
    assert not ben.get("/api/notices")["confirmed"]
    ben.refused("/api/notices/test", 400, "bad-request", channel="email")
    _asked(server, ben)
    assert ben.get("/api/notices")["deliveries"][0]["id"] == 1  # the letter that asks, and nothing else
    assert "is confirmed" in confirm(letters).text
    assert ben.get("/api/notices")["confirmed"]
    _asked(server, ben, title="Monday")
    wait_for(lambda: len(letters) == 2)
    assert read(letters[1])[0] == "Your turn: Monday"
    _wants(ben, "carl@example.org")
    assert not ben.get("/api/notices")["confirmed"]
    wait_for(lambda: len(letters) == 3)
    assert "To: carl@example.org" in letters[2]


def test_a_link_is_good_for_one_address_of_one_person(office: Office) -> None:
    server, letters = office
    ben = server.person("Ben")
    ben.client.headers["host"] = "evil.example"
    _wants(ben, "ben@example.org")
    wait_for(lambda: letters)
    assert "evil.example" not in letters[0]  # a letter to a stranger leads nowhere else
    (link,) = re.findall(r"https?://\S+", read(letters[0])[1])
    for wrong in (link[:-1], link.replace("confirm.1.", "confirm.2."), re.sub("token=.*", "token=x", link)):
        assert httpx.get(wrong).status_code == 400
    ben.put("/api/notices", email="other@example.org")
    assert confirm(letters[:1]).status_code == 400
    assert not ben.get("/api/notices")["confirmed"]


def test_an_address_is_not_asked_again_and_again(office: Office) -> None:
    """However often and by however many it is entered."""
    server, letters = office
    for i in range(6):
        ben = server.person(f"Ben {i}")
        for _ in range(3):
            _wants(ben, "victim@example.org")
    eve = server.person("Eve")
    _wants(eve, "eve@example.org")
    wait_for(lambda: any("To: eve" in letter for letter in letters))
    assert sum("To: victim" in letter for letter in letters) == 3


def test_an_address_gets_so_many_letters_in_an_hour(office: Office) -> None:
    server, letters = office
    ben = server.person("Ben")
    _wants(ben, "ben@example.org")
    wait_for(lambda: letters)
    confirm(letters)
    for _ in range(8):
        _asked(server, ben)
    wait_for(lambda: sum(d["state"] == "sent" for d in ben.get("/api/notices")["deliveries"]) == 5)
    waiting = wait_for(lambda: [d for d in ben.get("/api/notices")["deliveries"] if d["error"]])
    assert {(d["state"], d["tries"], d["error"]) for d in waiting} == {
        ("waiting", 0, "an address gets at most 5 letters in an hour")
    }
    assert all(d["next"] > d["created"] + 3_000_000 for d in waiting)
    assert len(letters) == 5


def test_a_title_cannot_write_the_head_of_a_letter(office: Office) -> None:
    server, letters = office
    ben = server.person("Ben")
    _wants(ben, "ben@example.org")
    wait_for(lambda: letters)
    confirm(letters)
    _asked(server, ben, title="x\r\nBcc: all@example.org\n\nBuy\u2028now\x07")
    wait_for(lambda: len(letters) == 2)
    assert read(letters[1])[0] == "Your turn: x Bcc: all@example.org Buy now"
    assert "\nBcc" not in letters[1]
    assert line("a\nb\r\n\u202ec\x00" + "d" * 200) == "a b c" + "d" * 114 + "…"


def test_a_notice_that_cannot_be_made_is_given_up(start_sqlite: Callable[..., Running]) -> None:
    """One that raises in the sender is tried a few times with growing pauses, not for ever."""
    with post_office() as (port, letters):
        server = start_sqlite(smtp=f"smtp://127.0.0.1:{port}")
        ben = server.person("Ben")
        _wants(ben, "ben@example.org")
        wait_for(lambda: letters)
        confirm(letters)
        file = server.data / "orrery.sqlite"
        with closing(sqlite3.connect(file, isolation_level=None)) as base:
            base.execute(
                "INSERT INTO deliveries(user, channel, target, payload, state, tries, created, next) "
                "VALUES (?, 'email', 'ben@example.org', '{}', 'waiting', 0, 1, 1)",
                (ben.id,),
            )

            def failed(tries: int) -> Any:
                made = ben.get("/api/notices")["deliveries"]
                return next((one for one in made if one["error"] and one["tries"] == tries), None)

            first = wait_for(lambda: failed(1))
            assert (first["state"], first["error"]) == ("waiting", "the server has failed on this notice")
            base.execute("UPDATE deliveries SET next = 1, tries = ? WHERE id = ?", (len(PAUSES), first["id"]))
            last = wait_for(lambda: failed(len(PAUSES) + 1))
            assert (last["state"], last["next"]) == ("failed", None)
