"""What a server and its worker processes say to each other: MessagePack with its length in front."""

from __future__ import annotations

import signal
from typing import Any, Literal

from msgspec import Struct

from orrery.desk import calls
from orrery.desk.results import ENCODER, Head, Line
from orrery.study import studying, thinking

Other = (
    calls.Titles
    | calls.Complete
    | calls.Setup
    | calls.Sandbox
    | calls.Tabletop
    | calls.Examine
    | calls.Begin
    | calls.Import
    | calls.Check
    | thinking.Choose
    | thinking.Hint
    | thinking.Advise
    | thinking.Finish
    | studying.Outline
    | studying.Judge
    | studying.Conclude
    | studying.Practise
    | studying.Solve
)
"""Calls that need no match."""


class Call(Struct, array_like=True):
    """One call, with the entries of its match that the worker does not know yet."""

    what: calls.AboutMatch | Other
    match: str = ""
    head: Head | None = None
    """With the first entries only."""
    start: int = 0
    tail: list[Line] = []

    @property
    def op(self) -> str:
        """Its name in figures and logs."""
        return type(self.what).__name__.lower()


class Reply(Struct, array_like=True):
    """The answer. ``forgotten``: send the header and all entries; ``broken``: the log does not replay."""

    kind: Literal["ok", "refused", "forgotten", "broken"]
    raw: bytes = b""
    status: int = 0
    code: str = ""
    sentence: str = ""
    detail: dict[str, Any] = {}
    cpu: float = 0.0
    """Processor time that it took."""


STOP: signal.Signals | None = getattr(signal, "SIGUSR1", None)
"""Tells a process to leave the call that it is at; there is none on Windows, where every call goes to its end."""

READY = b"ready"
"""What a process says before its first answer."""


def framed(message: Struct) -> bytes:
    """A message with its length in front."""
    body = ENCODER.encode(message)
    return len(body).to_bytes(4, "big") + body
