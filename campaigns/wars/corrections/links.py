"""Where a referee corrects what stands on other pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.league.access import is_referee
from campaigns.league.chores import Chore, Urgency
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.enlistment import Enlistment
from club.access import member_of
from club.models import Member
from rosters.models import Warband


def chores(member: Member, here: Collection[int]) -> Iterator[Chore]:
    """Yield the rolls that corrections in these campaigns ask a member's warbands for. One query."""
    waiting = Correction.awaited.through.objects.filter(
        warband__owner=member, correction__state=CorrectionState.DRAFT, correction__campaign__in=here
    ).select_related("warband", "correction__campaign")
    for row in waiting.defer("warband__state", "warband__setup"):
        sentence = _("%(warband)s: a correction asks for a roll.") % {"warband": row.warband.name}
        address = reverse(
            "campaigns:correction_dice", args=[row.correction.campaign.slug, row.correction_id, row.warband_id]
        )
        yield Chore("correction_dice", sentence, address, None, Urgency.AWAITED, row.correction.drafted)


def corrector(warband: Warband, request: HttpRequest) -> Callable[[int], str] | None:
    """Return where a step of a warband's journal is corrected, by its number, for the referees of its campaign."""
    if member_of(request) is None:
        return None
    enlistment = Enlistment.objects.filter(warband=warband).select_related("campaign").first()
    if enlistment is None or not is_referee(request.user, enlistment.campaign):
        return None
    slug, pk = enlistment.campaign.slug, warband.pk
    return lambda number: reverse("campaigns:correct_step", args=[slug, pk, number])
