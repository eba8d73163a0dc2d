"""The next evenings as moments for a battle: offered first to whoever proposes dates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils import timezone

from campaigns.evenings.access import visible_evenings
from campaigns.wars.dates.suggestions import Suggestion
from campaigns.wars.models.battle import Battle
from club.dates import day_and_hour
from club.models import Member

NEXT: Final = 4


def next_evenings(battle: Battle, member: Member) -> Iterator[Suggestion]:
    """Yield when the next evenings begin. One query."""
    ahead = visible_evenings(member).filter(begins__gt=timezone.now(), cancelled=False).order_by("begins", "pk")
    for begins, title in ahead.values_list("begins", "title")[:NEXT]:
        yield Suggestion(begins, f"{day_and_hour(begins)} · {title}")
