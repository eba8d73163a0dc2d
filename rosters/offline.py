"""What of warbands and rules is kept for reading without a network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse

from club.models import Member
from club.offline import keeping
from club.offline.keeping import Kind
from rosters.models import Warband

OWN: Final = 8
"""So many of a member's own warbands are fetched beforehand, the most recently changed."""


def register() -> None:
    """Say what may be kept, what is fetched beforehand, and where "my warband" leads."""
    keeping.keep(Kind.WARBANDS, "rosters:list", "rosters:roster", "rosters:sheet", "rosters:figure", "rosters:vehicle")
    keeping.keep(Kind.TABLE, "rosters:table_pdf")
    keeping.keep(Kind.RULES, "rosters:catalogue", "rosters:module", "rosters:worth")
    keeping.keep(Kind.ODDS, "rosters:odds")
    keeping.gather(own)
    keeping.gather(rules)
    keeping.shortcut("warband", latest)


def own(member: Member) -> Iterator[str]:
    """Yield the member's warbands and their sheets. One query."""
    yield reverse("rosters:list")
    for warband in _own(member)[:OWN]:
        yield reverse("rosters:roster", args=[warband.pk])
        yield reverse("rosters:sheet", args=[warband.pk])


def rules(_member: Member) -> Iterator[str]:
    """Yield the reference, and the odds as they are asked first."""
    yield reverse("rosters:catalogue")
    yield reverse("rosters:odds")


def latest(member: Member) -> str:
    """Return where the warband is that the member changed last, else where one begins. One query."""
    warband = _own(member).first()
    return reverse("rosters:list") if warband is None else reverse("rosters:roster", args=[warband.pk])


def _own(member: Member) -> QuerySet[Warband]:
    return Warband.objects.filter(owner=member).order_by("-changed", "-pk").only("pk")
