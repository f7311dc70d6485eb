"""And then end my turn: said with a commit, done by the server, for exactly the question that it was said for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.running import Person, Running, wait_for


def chosen(person: Person, match: str, seat: int, kind: str) -> Any:
    """The first option of that kind."""
    options = person.position(match, seat=seat)["options"]
    return next(option for option in options if option["facts"]["kind"] == kind)


def answer(person: Person, match: str, seat: int, kinds: tuple[str, ...]) -> None:
    """Answer with the first option of the first kind that is offered."""
    options = person.position(match, seat=seat)["options"]
    option = next(
        (o for kind in kinds for o in options if o["facts"]["kind"] == kind),
        options[0],
    )
    person.commit(match, option["text"], seat=seat)


def offered(person: Person, other: Person, match: str) -> tuple[int, Any]:
    """Play until somebody can build or upgrade so that the other is offered power: the seat and that option."""
    people = {person.id: person, other.id: other}
    for _ in range(300):
        table = person.get(f"/api/tables/{match}")
        seat = table["asked"]
        holder = people[table["seats"][seat]["user"]]
        shown = holder.position(match, seat=seat)
        if shown["question"] == "Turn":
            fitting = [o for o in shown["options"] if o.get("reactions")]
            if fitting:
                return seat, fitting[0]
        kinds = ("upgrade", "build_mine", "end_turn", "pass", "decline")
        answer(holder, match, seat, kinds)
    raise AssertionError("nobody ever builds near the other")


@pytest.fixture
def table(server: Running) -> tuple[Person, Person, str]:
    ada, ben = server.person("Ada"), server.person("Ben")
    return ada, ben, ada.table(ben, game="gaia", options={"setup_seed": 7})


def who(table: tuple[Person, Person, str], seat: int) -> tuple[Person, Person]:
    ada, ben, match = table
    mine = ada.get(f"/api/tables/{match}")["seats"][seat]["user"] == ada.id
    return (ada, ben) if mine else (ben, ada)


def texts(person: Person, match: str) -> list[tuple[int, str]]:
    return [(e["seat"], e["text"].split(" ", 1)[1]) for e in person.get(f"/api/matches/{match}/log")["entries"]]


def test_the_turn_ends_after_the_offers_without_another_word(table: tuple[Person, Person, str]) -> None:
    ada, ben, match = table
    seat, option = offered(ada, ben, match)
    builder, other = who(table, seat)
    builder.commit(match, option["text"], seat=seat, then="Turn")
    assert other.get(f"/api/tables/{match}")["question"] == "LeechOffer"
    answer(other, match, 1 - seat, ("decline",))
    wait_for(lambda: texts(ada, match)[-1] == (seat, "end turn"))
    assert [text for _, text in texts(ada, match)[-3:]][1:] == ["decline", "end turn"]
    assert ada.get(f"/api/tables/{match}")["asked"] == 1 - seat


def test_without_it_the_builder_is_asked_again(table: tuple[Person, Person, str]) -> None:
    ada, ben, match = table
    seat, option = offered(ada, ben, match)
    builder, other = who(table, seat)
    builder.commit(match, option["text"], seat=seat)
    answer(other, match, 1 - seat, ("decline",))
    shown = builder.position(match, seat=seat)
    assert (shown["asked"], shown["question"]) == (seat, "Turn")
    assert {o["facts"]["kind"] for o in shown["options"]} <= {"end_turn", "convert"}


def test_taking_back_takes_the_whole_turn_back(table: tuple[Person, Person, str]) -> None:
    """The end that the server added belongs to the turn: one undo brings the position ahead of the commit."""
    ada, ben, match = table
    seat, option = offered(ada, ben, match)
    builder, other = who(table, seat)
    before = builder.position(match, seat=seat)
    builder.commit(match, option["text"], seat=seat, then="Turn")
    answer(other, match, 1 - seat, ("decline",))
    wait_for(lambda: texts(ada, match)[-1] == (seat, "end turn"))
    offer = builder.position(match, seat=seat)["undo"]
    assert offer == {"keep": before["move"], "free": False}


def test_an_undo_forgets_it(table: tuple[Person, Person, str]) -> None:
    ada, ben, match = table
    seat, option = offered(ada, ben, match)
    builder, other = who(table, seat)
    move = builder.position(match, seat=seat)["move"]
    number = builder.commit(match, option["text"], seat=seat, then="Turn")["number"]
    builder.done(f"/api/matches/{match}/undo", base=number, keep=move, seat=seat)
    other.done(f"/api/matches/{match}/undo/answer", number=number, keep=move, consent=True, seat=1 - seat)
    builder.commit(match, option["text"], seat=seat)
    answer(other, match, 1 - seat, ("decline",))
    assert builder.position(match, seat=seat)["asked"] == seat
    assert texts(ada, match)[-1] == (1 - seat, "decline")


def test_it_answers_nothing_but_its_own_question(table: tuple[Person, Person, str]) -> None:
    """Who passes and says it all the same is asked whatever comes next; and then it is forgotten."""
    ada, _, match = table
    for _ in range(60):
        shown = ada.get(f"/api/tables/{match}")
        if shown["question"] == "Turn":
            break
        holder, _ = who(table, shown["asked"])
        answer(holder, match, shown["asked"], ())
    for _ in range(2):
        seat = ada.get(f"/api/tables/{match}")["asked"]
        holder, _ = who(table, seat)
        holder.commit(match, chosen(holder, match, seat, "pass")["text"], seat=seat, then="Turn")
    count = ada.get(f"/api/tables/{match}")["number"]
    seat = wait_for(lambda: ada.get(f"/api/tables/{match}"))["asked"]
    holder, _ = who(table, seat)
    shown = wait_for(lambda: holder.position(match, seat=seat))
    assert shown["number"] == count
    assert "end_turn" not in {o["facts"]["kind"] for o in shown["options"]}
    # Its own turn has begun: what was said for the last one must not end this one either.
    answer(holder, match, seat, ("research", "convert"))
    again = holder.position(match, seat=seat)
    assert (again["asked"], again["question"]) != (1 - seat, "Turn")


def test_a_restart_right_after_the_commit_loses_nothing(start: Callable[..., Running]) -> None:
    server = start()
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="gaia", options={"setup_seed": 7})
    table = (ada, ben, match)
    seat, option = offered(ada, ben, match)
    builder, other = who(table, seat)
    builder.commit(match, option["text"], seat=seat, then="Turn")
    server.kill()
    server.start()
    answer(other, match, 1 - seat, ("decline",))
    wait_for(lambda: texts(ada, match)[-1] == (seat, "end turn"))


def test_a_title_may_never_let_a_question_be_ended_so(server: Running) -> None:
    """Evacuation: being done with a Transport is always said by the one who is asked."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben, game="evacuation", options={"mode": "race"})
    seat = ada.get(f"/api/tables/{match}")["asked"]
    holder, _ = who((ada, ben, match), seat)
    text = holder.position(match, seat=seat)["options"][0]["text"]
    path = f"/api/matches/{match}/commit"
    for then in ("TransportShips", "Turn", "nonsense"):
        problem = holder.refused(path, 400, "bad-request", base=0, actions=[text], seat=seat, then=then)
        assert problem["detail"]["field"] == "then"
        assert "then" in problem["sentence"]
    assert ada.get(f"/api/tables/{match}")["number"] == 0


def test_steps_of_a_draft_carry_what_options_carry(table: tuple[Person, Person, str]) -> None:
    """Facts, cost, gain, warnings: a drafted step is told in the same words as the option it was."""
    ada, _, match = table
    seen = set()
    for _ in range(40):
        seat = ada.get(f"/api/tables/{match}")["asked"]
        holder, _ = who(table, seat)
        shown = holder.position(match, seat=seat)
        for option in shown["options"][:6]:
            body = {"base": shown["number"], "actions": [option["text"]], "seat": seat}
            step = holder.done(f"/api/matches/{match}/preview", **body)["draft"]["steps"][0]
            assert step == {"question": shown["question"], "option": option}
            seen.add(option["facts"]["kind"])
        answer(holder, match, seat, ("research", "upgrade", "build_mine", "end_turn", "pass"))
    assert {"pass", "convert", "starting_mine"} <= seen
