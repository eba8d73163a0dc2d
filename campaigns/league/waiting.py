"""What a member can do now in his campaigns, whatever their kind, from the one source that all pages and mails ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Count, Min, Q
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league.access import role_in
from campaigns.league.chores import Chore, Urgency, in_order
from campaigns.league.kinds import Kind, kind_of
from campaigns.league.models import Campaign, Membership, Role
from club.models import Member


def todo_in(parts: Iterable[Membership]) -> list[Chore]:
    """Return what one member can do in the campaigns of these memberships (which come with them), urgent first.

    As many queries for many campaigns as for few of the same kinds. Who is not let in yet can only wait.
    """
    by_kind: dict[Kind, list[Membership]] = {}
    for part in parts:
        if part.role != Role.APPLICANT:
            by_kind.setdefault(kind_of(part.campaign.game), []).append(part)
    return in_order(chore for kind, those in by_kind.items() for chore in kind.waiting(those))


def todo_of(campaign: Campaign, member: Member) -> list[Chore]:
    """Return what one member can do in one campaign, the most urgent first; nothing where he does not take part."""
    role = role_in(member, campaign)
    return todo_in([Membership(campaign=campaign, member=member, role=role)]) if role else []


def places(campaigns: Iterable[Campaign]) -> list[int]:
    """Return the keys of these campaigns."""
    return [campaign.pk for campaign in campaigns]


def at_the_door(refereed: Iterable[Campaign]) -> Iterator[Chore]:
    """Yield the campaigns at whose door somebody waits. One query, none for no campaign."""
    if not (here := places(refereed)):
        return
    asking = Q(memberships__role=Role.APPLICANT)
    found = Campaign.objects.filter(asking, pk__in=here)
    for campaign in found.annotate(asking=Count("memberships"), first=Min("memberships__joined")).order_by("pk"):
        count: int = campaign.asking
        sentence = ngettext(
            "%(campaign)s: %(count)s player waits to be let in.",
            "%(campaign)s: %(count)s players wait to be let in.",
            count,
        ) % {"campaign": campaign.name, "count": count}
        address = reverse("campaigns:people", args=[campaign.slug])
        yield Chore("applicants", sentence, address, None, Urgency.AWAITED, campaign.first)


def invitations(alone: Iterable[Campaign]) -> Iterator[Chore]:
    """Yield the campaigns to which nobody has come yet."""
    for campaign in alone:
        sentence = _("%(campaign)s: nobody takes part yet. Invite the players.") % {"campaign": campaign.name}
        address = reverse("campaigns:people", args=[campaign.slug])
        yield Chore("invite", sentence, address, None, Urgency.HOLDS_UP)
