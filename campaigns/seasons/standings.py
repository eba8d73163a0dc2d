"""The standings of a season, by its scheme, from the counted results. Three queries, however many matches there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b

import msgspec
from django.db.models import QuerySet
from django.utils.http import urlencode

from campaigns.league.models import Campaign
from campaigns.matches.lines import NAMED
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons.scheme import Part, Scheme, scheme_of, shown
from club.access import User
from club.written import written


@dataclass(frozen=True, slots=True)
class StandingLine:
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


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line as the page shows it; ``share`` is the value in percent of the first's."""

    line: StandingLine
    player: Player
    name: str
    value: str
    behind: str
    mean_place: str
    share: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line as it is drawn; ``behind`` is empty for who is level with the first, or has no place."""

    place: int | None
    name: str
    address: str
    value: str
    behind: str
    played: int
    counted: int
    won: int
    mean_place: str
    share: str


@dataclass(frozen=True, slots=True)
class Board:
    """All that is drawn of standings (``club.remembered``); ``query`` asks for the season on the players' pages."""

    unit: str
    query: str
    best_of: int
    matches: int
    rows: tuple[Drawn, ...]

    @property
    def placed(self) -> tuple[Drawn, ...]:
        """Those who played enough."""
        return tuple(row for row in self.rows if row.place is not None)

    @property
    def leaders(self) -> tuple[Drawn, ...]:
        """Who stands first."""
        return tuple(row for row in self.rows if row.place == 1)

    @property
    def next(self) -> Drawn | None:
        """Who stands behind the first."""
        return next((row for row in self.placed if row.place != 1), None)


@dataclass(frozen=True, slots=True)
class Standings:
    """A season's standings for one reader."""

    scheme: Scheme
    rows: list[StandingRow]
    matches: int

    def board(self, season: Campaign) -> Board:
        """Return what is drawn of them."""
        query = urlencode({"game": season.game, "season": season.slug})
        rows = tuple(
            Drawn(
                row.line.place,
                row.name,
                row.player.get_absolute_url(),
                row.value,
                row.behind if row.line.place is not None and row.line.behind else "",
                row.line.played,
                row.line.counted,
                row.line.won,
                row.mean_place,
                row.share,
            )
            for row in self.rows
        )
        return Board(str(self.scheme.worth.unit), query, self.scheme.best_of, self.matches, rows)


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


type Seat = tuple[int, int, int | None, int | None, bool]
"""Player, match, place, points, whether it was won."""


@written
def _seats(season: int) -> QuerySet[MatchSeat, Seat]:
    found = MatchSeat.objects.filter(campaign=season, counts=True, place__isnull=False)
    return found.order_by().values_list("player_id", "match_id", "place", "points", "won")


@dataclass(frozen=True)
class _Read:
    """The seats of a season, told apart by a digest of all that was read of them."""

    digest: bytes
    seats: list[Seat] = field(compare=False, repr=False)

    @classmethod
    def of(cls, season: Campaign) -> _Read:
        """Read a season's. One query."""
        seats = _seats(season.pk)
        return cls(blake2b(msgspec.msgpack.encode(seats), digest_size=16).digest(), seats)


@lru_cache(maxsize=64)
def _reckoned(read: _Read, scheme: Scheme) -> tuple[list[StandingLine], int]:
    """Return the lines of seats, and of how many matches they are. Remembered: a full season has thousands of seats."""
    parts, matches = _parts_of(read.seats)
    read.seats.clear()  # what is remembered needs them no more
    return reckon(parts, scheme), matches


def _parts_of(seats: Sequence[Seat]) -> tuple[dict[int, Counter[Part]], int]:
    """Return how often each player had which part in counted matches, and how many these are. Few parts differ."""
    sharing = Counter((match, place) for _player, match, place, _points, _won in seats)
    alike = Counter(
        (player, place or 0, sharing[match, place], points, won) for player, match, place, points, won in seats
    )
    parts: dict[int, Counter[Part]] = {}
    for (player, place, shared, points, won), count in alike.items():
        parts.setdefault(player, Counter())[Part(place, shared, points, won)] = count
    return parts, len({match for _player, match, *_rest in seats})


def standings(season: Campaign, reader: User) -> Standings:
    """Return the standings as the reader may see them. Three queries."""
    scheme = scheme_of(season)
    lines, matches = _reckoned(_Read.of(season), scheme)
    players = {player.pk: player for player in _players(sorted(line.player for line in lines))}
    return Standings(scheme, _rows(lines, players, reader), matches)


@written
def _players(numbers: list[int]) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=numbers).select_related("member").only(*NAMED)


def _rows(lines: Iterable[StandingLine], players: Mapping[int, Player], reader: User) -> list[StandingRow]:
    ordered = sorted(lines, key=lambda line: _order(line, players[line.player].name_for(reader)))
    most = max((line.value for line in ordered), default=Fraction())
    return [
        StandingRow(
            line,
            players[line.player],
            players[line.player].name_for(reader),
            shown(line.value),
            shown(line.behind),
            shown(line.mean_place),
            f"{max(0.0, float(line.value / most) * 100) if most > 0 else 0.0:.1f}",
        )
        for line in ordered
    ]


def _order(line: StandingLine, name: str) -> tuple[bool, int, str, int]:
    """By place; equals by name, so that neither the order of entry nor of the rows shows."""
    return line.place is None, line.place or 0, name.casefold(), line.player
