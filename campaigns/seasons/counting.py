"""The counters of a selection: those stored by the month, and for a month cut in two the matches of its part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from django.db.models import QuerySet, Sum

from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.seasons.access import readable, visible_tallies
from campaigns.seasons.models.rating import Facet, Tally
from campaigns.seasons.reading import results_of
from campaigns.seasons.selection import Selection
from campaigns.seasons.tallies import FIGURES, Figures, Key, counters
from club.access import User

ABOUT_A_PLAYER = frozenset({Facet.PLAYER, Facet.RIVAL, Facet.OWN_HERO})

type TallySums = Mapping[str, Any]
"""Columns of ``Tally`` with the sums of ``FIGURES``."""


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters to sum up: ``stored`` in the database, ``loose`` made of single matches."""

    stored: QuerySet[Tally]
    loose: Sequence[tuple[Key, Figures]] = field(default=())

    @classmethod
    def of(cls, chosen: Selection, reader: User, player: Player | None = None) -> Self:
        """Return the counters of a selection that the reader may see; with a ``player``, those about that player.

        No query, or three where the period begins or ends within a month.
        """
        stored = visible_tallies(reader, player).filter(chosen.tallies)
        edges = chosen.edges
        if edges is None:
            return cls(stored)
        own = player is not None and reader.is_authenticated and player.member_id == reader.pk
        matches = Match.objects.filter(edges, readable(reader, own=own), state=MatchState.CONFIRMED)
        if player is not None:
            matches = matches.filter(pk__in=MatchSeat.objects.filter(player=player).values("match"))
        made = (one for result, visibility in results_of(matches) for one in counters(result, visibility))
        mine = player.pk if player is not None else None
        return cls(stored, [(key, figures) for key, figures in made if mine is None or _about(key, mine)])

    def summed(self, facet: str, *by: str, names: Iterable[str] = FIGURES) -> list[dict[str, Any]]:
        """Return the sums over all counters of a facet, a row for each value of the columns ``by``; one query."""
        wanted = tuple(names)
        found = self.stored.filter(facet=facet).order_by()
        totals: dict[tuple[Any, ...], Counter[str]] = {}
        for row in (
            found.values(*by).annotate(**{name: Sum(name) for name in wanted}) if by else [_total(found, wanted)]
        ):
            sums = Counter({name: int(row[name] or 0) for name in wanted})
            totals.setdefault(tuple(row[column] for column in by), Counter()).update(sums)
        for key, figures in self.loose:
            if key.facet == facet:
                totals.setdefault(tuple(getattr(key, column) for column in by), Counter()).update(figures)
        return [
            {**dict(zip(by, values, strict=True)), **{name: sums[name] for name in wanted}}
            for values, sums in totals.items()
        ]


def _about(key: Key, player: int) -> bool:
    return key.facet in ABOUT_A_PLAYER and key.player == player


def _total(found: QuerySet[Tally], names: Iterable[str]) -> TallySums:
    return found.aggregate(**{name: Sum(name) for name in names})
