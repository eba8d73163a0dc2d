"""What a member said about dates of battles, and in challenges: in the archive of everything about him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaigns.wars.models.challenge import Challenge
from campaigns.wars.models.dates import DateEntry
from club.models import Member


def own_data(member: Member) -> Iterator[tuple[str, Any]]:
    """Yield what the member proposed and answered, and the challenges sent by him."""
    said = DateEntry.objects.filter(author=member).select_related("talk__battle").order_by("pk")
    yield "dates_of_battles", [{"battle": row.talk.battle.title, "said": row.data, "at": row.at} for row in said]
    sent = Challenge.objects.filter(author=member).order_by("pk")
    yield (
        "challenges",
        [
            {"challenge": str(row), "message": row.message, "dates": row.moments, "became": row.state, "at": row.at}
            for row in sent.select_related("challenger", "challenged")
        ],
    )
