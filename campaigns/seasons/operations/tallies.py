"""The counters that statistics are read from, kept with every change of a counted result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import batched
from typing import Any, Final

from django.db import transaction
from django.db.models import Sum

from campaigns.league.games import CARD_GAMES
from campaigns.league.models import Campaign
from campaigns.matches.operations.results import ResultChange
from campaigns.seasons.models.rating import Tally, Total
from campaigns.seasons.operations.books import lock_books
from campaigns.seasons.reading import results
from campaigns.seasons.tallies import EVER, FIGURES, Figures, Key, counters, total_key

BATCH: Final = 400
_ABOUT: Final = ("facet", "player", "subject")


def follow(changes: Sequence[ResultChange]) -> None:
    """Take out what the results were and add what they are.

    Whoever writes counters of a game has locked its book, so that they are added to by one after the other.
    """
    sums: dict[Key, Figures] = {}
    for change in changes:
        for result, sign in ((change.before, -1), (change.after, 1)):
            for key, figures in counters(result, change.visibility) if result is not None else ():
                mine = sums.setdefault(key, Counter())
                for name, number in figures.items():
                    mine[name] += sign * number
    _write(Tally, sums)
    _write(Total, _totals(sums))


def follow_season(season: Campaign, before: str) -> None:
    """Count the matches of a season among those that the same people may read now; before, ``before`` said who.

    The season is locked and its new ``visibility`` is stored. Whoever counts a match of it asks for that with the
    game's book in hand, so nothing is counted where it was.
    """
    lock_books([season.game])
    moved: dict[Key, Figures] = {}
    found = Tally.objects.filter(campaign=season).order_by().values(*_ABOUT)
    for row in found.annotate(**{name: Sum(name) for name in FIGURES}):
        key = Key(row["facet"], season.game, season.pk, "", EVER, row["player"], row["subject"])
        for kept, sign in ((before, -1), (season.visibility, 1)):
            mine = moved.setdefault(total_key(key, {season.pk: kept}), Counter())
            for name in FIGURES:
                mine[name] += sign * row[name]
    _write(Total, moved)


def _totals(sums: Mapping[Key, Figures]) -> dict[Key, Figures]:
    """Return what counters add to the totals they are part of."""
    numbers = {key.campaign for key in sums if key.campaign is not None}
    seasons = dict(Campaign.objects.filter(pk__in=numbers).values_list("pk", "visibility"))
    totals: dict[Key, Figures] = {}
    for key, figures in sums.items():
        totals.setdefault(total_key(key, seasons), Counter()).update(figures)
    return totals


def _write(model: type[Tally | Total], sums: Mapping[Key, Figures]) -> None:
    """Add to counters, or to totals; figures may be negative."""
    changed = {str(key): (key, figures) for key, figures in sums.items() if any(figures.values())}
    for some in batched(changed.items(), BATCH):
        _add(model, dict(some))


def _add(model: type[Tally | Total], changed: Mapping[str, tuple[Key, Figures]]) -> None:
    rows: dict[str, Any] = {row.key: row for row in model.objects.filter(key__in=list(changed))}
    for name, (key, figures) in changed.items():
        row = rows.setdefault(name, model(**_columns(key)))
        for figure, number in figures.items():
            setattr(row, figure, getattr(row, figure) + number)
    kept = [row for row in rows.values() if row.played]
    model.objects.bulk_create(kept, update_conflicts=True, unique_fields=["key"], update_fields=FIGURES)
    empty = [row.pk for row in rows.values() if not row.played and row.pk is not None]
    if empty:
        model.objects.filter(pk__in=empty).delete()


def _columns(key: Key) -> dict[str, Any]:
    return {
        "key": str(key),
        "facet": key.facet,
        "game": key.game,
        "campaign_id": key.campaign,
        "visibility": key.visibility,
        "player_id": key.player,
        "subject": key.subject,
        **({"month": key.month} if key.month != EVER else {}),
    }


@transaction.atomic
def rebuild_tallies() -> None:
    """Write all counters and totals anew from the counted matches."""
    lock_books(game.code for game in CARD_GAMES)
    sums: dict[Key, Figures] = {}
    for result, visibility in results():
        for key, figures in counters(result, visibility):
            sums.setdefault(key, Counter()).update(figures)
    _write_anew(Tally, sums.items())
    _write_anew(Total, _totals(sums).items())


def _write_anew(model: type[Tally | Total], sums: Iterable[tuple[Key, Figures]]) -> None:
    model.objects.all().delete()
    rows: Iterable[Any] = (model(**_columns(key), **figures) for key, figures in sums)
    model.objects.bulk_create(rows, batch_size=1000)
