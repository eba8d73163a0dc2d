"""The club of the pages: the demo club, and what the pages need besides."""

from __future__ import annotations

from tests.kept import Kept
from tests.web.pages import found

_CLUB = Kept("club of the pages", found)


def stand() -> None:
    """Have the club stand in this database, in which nothing else does."""
    _CLUB.stand()
