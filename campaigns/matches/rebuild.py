"""Writes the reading copies of all matches anew from their logs; see ``manage.py rebuild``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from campaigns.matches.models.match import Match
from campaigns.matches.operations.results import following, write_copy
from campaigns.matches.scores.replaying import replay
from club.operations import for_update
from club.rebuilding import Rebuilt
from engines.core.problems import Illegal, Malformed

COLUMNS = ("ending", "tie_break", "faults")
SEAT_COLUMNS = (
    "place", "points", "won", "team", "eliminated", "kills", "started", "game", "campaign_id", "date", "counts",
)  # fmt: skip


def rebuild_matches(*, dry_run: bool) -> Iterable[Rebuilt]:
    """Rebuild one match after the other, each in its own transaction. Who follows counted results is told."""
    for number in Match.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500):
        subject = f"match {number}"
        try:
            yield Rebuilt(subject, _rebuild(number, dry_run=dry_run))
        except (Illegal, Malformed) as error:
            yield Rebuilt(subject, fault=str(error))


@transaction.atomic
def _rebuild(number: int, *, dry_run: bool) -> tuple[str, ...]:
    match = for_update(Match.objects.all()).get(pk=number)
    before = _snapshot(match)
    with following(match):
        match.seats.update(game=match.game)
        write_copy(match, replay(match))
        match.save(update_fields=COLUMNS)
    after = _snapshot(match)
    if dry_run:
        transaction.set_rollback(True)
    return tuple(f"{name} differed" for name in before if before[name] != after[name])


def _snapshot(match: Match) -> dict[str, Any]:
    """Return what is made from the log, in a form to compare."""
    stored = Match.objects.get(pk=match.pk)
    seats = list(stored.seats.order_by("seat").prefetch_related("heroes"))
    return {
        "result": [getattr(stored, column) for column in COLUMNS],
        "seats": [[getattr(seat, column) for column in SEAT_COLUMNS] for seat in seats],
        "heroes": [[hero.hero for hero in seat.heroes.all()] for seat in seats],
    }
