"""The standings of a season, by its scheme, from the counted results. Three queries or four, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec
from django.db.models import Count, F, QuerySet, Sum
from django.utils.http import urlencode
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.matches.lines import named_players
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons.scheme import Part, Scheme, format_value, scheme_of
from club.access import User


class StandingLine(Struct, frozen=True):
    """One player's line; ``place`` is None for who played less than the scheme asks for.

    ``value`` is what the scheme makes of the ``counted`` best matches; ``behind`` how much is missing to the first.
    """

    place: int | None
    player: int
    value: Fraction
    counted: int
    played: int
    won: int
    mean_place: Fraction
    behind: Fraction

    @property
    def merit(self) -> tuple[Fraction, int, Fraction]:
        """What decides the place: the value, then victories, then the average place; more is better."""
        return self.value, self.won, -self.mean_place


class StandingRow(Struct, frozen=True):
    """A line as the page shows it; ``share`` is the value in percent of the first's."""

    line: StandingLine
    player: Player
    name: str
    value: str
    behind: str
    mean_place: str
    share: str


class Drawn(NamedTuple):
    """A line as it is printed; ``place`` is empty for who has none, ``behind`` also for who is level with the first."""

    place: str
    name: str
    address: str
    value: str
    behind: str
    played: str
    counted: str
    won: str
    mean_place: str
    share: str


class Board(Struct, frozen=True):
    """All that is drawn of standings."""

    unit: str
    best_of: int
    matches: int
    rows: tuple[Drawn, ...]

    @property
    def placed(self) -> tuple[Drawn, ...]:
        """Those who played enough."""
        return tuple(row for row in self.rows if row.place)

    @property
    def leaders(self) -> tuple[Drawn, ...]:
        """Who stands first."""
        return tuple(row for row in self.rows if row.place == "1")

    @property
    def next(self) -> Drawn | None:
        """Who stands behind the first."""
        return next((row for row in self.placed if row.place != "1"), None)


class Standings(Struct, frozen=True):
    """A season's standings for one reader."""

    scheme: Scheme
    rows: list[StandingRow]
    matches: int

    def board(self, season: Campaign) -> Board:
        """Return what is drawn of them; the players' pages are asked for the season."""
        query = urlencode({"game": season.game, "season": season.slug})
        rows = tuple(
            Drawn(
                "" if row.line.place is None else str(row.line.place),
                row.name,
                f"{row.player.get_absolute_url()}?{query}",
                row.value,
                row.behind if row.line.place is not None and row.line.behind else "",
                str(row.line.played),
                str(row.line.counted),
                str(row.line.won),
                row.mean_place,
                row.share,
            )
            for row in self.rows
        )
        return Board(str(self.scheme.worth.unit), self.scheme.best_of, self.matches, rows)


def reckon(parts: Mapping[int, Iterable[Part] | Mapping[Part, int]], scheme: Scheme) -> list[StandingLine]:
    """Return the lines of players with their parts, best first; the order in which parts are given does not matter.

    Parts that are alike may be given once, with how often they were.
    """
    lines = [_line(player, Counter(mine), scheme) for player, mine in parts.items()]
    placed = sorted((line for line in lines if line.played >= scheme.least), key=lambda line: line.merit, reverse=True)
    others = sorted((line for line in lines if line.played < scheme.least), key=lambda line: line.merit, reverse=True)
    first = placed[0].value if placed else Fraction()
    found: list[StandingLine] = []
    for position, line in enumerate(placed, start=1):
        equal = bool(found) and found[-1].merit == line.merit
        found.append(_placed(line, found[-1].place if equal else position, first))
    return found + [_placed(line, None, first) for line in others]


def _line(player: int, parts: Counter[Part], scheme: Scheme) -> StandingLine:
    value, counted = scheme.value(parts)
    played = parts.total()
    mean = Fraction(sum(part.place * count for part, count in parts.items()), played)
    won = sum(count for part, count in parts.items() if part.won)
    return StandingLine(None, player, value, counted, played, won, mean, Fraction())


def _placed(line: StandingLine, place: int | None, first: Fraction) -> StandingLine:
    return StandingLine(
        place, line.player, line.value, line.counted, line.played, line.won, line.mean_place, first - line.value
    )


type Alike = tuple[int, Part, int]
"""Player, part, and how often the player had it."""
type Seat = tuple[int, int, int | None, int | None, bool]
"""Player, match, place, points, whether it was won."""


def _sums(season: int) -> QuerySet[MatchSeat, Any]:
    """Player, place, points and whether it was won, with how often, and by how much seats and places differ."""
    found = MatchSeat.objects.filter(campaign=season, counts=True, place__isnull=False).order_by()
    alike = found.values_list("player_id", "place", "points", "won")
    return alike.annotate(times=Count("pk"), uneven=Sum(F("seat") + 1 - F("place")))


def _seats(season: int) -> QuerySet[MatchSeat, Seat]:
    found = MatchSeat.objects.filter(campaign=season, counts=True, place__isnull=False)
    return found.order_by().values_list("player_id", "match_id", "place", "points", "won")


_SHARING: Final[set[int]] = set()
"""Seasons in which places were found to be shared: no more than where to look first."""


def _played(season: int) -> tuple[tuple[Alike, ...], int]:
    """Return how often each player had which part in counted matches, and how many these are. One query, or two.

    Seats count from 0, and equals share the better place. So the places of a match come to as much as its seats, each
    counted from 1, or to less where any place is shared. Only then every seat is read: who shared with whom?
    """
    if season not in _SHARING:
        sums = list(_sums(season))
        if not sum(uneven for *_part, uneven in sums):
            alike = tuple(
                (player, Part(place, 1, points, won), times) for player, place, points, won, times, _uneven in sums
            )
            return alike, sum(times for _player, part, times in alike if part.place == 1)
        _SHARING.add(season)
    return _shared(_Read.of(season))


@dataclass(frozen=True)
class _Read:
    """The seats of a season, told apart by a digest of all that was read of them."""

    digest: bytes
    seats: list[Seat] = field(compare=False, repr=False)

    @classmethod
    def of(cls, season: int) -> _Read:
        """Read a season's. One query."""
        seats = list(_seats(season))
        return cls(blake2b(msgspec.msgpack.encode(seats), digest_size=16).digest(), seats)


@lru_cache(maxsize=64)
def _shared(read: _Read) -> tuple[tuple[Alike, ...], int]:
    """Return the same, of single seats. Remembered: a full season has thousands of seats, of which few differ."""
    sharing = Counter((match, place) for _player, match, place, _points, _won in read.seats)
    alike = Counter(
        (player, Part(place or 0, sharing[match, place], points, won))
        for player, match, place, points, won in read.seats
    )
    matches = len({match for _player, match, *_rest in read.seats})
    read.seats.clear()  # what is remembered needs them no more
    return tuple((player, part, times) for (player, part), times in alike.items()), matches


@lru_cache(maxsize=64)
def _reckoned(played: tuple[Alike, ...], scheme: Scheme) -> list[StandingLine]:
    """Return the lines of parts. Remembered for the same parts: fractions take their time."""
    parts: dict[int, dict[Part, int]] = {}
    for player, part, times in played:
        parts.setdefault(player, {})[part] = times
    return reckon(parts, scheme)


def standings(season: Campaign, reader: User) -> Standings:
    """Return the standings as the reader may see them. Three queries, or four."""
    scheme = scheme_of(season)
    played, matches = _played(season.pk)
    lines = _reckoned(played, scheme)
    players = {player.pk: player for player in named_players(line.player for line in lines)}
    return Standings(scheme, _rows(lines, players, reader), matches)


def _rows(lines: Iterable[StandingLine], players: Mapping[int, Player], reader: User) -> list[StandingRow]:
    ordered = sorted(lines, key=lambda line: _order(line, players[line.player].name_for(reader)))
    most = max((line.value for line in ordered), default=Fraction())
    return [
        StandingRow(
            line,
            players[line.player],
            players[line.player].name_for(reader),
            format_value(line.value),
            format_value(line.behind),
            format_value(line.mean_place),
            f"{max(0.0, float(line.value / most) * 100) if most > 0 else 0.0:.1f}",
        )
        for line in ordered
    ]


def _order(line: StandingLine, name: str) -> tuple[bool, int, str, int]:
    """By place; equals by name, so that neither the order of entry nor of the rows shows."""
    return line.place is None, line.place or 0, name.casefold(), line.player
