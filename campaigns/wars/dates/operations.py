"""Agreeing on a battle's date: proposed, accepted, declined; what was fixed elsewhere is written down, too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NoReturn

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league import availability, clashes
from campaigns.league.access import referees_of
from campaigns.league.news import answered
from campaigns.league.operations.campaigns import lock_running
from campaigns.wars import news
from campaigns.wars.battles.clashes import refuse_clashes, source_of, wanted_for
from campaigns.wars.battles.operations import lock_battle, refuse_locked, refuse_while_resolving
from campaigns.wars.dates.log import add_entry
from campaigns.wars.dates.talk import Accepted, Declined, Entry, Fixed, NotAllowed, Proposed, Talk, talk_from
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.dates import DateTalk
from club.models import Member
from club.moments import OUT_OF_RANGE, in_range
from club.operations import Objection, Refused, Stale

_WORDS: Final = {
    "not_a_player": _("None of the warbands in this battle is yours."),
    "no_moment": _("Propose at least one date."),
    "too_many": _("At most five dates at a time."),
    "date_already": _("This is the battle’s date already."),
    "over": _("This is no longer asked: something else was proposed or decided meanwhile. Look again."),
    "not_offered": _("This date was not proposed."),
    "said_already": _("You have said so already."),
    "own_offer": _("You proposed this yourself: propose another date instead."),
    "no_reason": _("Say why: it helps to find another date."),
}
_FIELDS: Final = {"no_reason": "reason"}


class Answered(Struct, frozen=True):
    """What an answer came to: the talk, and the date if this settled it."""

    talk: Talk
    date: datetime | None = None


@transaction.atomic
def propose(
    *, battle: Battle, member: Member, moments: Sequence[tuple[str, datetime]], version: int | None = None
) -> Talk:
    """Propose up to five moments, each with the name of the field in which it was typed.

    Refused beside that field: what has passed, what is outside the years, a day on which another player cannot, and
    when a warband, a player or the table is taken. ``version`` is that of the talk as it was shown.
    """
    locked = _lock(battle)
    row = DateTalk.objects.filter(battle=locked).first()
    if version is not None and version != (row.version if row is not None else 0):
        raise Stale(_("Something was said about the date since you opened this page. Look again, then propose."))
    if problems := _objections(locked, member, moments):
        raise Refused(problems)
    talk = _say(locked, Proposed(member.pk, tuple(moment for _field, moment in moments)), member)
    others = [player for player in talk.players if player != member.pk]
    count = len(talk.offers[-1].moments)
    news.tell_players(locked, "dates_proposed", others, by=member, waits=True, count=count)
    return talk


@transaction.atomic
def accept(*, battle: Battle, member: Member, offer: int, moment: datetime) -> Answered:
    """Accept one moment of an offer; one that suits every side becomes the date, unless somebody is taken then."""
    locked = _lock(battle)
    before = locked.date
    talk = _say(locked, Accepted(member.pk, offer, moment), member)
    answered(by=member, address=locked.get_absolute_url())
    if talk.date is None or talk.date == before:
        return Answered(talk)
    locked.date = talk.date
    locked.version += 1
    locked.save(update_fields=["date", "version"])
    told = {*talk.players, *referees_of(locked.campaign).values_list("member", flat=True)} - {member.pk}
    news.tell_players(locked, "date_agreed", told, by=member, date=news.date_of(locked))
    refuse_clashes([locked], author=member)
    return Answered(talk, talk.date)


@transaction.atomic
def decline(*, battle: Battle, member: Member, offer: int, reason: str) -> Talk:
    """Decline an offer with a reason. Who proposed it is told; of a fixed date, the referees are."""
    locked = _lock(battle)
    talk = _say(locked, Declined(member.pk, offer, reason), member)
    declined = talk.offer(offer)
    if declined is None:
        raise Stale
    why = reason.strip()
    if declined.fixed:
        told = set(referees_of(locked.campaign).values_list("member", flat=True)) - {member.pk}
        news.tell_players(locked, "date_declined", told, by=member, waits=True, why=why)
    else:
        news.tell_players(locked, "dates_declined", {*talk.players} - {member.pk}, by=member, waits=True, why=why)
    return talk


def follow(battle: Battle, author: Member) -> None:
    """Write down a date that somebody fixed or took away, or that others play now; the battle is locked."""
    if battle.state == BattleState.SCHEDULED:
        add_entry(battle, Fixed(author.pk, battle.date), author)


def _lock(battle: Battle) -> Battle:
    lock_running(battle.campaign)
    locked = lock_battle(battle)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because("not_scheduled", _("This battle was reported or called off: it stays as it is."))
    refuse_while_resolving(locked)
    refuse_locked(locked)
    return locked


def _say(locked: Battle, entry: Entry, member: Member) -> Talk:
    """Write an entry down."""
    try:
        row = add_entry(locked, entry, member)
    except NotAllowed as fault:
        _refuse(fault)
    return talk_from(row.state)


def _refuse(fault: NotAllowed) -> NoReturn:
    raise Refused.because(fault.code, _WORDS[fault.code], _FIELDS.get(fault.code)) from fault


def _objections(locked: Battle, member: Member, moments: Sequence[tuple[str, datetime]]) -> list[Objection]:
    """Return what is wrong with these moments, each beside its field."""
    sides = list(locked.sides.select_related("warband__owner").defer("warband__state", "warband__setup"))
    names = {side.warband.owner_id: side.warband.owner.name for side in sides if side.warband.owner_id != member.pk}
    calendars, now = availability.calendars(names), timezone.now()
    problems: list[Objection] = []
    for field, moment in moments:
        if not in_range(moment):
            problems.append(Objection("out_of_range", OUT_OF_RANGE, field))
        elif moment <= now:
            problems.append(Objection("past", _("This moment has passed."), field))
        else:
            said = availability.said_of(names, calendars, moment)
            uses = clashes.found(wanted_for(moment, sides, locked.spot_id), but=[source_of(locked.pk)])
            problems += [Objection("away", one, field) for one in said]
            problems += [Objection(clashes.CLASH, one, field) for one in clashes.sentences(uses, member)]
    return problems
