"""What a reader sees of the club's page: all that is filled in, or what the club shows to visitors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from django.utils import timezone
from msgspec import Struct

from club.access import User
from club.models import Announcement, ClubPage, Member, Place

ANNOUNCED: Final = 5
"""So many announcements stand on the page, the pinned ones first; the others are one link away."""
MAP: Final = "https://www.openstreetmap.org/search?"


class ShownPlace(Struct, frozen=True):
    """A place with the tables in use there, and where a map shows it; empty where there is no address."""

    place: Place
    tables: Sequence[object]
    map: str


class ShownPage(Struct, frozen=True):
    """The parts of the page for one reader; what is empty or not for them is empty here."""

    about: str
    games: str
    hours: str
    contact: str
    places: list[ShownPlace]
    people: list[Member]
    announcements: list[Announcement]
    more: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read yet."""
        return not any((self.about, self.games, self.hours, self.contact, self.places, self.announcements))


def shown_to(user: User) -> ShownPage:
    """Return the page for this reader. Five queries, whatever there is."""
    page, member = ClubPage.load(), user.is_authenticated

    def sees(part: str) -> bool:
        allowed: bool = member or getattr(page, f"visitors_see_{part}")
        return allowed

    found = Announcement.objects.current(timezone.localdate()).open_to(member=member)
    announced = list(found.select_related("author").order_by("-pinned", "-created", "-pk")[: ANNOUNCED + 1])
    return ShownPage(
        page.about if sees("about") else "",
        page.games if sees("games") else "",
        page.hours if sees("hours") else "",
        page.contact if sees("contact") else "",
        _places() if sees("places") else [],
        _people(user) if sees("people") else [],
        announced[:ANNOUNCED],
        len(announced) > ANNOUNCED,
    )


def _places() -> list[ShownPlace]:
    rows = Place.objects.filter(retired=False).prefetch_related("tables")
    return [ShownPlace(row, [table for table in row.tables.all() if not table.retired], _map_of(row)) for row in rows]


def _map_of(place: Place) -> str:
    address = ", ".join(filter(None, map(str.strip, place.address.splitlines())))
    return MAP + urlencode({"query": address}) if address else ""


def _people(user: User) -> list[Member]:
    """Return the admins, as far as they show themselves to this reader."""
    admins = Member.objects.filter(is_staff=True, is_active=True, closed=None)
    if not user.is_authenticated:
        admins = admins.filter(hidden=False)
    return list(admins.only("pk", "username", "display_name", "hidden", "closed").order_by("date_joined", "pk"))
