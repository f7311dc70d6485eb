"""Structured logs on standard error: as text for people or as JSON for machines, without secrets."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from orrery.desk.problems import Refused
from orrery.server.settings import Settings

HIDDEN = ("password", "token", "secret", "cookie", "authorization", "seed", "csrf", "key", "email")


def without_secrets(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Whatever is called like a secret is not written."""
    for name in event:
        if any(word in name.lower() for word in HIDDEN):
            event[name] = "(hidden)"
    return event


def briefly(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A refusal, such as that of a database which is not there, is one line: where it was raised says nothing."""
    found = event.get("exc_info")
    error = sys.exc_info()[1] if found is True else found
    if isinstance(error, Refused):
        del event["exc_info"]
        event["error"] = error.sentence
    return event


def configure(settings: Settings) -> None:
    """Set up logging for this process."""
    level = getattr(logging, settings.log_level.upper())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
        briefly,
    ]
    if settings.log_format == "json":
        # Plain tracebacks: the values of variables may be secrets.
        shared += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        shared += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=shared,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(
        level=max(level, logging.WARNING), stream=sys.stderr, format="%(levelname)s %(name)s %(message)s"
    )
