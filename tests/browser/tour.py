"""A tour of the demo club: every page worth a look, each reader in a browser of his own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from club.models import Member
from tests.web import kept_club
from tests.web.pages import Shown, pages

FRAGMENTS = (
    "campaigns:aftermath_status",
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


def face(shown: Shown) -> str:
    """What a brief tour sees once."""
    return shown.address if shown.name in MANY_FACED else shown.name


def tour(enter: Callable[[Member | None], Page], *, brief: bool = False) -> Iterator[tuple[Shown, Page]]:
    """Found the club, then show page after page; ``enter`` opens a browser for a member or a visitor.

    A brief tour sees one page of each address, and each object of those that have many faces.
    """
    kept_club.stand()
    browsers: dict[str, Page] = {}
    seen: set[str] = set()
    for shown in pages():
        if shown.sent or shown.name in FRAGMENTS:
            continue
        if brief and face(shown) in seen:
            continue
        seen.add(face(shown))
        if shown.reader not in browsers:
            member = Member.objects.get(username=shown.reader) if shown.reader else None
            browsers[shown.reader] = enter(member)
        page = browsers[shown.reader]
        response = page.goto(shown.address)
        assert response is not None
        assert response.status == shown.status, shown
        yield shown, page
