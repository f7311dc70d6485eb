"""Two people and a stranger at one table of Gaia Project, each in a browser, by what each of them sees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

import pytest
from playwright.sync_api import Browser

from tests.browser.person.play import Sitter, seated, until
from tests.browser.player import Person
from tests.browser.sight import planned

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

BESIDE = "1A9"
"""A planet of the tenth set-up where Ada's first mine lies beside one of Béla's."""


@dataclass
class Round:
    """Everybody around a table."""

    ada: Sitter
    bela: Sitter
    stranger: Sitter

    def asked(self) -> tuple[Sitter, Sitter]:
        """Who is asked, and who waits and is offered nothing: exactly one of the two."""
        until(lambda: self.ada.mine() != self.bela.mine(), self.ada)
        one, other = (self.ada, self.bela) if self.ada.mine() else (self.bela, self.ada)
        other.wait("Waiting for " + ("Ada." if one is self.ada else "Béla."))
        assert other.lit() == []
        return one, other

    def turn(self) -> tuple[Sitter, Sitter]:
        """Whoever is asked answers; who answered, and the other."""
        one, other = self.asked()
        quiet = len(other.sent)
        one.play()
        assert len(other.sent) == quiet, "a page answered what nobody was asked there"
        return one, other


@contextmanager
def around(browser: Browser, url: str) -> Iterator[Round]:
    with ExitStack() as stack:
        windows = [
            stack.enter_context(seated(browser, url, size, "en", (), theme))
            for size, theme in (((1366, 768), "dark"), ((1280, 720), "light"), ((1440, 900), "dark"))
        ]
        yield Round(*(Sitter(window, number) for number, window in enumerate(windows, 3)))


def say(person: Sitter, text: str) -> None:
    person.click("Menu", exact=True)
    person.click("Table and chat")
    person.write("Say something", text)
    person.press("Enter")
    person.wait(text)
    person.press("Escape")


def number(person: Sitter) -> int:
    """How many moves there are, as the button of the replay says."""
    return int(person.find("Replay").name.rsplit("/", 1)[1])


def fewer(person: Sitter, moves: int) -> bool:
    return number(person) < moves


def asks(person: Person, match: str, seat: int, question: str) -> bool:
    now = person.get(f"/tables/{match}")
    return (now["asked"], now["question"]) == (seat, question)


def test_people_meet_by_link_and_talk(browser: Browser, url: str) -> None:
    """Invite by link, sit down with a name, watch without one; what is said is noticed by everybody."""
    with around(browser, url) as table:
        ada, bela, stranger = table.ada, table.bela, table.stranger
        ada.page.goto(url)
        ada.wait("Gaia Project")
        ada.write("Your name", "Ada")
        ada.click("Invite friends by link")
        ada.wait("Waiting for players")
        # Who sits already is offered the link first, and a second seat by its name.
        assert ada.find("Copy the link")
        assert ada.find("Take this seat too")
        link = ada.page.get_by_label("Link for your friends").input_value()
        for guest in (bela, stranger):
            guest.page.goto(link)
            guest.wait("Waiting for players")
        bela.write("Your name", "Béla")
        bela.click("Sit here")
        for everybody in (ada, bela, stranger):
            everybody.wait("Béla")
            until(everybody.page.locator(".draft").count, everybody)
        first, second = table.asked()
        # The question stands over its answers; who watches is asked nothing.
        assert "choose a faction." in first.told().casefold()
        stranger.rest()
        assert not stranger.mine()
        assert "you are watching" in stranger.told().casefold()
        assert stranger.lit() == stranger.answers() == []
        say(first, "Good luck!")
        for everybody in (second, stranger):
            everybody.wait("1 unread message")
            everybody.click("1 unread message")
            everybody.wait("Good luck!")
            everybody.press("Escape")
            everybody.gone("unread message")
        table.turn()
        assert table.asked() == (second, first)


def test_turns_are_taken_back_only_if_the_other_agrees(browser: Browser, url: str) -> None:
    """A few turns of two people; one is asked back, refused, asked again and agreed to; a stranger sees it all."""
    people = [Person(url, "Ada"), Person(url, "Béla")]
    wish = {
        "game": "gaia",
        "options": {"players": 2, "setup_seed": 3},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "visibility": "link",
    }
    made = people[0].post("/tables", wish)
    people[1].post(f"/tables/{made['id']}/join", {"key": made["key"], "seat": 1})
    with around(browser, url) as table:
        for sitter, person in zip((table.ada, table.bela), people, strict=True):
            jar = person.http.cookies.jar
            sitter.page.context.add_cookies([{"name": c.name, "value": c.value or "", "url": url} for c in jar])
        everybody = (table.ada, table.bela, table.stranger)
        for sitter in everybody:
            sitter.page.goto(f"{url}/match/{made['id']}?key={made['key']}")
            until(sitter.page.locator(".draft").count, sitter)
        while people[0].get(f"/tables/{made['id']}")["question"] != "Turn":
            table.turn()
        table.turn()
        table.asked()
        before = number(table.ada)
        mover, other = table.turn()
        # Reactions of the other first, if there are any: then it is the other's turn.
        while table.asked()[0] is not other or people[0].get(f"/tables/{made['id']}")["question"] != "Turn":
            table.turn()
        after = number(mover)
        assert after > before
        mover.click("Ask to take the turn back")
        mover.wait("The others are asked")
        other.wait("would like to take back")
        other.click("No", exact=True)
        mover.wait("did not agree")
        assert number(mover) == number(other) == after
        mover.click("Close", exact=True)
        mover.click("Ask to take the turn back")
        other.wait("would like to take back")
        other.click("Yes", exact=True)
        until(mover.mine, mover)
        assert table.asked() == (mover, other)
        for sitter in everybody:
            until(partial(fewer, sitter, after), sitter)
        assert not table.stranger.mine()
        assert len({number(sitter) for sitter in everybody}) == 1
        # And the game goes on.
        table.turn()
        until(lambda: number(table.stranger) >= before, table.stranger)


def test_a_turn_ends_by_itself_when_the_other_has_answered(browser: Browser, url: str) -> None:
    """A booster and a mine beside the other in one draft: the other declines power, and then the turn is over."""
    people = [Person(url, "Ada"), Person(url, "Béla")]
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "gaia", "options": {"players": 2, "setup_seed": 10}, "seats": seats}
    match = people[0].post("/tables", wish)["id"]
    people[1].post(f"/tables/{match}/join", {"seat": 1})
    while (now := people[0].get(f"/tables/{match}"))["question"] != "PickBooster" or now["asked"] != 0:
        shown = people[now["asked"]].get(f"/matches/{match}/position")
        first = {"base": shown["number"], "actions": [shown["options"][0]["text"]], "seat": now["asked"]}
        people[now["asked"]].post(f"/matches/{match}/commit", first)
    with seated(browser, url, (1366, 768), cookies=people[0].http.cookies.jar) as page:
        ada = Sitter(page)
        page.goto(f"{url}/match/{match}")
        ada.turn()
        ada.choose("Power tokens and ore")
        ada.click(next(thing for thing in ada.lit() if thing.hex == BESIDE))
        assert ada.ready()
        ada.confirm()
        ada.wait("Waiting for Béla.")
        assert people[0].get(f"/tables/{match}")["question"] == "LeechOffer"
        shown = people[1].get(f"/matches/{match}/position")
        no = next(option["text"] for option in shown["options"] if "decline" in option["text"])
        people[1].post(f"/matches/{match}/commit", {"base": shown["number"], "actions": [no], "seat": 1})
        until(partial(asks, people[1], match, 1, "Turn"), ada, 15)
        ada.wait("Waiting for Béla.")
        log = people[0].get(f"/matches/{match}/log?seat=0")["entries"]
        assert [e["text"].split(" ", 1)[1] for e in log if e["question"] == "Turn"] == [
            f"build mine {BESIDE}",
            "end turn",
        ]
        assert len(ada.sent) == 1


def test_a_rematch_is_one_for_everybody(browser: Browser, url: str) -> None:
    """The game is over: Ada asks to play again; Béla is led to her table, and is offered no other."""
    people = [Person(url, "Ada"), Person(url, "Béla")]
    seats = [{"kind": "open" if seat == 1 else "me"} for seat in range(4)]
    options = {"players": 4, "position": planned("FinalConversions 7")}
    made = people[0].post("/tables", {"game": "gaia", "options": options, "seats": seats})
    match = made["id"]
    people[1].post(f"/tables/{match}/join", {"seat": 1})
    while (now := people[0].get(f"/tables/{match}"))["state"] == "running":
        person = people[now["asked"] == 1]
        shown = person.get(f"/matches/{match}/position?seat={now['asked']}")
        last = {"base": shown["number"], "actions": [shown["options"][-1]["text"]], "seat": now["asked"]}
        person.post(f"/matches/{match}/commit", last)
    with ExitStack() as stack:
        ada, bela = (
            Sitter(stack.enter_context(seated(browser, url, (1280, 720), cookies=person.http.cookies.jar)))
            for person in people
        )
        for sitter in (ada, bela):
            sitter.page.goto(f"{url}/match/{match}")
            sitter.wait("Play again")
        ada.click("Play again")
        ada.wait("Waiting for players")
        bela.wait("Go to the rematch")
        assert not bela.sees("Play again")
        rematch = bela.page.locator("[data-result]").get_by_role("link", name="Go to the rematch")
        until(lambda: rematch.count(), bela)
        rematch.click()
        bela.wait("Waiting for players")
        assert bela.page.url.partition("?")[0] == ada.page.url.partition("?")[0]
