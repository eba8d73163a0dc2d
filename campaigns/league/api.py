"""Campaigns for programs: which ones there are, and who takes part."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Router

from campaigns.league.access import (
    get_campaign_for_reader,
    listed,
    members,
    role_in,
    visible_campaigns,
    with_role,
)
from campaigns.league.models import Campaign, Membership, Role
from club.access import User
from club.api.lists import Asked, stretch
from club.api.scopes import EVERYBODY
from club.api.structs import told

router = Router(tags=["campaigns"])
_ORDER: Final = [Role.REFEREE.value, Role.PLAYER.value, Role.APPLICANT.value]


class CampaignLine(Struct, frozen=True):
    """A campaign: ``slug`` in addresses, ``game`` and ``kind`` (``war``, ``season``, ``single``) as codes.

    ``role`` is what you are in it: ``referee``, ``player``, ``applicant``, or nothing. ``closed``: it is over;
    ``archived``: lists leave it out unless they are asked for such ones.
    """

    slug: str
    name: str
    description: str
    game: str
    game_name: str
    kind: str
    visibility: str
    closed: bool
    archived: bool
    role: str
    created: datetime


class Part(Struct, frozen=True):
    """Somebody's part in a campaign. ``member`` is the number in the address of the player's page."""

    member: int
    name: str
    role: str
    role_name: str


@router.get("/campaigns", response=told(list[CampaignLine]), auth=EVERYBODY)
def campaigns(
    request: HttpRequest,
    response: HttpResponse,
    asked: Asked,
    mine: bool = False,
    game: str = "",
    archived: bool = False,
) -> list[CampaignLine]:
    """The campaigns that you may read, the newest first: of one game, those in which you have a part, archived ones."""
    rows = with_role(listed(visible_campaigns(request.user)), request.user).filter(archived=archived)
    if mine:
        rows = rows.filter(memberships__member=request.user) if request.user.is_authenticated else rows.none()
    if game:
        rows = rows.filter(game=game)
    return stretch(request, response, rows, asked, lambda row: _line(row, row.__dict__["viewer_role"]))


@router.get("/campaigns/{slug:slug}", response=told(CampaignLine), auth=EVERYBODY)
def campaign(request: HttpRequest, slug: str) -> CampaignLine:
    """One campaign, and what you are in it."""
    shown = get_campaign_for_reader(request.user, slug)
    return _line(shown, role_in(request.user, shown))


@router.get("/campaigns/{slug:slug}/members", response=told(list[Part]), auth=EVERYBODY)
def campaign_members(request: HttpRequest, slug: str) -> list[Part]:
    """Who takes part: referees, then players; for referees, who waits to be let in as well."""
    shown = get_campaign_for_reader(request.user, slug)
    role = role_in(request.user, shown)
    rows = [row for row in members(shown) if row.role != Role.APPLICANT or role == Role.REFEREE]
    return [_part(row, request.user) for row in sorted(rows, key=lambda row: _ORDER.index(row.role))]


def _line(row: Campaign, role: str) -> CampaignLine:
    return CampaignLine(
        slug=row.slug,
        name=row.name,
        description=row.description,
        game=row.game,
        game_name=row.played.name,
        kind=row.played.kind,
        visibility=row.visibility,
        closed=row.closed,
        archived=row.archived,
        role=role,
        created=row.created,
    )


def _part(row: Membership, reader: User) -> Part:
    return Part(row.member_id, row.member.name_for(reader), row.role, str(Role(row.role).label))
