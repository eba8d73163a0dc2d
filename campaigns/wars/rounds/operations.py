"""Rounds: opened, named, paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_campaign, lock_running
from campaigns.wars import news
from campaigns.wars.battles.clashes import refuse_clashes
from campaigns.wars.battles.operations import Plan, add_battle, asks_about_date, dated
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.round import Round
from club.hooks.happenings import happened
from club.models import Member
from club.operations import Objection, Refused, Stale
from engines.core.dice import Dice
from engines.musg.engagement import Outcome
from engines.pairing import Draw, PairingSetup, byes_in, meetings_in, start_in
from rosters.models import Warband


@transaction.atomic
def open_round(*, campaign: Campaign, name: str = "") -> Round:
    """Add the next round."""
    locked = lock_running(campaign)
    last = locked.rounds.aggregate(last=Max("number"))["last"] or 0
    made = Round.objects.create(campaign=locked, number=last + 1, name=name.strip()[:80])
    happened(code="round.opened", subject=f"round:{made.pk}")
    return made


@transaction.atomic
def rename_round(*, round: Round, name: str, seen: str | None = None) -> None:
    """Give a round another name; without one it is known by its number. ``seen`` is the name that the page showed."""
    lock_campaign(round.campaign)
    stored = Round.objects.filter(pk=round.pk).values_list("name", flat=True).first()
    if seen is not None and stored is not None and stored not in (seen, name.strip()):
        now = {"now": stored or round.number, "yours": name.strip()}
        raise Stale(_("This round was renamed to “%(now)s” meanwhile; “%(yours)s” was not saved.") % now)
    round.name = name.strip()[:80]
    if not Round.objects.filter(pk=round.pk).update(name=round.name):
        raise Stale  # somebody removed it


@transaction.atomic
def remove_round(*, round: Round) -> None:
    """Remove a round in which nothing was ever scheduled."""
    lock_campaign(round.campaign)
    if round.battles.exists():
        raise Refused.because("round_used", _("This round has battles: it cannot be removed."))
    round.delete()


@transaction.atomic
def pair_round(
    *,
    round: Round,
    pairs: Sequence[Sequence[Warband]],
    plan: Plan,
    author: Member | None = None,
    despite: str = "",
) -> list[Battle]:
    """Schedule the battles of a round, all or none. Nobody fights twice in a round that is paired.

    Refused where somebody is taken at the date of all of them, unless it is said why it is ``despite`` that.
    """
    locked = lock_running(round.campaign)
    busy = set(busy_in(round))
    seen: Counter[int] = Counter(warband.pk for sides in pairs for warband in sides)
    twice = {w.pk: w.name for sides in pairs for w in sides if seen[w.pk] > 1 or w.pk in busy}
    if twice:
        raise Refused(
            Objection("twice_in_round", _("%(warband)s has two battles in this round.") % {"warband": name})
            for name in twice.values()
        )
    settled = replace(plan, title="", round=round)
    made = [add_battle(locked, sides, settled) for sides in pairs]
    for battle, sides in zip(made, pairs, strict=True):
        _tell_pair(battle, sides, author)
        if battle.date is not None:
            dated(battle, author)
    refuse_clashes(made, author=author, despite=despite)
    return made


def _tell_pair(battle: Battle, sides: Sequence[Warband], author: Member | None) -> None:
    named, number = (battle.round.name, battle.round.number) if battle.round is not None else ("", 0)
    to = [warband.owner_id for warband in sides]
    asks, date = asks_about_date(battle, author), news.date_of(battle)
    news.tell_players(battle, "paired", to, by=author, waits=asks, date=date, name=named, number=number)


def busy_in(round: Round) -> Iterable[int]:
    """Return the warbands that have a battle in the round already."""
    live = BattleSide.objects.filter(battle__round=round).exclude(battle__state=BattleState.CANCELLED)
    return live.values_list("warband", flat=True)


def meetings(campaign: Campaign) -> Counter[frozenset[int]]:
    """Count how often any two warbands of the campaign have met or are to meet."""
    sides = BattleSide.objects.filter(battle__campaign=campaign).exclude(battle__state=BattleState.CANCELLED)
    battles: dict[int, list[int]] = {}
    for battle, warband in sides.values_list("battle", "warband"):
        battles.setdefault(battle, []).append(warband)
    return meetings_in(battles.values())


def byes(campaign: Campaign) -> Counter[int]:
    """Count the rounds each enlisted warband sat out: others fought, and it was enlisted by then.

    A newcomer starts with as many as whoever had the fewest then.
    """
    sides = BattleSide.objects.filter(battle__campaign=campaign, battle__round__isnull=False)
    live = sides.exclude(battle__state=BattleState.CANCELLED)
    since = dict(Enlistment.objects.filter(campaign=campaign, withdrawn=False).values_list("warband", "since"))
    fights = list(live.values_list("battle__round", "warband", "battle__created"))
    return byes_in(fights, since) + start_in(fights, since)


def propose(*, campaign: Campaign, warbands: Sequence[int], seed: bytes) -> Draw:
    """Draw the best round for these warbands: among equally good ones the seed decides."""
    won = BattleSide.objects.filter(
        battle__campaign=campaign, battle__state=BattleState.CONFIRMED, outcome=Outcome.WON.value
    )
    setup = PairingSetup.of(
        warbands,
        met=meetings(campaign),
        byes=byes(campaign),
        wins=Counter(won.values_list("warband", flat=True)),
    )
    return Draw.new(setup, dice=Dice.of(seed))
