"""Warbands that brought steps from elsewhere: a campaign takes them in when its referee accepts exactly those steps."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import referees_of
from campaigns.league.models import Campaign, Membership
from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.operations import Refused, Stale
from engines.musg.entries import Accept
from engines.musg.entries.adopt import left_out
from rosters import provenance
from rosters.models import Warband
from rosters.operations import lock, record_locked
from rosters.wording import refusal


def take_in(running: Campaign, locked: Warband) -> Enlistment | EnlistmentRequest:
    """Enlist a warband that serves nowhere, or let it wait for the referee; both rows are locked.

    Whoever enlists it, even a referee, waits: the list is looked at before it is accepted. Raises ``Refused`` for one
    that has what the campaign leaves out of the book: whoever serves there keeps such a thing, a copy brings no other.
    """
    if wrong := list(left_out(locked.roster)):
        raise refusal(wrong, locked.catalogue)
    waiting = EnlistmentRequest.objects.filter(warband=locked).select_related("campaign").first()
    if waiting is not None and waiting.campaign_id != running.pk:
        sentence = _("This warband waits for the referee of “%(campaign)s”. Take that request back first.")
        raise Refused.because("asks_elsewhere", sentence % {"campaign": waiting.campaign.name}, "warband")
    if locked.brought:
        return waiting or _ask(running, locked)
    if waiting is not None:
        waiting.delete()
    return Enlistment.objects.create(campaign=running, warband=locked)


def _ask(running: Campaign, locked: Warband) -> EnlistmentRequest:
    tell(
        campaign=running,
        to=referees_of(running),
        code="asks_to_enlist",
        params={"warband": locked.name},
        address=reverse("campaigns:enlist_request", args=[running.slug, locked.pk]),
        by=locked.owner,
        waits=True,
    )
    return EnlistmentRequest.objects.create(campaign=running, warband=locked)


@transaction.atomic
def accept(*, request: EnlistmentRequest, referee: Member, seen: str) -> Enlistment:
    """Enlist the warband with what it brought; who accepted which steps and when stands in its journal.

    ``seen`` is the fingerprint of the list that the referee looked at. Raises ``Stale`` when it is another one now.
    """
    running = lock_running(request.campaign)
    locked = lock(request.warband, None)
    row = EnlistmentRequest.objects.filter(pk=request.pk, campaign=running).first()
    if row is None or seen != provenance.fingerprint(locked):
        raise Stale(_("What this warband brought is not what you looked at. Nothing was accepted; look again."))
    if locked.roster.rules != rules_of(running):
        raise Refused.because("other_rules", _("This warband plays by different rules. Enlist a copy of it instead."))
    row.delete()
    enlistment = Enlistment.objects.create(campaign=running, warband=locked)
    steps = tuple(provenance.rows(locked).values_list("number", flat=True))
    if steps:
        record_locked(locked=locked, entry=Accept(campaign=running.name, steps=steps), author=referee)
    tell(
        campaign=running,
        to=[locked.owner_id],
        code="taken_in",
        params={"warband": locked.name},
        address=running.get_absolute_url(),
        by=referee,
    )
    return enlistment


@transaction.atomic
def decline(*, request: EnlistmentRequest, author: Member) -> None:
    """Turn the warband away, or take its request back; its owner may ask again."""
    gone, _rows = EnlistmentRequest.objects.filter(pk=request.pk).delete()
    if gone:
        tell(
            campaign=request.campaign,
            to=[request.warband.owner_id],
            code="not_taken_in",
            params={"warband": request.warband.name},
            address=request.warband.get_absolute_url(),
            by=author,
        )


def follow_leaving(membership: Membership, author: Member) -> None:
    """Take the requests of a member who leaves the campaign back."""
    asked = EnlistmentRequest.objects.filter(campaign=membership.campaign_id, warband__owner=membership.member_id)
    asked.delete()
