"""Which matches a page of statistics is about: of one game, perhaps of one season, one period, one player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Min, Q
from django.utils.http import urlencode

from campaigns.league.access import visible_campaigns
from campaigns.league.games import CARD_GAMES, Game, game_of, is_card_game
from campaigns.league.models import Campaign
from campaigns.seasons.models.rating import Facet, Tally
from campaigns.seasons.periods import RECENT, Period, this_month
from club.access import User


@dataclass(frozen=True, slots=True)
class Selection:
    """What was asked for. ``season`` None means all matches, ``alone`` only those outside of seasons."""

    game: Game
    period: Period
    season: Campaign | None = None
    alone: bool = False

    @property
    def tallies(self) -> Q:
        """The counters of these matches, but for those of ``edges``."""
        return self._place & self.period.whole("month")

    @property
    def edges(self) -> Q | None:
        """The matches in the months that the period cuts; None where it cuts none."""
        found = self.period.edges("date")
        return None if found is None else self._place & found

    @property
    def rows(self) -> Q:
        """The matches themselves, or their seats: both have a game, a campaign and a date."""
        return self._place & self.span("date")

    @property
    def _place(self) -> Q:
        found = Q(game=self.game.code)
        if self.season is not None:
            found &= Q(campaign=self.season)
        elif self.alone:
            found &= Q(campaign__isnull=True)
        return found

    def span(self, field: str) -> Q:
        """The period, for rows that have their date in ``field``."""
        return self.period.span(field)

    @property
    def narrowed(self) -> bool:
        """Whether it leaves out some of the game's matches."""
        return self.season is not None or self.alone or bool(self.period)

    @property
    def query(self) -> str:
        """The query string that asks for it again."""
        season = self.season.slug if self.season is not None else ALONE if self.alone else ""
        return urlencode({"game": self.game.code, **({"season": season} if season else {}), **self.period.query})


ALONE: Final = "none"
"""What the address says for matches outside of seasons."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the reader may choose from."""

    games: tuple[Game, ...]
    seasons: list[Campaign]
    periods: list[tuple[str, Any]]


def selection(asked: Mapping[str, str], reader: User, *, usual: str = "") -> tuple[Selection, Choices]:
    """Read an address's query and ignore what makes no sense. Two queries.

    ``usual`` is the game without a word, the first of all games unless said.
    """
    code = asked.get("game", "")
    game = game_of(code if is_card_game(code) else usual or CARD_GAMES[0].code)
    seasons = list(visible_campaigns(reader).filter(game=game.code).order_by("closed", "-created"))
    slug = asked.get("season", "")
    season = next((one for one in seasons if one.slug == slug), None)
    choices = Choices(CARD_GAMES, seasons, [*recent_periods(), *years_of(game.code)])
    period = Period.of(asked, [known for known, _label in choices.periods])
    return Selection(game, period, season, season is None and slug == ALONE), choices


def recent_periods() -> list[tuple[str, Any]]:
    """Return the periods that end now."""
    return [(code, label) for code, (_months, label) in RECENT.items()]


def years_of(game: str) -> list[tuple[str, Any]]:
    """Return the years in which a game was played, or any of them without a ``game``; one query."""
    found = Tally.objects.filter(facet=Facet.MATCHES)
    oldest = (found.filter(game=game) if game else found).aggregate(first=Min("month"))["first"]
    if oldest is None:
        return []
    return [(str(year), str(year)) for year in range(this_month() // 12, oldest // 12 - 1, -1)]
