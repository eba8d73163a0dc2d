"""Matches as items of a list: who played, who won, where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.league.games import Game, game_of
from campaigns.league.models import Campaign
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.origins import Origin, origins_of
from campaigns.matches.scores.wording import listed
from club.access import User


@dataclass(frozen=True, slots=True)
class Seated:
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


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a list shows it; ``origin`` is the table of the site at which it was played."""

    match: Match
    game: Game
    season: Campaign | None
    players: tuple[Seated, ...]
    origin: Origin | None = None

    @property
    def address(self) -> str:
        """The pad of a match that is being played, the page of another one."""
        live = self.match.state == MatchState.LIVE
        return reverse("campaigns:match_pad", args=[self.match.pk]) if live else self.match.get_absolute_url()

    @property
    def badge(self) -> str:
        """How the state is drawn: ``good``, ``bad``, ``warn``, ``muted`` or ``current``."""
        return BADGES[MatchState(self.match.state)]

    @property
    def title(self) -> str:
        """Who won, or who plays."""
        won = [seated.name for seated in self.players if seated.won]
        everybody = listed([seated.name for seated in self.players])
        if not won or self.match.state in (MatchState.CANCELLED, MatchState.LIVE):
            return everybody
        return _("%(winners)s won") % {"winners": listed(won)}


NAMED: Final = ("name", "merged_into", "member__username", "member__display_name", "member__hidden", "member__closed")
"""What makes a player's name."""
SEATED: Final = Prefetch(
    "seats",
    MatchSeat.objects.select_related("player__member").only(
        "match", "seat", "place", "points", "won", *(f"player__{name}" for name in NAMED)
    ),
)


def for_lines(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Read of matches, seats and players only what lines show: a long list has hundreds of them. Two queries."""
    found = matches.select_related("campaign").prefetch_related(SEATED)
    return found.only("game", "date", "place", "state", "way", "source", "campaign__name", "campaign__game")


def lines_of(matches: Iterable[Match], viewer: User, season: Campaign | None = None) -> list[MatchLine]:
    """Return the lines of matches whose seats are fetched; ``season`` spares asking for it."""
    found = list(matches)
    origins = origins_of(found, viewer)
    return [line_of(match, viewer, season or match.campaign, origins.get(match.pk)) for match in found]


def line_of(match: Match, viewer: User, season: Campaign | None, origin: Origin | None = None) -> MatchLine:
    """Return one line, the best first."""
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 99, seat.seat))
    players = tuple(Seated(s.player.name_for(viewer), s.place, s.points, s.won) for s in seats)
    return MatchLine(match, game_of(match.game), season, players, origin)
