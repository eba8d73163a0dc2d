"""By when a round's battles are to have a date, and what becomes of those that have none.

A sweep looks for what is due. A round and its battles are settled in one transaction under the round's lock, and the
round says that it was done: whatever dies in between, nothing is done twice.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import referees_of
from campaigns.league.news import tell
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars import news
from campaigns.wars.battles.consents import agreeing
from campaigns.wars.battles.operations import lock_battle
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.dates.log import add_entry, talk_of
from campaigns.wars.dates.talk import Lapsed
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import AtDeadline, Round
from campaigns.wars.resolution import operations as resolution
from club.models import Member
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Check, Refused, Stale, for_update

log = logging.getLogger(__name__)


@transaction.atomic
def set_deadline(
    *, round: Round, agree_by: datetime | None, then_what: str, author: Member, check: Check | None = None
) -> None:
    """Say by when the battles of a round are to have a date, or that they need none; their players are told."""
    lock_running(round.campaign)
    locked = for_update(Round.objects.all()).filter(pk=round.pk).first()
    if locked is None:
        raise Stale  # somebody removed it
    if check is not None:
        check()
    if locked.locked:
        raise Refused.because("round_is_locked", _("This round is locked. A referee may open it again."))
    if then_what not in AtDeadline.values:
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."), "then_what")
    if agree_by is not None and not in_range(agree_by):
        raise Refused.because("out_of_range", OUT_OF_RANGE, "agree_by")
    moved = agree_by != locked.agree_by
    if moved and agree_by is not None and agree_by <= timezone.now():
        raise Refused.because("past", _("This moment has passed."), "agree_by")
    locked.then_what, locked.agree_by = then_what, agree_by
    locked.lapsed = None if moved else locked.lapsed
    locked.save(update_fields=["agree_by", "then_what", "lapsed"])
    if moved:
        _tell_deadline(locked, author)


def _tell_deadline(round: Round, author: Member) -> None:
    players = round.battles.filter(state=BattleState.SCHEDULED).values_list("sides__warband__owner", flat=True)
    when = round.agree_by.isoformat() if round.agree_by is not None else ""
    tell(
        campaign=round.campaign,
        to={player for player in players if player is not None},
        code="deadline_set",
        params={"name": round.name, "number": round.number, "date": when},
        address=round.campaign.get_absolute_url(),
        by=author,
    )


def pass_due() -> int:
    """Settle the rounds whose deadline has passed, and return how many."""
    due = Round.objects.filter(agree_by__lte=timezone.now(), lapsed=None, locked=False, campaign__closed=False)
    return sum(_pass(round) for round in due.select_related("campaign").order_by("agree_by", "pk"))


def _pass(round: Round) -> bool:
    try:
        with transaction.atomic():
            lock_running(round.campaign)
            locked = for_update(Round.objects.select_related("campaign")).get(pk=round.pk)
            if locked.lapsed is not None or locked.agree_by is None or locked.agree_by > timezone.now():
                return False  # another sweep was quicker, or a referee gave more time
            locked.lapsed = timezone.now()
            locked.save(update_fields=["lapsed"])
            ahead = locked.battles.filter(state=BattleState.SCHEDULED).select_related("campaign", "talk")
            for battle in ahead.prefetch_related("sides__warband").order_by("pk"):
                if battle.date is None or talk_of(battle).refused:
                    _lapse(battle, AtDeadline(locked.then_what))
    except Refused as refused:
        log.info("round %s does not lapse: %s", round.pk, refused.codes)
        return False
    return True


def _lapse(battle: Battle, outcome: AtDeadline) -> None:
    """Let a battle without an agreed date be decided as the round says."""
    locked = lock_battle(battle)
    if outcome is AtDeadline.ENGINE and not _fights(locked):
        outcome = AtDeadline.REFEREE
    add_entry(locked, Lapsed(outcome.value), None)
    players = news.owners_of(locked)
    if outcome is AtDeadline.ENGINE:
        news.tell_players(locked, "date_left_to_engine", players, by=None)
    elif outcome is AtDeadline.POSTPONED:
        locked.date = None
        locked.version += 1
        locked.save(update_fields=["date", "version"])
        news.tell_players(locked, "date_postponed", players, by=None)
    else:
        referees = referees_of(locked.campaign).values_list("member", flat=True)
        news.tell_players(locked, "date_lapsed", list(referees), by=None, waits=True)


def _fights(battle: Battle) -> bool:
    """Ask the engine to fight, if every player agreed to that and nothing stands in the way; tell whether it will."""
    sides = list(battle.sides.select_related("warband__owner").order_by("seat"))
    agreed = agreeing(battle, sides)
    if not sides or any(side.warband.key not in agreed for side in sides):
        return False
    try:
        with transaction.atomic():
            seen = resolution.seen_of(setup_of(battle), [side.temper for side in sides])
            resolution.resolve(battle=battle, member=sides[0].warband.owner, seen=seen)
    except Refused as refused:
        log.info("battle %s is not left to the engine: %s", battle.pk, refused.codes)
        return False
    return True
