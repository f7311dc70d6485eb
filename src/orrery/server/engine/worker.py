"""A worker process: engine calls on standard input, answers on standard output.

It keeps the matches that it was asked about on its desks, as far as there is room. It ends when the server
that started it is gone. ``python -m orrery.server.engine.worker``.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
import traceback
from collections import OrderedDict
from typing import BinaryIO

from msgspec import msgpack

from orrery.core.game import IllegalAction
from orrery.desk.calls import AboutTitle
from orrery.desk.desk import Desk
from orrery.desk.problems import Broken, Refused
from orrery.server.engine.frames import READY, STOP, Call, Reply, framed
from orrery.server.settings import Settings, register


class Abandoned(BaseException):
    """Nobody waits for the answer any more. No error: nothing that handles errors may hold it up."""


ROOM = 256
"""Matches on one desk."""


class Worker:
    """Answers calls; keeps desks."""

    def __init__(self) -> None:
        self.desks: OrderedDict[str, Desk] = OrderedDict()
        self.leaves = False
        """It is at a call that it leaves when it is told so."""

    def leave(self, *_: object) -> None:
        """The signal that nobody waits any more."""
        if self.leaves:
            self.leaves = False
            raise Abandoned

    def answer(self, call: Call) -> Reply:
        """Every failure is an answer too."""
        try:
            if isinstance(call.what, AboutTitle):
                return Reply("ok", call.what.answer())
            desk = self._desk(call)
            if desk is None:
                return Reply("forgotten")
            if call.what.base not in (None, desk.number):
                raise Refused(409, "stale", "others were faster: the position has changed")
            return Reply("ok", call.what.answer(desk))
        except Refused as refusal:
            return Reply("refused", b"", refusal.status, refusal.code, refusal.sentence, refusal.detail)
        except IllegalAction as error:
            return Reply("refused", b"", 400, "illegal", str(error))
        except Broken as error:
            self.desks.pop(call.match, None)
            return Reply("broken", sentence=str(error))

    def _desk(self, call: Call) -> Desk | None:
        """The match, up to date; None when its beginning is missing."""
        desk = self.desks.get(call.match)
        if call.head is not None and call.start == 0 and (desk is None or desk.number > len(call.tail)):
            desk = self.desks[call.match] = Desk(call.match, call.head)
        if desk is None or desk.number < call.start or desk.number > call.start + len(call.tail):
            return None
        self.desks.move_to_end(call.match)
        while len(self.desks) > ROOM:
            self.desks.popitem(last=False)
        desk.catch_up(call.tail[desk.number - call.start :])
        return desk


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Say that all is ready, and answer until the source ends."""
    worker = Worker()
    if STOP is not None:
        signal.signal(STOP, worker.leave)
    sink.write(READY)
    sink.flush()
    decoder = msgpack.Decoder(Call)
    while True:
        size = source.read(4)
        if len(size) < 4:
            return
        body = source.read(int.from_bytes(size, "big"))
        begun = time.process_time()
        call = decoder.decode(body)
        try:
            try:
                worker.leaves = not call.what.lasting
                reply = worker.answer(call)
            finally:
                worker.leaves = False
        except Abandoned:
            worker.desks.pop(call.match, None)  # it may be half-way somewhere
            reply = Reply("refused", b"", 499, "gone", "nobody waits for this answer any more")
        except Exception as error:  # noqa: BLE001  # an engine that fails costs this call only
            traceback.print_exc()
            worker.desks.pop(call.match, None)
            reply = Reply("refused", b"", 500, "internal", f"{call.op}: {type(error).__name__}")
        reply.cpu = time.process_time() - begun
        sink.write(framed(reply))
        sink.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = Settings.read()
    register(settings.titles, settings.levels)
    # Whatever an engine prints must not get between the frames.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    gc.freeze()  # what is there now stays; what comes lives for one answer or as long as its match
    gc.set_threshold(20_000, 20, 100)
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
