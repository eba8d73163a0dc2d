"""Members for programs: who plays, how they do, as far as a reader may see it."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Router

from campaigns.seasons.access import visible_players
from campaigns.seasons.player_overview import Rival, member_for_reader
from campaigns.seasons.player_page import GameScore
from campaigns.wars.careers import Results
from club.api.lists import Asked, stretch
from club.api.scopes import EVERYBODY, Read
from club.api.structs import told
from club.models import Member

router = Router(tags=["members"])


class MemberLine(Struct, frozen=True):
    """A member in the list."""

    id: int
    name: str


class BattlesOf(Struct, frozen=True):
    """Battles of Musg, counted over all warbands of a member's; ``takedowns`` are enemies put out of action."""

    played: int
    won: int
    drawn: int
    lost: int
    takedowns: int


class GameOf(Struct, frozen=True):
    """How a member does in a card game. ``places`` are firsts, seconds, thirds and all others.

    ``rating`` is null where there is none.
    """

    game: str
    played: int
    won: int
    places: tuple[int, ...]
    rating: int | None


class ResultOf(Struct, frozen=True):
    """A battle or a match that counted: what it was and what came of it for the member, in words."""

    date: datetime
    title: str
    about: str
    standing: str
    address: str


class RivalOf(Struct, frozen=True):
    """Whom the member met most, and how often he came off better (``ahead``) or worse (``behind``)."""

    name: str
    met: int
    ahead: int
    behind: int


class WarbandOf(Struct, frozen=True):
    """A warband of the member's."""

    id: int
    name: str
    race: str
    value: int


class CampaignOf(Struct, frozen=True):
    """A campaign or season that the member takes part in."""

    slug: str
    name: str
    closed: bool


class MemberTold(Struct, frozen=True):
    """A member as the page of a player shows him to you. ``singles`` are single games, which are in no other figure."""

    id: int
    name: str
    campaigns: tuple[CampaignOf, ...]
    warbands: tuple[WarbandOf, ...]
    battles: BattlesOf
    singles: BattlesOf
    games: tuple[GameOf, ...]
    results: tuple[ResultOf, ...]
    rivals: tuple[RivalOf, ...]


@router.get("/members", response=told(list[MemberLine]), auth=Read())
def members(request: HttpRequest, response: HttpResponse, asked: Asked) -> list[MemberLine]:
    """The members with matches that you may read, and you; those who joined last come first."""
    rows = Member.objects.filter(is_active=True, pk__in=visible_players(request.user).values("member"))
    return stretch(request, response, rows, asked, lambda row: MemberLine(row.pk, row.name_for(request.user)))


@router.get("/members/{int:pk}", response=told(MemberTold), auth=EVERYBODY)
def member(request: HttpRequest, pk: int) -> MemberTold:
    """What a member plays and has played, over all games, as far as you may see it.

    Who hides from public pages is shown to visitors where something public is his, and without his name.
    """
    shown, found = member_for_reader(request.user, pk, {})
    career = found.career
    return MemberTold(
        id=shown.pk,
        name=found.name,
        campaigns=tuple(CampaignOf(one.slug, one.name, one.closed) for one in career.campaigns),
        warbands=tuple(WarbandOf(one.pk, one.name, one.race, one.value) for one in career.warbands),
        battles=_battles(career.results),
        singles=_battles(career.singles),
        games=tuple(_game(one) for one in found.scores.games) if found.scores is not None else (),
        results=tuple(ResultOf(one.date, one.title, one.about, one.standing, one.address) for one in found.results),
        rivals=tuple(_rival(one) for one in found.rivals),
    )


def _battles(of: Results) -> BattlesOf:
    return BattlesOf(of.played, of.won, of.drawn, of.lost, of.takedowns)


def _game(one: GameScore) -> GameOf:
    return GameOf(one.game.code, one.score.played, one.score.won, tuple(one.score.places), one.rating)


def _rival(one: Rival) -> RivalOf:
    return RivalOf(one.name, one.met, one.ahead, one.behind)
