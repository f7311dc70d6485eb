"""What is printed is sent once: with the position that is asked for with it, and never with what follows."""

from __future__ import annotations

from typing import Any

from orrery.gaia.game import GAIA
from tests.server.running import Running
from tests.small_game import SMALL

PRINTED = SMALL.printed(SMALL.new({}, 1))


def test_whoever_opens_a_match_gets_what_is_printed(server: Running) -> None:
    """Players, a stranger, and the same person once more: a page that is loaded again knows nothing."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    for person in (ada, ben, server.nobody(), ada):
        shown = person.position(match)
        assert shown["printed"] == PRINTED
        assert not shown["printed"].keys() & shown["view"].keys()
    ada.commit(match, ada.position(match)["options"][0]["text"])
    assert ada.position(match)["printed"] == PRINTED


def test_what_follows_leaves_it_out(server: Running) -> None:
    """Positions of somebody who has it, previews, replays, sandboxes, stale drafts, premoves, live messages."""
    ada, ben = server.person("Ada"), server.person("Ben")
    match = ada.table(ben)
    path = f"/api/matches/{match}"
    text = ada.position(match)["options"][0]["text"]
    with ada.live() as socket:
        socket.send("watch", match=match, seat=0)
        socket.next("watching")
        answers: list[Any] = [
            ada.position(match, printed=False),
            ada.done(f"{path}/preview", base=0, actions=[text]),
            ben.done(f"{path}/premoves/preview", base=0, actions=[]),
            ada.done(f"{path}/try", move=0, actions=[text]),
            ada.commit(match, text),
            socket.next("moved"),
            ada.get(f"{path}/replay", move=0),
            ada.refused(f"{path}/commit", 409, "stale", base=0, actions=[text + "0"])["position"],
        ]
        socket.send("watch", match=match, seat=None, number=999)
        socket.next("watching")
    assert all("printed" not in answer for answer in answers)
    assert all("view" in answers[index] for index in (0, 1, 2, 3, 6, 7))
    assert answers[0]["view"] == ada.get(f"{path}/replay", move=0)["view"]


def test_a_set_up_and_a_lesson_have_their_own(server: Running) -> None:
    nobody = server.nobody()
    options = {"players": 2, "map": "first_game", "setup_seed": 5}
    setup = nobody.done("/api/titles/gaia/setup", options=options)
    assert setup["printed"] == GAIA.printed(GAIA.new(options, 0))
    lesson = nobody.done("/api/titles/gaia/try", options=options)
    assert lesson["printed"] == setup["printed"]
    assert "map" not in lesson["view"]
    again = nobody.done("/api/titles/gaia/try", options=options, printed=False)
    assert "printed" not in again
    assert again["view"] == lesson["view"]


def test_a_map_that_people_build_stands_in_the_view(server: Running) -> None:
    """What is printed is the map as laid out; while it is built, and if it was built otherwise, the view wins."""
    nobody = server.nobody()
    options = {"players": 2, "map_building": "rotate", "setup_seed": 5}
    first = nobody.done("/api/titles/gaia/try", options=options)
    assert first["question"] == "RotateSectors"
    assert first["view"]["map"]["hexes"] == first["printed"]["map"]["hexes"]
    assert not any(sector["laid"] for sector in first["view"]["map"]["sectors"])
    shown, actions = first, []
    while shown["question"] == "RotateSectors":
        actions.append(shown["options"][-1]["text"])
        shown = nobody.done("/api/titles/gaia/try", options=options, actions=actions)
    assert shown["printed"] == first["printed"]
    assert shown["view"]["map"]["hexes"] != first["printed"]["map"]["hexes"]
    assert all(sector["laid"] for sector in shown["view"]["map"]["sectors"])
