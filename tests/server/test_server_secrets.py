"""Secrets: no byte sent to a seat contains what it may not know.

Whole games of every title are played by clients that record every byte they get, and that peek wherever they
can: previews of other answers, sandboxes, earlier moves, records, the log, premoves. Afterwards the true game
is known, and everything that was sent is compared with it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from orrery.core.match import AnyMatch, Entry, Header, Match
from orrery.core.titles import TITLES, title
from tests.server.running import Person, Running
from tests.small_game import SMALL

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("auction", {"players": 3}, 1),
    ("gaia", {"players": 2}, 8),
    ("gaia", {"players": 1}, 8),
    ("evacuation", {"players": 2}, 8),
]
"""Title, options, and how many moves lie between two peeks."""


class Spy(Person):
    """Somebody at a seat who keeps what was sent together with when it was sent."""

    def __init__(self, server: Running, seat: int | None) -> None:
        super().__init__(server)
        self.seat = seat
        self.number = 0
        self.kept: list[tuple[int, str, bytes]] = []

    def ask(self, method: str, path: str, **rest: Any) -> Any:
        answer = super().ask(method, path, **rest)
        # A commit is answered with what stands after it.
        number = self.number + (path.endswith("/commit") and answer.status_code == 200)
        self.kept.append((number, path, answer.content))
        return answer


def _peek(spy: Spy, match: str, chance: random.Random) -> None:
    """Look wherever a client can look."""
    table = spy.get(f"/api/tables/{match}")
    path = f"/api/matches/{match}"
    spy.get(f"{path}/log")
    spy.get(f"{path}/series")
    spy.get(f"{path}/record")
    spy.ask("GET", f"{path}/record", params={"format": "text"})
    spy.get(f"{path}/replay", move=chance.randint(0, table["move"]))
    spy.get(f"{path}/chat")
    if spy.seat is None:
        return
    spy.post(f"{path}/try", move=chance.randint(0, table["move"]))
    spy.post(f"{path}/premoves/preview", base=table["number"])
    spy.post(f"{path}/ask", name="anything")
    shown = spy.position(match)
    for option in chance.sample(shown.get("options", []), min(3, len(shown.get("options", [])))):
        spy.post(f"{path}/preview", base=shown["number"], actions=[option["text"]])
    spy.post(f"{path}/commit", base=shown["number"], actions=["nonsense"])
    spy.post(f"{path}/undo", base=shown["number"] + 5)


def _game(name: str) -> Any:
    return SMALL if name == "auction" else title(name)


@pytest.mark.parametrize(("name", "options", "every"), GAMES)
def test_no_byte_sent_to_a_seat_holds_what_it_may_not_know(
    sqlite_server: Running, name: str, options: dict[str, Any], every: int
) -> None:
    server = sqlite_server
    if name != "auction" and name not in TITLES:
        pytest.skip(f"{name} is not registered")
    chance = random.Random(name)
    count = _game(name).seats(_game(name).complete(options))
    spies = [Spy(server, seat) for seat in range(count)]
    for spy in spies:
        spy.enter(spy.post("/api/guest", name=f"Spy {spy.seat}"))
    match = spies[0].done("/api/tables", game=name, options=options, seats=[{"kind": "me"}])["id"]
    for spy in spies[1:]:
        spy.done(f"/api/tables/{match}/join")
    watcher = Spy(server, None)
    everybody = [*spies, watcher]
    seen: dict[int | None, list[Any]] = {spy.seat: [] for spy in everybody}
    sockets = [spy.live() for spy in everybody]
    lines = [socket.__enter__() for socket in sockets]
    try:
        for spy, line in zip(everybody, lines, strict=True):
            line.send("watch", match=match, seat=spy.seat)
            line.next("watching")
        _play(match, spies, everybody, lines, chance, every, seen)
    finally:
        for socket in sockets:
            socket.__exit__(None, None, None)
    for spy in everybody:
        for data in spy.heard:
            assert len(data) < 2_000_000
    record = watcher.get(f"/api/matches/{match}/record")
    assert record["complete"]
    _search(name, record, everybody, seen)


def _play(
    match: str,
    spies: list[Spy],
    everybody: list[Spy],
    lines: list[Any],
    chance: random.Random,
    every: int,
    seen: dict[int | None, list[Any]],
) -> None:
    number = 0
    while True:
        table = everybody[-1].get(f"/api/tables/{match}")
        if table["state"] != "running":
            return
        mover = spies[table["asked"]]
        shown = mover.position(match)
        seen[mover.seat].append(shown)
        if number % every == 0:
            for spy in everybody:
                _peek(spy, match, chance)
        text = chance.choice(shown["options"])["text"]
        mover.done(f"/api/matches/{match}/commit", base=shown["number"], actions=[text])
        number = shown["number"] + 1
        for spy in everybody:
            spy.number = number
        for spy, line in zip(everybody, lines, strict=True):
            message = line.next("moved", "whole")
            if not message.get("over"):
                spy.kept.append((number, "live", spy.heard[-1]))
            seen[spy.seat].append(message if message["kind"] == "moved" else message["position"])


def _states(record: Any) -> list[Any]:
    """The true position after every number of entries."""
    header = Header(record["game"], record["rules"], record["options"], record["seed"])
    found: list[Any] = []

    def each(match: AnyMatch) -> None:
        found.append(match.state.clone())

    TITLES.setdefault("auction", SMALL)
    entries = [Entry(entry["seat"], entry["question"], entry["text"]) for entry in record["entries"]]
    found.append(Match.replay(header, ()).state)
    Match.replay(header, entries, each)
    return found


def _search(name: str, record: Any, everybody: list[Spy], seen: dict[int | None, list[Any]]) -> None:
    game, states = _game(name), _states(record)
    entries, last = record["entries"], len(record["entries"])
    seed = str(record["seed"]).encode()
    digests = [entry["digest"].encode() for entry in entries]
    digests += [state.digest().hex().encode() for state in states]
    for spy in everybody:
        own = _legitimate(spy)
        sealed = list(_sealed(game, states, entries, spy.seat))
        for number, path, data in spy.kept:
            if number >= last:
                continue
            assert seed not in data, f"the seed in {path} to {spy.seat}"
            assert not any(digest in data for digest in digests), f"a digest in {path} to {spy.seat}"
            for start, end, text in sealed:
                if start <= number < end and text not in own:
                    assert json.dumps(text).encode() not in data, f"{text!r} in {path} to {spy.seat} at {number}"
        for message in seen[spy.seat]:
            assert message["asked"] == spy.seat or not message.get("options")
            if "view" in message:
                expected = json.loads(json.dumps(game.view(states[message["number"]], spy.seat)))
                assert message["view"] == expected
            for entry in message.get("entries", ()):
                if message["over"]:
                    continue
                state, text = states[entry["number"] - 1], entries[entry["number"] - 1]["text"]
                action = game.read(state, text)
                assert entry["text"] == game.heard(state, action, spy.seat)
                assert entry["message"]["key"] == game.tell(state, action, spy.seat).key
    _other_worlds(game, states, everybody, seen)


def _legitimate(spy: Spy) -> set[str]:
    """Texts that a seat knows because they were offered to itself."""
    found: set[str] = set()
    for _, path, data in spy.kept:
        if path.endswith(("position", "preview", "try")):
            found.update(option["text"] for option in json.loads(data).get("options", ()))
        elif path.endswith(("live", "commit")):
            message = json.loads(data)
            news = message.get("news") or message
            found.update(option["text"] for option in news.get("position", news).get("options", ()))
    return found


def _sealed(game: Any, states: list[Any], entries: list[Any], seat: int | None) -> Iterator[tuple[int, int, str]]:
    """Entries that the seat heard less of, with the numbers between which that must hold."""
    for number, entry in enumerate(entries, 1):
        state = states[number - 1]
        if game.heard(state, game.read(state, entry["text"]), seat) != entry["text"]:
            opened = next(
                (n for n in range(number, len(states)) if states[n].revealed() != state.revealed()), len(states)
            )
            yield number, opened, entry["text"]


def _other_worlds(game: Any, states: list[Any], everybody: list[Spy], seen: dict[int | None, list[Any]]) -> None:
    """What a seat was shown is the same in other worlds that it cannot tell from the true one."""
    for spy in everybody:
        asked = [message for message in seen[spy.seat] if message.get("options")]
        assert spy.seat is not None or not asked
        for message in asked[:: max(1, len(asked) // 24)]:
            for seed in (1, 2):
                world = game.guess(states[message["number"]], spy.seat, seed)
                if "view" in message:
                    assert message["view"] == json.loads(json.dumps(game.view(world, spy.seat)))
                texts = [game.write(world, action) for action in world.options()]
                assert [option["text"] for option in message["options"]] == texts
