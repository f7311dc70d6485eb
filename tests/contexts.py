"""A plugin of ``make coverage``: notes in the figures which test runs which line, and how long each test takes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

FOLDER: Final = Path(__file__).resolve().parents[1] / "build" / "coverage"

_times: Final[dict[str, float]] = {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Everything that runs for a test is said to be of that test."""
    measuring = Coverage.current()
    assert measuring is not None, "this plugin is for pytest under coverage"
    measuring.switch_context(item.nodeid)
    began = time.process_time()
    try:
        return (yield)
    finally:
        _times[item.nodeid] = time.process_time() - began
        measuring.switch_context("")


def pytest_sessionfinish() -> None:
    """Write the seconds of processor time; each process a file of its own."""
    if _times:
        (FOLDER / f"times-{os.getpid()}.json").write_text(json.dumps(_times), "utf-8")


def times() -> dict[str, float]:
    """Seconds of processor time of each test, measured under coverage."""
    found: dict[str, float] = {}
    for file in sorted(FOLDER.glob("times-*.json")):
        found.update(json.loads(file.read_text("utf-8")))
    return found
