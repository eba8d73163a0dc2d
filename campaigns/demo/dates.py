"""What is said about dates in the demo club: a fixed one declined, others proposed instead, and a challenge."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.demo.clock import Clock, as_of
from campaigns.demo.people import BRUNO, CHLOE, DAVID, FARID
from campaigns.league.models import Campaign
from campaigns.wars.challenges.operations import challenge
from campaigns.wars.dates.operations import accept, decline, propose
from campaigns.wars.models.battle import BattleState
from club.models import Member
from rosters.models import Warband


def talk(march: Campaign, members: Mapping[str, Member], clock: Clock) -> None:
    """Let the two of the battle ahead answer its date, and one warband dare another."""
    ahead = march.battles.get(state=BattleState.SCHEDULED)
    bruno, chloe, david, farid = (members[person.username] for person in (BRUNO, CHLOE, DAVID, FARID))
    with as_of(clock.moment(1, 19)):
        if ahead.date is not None:
            accept(battle=ahead, member=bruno, offer=1, moment=ahead.date)
        decline(battle=ahead, member=chloe, offer=1, reason="Je garde ma nièce ce jour-là.")
        dates = [("moment_0", clock.moment(-9)), ("moment_1", clock.moment(-11, 14))]
        propose(battle=ahead, member=chloe, moments=dates)
    with as_of(clock.moment(1, 21)):
        challenge(
            campaign=march,
            challenger=_warband(march, farid),
            challenged=_warband(march, david),
            member=farid,
            moments=[("moment_0", clock.moment(-12))],
            message="Revanche, au pont !",
        )


def _warband(march: Campaign, owner: Member) -> Warband:
    return march.warbands.get(owner=owner)
