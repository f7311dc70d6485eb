"""The small game with an engine that hangs on one service and dies on another: for the time limit."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from typing import Any

from tests.small_game import Auction, SmallGame


class StuckGame(SmallGame):
    name = "stuck"

    def ask(self, state: Auction, seat: int, name: str, args: Mapping[str, Any]) -> object:
        if name == "hang":
            while True:
                pass
        if name == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if name == "fail":
            raise RuntimeError("a fault of the engine")
        if name == "sum":
            return {"sum": sum(args["numbers"]), "hand": state.hands[seat]}
        if name == "refuse":
            raise ValueError("expected a number")
        raise LookupError(name)


STUCK = StuckGame()
