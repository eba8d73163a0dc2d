"""What players are told of corrections: the past of their warbands is another one now, or asks for a roll of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse

from campaigns.league.access import referees_of
from campaigns.league.news import tell
from campaigns.wars.models.battle import BattleSide, BattleState
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.news import owners_of, tell_players
from club.models import Member
from rosters.models import Warband


def follow(correction: Correction, warbands: Sequence[Warband], by: Member) -> None:
    """Tell the owners of the warbands concerned that a correction was made, or taken back."""
    made = correction.state == CorrectionState.MADE
    if made:
        follow_battles(correction, by)
        follow_own(correction, warbands, by)
    party = any(warband.owner_id == by.pk for warband in warbands)
    for warband in warbands:
        tell(
            campaign=correction.campaign,
            to=[warband.owner_id],
            code="correction_taken_back" if not made else "corrected_by_party" if party else "corrected",
            params={"warband": warband.name, "reason": correction.reason},
            address=correction.get_absolute_url(),
            by=by,
        )


def follow_battles(correction: Correction, by: Member) -> None:
    """Tell the players of battles that a correction put into the past, or called off."""
    put_in, called_off = correction.former.get("put_in", {}), BattleState.CANCELLED
    for battle in correction.battles.all():
        if str(battle.pk) in put_in:
            tell_players(battle, "battle_put_in", owners_of(battle), by=by)
        elif battle.state == called_off:
            tell_players(battle, "called_off", owners_of(battle), by=by)


def follow_own(correction: Correction, warbands: Sequence[Warband], by: Member) -> None:
    """Tell the other sides of the battles concerned, and the other referees, of what a referee corrected of his own."""
    own = [warband for warband in warbands if warband.owner_id == by.pk]
    if not own:
        return
    sides = BattleSide.objects.filter(battle__corrections=correction).values_list("warband__owner", flat=True)
    others = {*sides, *referees_of(correction.campaign)} - {warband.owner_id for warband in warbands}
    tell(
        campaign=correction.campaign,
        to=others,
        code="corrected_by_party",
        params={"warband": ", ".join(warband.name for warband in own), "reason": correction.reason},
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
