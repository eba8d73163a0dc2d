"""Which matches a page of statistics is about: of one game, perhaps of one season, one period, one player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Min, Q, QuerySet
from django.utils.http import urlencode
from msgspec import Struct

from campaigns.league.access import visible_campaigns
from campaigns.league.games import CARD_GAMES, Game, game_of, is_card_game
from campaigns.league.models import Campaign
from campaigns.seasons.access import readable
from campaigns.seasons.models.rating import Facet, Tally
from campaigns.seasons.periods import RECENT, Period, PeriodForm, this_month
from club.access import User


class Selection(Struct, frozen=True):
    """What was asked for. ``season`` None means all matches, ``alone`` only those outside of seasons.

    ``settled``: the page is about one season, which nobody chose. ``unfolded``: the reader wants to choose.
    """

    game: Game
    period: Period
    season: Campaign | None = None
    alone: bool = False
    settled: bool = False
    unfolded: bool = False

    @property
    def placed(self) -> Q:
        """The condition for rows of these matches, whatever the period."""
        found = Q(game=self.game.code)
        if self.season is not None:
            return found & Q(campaign=self.season)
        return found & Q(campaign__isnull=True) if self.alone else found

    @property
    def edges(self) -> Q | None:
        """The matches in the months that the period cuts; None where it cuts none."""
        found = self.period.edges("date")
        return None if found is None else self.placed & found

    @property
    def narrowed(self) -> bool:
        """Whether it leaves out some of the game's matches."""
        return self.season is not None or self.alone or bool(self.period)

    def readable(self, reader: User, path: str = "", *, own: bool = False) -> Q:
        """The condition for those of these rows that the reader may read, who may read the season if there is one."""
        return Q() if self.season is not None else readable(reader, path, own=own)

    def within(self, reader: User, path: str = "", *, own: bool = False) -> Q:
        """The condition for these matches as far as the reader may read them, or for rows with their game and date.

        ``path`` leads from such a row to its match.
        """
        return self.placed & self.period.span("date") & self.readable(reader, path, own=own)

    @property
    def opened(self) -> bool:
        """Whether the form stands open: what there is to choose from is only read then."""
        return self.unfolded or bool(self.period) or (self.narrowed and not self.settled)

    @property
    def query(self) -> str:
        """The query string that asks for it again."""
        season = self.season.slug if self.season is not None else ALONE if self.alone else ""
        return urlencode({"game": self.game.code, **({"season": season} if season else {}), **self.period.query})


ALONE: Final = "none"
"""What the address says for matches outside of seasons."""


class Choices(Struct, frozen=True):
    """What the reader may choose from."""

    games: tuple[Game, ...]
    seasons: list[Campaign]
    periods: list[tuple[str, Any]]


class Days(Struct, frozen=True):
    """A period as the form shows it: its code, what it is called, and the days typed, right or wrong."""

    code: str
    label: str
    typed: tuple[tuple[str, str], ...]

    @property
    def form(self) -> PeriodForm:
        """The fields for the days."""
        return PeriodForm(dict(self.typed))


class Offer(Struct, frozen=True):
    """What is chosen and what there is to choose from: all that is drawn of it.

    ``season`` and ``seasons`` are slugs with names; nothing is offered (``offered`` is False) while nobody wants to
    choose.
    """

    game: Game
    season: tuple[str, str] | None
    alone: bool
    period: Days
    query: str
    settled: bool
    offered: bool
    games: tuple[Game, ...] = ()
    seasons: tuple[tuple[str, str], ...] = ()
    periods: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, chosen: Selection, choices: Choices | None) -> Offer:
        """Return what is drawn of a selection."""
        season, asked = chosen.season, chosen.period.asked
        typed = tuple((name, asked[name]) for name in ("from", "to") if asked.get(name))
        return cls(
            chosen.game,
            (season.slug, season.name) if season is not None else None,
            chosen.alone,
            Days(chosen.period.code, chosen.period.label, typed),
            chosen.query,
            chosen.settled,
            choices is not None,
            choices.games if choices is not None else (),
            tuple((one.slug, one.name) for one in choices.seasons) if choices is not None else (),
            tuple((code, str(label)) for code, label in choices.periods) if choices is not None else (),
        )


def selection(asked: Mapping[str, str], reader: User, *, usual: str = "", settled: Campaign | None = None) -> Selection:
    """Read an address's query and ignore what makes no sense. No query for a game as a whole, else at most two.

    ``usual`` is the game without a word, the first of all games unless said. ``settled`` is the season that a page is
    about.
    """
    code = settled.game if settled is not None else asked.get("game", "")
    game = game_of(code if is_card_game(code) else usual or CARD_GAMES[0].code)
    slug, season = asked.get("season", ""), settled
    if season is None and slug not in ("", ALONE):
        season = visible_campaigns(reader).filter(game=game.code, slug=slug).first()
    named = asked.get("period", "")
    years = years_of(game.code) if named and named not in RECENT else []
    period = Period.of(asked, [known for known, _label in [*recent_periods(), *years]])
    return Selection(
        game, period, season, season is None and slug == ALONE, settled is not None, unfolded="narrow" in asked
    )


def choices_for(chosen: Selection, reader: User) -> Choices | None:
    """Return what the reader may choose from; None while nobody wants to choose. Two queries, one in a season."""
    if not chosen.opened:
        return None
    return Choices(
        CARD_GAMES,
        [] if chosen.settled else list(_seasons(reader, chosen.game.code)),
        [*recent_periods(), *years_of(chosen.game.code)],
    )


def _seasons(reader: User, game: str) -> QuerySet[Campaign]:
    return visible_campaigns(reader).filter(game=game).order_by("closed", "-created").only("slug", "name")


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
