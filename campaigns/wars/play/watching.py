"""What the page of a battle played at the site is told of: another version, and that somebody counts as away."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Case, OuterRef, QuerySet, Subquery, When
from django.http import HttpRequest

from campaigns.wars.models.play import Captain, PlayedBattle
from campaigns.wars.play import absence
from campaigns.wars.play.access import person_of, visible_battles
from club import live
from club.streams.kinds import Key, Kind, Reader

PLAYED: Final = "played"


def watch(request: HttpRequest, pk: int, mark: str) -> live.Told:
    """Return how a battle's page with this mark (``absence.mark``) is told of another one; its reader was let in."""
    return live.Told(request, [live.Part(PLAYED, (pk,), mark)], person_of(request).guest)


def _marks(keys: Collection[Key]) -> dict[Key, str]:
    rows = PlayedBattle.objects.filter(pk__in=[key[0] for key in keys]).order_by()
    asked = Captain.objects.filter(played=OuterRef("pk"), number=OuterRef("actor"), bot="")
    left = Case(When(turn__gt=0, then=Subquery(asked.values("left")[:1])))
    columns = rows.annotate(clock_left=left).values_list("pk", "version", "state", "moved", "patience", "clock_left")
    return {
        (pk,): absence.mark(version, state, moved, patience=patience, left=left)
        for pk, version, state, moved, patience, left in columns
    }


def _readable(reader: Reader, key: Key) -> QuerySet[Any]:
    return visible_battles(reader.user, reader.guest).filter(pk=key[0])


KINDS: Final = (Kind(PLAYED, _marks, _readable, seconds=0.2),)
