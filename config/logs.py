"""Logs that can be followed: every request has an id, which stands in its answer and in each line about it."""

from __future__ import annotations

import copy
import json
import logging
import os
import re
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

from django.http import HttpRequest, HttpResponse

HEADER: Final = "X-Request-ID"
FITTING: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""Ids that a proxy may have given; anything else could forge lines."""

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request() -> str:
    """Return the id of the request that is being answered; empty where there is none, as in a worker."""
    return _current.get()


class RequestIdMiddleware:
    """Gives every request an id, or keeps the one its proxy gave it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        name = given if FITTING.fullmatch(given) else os.urandom(8).hex()
        token = _current.set(name)
        try:
            answer = self.get_response(request)
        finally:
            _current.reset(token)
        answer[HEADER] = name
        return answer


class RequestIdFilter(logging.Filter):
    """Adds the id of the request that is being answered to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request()
        return True


class TurnedAwayFilter(logging.Filter):
    """Leaves out who was turned away in a crowd (``club.found.crowd``): there are thousands of them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not getattr(getattr(record, "request", None), "turned_away", False)


class LineFormatter(logging.Formatter):
    """A line for people, with the request's id at its end."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        line = super().formatMessage(record)
        name = getattr(record, "request_id", "")
        return f"{line} [{name}]" if name else line


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for what collects logs; tracebacks inside it."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if name := getattr(record, "request_id", ""):
            told["request"] = name
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class Briefly(logging.Filter):
    """One line for a request that was refused, such as one for an unknown host or with a NUL in its address.

    Django adds the traceback of where it was refused. It says nothing about the request, and whoever looks for holes
    would fill the log with it. Nor does it say more of a database that is away (503). What the site itself gets wrong
    (500) keeps its traceback.
    """

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        """Leave the traceback out."""
        if record.exc_info and getattr(record, "status_code", 500) != 500:
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        return record
