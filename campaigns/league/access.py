"""Who may read, play in and referee a campaign. The one loader per right is called on a view's first line.

A stranger to a campaign gets 404, a reader without the right 403. Players and referees read their campaign whatever
its visibility; who still waits to be let in reads no more than other members. Club admins read everything, but
referee only where they are referees.
"""

from __future__ import annotations

from typing import Final

from django.db.models import CharField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from campaigns.league.models import Campaign, Enlistment, Membership, Role
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import Resolution, ResolutionState
from club.access import User, forbidden, not_found
from club.models import Member
from club.visibility import Visibility
from rosters.models import Warband

TAKES_PART: Final = (Role.REFEREE.value, Role.PLAYER.value)


def visible_campaigns(user: User) -> QuerySet[Campaign]:
    """Return the campaigns ``user`` may read. Joins no table, so that no row comes twice."""
    allowed = Q(visibility=Visibility.PUBLIC)
    if user.is_authenticated:
        if user.is_club_admin:
            return Campaign.objects.all()
        own = Membership.objects.filter(member=user, role__in=TAKES_PART)
        allowed |= Q(visibility=Visibility.CLUB) | Q(pk__in=own.values("campaign"))
    return Campaign.objects.filter(allowed)


def may_read(user: User, campaign: Campaign) -> bool:
    """Tell whether ``visible_campaigns`` has it; asks the database only where the campaign itself does not say so."""
    if campaign.visibility == Visibility.PUBLIC:
        return True
    if user.is_authenticated and (campaign.visibility == Visibility.CLUB or user.is_club_admin):
        return True
    return user.is_authenticated and takes_part(user, campaign)


def with_role(campaigns: QuerySet[Campaign], user: User) -> QuerySet[Campaign]:
    """Tell with each campaign what ``user`` is in it: ``viewer_role``, a ``Role`` or empty for a mere reader."""
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


def takes_part(user: User, campaign: Campaign) -> bool:
    """Tell whether ``user`` plays in the campaign or referees it."""
    return role_in(user, campaign) in TAKES_PART


def get_campaign_for_reader(user: User, slug: str, *, game: str = "") -> Campaign:
    """Return a campaign the user may read; 404 for a stranger, and for another ``game`` where one is named."""
    found = with_role(visible_campaigns(user), user).filter(slug=slug)
    campaign = (found.filter(game=game) if game else found).first()
    if campaign is None:
        not_found()
    if user.is_authenticated:
        campaign.__dict__["_viewer"] = (user.pk, campaign.__dict__["viewer_role"])
    return campaign


def get_campaign_for_member(user: User, slug: str, *, game: str = "") -> Campaign:
    """Return a campaign the user takes part in, as a player or a referee; 404 for a stranger, 403 for a mere reader."""
    campaign = get_campaign_for_reader(user, slug, game=game)
    return campaign if takes_part(user, campaign) else forbidden()


def get_campaign_for_referee(user: User, slug: str, *, game: str = "") -> Campaign:
    """Return a campaign the user is a referee of; 404 for a stranger, 403 for others."""
    campaign = get_campaign_for_reader(user, slug, game=game)
    return campaign if is_referee(user, campaign) else forbidden()


def is_player(user: User, battle: Battle) -> bool:
    """Tell whether one of the battle's warbands is the user's. Free for a battle from a loader of this module."""
    return user.is_authenticated and any(side.warband.owner_id == user.pk for side in battle.sides.all())


def get_battle_for_reader(user: User, slug: str, pk: int) -> Battle:
    """Return a battle of a campaign the user may read, with its sides, their warbands and owners; else 404."""
    campaign = get_campaign_for_reader(user, slug)
    battles = Battle.objects.select_related("round", "winner", "ground", "resolution")
    # What the engine fought may be megabytes: pages that show it ask for it.
    battles = battles.defer("resolution__events", "resolution__log", "resolution__setup")
    battles = battles.prefetch_related("sides__warband__owner")
    battle = battles.filter(campaign=campaign, pk=pk).first()
    if battle is None:
        not_found()
    battle.campaign = campaign
    return battle


def get_battle_for_player(user: User, slug: str, pk: int) -> Battle:
    """Return a battle one of whose warbands is the user's; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_player(user, battle) else forbidden()


def get_battle_for_reporter(user: User, slug: str, pk: int) -> Battle:
    """Return a battle the user plays in or referees; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_player(user, battle) or is_referee(user, battle.campaign) else forbidden()


def get_battle_for_referee(user: User, slug: str, pk: int) -> Battle:
    """Return a battle the user is a referee over; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_referee(user, battle.campaign) else forbidden()


def get_replay_for_reader(user: User, slug: str, pk: int) -> Resolution:
    """Return how a battle of a campaign the user may read was resolved; 404 also while it is not."""
    battle = get_battle_for_reader(user, slug, pk)
    resolution = Resolution.objects.filter(battle=battle, state=ResolutionState.DONE).first()
    if resolution is None:
        not_found()
    resolution.battle = battle
    return resolution


def get_replay_by_link(key: str) -> Resolution:
    """Return the resolved battle that a link shares; who holds the link needs no other right."""
    found = Resolution.objects.select_related("battle").filter(share=key, state=ResolutionState.DONE).first()
    return found if found is not None else not_found()


def get_recovery_for_reader(user: User, slug: str, pk: int, warband: int) -> Recovery:
    """Return one warband's aftermath of a confirmed battle in a campaign the user may read; else 404.

    Its ``side.battle`` comes with all sides, each with its own aftermath.
    """
    battle = get_battle_for_reader(user, slug, pk)
    sides = {side.pk: side for side in battle.sides.all()}
    wanted = None
    for recovery in Recovery.objects.filter(side__in=sides):
        side = recovery.side = sides[recovery.side_id]
        side.battle = battle
        if side.warband_id == warband:
            wanted = recovery
    return wanted if wanted is not None else not_found()


def may_recover(user: User, recovery: Recovery) -> bool:
    """Tell whether ``user`` may see to the aftermath: the warband's owner, or a referee."""
    side = recovery.side
    return user.is_authenticated and (side.warband.owner_id == user.pk or is_referee(user, side.battle.campaign))


def get_recovery_for_player(user: User, slug: str, pk: int, warband: int) -> Recovery:
    """Return an aftermath the user may see to; 404 for a stranger, 403 for others."""
    recovery = get_recovery_for_reader(user, slug, pk, warband)
    return recovery if may_recover(user, recovery) else forbidden()


class CampaignGrants:
    """What campaigns add to the access to warbands; see ``rosters.access.Grants``."""

    def readable(self, user: User) -> Q:
        """Who may read a campaign may read the warbands enlisted in it, past ones included."""
        enlisted = Enlistment.objects.filter(campaign__in=visible_campaigns(user).values("pk"))
        return Q(pk__in=enlisted.values("warband"))

    def referees(self, user: Member, warband: Warband) -> bool:
        """A campaign's referees may change the warbands that serve in it."""
        return Membership.objects.filter(
            member=user,
            role=Role.REFEREE,
            campaign__enlistments__warband=warband,
            campaign__enlistments__withdrawn=False,
        ).exists()
