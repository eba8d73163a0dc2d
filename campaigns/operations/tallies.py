"""The counters that statistics are read from, kept with every change of a counted result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction

from campaigns.models import Match, Tally
from campaigns.operations.results import ResultChange
from campaigns.seasons.reading import results
from campaigns.seasons.tallies import FIGURES, Figures, Key, counters

BATCH: Final = 400


def follow(changes: Sequence[ResultChange]) -> None:
    """Take out what the results were and add what they are."""
    known = Match.objects.filter(pk__in=[change.match for change in changes])
    visibility = dict(known.values_list("pk", "visibility"))
    sums: dict[Key, Figures] = {}
    for change in changes:
        for result, sign in ((change.before, -1), (change.after, 1)):
            for key, figures in counters(result, visibility[change.match]) if result is not None else ():
                mine = sums.setdefault(key, Counter())
                for name, number in figures.items():
                    mine[name] += sign * number
    changed = {str(key): (key, figures) for key, figures in sums.items() if any(figures.values())}
    # Everybody locks counters in this order.
    keys = sorted(changed)
    for place in range(0, len(keys), BATCH):
        _add({key: changed[key] for key in keys[place : place + BATCH]})


def _add(changed: Mapping[str, tuple[Key, Figures]]) -> None:
    # The rows are there before they are locked, so that nobody else's addition to a new one is lost. Somebody may
    # remove an empty one in between: then it is put in again.
    rows: list[Tally] = []
    while len(rows) < len(changed):
        Tally.objects.bulk_create((_row(key) for key, _figures in changed.values()), ignore_conflicts=True)
        rows = list(Tally.objects.select_for_update().filter(key__in=list(changed)).order_by("key"))
    for row in rows:
        for name, number in changed[row.key][1].items():
            setattr(row, name, getattr(row, name) + number)
    Tally.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=FIGURES)
    empty = [row.pk for row in rows if not row.played]
    if empty:
        Tally.objects.filter(pk__in=empty).delete()


def _row(key: Key, figures: Mapping[str, int] | None = None) -> Tally:
    values: dict[str, Any] = dict(figures or {})
    return Tally(
        key=str(key),
        facet=key.facet,
        game=key.game,
        campaign_id=key.campaign,
        visibility=key.visibility,
        month=key.month,
        player_id=key.player,
        subject=key.subject,
        **values,
    )


@transaction.atomic
def rebuild_tallies() -> None:
    """Write all counters anew from the counted matches."""
    sums: dict[Key, Figures] = {}
    for result, visibility in results():
        for key, figures in counters(result, visibility):
            sums.setdefault(key, Counter()).update(figures)
    Tally.objects.all().delete()
    Tally.objects.bulk_create((_row(key, figures) for key, figures in sums.items()), batch_size=1000)
