"""What players are told of corrections: the past of their warbands is another one now, or asks for a roll of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse

from campaigns.league.news import tell
from campaigns.wars.models.correction import Correction, CorrectionState
from club.models import Member
from rosters.models import Warband


def follow(correction: Correction, warbands: Sequence[Warband], by: Member) -> None:
    """Tell the owners of the warbands concerned that a correction was made, or taken back."""
    for warband in warbands:
        tell(
            campaign=correction.campaign,
            to=[warband.owner_id],
            code="corrected" if correction.state == CorrectionState.MADE else "correction_taken_back",
            params={"warband": warband.name, "reason": correction.reason},
            address=correction.get_absolute_url(),
            by=by,
        )


def tell_of_dice(correction: Correction, warbands: Iterable[Warband]) -> None:
    """Tell the owners of these warbands that a correction waits for a roll that was never made."""
    for warband in warbands:
        tell(
            campaign=correction.campaign,
            to=[warband.owner_id],
            code="correction_asks_dice",
            params={"warband": warband.name},
            address=reverse("campaigns:correction_dice", args=[correction.campaign.slug, correction.pk, warband.pk]),
            by=correction.author,
            waits=True,
        )
