"""The small game with an engine that hangs on one service and dies on another: for the time limit.

While the file of ORRERY_TRAP is there, it also hangs on every entry that it reads.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.small_game import Act, Auction, SmallGame


class StuckGame(SmallGame):
    name = "stuck"

    def read(self, state: Auction, text: str) -> Act:
        trap = os.environ.get("ORRERY_TRAP")
        while trap and Path(trap).exists():
            pass
        return super().read(state, text)

    def service(self, state: Auction, seat: int, name: str, args: Mapping[str, Any]) -> dict[str, object]:
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
