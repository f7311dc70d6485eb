"""Announcements: one line, for every page at once and for whoever comes later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.server.club import moderator
from tests.server.running import Running, at_once, wait_for

TEXT = "The server is restarted."


def test_a_line_reaches_everybody_at_once_and_can_be_taken_back(server: Running) -> None:
    mo, nobody = moderator(server), server.nobody()
    with nobody.live() as socket:
        assert socket.next("hello")["announcement"] is None
        mo.done("/api/moderation/announcement", text=TEXT, minutes=10)
        told = socket.next("announced")["announcement"]
        assert told["text"] == TEXT
        assert told["at"]
        with mo.live() as later:
            assert later.next("hello")["announcement"] == told
        assert nobody.get("/api/me")["announcement"] == told
        mo.done("/api/moderation/announcement", text="Another one.")
        assert socket.next("announced")["announcement"] == {"text": "Another one.", "at": None}
        for _ in range(2):
            assert mo.ask("DELETE", "/api/moderation/announcement").status_code == 200
        assert socket.next("announced")["announcement"] is None
    assert nobody.get("/api/me")["announcement"] is None
    whats = [deed["what"] for deed in mo.get("/api/moderation/deeds")["deeds"]]
    assert whats[:3] == ["retract", "announce", "announce"]
    mo.refused("/api/moderation/announcement", 400, "bad-request", text="two\nlines")


def test_two_who_announce_at_once_leave_one_line(server: Running) -> None:
    mo = moderator(server)
    for _ in range(5):
        answers = at_once(*[partial(mo.post, "/api/moderation/announcement", text=f"line {i}") for i in range(4)])
        assert [answer.status_code for answer in answers] == [200] * 4
        assert mo.ask("DELETE", "/api/moderation/announcement").status_code == 200
    wait_for(lambda: mo.get("/api/me")["announcement"] is None)


def test_an_operator_announces_and_a_restart_keeps_it(start: Callable[..., Running]) -> None:
    server = start()
    nobody = server.nobody()
    with nobody.live() as socket:
        socket.next("hello")
        assert server.admin("announce", TEXT, "--minutes", "5").returncode == 0
        assert socket.next("announced")["announcement"]["text"] == TEXT
    assert server.stop() == 0
    server.start()
    assert server.nobody().get("/api/me")["announcement"]["text"] == TEXT
    server.database("UPDATE announcements SET at = 1")
    assert server.stop() == 0
    server.start()
    assert server.nobody().get("/api/me")["announcement"] is None  # it has come true
    assert server.admin("announce", "--end").returncode == 0
    for wrong in ((), (TEXT, "--end"), (TEXT, "--minutes", "0")):
        assert server.admin("announce", *wrong).returncode == 2
