"""Reminding a player of what waits: on the site, and by mail unless the player wants none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from campaigns.league.acts import record
from campaigns.league.chores import Chore, Urgency
from campaigns.league.models import Campaign, RefereeAct
from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_campaign
from campaigns.league.waiting import todo_of
from club.models import ClubSettings, Member
from club.operations import Refused

PAUSE: Final = timedelta(days=1)
"""Nobody is reminded twice of the same within this time."""


@transaction.atomic
def remind(*, campaign: Campaign, member: Member, referee: Member, reason: str) -> None:
    """Remind a player, as news and by mail, of what waits for him in a campaign. Players may opt out of the mail.

    Refused when nothing waits, and within a day of the last time.
    """
    locked = lock_campaign(campaign)
    if not _waits(locked, member):
        raise Refused.because("nothing_waits", _("This player has nothing to do."), "member")
    lately = RefereeAct.objects.filter(
        campaign=locked, code="reminded", params__member=member.pk, at__gt=timezone.now() - PAUSE
    )
    if lately.exists():
        raise lately_reminded()
    why = record(campaign=locked, by=referee, code="reminded", reason=reason, params={"member": member.pk})
    tell(campaign=locked, to=[member.pk], code="reminded", address=locked.get_absolute_url(), by=referee)
    mail(member, by=referee, place=locked.name, chores=lambda: _waits(locked, member), reason=why)


def _waits(campaign: Campaign, member: Member) -> list[Chore]:
    """Return what others may remind a member of: not what has its day still to come."""
    return [chore for chore in todo_of(campaign, member) if chore.urgency < Urgency.PLANNED]


def lately_reminded() -> Refused:
    """Return the refusal to remind somebody again already."""
    return Refused.because("reminded_lately", _("This player was reminded less than a day ago."), "member")


def mail(member: Member, *, by: Member, place: str, chores: Callable[[], Sequence[Chore]], reason: str) -> None:
    """Write the reminder in the player's language, if the player wants any; it is queued with the transaction.

    ``place`` is what waits, a campaign or a table; ``chores`` is asked in that language.
    """
    if not (member.reminders and member.email):
        return
    with translation.override(member.written_in):
        club = ClubSettings.load()
        context = {
            "club": club, "place": place, "member": member, "by": by.name, "reason": reason, "chores": chores(),
        }  # fmt: skip
        subject = f"[{club.name}] " + _("What is waiting for you in “%(campaign)s”") % {"campaign": place}
        text = render_to_string("campaigns/league/reminder.txt", context)
    send_mail(" ".join(subject.split()), text, None, [member.email])
