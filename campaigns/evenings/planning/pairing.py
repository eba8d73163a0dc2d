"""Battles that nobody has scheduled yet: whom campaigns would pair next, of those who come."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct

from campaigns.evenings.people import key_of_member
from campaigns.league.models import Campaign, Role
from campaigns.wars.battles.forms import serving
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment.resting import at_rest
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.forecast import PairForecast
from campaigns.wars.models.round import Round
from campaigns.wars.rounds.free import free_in
from campaigns.wars.rounds.operations import pair_round, propose
from club.models import Member
from club.operations import Stale
from rosters.models import Warband

CAMPAIGNS_MOST: Final = 5
"""So many of the organiser's campaigns are asked, the newest first."""
PAIRED: Final = "r"
"""What the key of such a battle begins with; those of scheduled ones are numbers."""


class NextPair(Struct, frozen=True):
    """Two whom a campaign would pair in its last round. ``odds`` of the first in a thousand, where they are known."""

    round: Round
    one: Warband
    other: Warband
    odds: int | None = None

    @property
    def key(self) -> str:
        """What a plan calls the battle."""
        return f"{PAIRED}{self.round.pk}-{self.one.pk}-{self.other.pk}"

    @property
    def people(self) -> tuple[str, str]:
        """The two players, as the evening's log names them."""
        return key_of_member(self.one.owner_id), key_of_member(self.other.owner_id)

    @property
    def title(self) -> str:
        """What the battle will be called."""
        return f"{self.one.name} – {self.other.name}"


def next_pairs(organiser: Member, coming: Collection[str], seed: bytes) -> Iterator[NextPair]:
    """Yield the pairs of the open rounds that the organiser referees, among the warbands of those who are coming."""
    led = Campaign.objects.filter(memberships__member=organiser, memberships__role=Role.REFEREE, closed=False)
    for campaign in led.filter(rounds__isnull=False).distinct().order_by("-pk")[:CAMPAIGNS_MOST]:
        round = campaign.rounds.order_by("-number").first()
        if round is None:
            continue
        round.campaign = campaign
        free = free_in(round, list(at_rest(serving(campaign))))
        here = [pk for pk, warband in free.items() if key_of_member(warband.owner_id) in coming]
        if len(here) < 2:
            continue
        known = _odds(campaign, free)
        for one, other in propose(campaign=campaign, warbands=here, seed=seed).outcome.pairs:
            if free[one].owner_id != free[other].owner_id:
                yield NextPair(round, free[one], free[other], known.get((one, other)))


def _odds(campaign: Campaign, warbands: Mapping[int, Warband]) -> dict[tuple[int, int], int]:
    """Return the odds of the first of any two, in a thousand, from forecasts since which neither has changed."""
    rows = PairForecast.objects.filter(campaign=campaign, one__in=warbands, other__in=warbands)
    known = rows.filter(summary__wins__isnull=False).order_by("pk")
    odds = {}
    for one, other, wins, made in known.values_list("one", "other", "summary__wins", "created"):
        if len(wins) == 2 and made >= max(warbands[one].changed, warbands[other].changed):
            odds[one, other], odds[other, one] = (in_thousand(share["value"]) for share in wins)
    return odds


def in_thousand(share: float) -> int:
    """Return a share in thousandths."""
    return int(1000 * share + 0.5)


def found_pairs(keys: Collection[str]) -> dict[str, NextPair]:
    """Return the pairs that plans call so. Two queries."""
    split = {key: tuple(map(int, key.removeprefix(PAIRED).split("-"))) for key in keys if key.startswith(PAIRED)}
    rounds = {
        row.pk: row for row in Round.objects.filter(pk__in=[n[0] for n in split.values()]).select_related("campaign")
    }
    bands = Warband.objects.in_bulk([pk for numbers in split.values() for pk in numbers[1:]])
    return {key: NextPair(rounds[round], bands[one], bands[other]) for key, (round, one, other) in split.items()}


def scheduled(key: str, author: Member) -> Battle:
    """Schedule the battle that a plan calls so, as if it were paired in its round; raises ``Refused`` or ``Stale``."""
    pair = found_pairs([key]).get(key)
    if pair is None:
        raise Stale
    (battle,) = pair_round(round=pair.round, pairs=[(pair.one, pair.other)], plan=Plan(), author=author)
    return battle
