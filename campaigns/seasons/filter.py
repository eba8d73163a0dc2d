"""Which matches a list or a file is about: of any game, in any state, of a season, a period and a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.games import is_card_game
from campaigns.league.models import Campaign
from campaigns.matches.access import visible_seasons
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.seasons.access import get_player_for_reader, visible_players
from campaigns.seasons.periods import Period
from campaigns.seasons.selection import ALONE, recent_periods, years_of
from club.access import User
from club.numbers import whole_number


class MatchFilter(Struct, frozen=True):
    """What was asked for; what is empty leaves nothing out.

    ``alone``: only matches outside of seasons; ``settled``: the page is about one season, which nobody chose.
    ``unfolded``: the reader wants to choose.
    """

    game: str
    state: str
    season: Campaign | None
    alone: bool
    period: Period
    player: Player | None
    settled: bool = False
    unfolded: bool = False

    @classmethod
    def of(cls, asked: Mapping[str, str], reader: User, *, season: Campaign | None = None) -> MatchFilter:
        """Read an address's query and ignore what makes no sense. At most three queries.

        ``season`` is settled where a page is about one. A player the reader may not know of is not found (404).
        """
        settled = season is not None
        slug, number = asked.get("season", ""), whole_number(asked.get("player", ""))
        if season is None and slug not in ("", ALONE):
            season = visible_seasons(reader).filter(slug=slug).first()
        game, state = asked.get("game", ""), asked.get("state", "")
        return cls(
            game=season.game if season is not None else game if is_card_game(game) else "",
            state=state if state in MatchState else "",
            season=season,
            alone=season is None and slug == ALONE,
            period=Period.of(asked),
            player=get_player_for_reader(reader, number) if number is not None else None,
            settled=settled,
            unfolded="narrow" in asked,
        )

    def narrow(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Return those of the matches that were asked for. No query."""
        found = matches.filter(self.period.span("date"))
        if self.game:
            found = found.filter(game=self.game)
        if self.state:
            found = found.filter(state=self.state)
        if self.season is not None:
            found = found.filter(campaign=self.season)
        elif self.alone:
            found = found.filter(campaign__isnull=True)
        if self.player is not None:
            found = found.filter(pk__in=MatchSeat.objects.filter(player=self.player).values("match"))
        return found

    @property
    def query(self) -> str:
        """The query string that asks for the counted ones of these matches as a file."""
        season = self.season.slug if self.season is not None else ALONE if self.alone else ""
        player = str(self.player.pk) if self.player is not None else ""
        given = {"game": self.game, "season": season, "player": player}
        return urlencode({**{name: value for name, value in given.items() if value}, **self.period.query})

    @property
    def opened(self) -> bool:
        """Whether the form stands open: what there is to choose from is only read then."""
        return self.unfolded or self.narrowed

    @property
    def narrowed(self) -> bool:
        """Whether anything was asked for."""
        chosen = self.state or self.player or self.period
        return bool(chosen or (not self.settled and (self.game or self.season or self.alone)))


def choices_for(chosen: MatchFilter, reader: User) -> dict[str, Any]:
    """Return what the reader may choose from, for the form of filters; no seasons where one is settled.

    Three queries.
    """
    seasons = visible_seasons(reader).order_by("closed", "-created")
    players = [(player.pk, player.name_for(reader)) for player in visible_players(reader).select_related("member")]
    return {
        "seasons": [] if chosen.settled else [(season.slug, season.name) for season in seasons.only("slug", "name")],
        "alone": (ALONE, _("outside of seasons")),
        "periods": [*recent_periods(), *years_of(chosen.game)],
        "players": sorted(players, key=lambda one: one[1].casefold()),
        "states": MatchState.choices,
    }
