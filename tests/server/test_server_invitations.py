"""Who may make an account, and by which link."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.server.club import PASSWORD, deeds, moderator
from tests.server.running import Running, at_once


def _link(server: Running, *arguments: str) -> str:
    made = server.admin("invite", *arguments)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip().partition("?invitation=")[2]


def test_where_everybody_may_make_an_account_nobody_needs_an_invitation(server: Running) -> None:
    ada = server.person("Ada")
    me = ada.get("/api/me")
    assert (me["registration"], me["guests"], me["mail"]) == ("open", True, False)
    secret = _link(server)
    name = f"Ada {secret[:8]}"
    ada.enter(ada.post("/api/account", name=name, password=PASSWORD, invitation=secret))
    mo = moderator(server)
    assert [one["used"] for one in mo.get("/api/moderation/invitations")][:1] == [None]  # it was not needed


def test_an_invitation_is_good_for_one_account(start: Callable[..., Running]) -> None:
    server = start(registration="invited")
    server.env["ORRERY_ORIGIN"] = "https://orrery.example"
    made = server.admin("invite", "--days", "3", "--note", "for Ada")
    assert made.stdout.startswith("https://orrery.example/account?invitation=")
    secret = made.stdout.strip().partition("?invitation=")[2]
    ada = server.person("Ada")  # a guest may still play
    assert ada.get("/api/me")["registration"] == "invited"
    ada.refused("/api/account", 403, "invited-only", name="Ada L", password=PASSWORD)
    ada.refused("/api/account", 403, "invitation", name="Ada L", password=PASSWORD, invitation="made up")
    ada.refused("/api/account", 400, "bad-request", name="Ada L", password="12345678", invitation=secret)
    ada.enter(ada.post("/api/account", name="Ada L", password=PASSWORD, invitation=secret))
    eve = server.nobody()
    eve.refused("/api/account", 403, "invitation", name="Eve", password=PASSWORD, invitation=secret)
    assert server.admin("user", "moderator", "Ada L").returncode == 0
    (one,) = ada.get("/api/moderation/invitations")
    assert (one["note"], one["user"], one["secret"]) == ("for Ada", "Ada L", None)
    assert one["used"]
    # What a moderator makes is the same; the name that is taken does not use it up.
    two = ada.done("/api/moderation/invitations", note="for Ben")
    eve.refused("/api/account", 409, "taken", name="ada l", password=PASSWORD, invitation=two["secret"])
    ben = server.nobody()
    ben.enter(ben.post("/api/account", name="Ben", password=PASSWORD, invitation=two["secret"]))
    assert [deed["what"] for deed in deeds(ada)] == ["invite", "moderator", "invite"]


def test_two_who_use_an_invitation_at_the_same_instant_make_one_account(start: Callable[..., Running]) -> None:
    server = start(registration="invited", guests="no")
    for round_ in range(4):
        secret = _link(server)
        people = [server.nobody() for _ in range(4)]
        answers = at_once(
            *[
                partial(one.post, "/api/account", name=f"P{round_}{i}", password=PASSWORD, invitation=secret)
                for i, one in enumerate(people)
            ]
        )
        assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]
        assert {answer.json().get("code") for answer in answers} == {None, "invitation"}
    assert server.admin("user", "list").stdout.count("\n") == 4


def test_an_invitation_ends_with_its_time_its_maker_or_by_hand(start: Callable[..., Running]) -> None:
    server = start(registration="invited")
    first = server.nobody()
    first.enter(first.post("/api/account", name="Mo", password=PASSWORD, invitation=_link(server)))
    assert server.admin("user", "moderator", "Mo").returncode == 0
    late, back, gone = (first.done("/api/moderation/invitations", days=1) for _ in range(3))
    server.database(f"UPDATE invitations SET expires = 1 WHERE id = {late['id']}")
    for _ in range(2):
        assert first.ask("DELETE", f"/api/moderation/invitations/{back['id']}").status_code == 200
    assert first.ask("DELETE", "/api/moderation/invitations/999").status_code == 404
    assert [deed["what"] for deed in deeds(first)].count("revoke") == 1
    assert server.admin("user", "member", "Mo").returncode == 0
    for number, one in enumerate((late, back, gone)):
        eve = server.nobody()
        said = {"name": f"Eve {number}", "password": PASSWORD, "invitation": one["secret"]}
        eve.refused("/api/account", 403, "invitation", **said)
    first.refused("/api/moderation/invitations", 401, "sign-in")
    assert server.admin("invite", "--days", "0").returncode == 2


def test_a_stolen_database_opens_no_account(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(registration="invited")
    secret = _link(server)
    for file in server.data.glob("orrery.sqlite*"):
        assert secret.encode() not in file.read_bytes()


def test_a_closed_server_takes_nobody(start_sqlite: Callable[..., Running]) -> None:
    server = start_sqlite(registration="closed", guests="no")
    ada = server.nobody()
    me = ada.get("/api/me")
    assert (me["registration"], me["guests"]) == ("closed", False)
    ada.refused("/api/guest", 403, "no-guests", name="Ada")
    ada.refused("/api/account", 403, "closed", name="Ada", password=PASSWORD)
    ada.refused("/api/account", 403, "closed", name="Ada", password=PASSWORD, invitation=_link(server))
    assert server.admin("user", "add", "Ada", given=f"{PASSWORD}\n").returncode == 0
    ada.enter(ada.post("/api/sign-in", name="Ada", password=PASSWORD))
