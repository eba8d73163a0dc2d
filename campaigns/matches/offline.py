"""What of score pads is kept for reading without a network."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from campaigns.matches.waiting import in_use
from club.models import Member
from club.offline import keeping
from club.offline.keeping import Kind


def register() -> None:
    """Say what may be kept, what is fetched beforehand, and where "my score pad" leads."""
    keeping.keep(Kind.SCORES, "campaigns:match", "campaigns:match_pad", "campaigns:match_new", "campaigns:match_open")
    keeping.gather(open_pads)
    keeping.shortcut("pad", latest)


def open_pads(member: Member) -> Iterator[str]:
    """Yield the pads in use where the member plays or writes. One query."""
    for match in in_use(member):
        yield reverse("campaigns:match_pad", args=[match.pk])


def latest(member: Member) -> str:
    """Return where the latest of them is, else where one begins. One query."""
    return next(open_pads(member), reverse("campaigns:match_new"))
