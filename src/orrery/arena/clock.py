"""Time budgets for bots, and the hard limit that stops one that hangs."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from types import FrameType
from typing import final


@final
class Seconds:
    """A budget of processor time of this thread, so that a busy machine does not weaken a bot."""

    __slots__ = ("_end", "_seconds")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = thread_time() + seconds

    def spend(self, nodes: int = 1) -> bool:
        """Whether there is time left; nodes do not matter here."""
        return thread_time() < self._end

    def rest(self) -> float:
        """Which part of the time is left."""
        return (self._end - thread_time()) / self._seconds


class TookTooLong(Exception):
    """A bot did not answer within the hard limit."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise TookTooLong inside the block after so many seconds.

    Works where the system has interval timers and in the main thread only, which is where worker
    processes run their tasks; elsewhere the block runs without a limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
