"""The counters that statistics are read from, kept with every change of a counted result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import batched
from typing import Any, Final

from django.db import transaction

from campaigns.league.games import CARD_GAMES
from campaigns.matches.models.match import Match
from campaigns.matches.operations.results import ResultChange
from campaigns.seasons.models.rating import Tally
from campaigns.seasons.operations.books import lock_books
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
    # Whoever writes counters of a game has its book, so that they are added to by one after the other.
    lock_books(key.game for key, _figures in changed.values())
    for some in batched(changed.items(), BATCH):
        _add(dict(some))


def _add(changed: Mapping[str, tuple[Key, Figures]]) -> None:
    rows = {row.key: row for row in Tally.objects.filter(key__in=list(changed))}
    for name, (key, figures) in changed.items():
        row = rows.setdefault(name, _row(key))
        for figure, number in figures.items():
            setattr(row, figure, getattr(row, figure) + number)
    kept = [row for row in rows.values() if row.played]
    Tally.objects.bulk_create(kept, update_conflicts=True, unique_fields=["key"], update_fields=FIGURES)
    empty = [row.pk for row in rows.values() if not row.played and row.pk is not None]
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
    lock_books(game.code for game in CARD_GAMES)
    sums: dict[Key, Figures] = {}
    for result, visibility in results():
        for key, figures in counters(result, visibility):
            sums.setdefault(key, Counter()).update(figures)
    Tally.objects.all().delete()
    Tally.objects.bulk_create((_row(key, figures) for key, figures in sums.items()), batch_size=1000)
