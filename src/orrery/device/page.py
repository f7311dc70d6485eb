"""What a page calls: texts and numbers go over, and what is to be kept is handed back before anything is told."""

from __future__ import annotations

import msgspec

from orrery.device.home import Home


class Page:
    """The home of a page. After each call ``kept`` is stored for good, and then ``told`` is passed on."""

    def __init__(self) -> None:
        self.home = Home(self)
        self._kept: dict[str, str | None] = {}

    def put(self, match: str, record: bytes) -> None:
        """The home keeps a record."""
        self._kept[match] = record.decode()

    def drop(self, match: str) -> None:
        """The home forgets a record."""
        self._kept[match] = None

    def load(self, kept: list[tuple[str, str]]) -> None:
        """Take over what is stored."""
        self._kept.clear()
        self.home.load([(match, record.encode()) for match, record in kept])

    def request(self, method: str, target: str, body: str) -> tuple[int, str, str]:
        """Status, kind and text of an answer."""
        answer = self.home.request(method, target, body.encode())
        return answer.status, answer.kind, answer.body.decode()

    def live(self, message: str) -> None:
        """A live message of the page."""
        self.home.live(message.encode())

    def step(self) -> bool:
        """One answer without a person; whether there was something to do."""
        return self.home.step()

    def kept(self) -> list[tuple[str, str | None, str]]:
        """What is to be stored since the last time: records (None for one that is dropped), each with its table.

        The table is what lists show: with it they need no engine.
        """
        found, self._kept = self._kept, {}
        house = self.home.house
        return [
            (match, record, "" if record is None else msgspec.json.encode(house.table(house.rows[match])).decode())
            for match, record in found.items()
        ]

    def told(self) -> list[str]:
        """Live messages since the last time."""
        return [message.decode() for message in self.home.taken()]
