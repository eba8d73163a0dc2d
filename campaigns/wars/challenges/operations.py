"""A warband challenges another: sent, accepted, declined with a reason, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league import availability, clashes
from campaigns.league.models import Campaign
from campaigns.league.news import Value, tell
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars import news
from campaigns.wars.battles.clashes import refuse_clashes, wanted_for
from campaigns.wars.battles.operations import Plan, add_battle
from campaigns.wars.dates.log import add_entry
from campaigns.wars.dates.talk import MOMENTS_MOST, REASON_LIMIT, Accepted, Proposed
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.challenge import Challenge, ChallengeState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.settings.operations import has_challenges
from club.models import Member
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Objection, Refused, Stale, for_update
from rosters.models import Warband

OPEN_MOST: Final = 5
"""So many challenges of one warband may wait for an answer."""


@transaction.atomic
def challenge(
    *,
    campaign: Campaign,
    challenger: Warband,
    challenged: Warband,
    member: Member,
    moments: Sequence[tuple[str, datetime]] = (),
    message: str = "",
) -> Challenge:
    """Challenge another warband; ``moments`` suit the challenger, each with the name of its field.

    Refused where the campaign has no challenges, between warbands of one player or not serving here, while one waits
    for an answer, and beside its field for a moment at which somebody cannot.
    """
    locked = lock_running(campaign)
    if not has_challenges(locked):
        raise Refused.because("no_challenges", _("This campaign has no challenges outside its rounds."))
    problems = _objections(locked, challenger, challenged, member)
    problems += _objections_to(moments, challenger, challenged, member)
    if len(message) > REASON_LIMIT:
        problems.append(Objection("message_long", _("At most 300 characters."), "message"))
    if problems:
        raise Refused(problems)
    dates = sorted({moment for _field, moment in moments})
    made = Challenge.objects.create(
        campaign=locked,
        challenger=challenger,
        challenged=challenged,
        author=member,
        message=message.strip(),
        moments=[date.isoformat() for date in dates],
    )
    _tell(made, "challenged", [challenged.owner_id], by=member, waits=True)
    return made


@transaction.atomic
def accept(*, challenge: Challenge, member: Member, moment: datetime | None = None) -> Battle:
    """Accept a challenge: the battle is scheduled, at one of its moments or with the date still to be agreed on."""
    locked = _lock(challenge)
    if locked.challenged.owner_id != member.pk:
        raise Refused.because("not_your_warband", _("Only the challenged warband’s player answers."))
    moments = moments_of(locked)
    if moment is not None and moment not in moments:
        raise Refused.because("not_offered", _("This date was not proposed."))
    battle = add_battle(lock_running(locked.campaign), [locked.challenger, locked.challenged], Plan())
    ahead = tuple(one for one in moments if one > timezone.now())
    if moment is not None:
        add_entry(battle, Proposed(locked.challenger.owner_id, moments), locked.author)
        add_entry(battle, Accepted(member.pk, 1, moment), member)
        battle.date = moment
        battle.save(update_fields=["date"])
    elif ahead:
        add_entry(battle, Proposed(locked.challenger.owner_id, ahead), locked.author)
    _close(locked, ChallengeState.ACCEPTED, battle=battle)
    to = [locked.challenger.owner_id]
    news.tell_players(battle, "challenge_accepted", to, by=member, date=news.date_of(battle))
    refuse_clashes([battle], author=member)
    return battle


@transaction.atomic
def decline(*, challenge: Challenge, member: Member, reason: str) -> None:
    """Decline a challenge, and say why."""
    locked = _lock(challenge)
    if locked.challenged.owner_id != member.pk:
        raise Refused.because("not_your_warband", _("Only the challenged warband’s player answers."))
    why = reason.strip()
    if not why or len(why) > REASON_LIMIT:
        raise Refused.because("no_reason", _("Say why, in at most 300 characters."), "reason")
    _close(locked, ChallengeState.DECLINED, reason=why)
    _tell(locked, "challenge_declined", [locked.challenger.owner_id], by=member, why=why)


@transaction.atomic
def withdraw(*, challenge: Challenge, member: Member) -> None:
    """Take one's own challenge back, as long as nobody answered."""
    locked = _lock(challenge)
    if locked.challenger.owner_id != member.pk:
        raise Refused.because("not_your_warband", _("Only the challenger takes the challenge back."))
    _close(locked, ChallengeState.WITHDRAWN)
    _tell(locked, "challenge_withdrawn", [locked.challenged.owner_id], by=member)


def moments_of(challenge: Challenge) -> tuple[datetime, ...]:
    """Return the moments that suit the challenger."""
    return tuple(datetime.fromisoformat(one) for one in challenge.moments)


def _lock(challenge: Challenge) -> Challenge:
    lock_running(challenge.campaign)
    locked = for_update(Challenge.objects.select_related("campaign", "challenger", "challenged", "author")).filter(
        pk=challenge.pk
    )
    found = locked.first()
    if found is None:
        raise Stale
    if found.state != ChallengeState.OPEN:
        raise Refused.because("answered", _("This challenge is answered or taken back already."))
    return found


def _close(locked: Challenge, state: ChallengeState, *, reason: str = "", battle: Battle | None = None) -> None:
    locked.state, locked.reason, locked.battle = state.value, reason, battle
    locked.answered = timezone.now()
    locked.save(update_fields=["state", "reason", "battle", "answered"])


def _tell(
    challenge: Challenge, code: str, to: Sequence[int], *, by: Member, waits: bool = False, **params: Value
) -> None:
    names: dict[str, Value] = {"warband": challenge.challenger.name, "other": challenge.challenged.name}
    address = challenge.get_absolute_url()
    told = {**names, **params}
    tell(campaign=challenge.campaign, to=to, code=code, params=told, address=address, by=by, waits=waits)


def _objections(locked: Campaign, challenger: Warband, challenged: Warband, member: Member) -> list[Objection]:
    problems: list[Objection] = []
    if challenger.owner_id != member.pk:
        problems.append(Objection("not_your_warband", _("Challenge with a warband of your own."), "challenger"))
    if challenged.owner_id == member.pk:
        problems.append(Objection("own_warband", _("Challenge somebody else’s warband."), "challenged"))
    here = Enlistment.objects.filter(campaign=locked, withdrawn=False, warband__in=[challenger, challenged])
    serving = dict(here.values_list("warband", "resting"))
    for warband, field in ((challenger, "challenger"), (challenged, "challenged")):
        if warband.pk not in serving:
            absent = _("%(warband)s is not in this campaign.") % {"warband": warband.name}
            problems.append(Objection("not_enlisted", absent, field))
        elif serving[warband.pk]:
            rests = _("%(warband)s is resting: its player has gone, and no referee has decided yet.")
            problems.append(Objection("warband_rests", rests % {"warband": warband.name}, field))
    waiting = Challenge.objects.filter(challenger=challenger, state=ChallengeState.OPEN)
    if waiting.filter(challenged=challenged).exists():
        problems.append(
            Objection("challenged_already", _("Your last challenge to this warband is not answered yet."), "challenged")
        )
    elif waiting.count() >= OPEN_MOST:
        problems.append(Objection("too_many", _("Five of your challenges wait for an answer: that is enough.")))
    return problems


def _objections_to(
    moments: Sequence[tuple[str, datetime]], challenger: Warband, challenged: Warband, member: Member
) -> list[Objection]:
    if len(moments) > MOMENTS_MOST:
        return [Objection("too_many_dates", _("At most five dates at a time."))]
    names, now = {challenged.owner_id: challenged.owner.name}, timezone.now()
    calendars = availability.calendars(names)
    sides = [BattleSide(warband=warband) for warband in (challenger, challenged)]
    problems: list[Objection] = []
    for field, moment in moments:
        if not in_range(moment):
            problems.append(Objection("out_of_range", OUT_OF_RANGE, field))
        elif moment <= now:
            problems.append(Objection("past", _("This moment has passed."), field))
        else:
            uses = clashes.found(wanted_for(moment, sides, None))
            problems += [Objection("away", one, field) for one in availability.said_of(names, calendars, moment)]
            problems += [Objection(clashes.CLASH, one, field) for one in clashes.sentences(uses, member)]
    return problems
