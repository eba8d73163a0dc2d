"""What others are told of results in the card games: events, what is to be read, and how a chat says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _, pgettext_lazy
from msgspec import Struct

from campaigns.league.games import game_of
from campaigns.league.hooks.bodies import CampaignBody, campaign_body
from campaigns.league.hooks.scopes import scope_of
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.matches.operations.results import ResultChange
from club.addresses import whole
from club.dates import date_text
from club.hooks.bodies import plain, public_name
from club.hooks.codes import Event, Look, Notice
from club.hooks.happenings import happened
from club.models.hook import CLUB
from club.visibility import Visibility

MOST: Final = 10
"""Of so many results in one go each is an event; a file with more is told as the standings that it changes."""


class SeatBody(Struct, frozen=True):
    """A player's result. ``player`` is ``null`` for guests and for members who are hidden; equals share a ``place``."""

    player: str | None
    place: int | None
    points: int | None
    won: bool


class MatchBody(Struct, frozen=True):
    """A match of a card game. ``state``: ``live``, ``finished``, ``confirmed``, ``disputed``, ``cancelled``."""

    id: int
    game: str
    date: str
    state: str
    seats: tuple[SeatBody, ...]
    address: str


class MatchData(Struct, frozen=True):
    """``match.…``. ``season`` is ``null`` for a match outside of any."""

    season: CampaignBody | None
    match: MatchBody


class Matches:
    """Matches as subjects."""

    def look(self, number: int) -> Look | None:
        """The match as strangers may read it. Two queries."""
        match = Match.objects.select_related("campaign").filter(pk=number).first()
        if match is None:
            return None
        season = match.campaign
        body = MatchBody(
            id=match.pk,
            game=match.game,
            date=match.date.isoformat(),
            state=match.state,
            seats=tuple(SeatBody(_name(s.player), s.place, s.points, s.won) for s in _seats(match)),
            address=whole(match.get_absolute_url()),
        )
        data = MatchData(campaign_body(season) if season is not None else None, body)
        audience = Visibility((season or match).visibility)
        return Look(scope_of(season) if season is not None else CLUB, audience, plain(data))

    def notice(self, number: int) -> Notice | None:
        """The game, and who came in where."""
        match = Match.objects.select_related("campaign").filter(pk=number).first()
        if match is None:
            return None
        when = date_text(timezone.localtime(match.date), "DATE_FORMAT")
        season = match.campaign.name if match.campaign is not None else ""
        lines = [" · ".join(part for part in (season, when) if part)]
        for seat in sorted(_seats(match), key=lambda one: (one.place or 99, one.seat)):
            name = _name(seat.player) or _("somebody")
            points = f" ({seat.points})" if seat.points is not None else ""
            lines.append(f"{seat.place}. {name}{points}" if seat.place else f"{name}{points}")
        return Notice(str(game_of(match.game).name), tuple(lines), match.get_absolute_url())


def _seats(match: Match) -> list[MatchSeat]:
    return list(match.seats.select_related("player__member").order_by("seat"))


def _name(player: Player) -> str | None:
    return public_name(player.member)


def follow(changes: Sequence[ResultChange]) -> None:
    """Tell others of results that count now, count otherwise, or count no more: the listener of ``results``."""
    if len(changes) > MOST:
        return
    for change in changes:
        if change.before is None:
            code = "match.recorded"
        else:
            code = "match.corrected" if change.after is not None else "match.withdrawn"
        happened(code=code, subject=f"match:{change.match}")


EVENTS: Final[Mapping[str, Event]] = {
    "match.recorded": Event(pgettext_lazy("event", "a result counts"), "match"),
    "match.corrected": Event(pgettext_lazy("event", "a result is corrected"), "match"),
    "match.withdrawn": Event(pgettext_lazy("event", "a result counts no more"), "match"),
}
SUBJECTS: Final = {"match": Matches()}
DATA: Final[Mapping[str, type[Struct]]] = dict.fromkeys(EVENTS, MatchData)
"""What stands under ``data``, by event: for the published schema."""
