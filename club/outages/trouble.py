"""What an error of the database means: it is away, it takes nothing down, or the site has asked wrongly."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from enum import Enum
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError, transaction

log = logging.getLogger(__name__)


class Trouble(Enum):
    """What is wrong with the database itself."""

    AWAY = "away"
    READ_ONLY = "read only"


_STATES: Final = {
    "08": Trouble.AWAY,  # connection exceptions
    "53": Trouble.AWAY,  # insufficient resources: connections, memory
    "53100": Trouble.READ_ONLY,  # disk full
    "57P01": Trouble.AWAY,  # admin shutdown
    "57P02": Trouble.AWAY,  # crash shutdown
    "57P03": Trouble.AWAY,  # cannot connect now: it is starting
    "57P05": Trouble.AWAY,  # idle session timeout
    "25006": Trouble.READ_ONLY,  # read-only SQL transaction: a standby, or told so
}
"""PostgreSQL's codes, or their classes (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""
_NAMES: Final = {
    "SQLITE_BUSY": Trouble.AWAY,
    "SQLITE_CANTOPEN": Trouble.AWAY,
    "SQLITE_IOERR": Trouble.AWAY,
    "SQLITE_READONLY": Trouble.READ_ONLY,
    "SQLITE_FULL": Trouble.READ_ONLY,
}
"""SQLite's codes, or how extended ones begin (https://www.sqlite.org/rescode.html)."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return what an error says of the database; ``None`` for one that is not the database's fault."""
    while error is not None and not isinstance(error, DatabaseError | InterfaceError):
        error = error.__cause__
    if error is None:
        return None
    cause = error.__cause__
    if isinstance(cause, DatabaseError | InterfaceError):
        return trouble_of(cause)  # asked once more, in a transaction that had failed by then
    if name := getattr(cause, "sqlite_errorname", None):
        return next((found for code, found in _NAMES.items() if name.startswith(code)), None)
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return _STATES.get(state) or _STATES.get(state[:2])
    # No answer of the server's: there was no connection, or there is none any more.
    is_link = isinstance(error, OperationalError | InterfaceError) and hasattr(cause, "sqlstate")
    return Trouble.AWAY if is_link else None


@contextmanager
def in_passing(*, at_once: bool = True) -> Iterator[None]:
    """Write what a page notes while it is looked at; where nothing can be written, the page is shown all the same.

    ``at_once`` is for what is one transaction; what makes its own, and is long, goes on without.
    """
    try:
        with transaction.atomic() if at_once else nullcontext():
            yield
    except DatabaseError as error:
        if trouble_of(error) is not Trouble.READ_ONLY:
            raise
        log.info("Not noted: %s", error)
