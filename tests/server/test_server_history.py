"""What a person has played to the end: their games, how they did, and the level that suits them next."""

from __future__ import annotations

from typing import Any

import pytest

from orrery.bots import ladder
from orrery.server.lobby.seating import new_seat, new_table
from orrery.server.people.history import Past, suggested, tallies
from orrery.server.store.matches import MatchRow, SeatRow
from tests.server.running import Running, play_on

ME = 7


def past(
    places: list[int],
    *levels: str | None,
    game: str = "gaia",
    mode: str = "",
    scores: list[int] | None = None,
    faction: str | None = None,
    mine: tuple[int, ...] = (0,),
    reason: str = "finished",
) -> Past:
    """A finished match: mine are the first seats, then come bots of these levels and people for None."""
    seats: list[SeatRow] = []
    for number in range(len(mine) + len(levels)):
        level = levels[number - len(mine)] if number >= len(mine) else None
        kind = "bot" if level else "person"
        values = new_seat(number, kind, match="m", level=level, user=ME if number in mine else None, then=None)
        seats.append(SeatRow(**values))
    options: dict[str, Any] = {"mode": mode} if mode else {}
    row: dict[str, Any] = new_table(id="m", game=game, rules=1, options=options, title="", search="", host=ME)
    row |= {"visibility": "public", "state": "over", "ended": 1, "places": places, "scores": scores or [0] * 9}
    row["reason"] = reason
    traits = None if faction is None else [{"faction": faction}] * len(seats)
    return Past(MatchRow(**row, seats=seats), traits)


def rung(*games: Past, title: str = "gaia") -> tuple[str, str, int, int] | None:
    found = suggested(title, games, ME)
    return None if found is None else (found.level, found.why, found.won, found.games)


def test_who_wins_all_goes_up_who_wins_none_goes_down_who_wins_some_stays() -> None:
    levels = ladder("gaia")
    at = levels.index("greedy")
    won, lost = past([1, 2], "greedy"), past([2, 1], "greedy")
    assert rung(won) == (levels[at + 1], "up", 1, 1)
    assert rung(won, won, won) == (levels[at + 1], "up", 3, 3)
    assert rung(lost, lost) == (levels[at - 1], "down", 0, 2)
    assert rung(won, lost, lost) == ("greedy", "stay", 1, 3)
    # Only the last three count, and a drawn game is not won.
    assert rung(lost, lost, lost, won) == (levels[at - 1], "down", 0, 3)
    assert rung(past([1, 1], "greedy")) == (levels[at - 1], "down", 0, 1)


def test_there_is_no_rung_above_the_highest_and_none_below_the_lowest() -> None:
    highest, lowest = ladder("gaia")[-1], ladder("gaia")[0]
    assert rung(past([1, 2], highest)) == (highest, "stay", 1, 1)
    assert rung(past([2, 1], lowest)) == (lowest, "stay", 0, 1)


def test_only_games_against_bots_of_the_level_met_last_suggest_something() -> None:
    """Games with people only, around one screen, and against another level before are none of these."""
    person, won = past([1, 2], None), past([1, 2], "greedy")
    around = past([1, 2, 3], "greedy", mine=(0, 1))
    assert rung() is rung(person) is rung(around) is None
    assert rung(person, won, around, won) == (ladder("gaia")[ladder("gaia").index("greedy") + 1], "up", 2, 2)
    assert rung(won, past([2, 1], "random"), won) == rung(won)
    # Of several bots all must be beaten, and the strongest says the level.
    assert rung(past([2, 1, 3], "random", "greedy"))[2:] == (0, 1)  # type: ignore[index]  # there is one
    assert suggested("gaia", [past([1, 2, 3], "random", "greedy")], ME).against == "greedy"  # type: ignore[union-attr]


def test_games_are_counted_by_title_mode_and_faction() -> None:
    games = [
        past([1, 2], "greedy", scores=[150, 120], faction="xenos"),
        past([2, 1], "greedy", scores=[101, 120], faction="xenos"),
        past([1, 2], None, scores=[90, 80], faction="terrans"),
        past([1, 2], None, scores=[90, 80]),  # not read yet
        past([1, 2], None, scores=[10, 10], faction="itars", reason="resigned"),  # won, but points say nothing
        past([1], game="evacuation", mode="points", scores=[66]),  # alone nobody wins
        past([1, 2, 3], "greedy", scores=[200, 1, 1], mine=(0, 1)),  # around one screen
    ]
    found = [(t.game, t.mode, t.faction, t.games, t.wins, t.mean, t.best) for t in tallies(games, ME)]
    assert found == [
        ("evacuation", "points", "", 1, 0, 66.0, 66),
        ("gaia", "", "", 5, 4, 107.8, 150),
        ("gaia", "", "xenos", 2, 1, 125.5, 150),
        ("gaia", "", "itars", 1, 1, None, None),
        ("gaia", "", "terrans", 1, 1, 90.0, 90),
    ]


def test_finished_games_are_told_to_those_who_played_them(server: Running) -> None:
    ada, bela = server.person("Ada"), server.person("Béla")
    assert ada.get("/api/history") == {"games": [], "more": False, "tallies": [], "suggestions": {}, "unread": 0}
    match = ada.table(bela)
    assert ada.get("/api/history")["games"] == []  # it is being played
    table = play_on(match, ada, bela)
    for person, mine in ((ada, [True, False]), (bela, [False, True])):
        told = person.get("/api/history")
        game = told["games"][0]
        assert (game["id"], game["game"], game["reason"]) == (match, "auction", "finished")
        assert [seat["mine"] for seat in game["seats"]] == mine
        assert [seat["name"] for seat in game["seats"]] == ["Ada", "Béla"]
        assert [seat["place"] for seat in game["seats"]] == table["places"]
        assert [seat["score"] for seat in game["seats"]] == table["scores"]
        assert told["tallies"][0]["games"] == 1
        assert told["unread"] == 0
    assert server.person("Cora").get("/api/history")["games"] == []
    assert server.nobody().ask("GET", "/api/history").status_code == 401


def test_factions_are_read_from_the_match_and_remembered(server: Running) -> None:
    """Also of one that was given up; before a faction was chosen there is none."""
    ada, bela = server.person("Ada"), server.person("Béla")
    early = ada.table(bela, game="gaia", options={"players": 2})
    ada.done(f"/api/matches/{early}/resign")
    match = ada.table(bela, game="gaia", options={"players": 2, "factions": "choose"})
    play_on(match, ada, bela, until=lambda table: table["question"] not in ("PickFaction", ""))
    chosen = [player["faction"] for player in ada.position(match)["view"]["players"]]
    ada.done(f"/api/matches/{match}/resign")
    for _ in range(2):  # read from the match, then remembered
        told = ada.get("/api/history", game="gaia")
        assert [game["id"] for game in told["games"]] == [match, early]
        assert [seat["traits"].get("faction") for seat in told["games"][0]["seats"]] == chosen
        assert [seat["traits"].get("faction") for seat in told["games"][1]["seats"]] == [None, None]
        assert told["games"][0]["seats"][0]["out"] == "resigned"
    last = told["games"][0]
    before = ada.get("/api/history", ended=last["ended"], before=last["id"])["games"]
    assert [game["id"] for game in before] == [early]
    assert ada.get("/api/history", game="auction")["games"] == []


@pytest.mark.parametrize("query", ["ended=x", "ended=-1", "ended=99999999999999999999", "game=" + "x" * 41])
def test_what_is_no_place_in_the_history_is_refused(server: Running, query: str) -> None:
    ada = server.person("Ada")
    assert ada.ask("GET", f"/api/history?{query}").status_code == 400
