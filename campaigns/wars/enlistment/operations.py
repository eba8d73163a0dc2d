"""Bringing a warband into a campaign, and taking it out again."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.league.access import referees_of
from campaigns.league.models import Campaign, Membership
from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_campaign, lock_running
from campaigns.wars.enlistment.requests import take_in
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleState
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Adopt
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband, lock, record_locked
from rosters.transfer import copy_warband


@transaction.atomic
def muster_for(*, campaign: Campaign, owner: Member, name: str, race: str) -> Warband:
    """Found a new warband under the campaign's rules and enlist it; its muster is still to be drawn up."""
    locked = lock_running(campaign)
    setup = Setup(race=race, name=name, rules=rules_of(locked))
    warband = create_warband(owner=owner, setup=setup, visibility=locked.visibility)
    _enlist(locked, warband)
    return warband


@transaction.atomic
def enlist_copy(*, campaign: Campaign, warband: Warband, owner: Member, name: str, muster_only: bool = True) -> Warband:
    """Enlist a copy of one's warband under the campaign's rules: as first mustered, or with all it has been through.

    A copy that brought steps from elsewhere waits for the referee (see ``requests``). Raises ``Refused`` when the copy
    would be against the campaign's rules.
    """
    locked = lock_running(campaign)
    copy = copy_warband(
        warband, owner, name, rules=rules_of(locked), muster_only=muster_only, visibility=locked.visibility
    )
    _enlist(locked, copy)
    return copy


@transaction.atomic
def enlist_own(*, campaign: Campaign, warband: Warband) -> Enlistment | EnlistmentRequest:
    """Enlist a warband as it is. It must play by the campaign's rules and serve nowhere else.

    One that had withdrawn from this campaign serves again, with the packs that are played there by now; one that
    brought steps from elsewhere waits for the referee.
    """
    running = lock_running(campaign)
    locked = lock(warband, None)
    present = Enlistment.objects.filter(warband=locked).first()
    if present is not None and present.campaign_id == running.pk and present.withdrawn:
        _catch_up(running, locked)
    if locked.roster.rules != rules_of(running):
        raise Refused.because(
            "other_rules", _("This warband plays by different rules. Enlist a copy of it instead."), "warband"
        )
    if present is None:
        return _enlist(running, locked)
    if present.campaign_id != running.pk:
        raise Refused.because(
            "serves_elsewhere", _("This warband is in another campaign. Enlist a copy of it instead."), "warband"
        )
    present.withdrawn = False
    present.save(update_fields=["withdrawn"])
    _tell_referees(running, locked)
    return present


def _catch_up(campaign: Campaign, locked: Warband) -> None:
    """Let a warband that comes back adopt what the campaign adopted without it. Raises ``Refused``."""
    has, plays = locked.roster.rules, rules_of(campaign)
    if has != plays and replace(has, house=plays.house) == plays:
        record_locked(locked=locked, entry=Adopt(house=plays.house or None), author=locked.owner)


def _enlist(campaign: Campaign, warband: Warband) -> Enlistment | EnlistmentRequest:
    taken = take_in(campaign, warband)
    if isinstance(taken, Enlistment):
        _tell_referees(campaign, warband)
    return taken


def _tell_referees(campaign: Campaign, warband: Warband) -> None:
    tell(
        campaign=campaign,
        to=referees_of(campaign),
        code="enlisted",
        params={"warband": warband.name},
        address=warband.get_absolute_url(),
        by=warband.owner,
    )


@transaction.atomic
def withdraw(*, enlistment: Enlistment, author: Member) -> None:
    """Take a warband out of the campaign. Its past battles stay; without any, it is free for another campaign.

    Refused while a battle is ahead or its aftermath is still to be rolled.
    """
    lock_campaign(enlistment.campaign)
    warband = lock(enlistment.warband, None)
    battles = Battle.objects.filter(campaign=enlistment.campaign_id, sides__warband=warband)
    unfinished = battles.filter(state__in=OPEN_STATES).first()
    if unfinished is not None:
        raise Refused.because(
            "battle_ahead",
            _("%(warband)s still has a battle to finish, “%(title)s”. Fight it or call it off first.")
            % {"warband": warband.name, "title": unfinished.title},
        )
    if _aftermath_waits(warband):
        raise Refused.because(
            "aftermath_waiting", _("Roll the aftermath of %(warband)s first.") % {"warband": warband.name}
        )
    if battles.exclude(state=BattleState.CANCELLED).exists():
        Enlistment.objects.filter(pk=enlistment.pk).update(withdrawn=True)
    else:
        Enlistment.objects.filter(pk=enlistment.pk).delete()
    tell(
        campaign=enlistment.campaign,
        to=[warband.owner_id, *referees_of(enlistment.campaign)],
        code="withdrew",
        params={"warband": warband.name},
        address=enlistment.campaign.get_absolute_url(),
        by=author,
    )


def follow_leaving(membership: Membership, author: Member) -> None:
    """Take the warbands of a member who leaves the campaign out of it; see ``withdraw`` for what is refused."""
    enlisted = membership.campaign.enlistments.filter(warband__owner=membership.member, withdrawn=False)
    # By warband, as everybody locks several of them.
    for enlistment in enlisted.select_related("warband", "campaign").order_by("warband"):
        withdraw(enlistment=enlistment, author=author)


def _aftermath_waits(warband: Warband) -> bool:
    waiting = Recovery.objects.filter(side__warband=warband).exclude(state=RecoveryState.DONE)
    return warband.roster.engagement is not None or waiting.exists()
