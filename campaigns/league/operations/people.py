"""Joining a campaign, being let in, becoming a referee, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import referees_of
from campaigns.league.kinds import kind_of
from campaigns.league.models import Campaign, JoinMode, Membership, Role
from campaigns.league.news import mark_all_read, tell
from campaigns.league.operations.campaigns import lock_campaign, lock_running
from club.models import Member
from club.operations import Refused

Listener = Callable[[Membership, Member], None]
"""Is told who leaves, and who decided it, before the membership is gone; may refuse."""
_LEAVING: Final[list[Listener]] = []


def on_leaving(listener: Listener) -> None:
    """Let another room take out what a member has in a campaign, or refuse that they leave. Twice changes nothing."""
    if listener not in _LEAVING:
        _LEAVING.append(listener)


def campaign_of_code(code: str) -> Campaign | None:
    """Return the campaign a typed code opens; capitals, spaces and dashes do not matter."""
    plain = "".join(character for character in code.casefold() if character.isalnum())
    return Campaign.objects.filter(join_code=plain).first() if plain else None


@transaction.atomic
def join(*, campaign: Campaign, member: Member, code: str = "") -> Membership:
    """Let a member take part, or note that a referee must let them in. Joining twice changes nothing.

    A campaign that is open to whoever has the code wants it; where a referee lets players in, anybody may ask.
    """
    locked = lock_running(campaign)
    present = locked.memberships.filter(member=member).first()
    if present is not None:
        return present
    if locked.join_mode == JoinMode.OPEN and campaign_of_code(code) != locked:
        raise Refused.because("wrong_code", _("No campaign has this code."), "code")
    role = Role.PLAYER if locked.join_mode == JoinMode.OPEN else Role.APPLICANT
    made = Membership.objects.create(campaign=locked, member=member, role=role)
    asks = role == Role.APPLICANT
    tell(
        campaign=locked,
        to=referees_of(locked),
        code="applied" if asks else "joined",
        address=_people(locked),
        by=member,
        waits=asks,
    )
    return made


@transaction.atomic
def add_members(*, campaign: Campaign, members: Sequence[Member], author: Member) -> list[Member]:
    """Let those take part whom a referee names, and return who was not in before; whoever had asked is let in.

    Each is told, and may leave again.
    """
    locked = lock_running(campaign)
    present = {one.member_id: one for one in locked.memberships.all()}
    asked = [one for one in members if one.pk in present and present[one.pk].role == Role.APPLICANT]
    new = [one for one in members if one.pk not in present]
    for member in asked:
        _set(present[member.pk], Role.PLAYER)
    Membership.objects.bulk_create(Membership(campaign=locked, member=one, role=Role.PLAYER) for one in new)
    added = [*asked, *new]
    told = [one.pk for one in added]
    tell(campaign=locked, to=told, code="added", address=locked.get_absolute_url(), by=author)
    return added


@transaction.atomic
def approve(*, membership: Membership, author: Member | None = None) -> None:
    """Let an applicant in; nothing changes for whoever is in already."""
    locked = _lock(membership)
    if locked is not None and locked.role == Role.APPLICANT:
        _set(locked, Role.PLAYER)
        _tell(locked, "let_in", author)


@transaction.atomic
def refuse(*, membership: Membership, author: Member | None = None) -> None:
    """Turn an applicant away; they may ask again."""
    locked = _lock(membership)
    if locked is not None and locked.role == Role.APPLICANT:
        _tell_outsider(locked, "turned_away", author)
        locked.delete()


@transaction.atomic
def promote(*, membership: Membership, author: Member | None = None) -> None:
    """Make a player a referee as well."""
    locked = _lock(membership)
    if locked is not None and locked.role == Role.PLAYER:
        _set(locked, Role.REFEREE)
        _tell(locked, "made_referee", author)


@transaction.atomic
def demote(*, membership: Membership, author: Member | None = None) -> None:
    """Make a referee a mere player; refused for the last one."""
    locked = _lock(membership)
    if locked is not None and locked.role == Role.REFEREE:
        _keep_a_referee(locked)
        _set(locked, Role.PLAYER)
        _tell(locked, "no_referee", author)


@transaction.atomic
def leave(*, membership: Membership, author: Member, keep: bool = False) -> None:
    """Take a member out of the campaign, with all they have in it. Refused for the last referee.

    Also refused where whoever listens refuses it (see ``on_leaving``); with ``keep`` nobody is asked, and what they
    have in the campaign stays there.
    """
    locked = _lock(membership)
    if locked is None:
        return
    if locked.role == Role.REFEREE:
        _keep_a_referee(locked)
    for listener in _LEAVING if not keep else ():
        listener(locked, author)
    if author == locked.member and locked.role != Role.APPLICANT:
        tell(
            campaign=locked.campaign,
            to=referees_of(locked.campaign),
            code="left",
            address=_people(locked.campaign),
            by=author,
        )
    else:
        _tell_outsider(locked, "taken_out", author)
    mark_all_read(member=locked.member, campaign=locked.campaign)
    locked.delete()


def _people(campaign: Campaign) -> str:
    return kind_of(campaign.game).people_page(campaign)


def _tell(membership: Membership, code: str, by: Member | None) -> None:
    campaign = membership.campaign
    tell(campaign=campaign, to=[membership.member_id], code=code, address=campaign.get_absolute_url(), by=by)


def _tell_outsider(membership: Membership, code: str, by: Member | None) -> None:
    """Tell somebody who may not read the campaign from now on, by its name alone."""
    tell(campaign=None, to=[membership.member_id], code=code, params={"name": membership.campaign.name}, by=by)


def _lock(membership: Membership) -> Membership | None:
    """Return the membership as it stands, its campaign locked so that two referees never demote each other."""
    lock_campaign(membership.campaign)
    return Membership.objects.select_related("campaign", "member").filter(pk=membership.pk).first()


def _set(membership: Membership, role: Role) -> None:
    membership.role = role.value
    membership.save(update_fields=["role"])


def has_another_referee(campaign: Campaign, member: Member) -> bool:
    """Tell whether somebody would referee the campaign without this member."""
    return campaign.memberships.filter(role=Role.REFEREE).exclude(member=member).exists()


def _keep_a_referee(leaving: Membership) -> None:
    if not has_another_referee(leaving.campaign, leaving.member):
        raise Refused.because("last_referee", _("A campaign needs a referee. Make somebody else a referee first."))
