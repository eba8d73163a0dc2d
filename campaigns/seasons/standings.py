"""The standings of a season, by its scheme, from the counted results. Three queries, however many matches there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from campaigns.league.models import Campaign
from campaigns.matches.models.match import MatchSeat
from campaigns.matches.models.player import Player
from campaigns.seasons.scheme import Part, Scheme, scheme_of, shown
from club.access import User


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
class Standings:
    """A season's standings for one reader."""

    scheme: Scheme
    rows: list[StandingRow]
    matches: int

    @property
    def placed(self) -> list[StandingRow]:
        """Those who played enough."""
        return [row for row in self.rows if row.line.place is not None]

    @property
    def leaders(self) -> list[StandingRow]:
        """Who stands first."""
        return [row for row in self.rows if row.line.place == 1]

    @property
    def next(self) -> StandingRow | None:
        """Who stands behind the first."""
        return next((row for row in self.placed if row.line.place != 1), None)


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


def parts_of(season: Campaign) -> tuple[dict[int, Counter[Part]], int]:
    """Return how often each player had which part in the season's counted matches, and how many these are. One query.

    A full season has thousands of seats, but few that differ.
    """
    seats = list(
        MatchSeat.objects.filter(campaign=season, counts=True, place__isnull=False)
        .order_by()
        .values_list("player_id", "match_id", "place", "points", "won")
    )
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
    parts, matches = parts_of(season)
    lines = reckon(parts, scheme)
    players = {player.pk: player for player in Player.objects.filter(pk__in=parts).select_related("member")}
    return Standings(scheme, _rows(lines, players, reader), matches)


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
