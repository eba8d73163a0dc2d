"""By which cookie the site's tables know a guest again, and so who asks for one."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from campaigns.seating import people
from campaigns.seating.people import GuestCookie, Person

COOKIE: Final = GuestCookie("card-guest", "/tables/")


def person_of(request: HttpRequest) -> Person:
    """Return who asks for a table."""
    return people.person_of(request, COOKIE)
