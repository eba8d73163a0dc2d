"""The counters of a selection: totals, or those stored by the month and for a month cut in two its single matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Self

from django.db.models import QuerySet, Sum
from msgspec import Struct, field

from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.seasons.access import is_own, visible_tallies, visible_totals
from campaigns.seasons.models.rating import Facet, Tally, Total
from campaigns.seasons.reading import results_of
from campaigns.seasons.selection import Selection, placed
from campaigns.seasons.tallies import EVER, FIGURES, Figures, Key, counters
from club.access import User
from club.written import written

ABOUT_A_PLAYER = frozenset({Facet.PLAYER, Facet.RIVAL, Facet.OWN_HERO})

type TallySums = Mapping[str, Any]
"""Columns of ``Tally`` or ``Total`` with the sums of ``FIGURES``."""


class Counters(Struct, frozen=True):
    """Counters to sum up: ``stored`` in the database (None: all are read), ``loose`` made of single matches or read."""

    stored: Callable[..., list[TallySums]] | None
    loose: Sequence[tuple[Key, Figures]] = field(default=())

    @classmethod
    def of(cls, chosen: Selection, reader: User, player: Player | None = None) -> Self:
        """Return the counters of a selection that the reader may see; with a ``player``, those about that player.

        No query, or three where the period begins or ends within a month.
        """
        mine, own = player.pk if player is not None else None, is_own(player, reader)
        if not chosen.narrowed:
            return cls(partial(_totals, reader, mine, chosen.game.code, own=own))
        first, last = chosen.period.months
        stored = partial(_tallies, reader, mine, own=own, first=first, last=last, **chosen.at)
        if not chosen.period.valid:
            return cls(None)
        edges = chosen.edges
        if edges is None:
            return cls(stored)
        matches = Match.objects.filter(edges, chosen.readable(reader, own=own), state=MatchState.CONFIRMED)
        if player is not None:
            matches = matches.filter(pk__in=MatchSeat.objects.filter(player=player).values("match"))
        made = (one for result, visibility in results_of(matches) for one in counters(result, visibility))
        return cls(stored, [(key, figures) for key, figures in made if mine is None or _about(key, mine)])

    def read(self, *facets: str) -> Counters:
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
        return self.stored(sums=(tuple(map(str, facets)), tuple(by), tuple(names)))


type Sums = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Of which facets sums are wanted, by which columns, and of which figures."""


@written
def _totals(reader: User, player: int | None, game: str, *, own: bool, sums: Sums) -> QuerySet[Total, TallySums]:
    return _summed(visible_totals(reader, player, own=own).filter(game=game), sums)


@written
def _tallies(
    reader: User,
    player: int | None,
    *,
    own: bool,
    first: int | None,
    last: int | None,
    game: str,
    season: int | None,
    alone: bool,
    sums: Sums,
) -> QuerySet[Tally, TallySums]:
    """Whoever may read a season may read all its counters."""
    if season is None:
        found = visible_tallies(reader, player, own=own)
    else:
        found = Tally.objects.all() if player is None else Tally.objects.filter(player=player)
    found = found.filter(placed(game, season, alone=alone))
    found = found if first is None else found.filter(month__gte=first)
    return _summed(found if last is None else found.filter(month__lte=last), sums)


def _summed(found: QuerySet[Any], sums: Sums) -> QuerySet[Any, TallySums]:
    facets, by, names = sums
    rows: QuerySet[Any, TallySums] = found.filter(facet__in=facets).order_by().values(*(by or ("game",)))
    return rows.annotate(**{name: Sum(name) for name in names})


def _about(key: Key, player: int) -> bool:
    return key.facet in ABOUT_A_PLAYER and key.player == player
