"""What of the club's own pages is kept for reading without a network: the noticeboard and the rulings."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from club.models import Member
from club.offline import keeping
from club.offline.keeping import Kind
from club.rulings import GAMES


def register() -> None:
    """Say what may be kept and what is fetched beforehand."""
    keeping.keep(Kind.BOARD, "club:home")
    keeping.keep(Kind.RULES, "club:rulings", "club:ruling")
    keeping.gather(pages)


def pages(_member: Member) -> Iterator[str]:
    """Yield the noticeboard, where the installed site begins, and each game's rulings."""
    yield reverse("club:home")
    for game in GAMES:
        yield reverse("club:rulings", args=[game.code])
