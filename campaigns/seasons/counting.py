"""The counters of a selection: totals, or those stored by the month and for a month cut in two its single matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from django.db.models import QuerySet, Sum
from msgspec import Struct, field

from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.seasons.access import is_own, visible_tallies, visible_totals
from campaigns.seasons.models.rating import Facet, Tally
from campaigns.seasons.reading import results_of
from campaigns.seasons.selection import Selection
from campaigns.seasons.tallies import EVER, FIGURES, Figures, Key, counters
from club.access import User

ABOUT_A_PLAYER = frozenset({Facet.PLAYER, Facet.RIVAL, Facet.OWN_HERO})

type TallySums = Mapping[str, Any]
"""Columns of ``Tally`` or ``Total`` with the sums of ``FIGURES``."""


class Counters(Struct, frozen=True):
    """Counters to sum up: ``stored`` in the database (None: all are read), ``loose`` made of single matches or read."""

    stored: QuerySet[Any] | None
    loose: Sequence[tuple[Key, Figures]] = field(default=())

    @classmethod
    def of(cls, chosen: Selection, reader: User, player: Player | None = None) -> Self:
        """Return the counters of a selection that the reader may see; with a ``player``, those about that player.

        No query, or three where the period begins or ends within a month.
        """
        mine, own = player.pk if player is not None else None, is_own(player, reader)
        if not chosen.narrowed:
            return cls(visible_totals(reader, mine, own=own).filter(game=chosen.game.code))
        if not chosen.period.valid:
            return cls(None)
        stored = _tallies(chosen, reader, mine, own=own)
        edges = chosen.edges
        if edges is None:
            return cls(stored)
        matches = Match.objects.filter(edges, chosen.readable(reader, own=own), state=MatchState.CONFIRMED)
        if player is not None:
            matches = matches.filter(pk__in=MatchSeat.objects.filter(player=player).values("match"))
        made = (one for result, visibility in results_of(matches) for one in counters(result, visibility))
        return cls(stored, [(key, figures) for key, figures in made if mine is None or _about(key, mine)])

    def read_sums(self, *facets: str) -> Counters:
        """Return the sums over all counters of these facets, read: whatever is asked of them costs nothing any more.

        One query.
        """
        rows = self.summed(facets, "facet", "player", "subject")
        loose = [
            (
                Key(row["facet"], "", None, "", EVER, row["player"], row["subject"]),
                Counter({n: row[n] for n in FIGURES}),
            )
            for row in rows
        ]
        return Counters(None, loose)

    def summed(self, facets: Sequence[str], *by: str, names: Iterable[str] = FIGURES) -> list[dict[str, Any]]:
        """Return the sums over all counters of these facets, a row for each value of the columns ``by``; one query."""
        wanted = tuple(names)
        totals: dict[tuple[Any, ...], Counter[str]] = {}
        for row in self._stored(facets, by, wanted):
            sums = Counter({name: int(row[name] or 0) for name in wanted})
            totals.setdefault(tuple(row[column] for column in by), Counter()).update(sums)
        for key, figures in self.loose:
            if key.facet in facets:
                totals.setdefault(tuple(getattr(key, column) for column in by), Counter()).update(figures)
        return [
            {**dict(zip(by, values, strict=True)), **{name: sums[name] for name in wanted}}
            for values, sums in totals.items()
        ]

    def _stored(self, facets: Sequence[str], by: Sequence[str], names: Sequence[str]) -> Iterable[TallySums]:
        if self.stored is None:
            return []
        rows = self.stored.filter(facet__in=facets).order_by().values(*(by or ("game",)))
        return rows.annotate(**{name: Sum(name) for name in names})


def _tallies(chosen: Selection, reader: User, player: int | None, *, own: bool) -> QuerySet[Tally]:
    """Return the counters of whole months. Whoever may read a season may read all its counters."""
    if chosen.season is None:
        found = visible_tallies(reader, player, own=own)
    else:
        found = Tally.objects.all() if player is None else Tally.objects.filter(player=player)
    found = found.filter(chosen.placed)
    first, last = chosen.period.months
    found = found if first is None else found.filter(month__gte=first)
    return found if last is None else found.filter(month__lte=last)


def _about(key: Key, player: int) -> bool:
    return key.facet in ABOUT_A_PLAYER and key.player == player
