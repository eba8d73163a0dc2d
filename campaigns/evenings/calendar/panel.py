"""The club's calendar on the club's own page."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest
from django.urls import reverse

from club.noticeboard import Notice


def on_club_page(request: HttpRequest) -> Iterable[Notice]:
    """Hang the way to subscribe there."""
    yield Notice("campaigns/evenings/calendar/_club.html", {"feed": reverse("evenings:calendar")})
