"""What warbands hang on the noticeboard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest

from club.access import member_of
from club.noticeboard import Notice
from rosters.models import Warband

SHOWN: Final = 6


def home(request: HttpRequest) -> Iterable[Notice]:
    """Give members their own warbands, the most recently changed first, or the way to a first one."""
    member = member_of(request)
    if member is not None:
        columns = ("pk", "name", "race", "setup", "mustered", "treasury", "value", "figures")
        mine = list(Warband.objects.filter(owner=member).order_by("-changed").only(*columns)[:SHOWN])
        yield Notice("rosters/noticeboard.html", {"warbands": mine})
