"""The same work for many numbers: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from os import _exit, getpid, getppid
from threading import Thread
from time import sleep
from typing import Any, TypeVar

T = TypeVar("T")


def spread(work: Callable[[int], T], numbers: Sequence[int], jobs: int = 1, ray: str | None = None) -> Iterator[T]:
    """What the work makes of each number, as it is finished."""
    if ray is not None:
        yield from _on_ray(work, numbers, ray)
    elif jobs == 1:
        for number in numbers:
            yield work(number)
    else:
        context = get_context("spawn")
        with ProcessPoolExecutor(jobs, context, initializer=_end_with, initargs=(getpid(),)) as pool:
            waiting: set[Future[T]] = {pool.submit(work, number) for number in numbers}
            try:
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def _end_with(parent: int) -> None:
    """Let this process end when the one that started it is gone, however that ended."""

    def watch() -> None:
        while getppid() == parent:
            sleep(1.0)
        _exit(1)

    Thread(target=watch, daemon=True).start()


def _on_ray(work: Callable[[int], T], numbers: Sequence[int], address: str) -> Iterator[T]:
    try:
        import ray
    except ImportError:
        raise ValueError("a Ray cluster needs the extra 'ray' of this package") from None
    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    remote: Any = ray.remote(max_retries=3)(lambda number: work(number))
    waiting = [remote.remote(number) for number in numbers]
    while waiting:
        done, waiting = ray.wait(waiting, num_returns=1)
        yield ray.get(done[0])
