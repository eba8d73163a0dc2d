"""A captain who keeps the others waiting, or has to go: a bot plays on, or the battle is broken off; on the record."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.access import is_referee, referees_of
from campaigns.seating.asking import members_asked
from campaigns.seating.away import check_away, check_decides, hand_over
from campaigns.seating.people import Person
from campaigns.wars import news
from campaigns.wars.models.play import Bot, Captain, CaptainChange, PlayedBattle, PlayState, WhenAbsent
from campaigns.wars.play import clocks
from campaigns.wars.play.absence import is_absent
from campaigns.wars.play.access import say_of
from campaigns.wars.play.deciding import captain_of, lock_running, told_no_more
from club.models import Member
from club.operations import Refused


@transaction.atomic
def step_aside(*, played: PlayedBattle, person: Person, strength: str = Bot.STEADY) -> None:
    """Let a bot play on for oneself, until one comes back. Raises ``Refused`` for who has one already.

    Whoever leads several sides does so for one after the other, the one that is asked before the others.
    """
    locked, captains = lock_running(played)
    captain = captain_of(captains, person, with_bot=False)
    check_decides(captain)
    if strength not in Bot.values:
        raise Refused.because("no_such_bot", _("This bot does not play here."))
    change(locked, captain, bot=strength, by=captain.number)


@transaction.atomic
def come_back(*, played: PlayedBattle, person: Person) -> None:
    """Lead oneself again after a bot took over. Raises ``Refused`` when none did.

    Who left with nothing on the clock has nothing on it now, and counts as away at once, until the next decision earns
    some time: the others may, and need not, do again what was agreed.
    """
    locked, captains = lock_running(played)
    captain = captain_of(captains, person, with_bot=True)
    check_away(captain)
    change(locked, captain, bot="", by=captain.number)


@transaction.atomic
def replace_by_bot(*, played: PlayedBattle, person: Person) -> None:
    """Have the bot play for who has kept the battle waiting, where that was agreed. Raises ``Refused``."""
    locked, captains = lock_running(played)
    mine = _say(locked, captains, person)
    late = _late(locked, captains, mine)
    if locked.absence != WhenAbsent.BOT:
        raise Refused.because("not_agreed", _("It was not agreed that a bot plays for who is away."))
    change(locked, late, bot=Bot.STEADY, by=mine[0])


@transaction.atomic
def break_off(*, played: PlayedBattle, person: Person) -> None:
    """Break a battle off because another captain is away too long, where that was agreed; the referee settles it.

    The battle is ahead again, to be reported by hand: the referees are told. Raises ``Refused``.
    """
    locked, captains = lock_running(played)
    _late(locked, captains, _say(locked, captains, person))
    if locked.absence != WhenAbsent.CLAIM:
        raise Refused.because("not_agreed", _("It was not agreed that a battle is broken off when somebody is away."))
    _end(locked, captains, person.member)


@transaction.atomic
def stop(*, played: PlayedBattle, member: Member) -> None:
    """End a battle under way as its referee, or the host of a single game: it is ahead again. Raises ``Refused``."""
    locked, captains = lock_running(played)
    if not is_referee(member, locked.battle.campaign):
        raise Refused.because("referees_only", _("Only a referee can do that."))
    _end(locked, captains, member)


def _say(locked: PlayedBattle, captains: list[Captain], person: Person) -> list[int]:
    """Return the sides that a person speaks for, one at least. Raises ``Refused``."""
    mine = say_of(person, locked, captains)
    if not mine:
        raise Refused.because("not_captain", _("You lead nobody in this battle."))
    return mine


def _late(locked: PlayedBattle, captains: list[Captain], mine: list[int]) -> Captain:
    """Return the captain who keeps the battle waiting. Raises ``Refused`` while he may still think."""
    asked = (one for one in captains if one.number == locked.actor and one.number not in mine and not one.bot)
    late = next(asked, None)
    if late is None or not is_absent(locked, late):
        raise Refused.because("not_absent", _("That captain still has time to think."))
    return late


def change(locked: PlayedBattle, captain: Captain, *, bot: str, by: int) -> None:
    """Have a bot decide for a side from now on, or with an empty ``bot`` its captain again. The row is locked.

    The captain pays for the time until now: leaving stops the clock and does not set it back.
    """
    clocks.charge(locked, [captain], timezone.now())
    captain.save(update_fields=["left"])
    hand_over(locked, captain, CaptainChange(played=locked, index=locked.actions.count(), by=by), bot=bot)
    if bot and captain.member_id and captain.asked is not None:
        told_no_more(locked, frozenset([captain.member_id]))


def _end(locked: PlayedBattle, captains: list[Captain], member: Member | None) -> None:
    before = members_asked(captains)
    locked.state, locked.finished, locked.actor = PlayState.BROKEN, timezone.now(), None
    locked.version += 1
    locked.save(update_fields=["state", "finished", "actor", "version"])
    told_no_more(locked, before)
    battle = locked.battle
    told = {*news.owners_of(battle), *before, *referees_of(battle.campaign)} - {member.pk if member else None}
    news.tell_players(battle, "broken_off", [one for one in told if one is not None], by=member, waits=True)
