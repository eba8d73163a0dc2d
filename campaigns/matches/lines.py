"""Matches as items of a list: who played, who won, where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.games import Game, game_of
from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.matches.origins import Origin, origins_of
from campaigns.matches.scores.wording import listed
from club.access import User
from club.addresses import numbered


class Seated(Struct, frozen=True):
    """A player of a match: the name the reader may see, the place and the points."""

    name: str
    place: int | None
    points: int | None
    won: bool


BADGES: Final = {
    MatchState.LIVE: "current",
    MatchState.FINISHED: "warn",
    MatchState.CONFIRMED: "good",
    MatchState.DISPUTED: "bad",
    MatchState.CANCELLED: "muted",
}


class MatchLine(Struct, frozen=True):
    """All that a list shows of a match, for one reader.

    ``season`` is the season's name, empty outside of seasons; ``origin`` the table of the site at which it was played.
    """

    pk: int
    game: Game
    season: str
    state: str
    date: datetime
    place: str
    players: tuple[Seated, ...]
    origin: Origin | None = None

    @property
    def address(self) -> str:
        """The pad of a match that is being played, the page of another one."""
        live = self.state == MatchState.LIVE
        return numbered("campaigns:match_pad" if live else "campaigns:match", self.pk)

    @property
    def badge(self) -> str:
        """How the state is drawn: ``good``, ``bad``, ``warn``, ``muted`` or ``current``."""
        return BADGES[MatchState(self.state)]

    @property
    def state_name(self) -> str:
        """The state in the reader's language."""
        return str(MatchState(self.state).label)

    @property
    def title(self) -> str:
        """Who won, or who plays."""
        won = [seated.name for seated in self.players if seated.won]
        everybody = listed([seated.name for seated in self.players])
        if not won or self.state in (MatchState.CANCELLED, MatchState.LIVE):
            return everybody
        return _("%(winners)s won") % {"winners": listed(won)}


NAMED: Final = ("name", "merged_into", "member__username", "member__display_name", "member__hidden", "member__closed")
"""What makes a player's name."""


def named_players(numbers: Iterable[int]) -> QuerySet[Player]:
    """Return players with no more than what makes their names."""
    return Player.objects.filter(pk__in=numbers).select_related("member").only(*NAMED)


_MATCH: Final = ("game", "date", "place", "state", "way", "source")
_SEATED: Final = Prefetch(
    "seats",
    MatchSeat.objects.select_related("player__member").only(
        "match", "seat", "place", "points", "won", *(f"player__{name}" for name in NAMED)
    ),
)


def for_lines(matches: QuerySet[Match], *, seasons: bool = True) -> QuerySet[Match]:
    """Read of matches only what lines show; their ``seasons`` unless the page knows which one it is."""
    if not seasons:
        return matches.only(*_MATCH)
    return matches.select_related("campaign").only(*_MATCH, "campaign__name", "campaign__game")


def lines_of(matches: Iterable[Match], viewer: User, season: Campaign | None = None) -> list[MatchLine]:
    """Return the lines of matches, reading who sat in them; ``season`` spares asking for it. One query."""
    found = list(matches)
    prefetch_related_objects(found, _SEATED)
    origins = origins_of(found, viewer)
    return [line_of(match, viewer, season or match.campaign, origins.get(match.pk)) for match in found]


def line_of(match: Match, viewer: User, season: Campaign | None, origin: Origin | None = None) -> MatchLine:
    """Return the line of one match whose seats are fetched, the best first."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 99, seat.seat))
    players = tuple(Seated(seat.player.name_for(viewer), seat.place, seat.points, seat.won) for seat in seats)
    name = season.name if season is not None else ""
    return MatchLine(match.pk, game_of(match.game), name, match.state, match.date, match.place, players, origin)
