"""A tour of the demo club: every page worth a look, each reader in a browser of his own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

from club.models import Member
from tests.web import kept_club
from tests.web.pages import Shown, pages

FRAGMENTS = (
    "campaigns:aftermath_status",
    "campaigns:booklets_status",
    "campaigns:forecast_status",
    "campaigns:odds_status",
    "campaigns:resolution_status",
    "campaigns:match_pad_status",
    "tables:table_status",
    "tables:balance_status",
)
MANY_FACED = (
    "campaigns:aftermath",
    "campaigns:battle",
    "campaigns:match",
    "campaigns:match_pad",
    "rosters:roster",
    "tables:table",
)
"""Addresses whose pages differ much from object to object."""

PARTS = 4
"""A tour is gone in so many parts, each a test of its own, so that several processes may share it."""


@dataclass(frozen=True)
class Stop:
    """A page of the tour. ``new``: it is the first of its address, or of its object where those have many faces."""

    shown: Shown
    new: bool


def stops() -> list[Stop]:
    """Every page that is looked at, for the club as it stands."""
    seen: set[str] = set()
    found = []
    for shown in pages():
        if shown.sent or shown.leads_away or shown.name in FRAGMENTS:
            continue
        face = shown.address if shown.name in MANY_FACED else shown.name
        found.append(Stop(shown, face not in seen))
        seen.add(face)
    return found


def tour(enter: Callable[[Member | None], Page], part: int, *, brief: bool = False) -> Iterator[tuple[Stop, Page]]:
    """Found the club, then show one page after the other; ``enter`` opens a browser for a member or a visitor.

    The ``part``, 0 to ``PARTS - 1``, sees one in so many of the pages. A brief tour sees only those that are new.
    """
    kept_club.stand()
    browsers: dict[str, Page] = {}
    for stop in [stop for stop in stops() if stop.new or not brief][part::PARTS]:
        shown = stop.shown
        if shown.reader not in browsers:
            member = Member.objects.get(username=shown.reader) if shown.reader else None
            browsers[shown.reader] = enter(member)
        page = browsers[shown.reader]
        response = page.goto(shown.address)
        assert response is not None
        assert response.status == shown.status, shown
        yield stop, page
