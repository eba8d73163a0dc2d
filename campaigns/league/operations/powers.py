"""What a referee may do to a campaign outside its ordinary course. Each says why and is kept for all readers."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.league.acts import record
from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign, Membership, Role
from campaigns.league.news import tell
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import (
    close_campaign,
    lock_campaign,
    open_campaign,
    renew_join_code,
    save_changed,
)
from campaigns.league.terms import Terms
from club.models import Member
from club.operations import Objection, Refused

COPIED: Final = (Role.REFEREE, Role.PLAYER)
"""Who comes along into a copy: everybody but those who still wait to be let in."""


@transaction.atomic
def close(*, campaign: Campaign, closed: bool, referee: Member, reason: str) -> None:
    """Declare the campaign over, or open it again; an archived one leaves the archive when it is opened."""
    if campaign.closed == closed:
        raise _nothing_to_do()
    close_campaign(campaign=campaign, closed=closed, author=referee)
    if not closed and campaign.archived:
        locked = lock_campaign(campaign)
        locked.archived = False
        save_changed(locked, campaign)
    record(campaign=campaign, by=referee, code="closed" if closed else "reopened", reason=reason)


@transaction.atomic
def archive(*, campaign: Campaign, archived: bool, referee: Member, reason: str) -> None:
    """Put a campaign that is over out of sight, or bring it back: lists leave it out unless they are asked for it."""
    locked = lock_campaign(campaign)
    if locked.archived == archived:
        raise _nothing_to_do()
    if archived and not locked.closed:
        raise Refused.because("not_over", _("Only a campaign that is over can be archived."))
    locked.archived = archived
    save_changed(locked, campaign)
    record(campaign=locked, by=referee, code="archived" if archived else "unarchived", reason=reason)


@transaction.atomic
def copy(*, campaign: Campaign, referee: Member, name: str, reason: str) -> Campaign:
    """Open a campaign with the settings and the people of this one, and none of its results.

    Whoever copies it is a referee of the copy, like all who referee the original.
    """
    original = lock_campaign(campaign)
    terms = Terms(
        name=name,
        description=original.description,
        visibility=original.visibility,
        join_mode=original.join_mode,
        confirm_hours=original.confirm_hours,
    )
    made = open_campaign(referee=referee, game=original.game, terms=terms, rules=original.rules)
    kind_of(original.game).copy_settings(original, made)
    others = list(original.memberships.filter(role__in=COPIED).exclude(member=referee))
    Membership.objects.bulk_create(Membership(campaign=made, member_id=m.member_id, role=m.role) for m in others)
    tell(
        campaign=made,
        to=[m.member_id for m in others],
        code="copied",
        params={"name": original.name},
        address=made.get_absolute_url(),
        by=referee,
    )
    record(campaign=original, by=referee, code="copied", reason=reason, params={"name": made.name})
    return made


@transaction.atomic
def hand_over(*, membership: Membership, referee: Member, reason: str) -> None:
    """Make a player referee in one's own place; who hands over is a player from then on."""
    campaign = membership.campaign
    mine = campaign.memberships.filter(member=referee, role=Role.REFEREE).first()
    if mine is None or membership.member_id == referee.pk or membership.role == Role.APPLICANT:
        raise _nothing_to_do()
    people.promote(membership=membership, author=referee)
    people.demote(membership=mine, author=referee)
    record(campaign=campaign, by=referee, code="handed_over", reason=reason, params={"member": membership.member_id})


@transaction.atomic
def share(*, membership: Membership, referee: Member, reason: str) -> None:
    """Make a player a referee as well."""
    if membership.role != Role.PLAYER:
        raise _nothing_to_do()
    people.promote(membership=membership, author=referee)
    params = {"member": membership.member_id}
    record(campaign=membership.campaign, by=referee, code="shared", reason=reason, params=params)


@transaction.atomic
def remove(
    *, membership: Membership, referee: Member, reason: str, keep_warbands: bool, new_code: bool = False
) -> None:
    """Take a player out of the campaign. The warbands withdraw, or stay under the referees' care.

    ``new_code``: the join code and link that the player knows open nothing any more.

    Withdrawing is refused while a battle is ahead or an aftermath is to be rolled; see ``enlistment.withdraw``.
    """
    if membership.member_id == referee.pk:
        raise Refused(
            [Objection("leave_instead", _("To leave the campaign yourself, use the page of its people."), "member")]
        )
    campaign, member = membership.campaign, membership.member_id
    people.leave(membership=membership, author=referee, keep=keep_warbands)
    if new_code:
        renew_join_code(campaign=campaign)
    code = "removed_but_warbands" if keep_warbands else "removed"
    record(campaign=campaign, by=referee, code=code, reason=reason, params={"member": member})


def _nothing_to_do() -> Refused:
    return Refused.because("nothing_to_do", _("That is already the case: there is nothing to do."))
