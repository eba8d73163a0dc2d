"""Who may read, play in and referee a campaign. The one loader per right is called on a view's first line.

A stranger to a campaign gets 404, a reader without the right 403. Players and referees read their campaign whatever
its visibility; whoever still waits to be let in reads no more than other members. Club admins read everything, but
referee only where they are referees.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import CharField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from campaigns.league.games import GAMES, codes_of
from campaigns.league.models import Campaign, Membership, Role
from club.access import User, forbidden, not_found
from club.models import Member, naming
from club.visibility import Visibility, open_to

OUTSIDERS: Final = 100
TAKES_PART: Final = (Role.REFEREE.value, Role.PLAYER.value)


def visible_campaigns(user: User) -> QuerySet[Campaign]:
    """Return the campaigns ``user`` may read, no lesson's practice. Joins no table, so that no row comes twice."""
    allowed = Q(visibility__in=open_to(user))
    if user.is_authenticated:
        if user.is_club_admin:
            return Campaign.objects.filter(practice=False)
        own = Membership.objects.filter(member=user, role__in=TAKES_PART)
        allowed |= Q(pk__in=own.values("campaign"))
    return Campaign.objects.filter(allowed)


def own_practice(user: User) -> QuerySet[Campaign]:
    """Return the practice of the lessons that ``user`` takes: in no list, but with pages like any campaign."""
    if not user.is_authenticated:
        return Campaign.objects.none()
    return Campaign.objects.filter(practice=True, lesson__member=user)


def listed(campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """Return those that lists call campaigns: single games have a list of their own."""
    return campaigns.filter(game__in=[game.code for game in GAMES])


def may_read(user: User, campaign: Campaign) -> bool:
    """Tell whether ``visible_campaigns`` includes it; asks the database only where the campaign leaves it open."""
    if campaign.practice:
        return own_practice(user).filter(pk=campaign.pk).exists()
    if campaign.visibility == Visibility.PUBLIC:
        return True
    if user.is_authenticated and (campaign.visibility == Visibility.CLUB or user.is_club_admin):
        return True
    return user.is_authenticated and takes_part(user, campaign)


def with_role(campaigns: QuerySet[Campaign], user: User) -> QuerySet[Campaign]:
    """Note on each campaign what ``user`` is in it: ``viewer_role``, a ``Role`` or empty for a mere reader."""
    if not user.is_authenticated:
        return campaigns.annotate(viewer_role=Value("", output_field=CharField()))
    own = Membership.objects.filter(campaign=OuterRef("pk"), member=user)
    return campaigns.annotate(
        viewer_role=Coalesce(Subquery(own.values("role")[:1]), Value(""), output_field=CharField())
    )


def role_in(user: User, campaign: Campaign) -> str:
    """Return the ``Role`` of ``user`` in the campaign, or an empty string. Costs nothing after a loader."""
    if not user.is_authenticated:
        return ""
    known: tuple[int, str] | None = campaign.__dict__.get("_viewer")
    if known is None or known[0] != user.pk:
        role = campaign.memberships.filter(member=user).values_list("role", flat=True).first() or ""
        known = campaign.__dict__["_viewer"] = (user.pk, role)
    return known[1]


def is_referee(user: User, campaign: Campaign) -> bool:
    """Tell whether ``user`` is a referee of the campaign."""
    return role_in(user, campaign) == Role.REFEREE


def members(campaign: Campaign) -> list[Membership]:
    """Return everybody in the campaign and who asks to be let in, each with what names the account. One query."""
    return list(
        campaign.memberships.select_related("member").only(
            "campaign", "role", "lets_engine_resolve", "joined", *naming("member")
        )
    )


def outsiders(campaign: Campaign) -> QuerySet[Member]:
    """Return the members of the club who do not take part, those first who were here last; the first hundred."""
    inside = campaign.memberships.filter(role__in=TAKES_PART).values("member")
    found = Member.objects.filter(is_active=True, closed=None).exclude(pk__in=inside)
    if not settings.DEBUG:
        found = found.filter(is_demo=False)
    latest = found.order_by(F("last_login").desc(nulls_last=True), "pk")
    return latest.only("username", "display_name", "hidden", "closed")[:OUTSIDERS]


def referees_of(campaign: Campaign) -> QuerySet[Membership, int]:
    """Return the members who referee the campaign, by their keys."""
    return campaign.memberships.filter(role=Role.REFEREE).values_list("member", flat=True)


def members_of(campaign: Campaign) -> QuerySet[Membership, int]:
    """Return the members who play in the campaign or referee it, by their keys."""
    return campaign.memberships.filter(role__in=TAKES_PART).values_list("member", flat=True)


def referees_something(member: Member) -> bool:
    """Tell whether the member is a referee of any campaign that is not over."""
    return Membership.objects.filter(member=member, role=Role.REFEREE, campaign__closed=False).exists()


def takes_part(user: User, campaign: Campaign) -> bool:
    """Tell whether ``user`` plays in the campaign or referees it."""
    return role_in(user, campaign) in TAKES_PART


def get_campaign_with_role(user: User, pk: int) -> Campaign:
    """Return a campaign, whoever may read it, with what ``user`` is in it now. One query."""
    campaign = with_role(Campaign.objects.all(), user).get(pk=pk)
    _keep_role(user, campaign)
    return campaign


def _keep_role(user: User, campaign: Campaign) -> None:
    """Let ``role_in`` ask no more for what a loader noted on a campaign."""
    if user.is_authenticated:
        campaign.__dict__["_viewer"] = (user.pk, campaign.__dict__["viewer_role"])


def get_campaign_for_reader(user: User, slug: str, *, kind: str = "") -> Campaign:
    """Return a campaign the user may read; 404 for a stranger, and for another ``kind`` where one is named."""
    campaign = _named(visible_campaigns(user), user, slug, kind) or _named(own_practice(user), user, slug, kind)
    if campaign is None:
        not_found()
    _keep_role(user, campaign)
    return campaign


def _named(campaigns: QuerySet[Campaign], user: User, slug: str, kind: str) -> Campaign | None:
    found = with_role(campaigns, user).filter(slug=slug)
    return (found.filter(game__in=codes_of(kind)) if kind else found).first()


def get_campaign_for_member(user: User, slug: str, *, kind: str = "") -> Campaign:
    """Return a campaign the user takes part in, as a player or a referee; 404 for a stranger, 403 for a mere reader."""
    campaign = get_campaign_for_reader(user, slug, kind=kind)
    return campaign if takes_part(user, campaign) else forbidden()


def get_campaign_for_referee(user: User, slug: str, *, kind: str = "") -> Campaign:
    """Return a campaign the user is a referee of; 404 for a stranger, 403 for others."""
    campaign = get_campaign_for_reader(user, slug, kind=kind)
    return campaign if is_referee(user, campaign) else forbidden()
