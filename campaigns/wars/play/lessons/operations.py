"""A lesson taken up, a step of it opened, and all of it put away again."""

from __future__ import annotations

import secrets

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import SINGLE_MUSG
from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.play import Bot, Captain, Pace, PlayedBattle, PlayState
from campaigns.wars.play import deciding, positions
from campaigns.wars.play.lessons.bands import FOES, OWN
from campaigns.wars.play.lessons.courses import COURSES, Course
from campaigns.wars.play.offering import PATIENCE_MOST
from campaigns.wars.resolution.operations import VERSION
from club.models import Member
from club.operations import Refused, for_update
from club.visibility import Visibility
from engines.core.dice import commitment


@transaction.atomic
def take_up(*, member: Member, code: str) -> Lesson:
    """Begin a lesson, or go on where it was left; one that was finished begins anew. Twice at once it is one lesson.

    ``KeyError`` for a lesson that does not exist.
    """
    course = COURSES[code]
    Lesson.objects.get_or_create(member=member, code=code)
    lesson = for_update(Lesson.objects.all()).get(member=member, code=code)
    if lesson.played_id is None:
        _prepare(lesson, course)
        _open(lesson, course, 0 if lesson.finished else lesson.step)
    return lesson


@transaction.atomic
def open_step(*, lesson: Lesson, number: int) -> None:
    """Put the lesson's battle to the position of a step, counted from 0, whatever stood there before.

    Raises ``Refused`` for a step that does not exist, and once the lesson is put away.
    """
    locked, course = for_update(Lesson.objects.all()).get(pk=lesson.pk), COURSES[lesson.code]
    if locked.played_id is None:
        raise Refused.because("put_away", _("This lesson is put away: take it up first."))
    if not 0 <= number < len(course.steps):
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."))
    _open(locked, course, number)


@transaction.atomic
def put_away(*, lesson: Lesson) -> None:
    """Remove the practice of a lesson, finished or not: it is taken up again where it was left. Twice is once."""
    locked = for_update(Lesson.objects.select_related("played")).get(pk=lesson.pk)
    last = len(COURSES[locked.code].steps) - 1
    played = locked.played
    if played is not None and locked.step == last and played.state == PlayState.OVER:
        locked.finished = locked.finished or timezone.now()
    practice = locked.campaign
    locked.played = locked.campaign = None
    locked.save(update_fields=["played", "campaign", "finished"])
    if practice is not None:
        practice.delete()


def follow_closing(member: Member) -> None:
    """Remove the lessons of who closes an account, with their practice."""
    own = Lesson.objects.filter(member=member)
    Campaign.objects.filter(lesson__in=own).delete()
    own.delete()


def _prepare(lesson: Lesson, course: Course) -> None:
    """Make the practice: a single game of nobody's, which its one captain alone may see."""
    campaign = Campaign.objects.create(
        game=SINGLE_MUSG.code,
        slug=f"lesson-{secrets.token_hex(8)}",
        name=str(course.title),
        visibility=Visibility.PRIVATE.value,
    )
    battle = Battle.objects.create(campaign=campaign, title=campaign.name, journaled=False, state=BattleState.GATHERING)
    played = PlayedBattle.objects.create(
        battle=battle, by=lesson.member, practice=True, pace=Pace.DAYS, patience=PATIENCE_MOST, engine=VERSION
    )
    Captain.objects.create(played=played, number=OWN, agreed=True, member=lesson.member)
    Captain.objects.create(played=played, number=FOES, agreed=True, bot=Bot.GENTLE)
    lesson.campaign, lesson.played = campaign, played


def _open(lesson: Lesson, course: Course, number: int) -> None:
    """Write the position of a step; the lesson's row is locked."""
    assert lesson.played is not None  # noqa: S101 - both callers have seen to it
    step = course.steps[number]
    game, made = step.begin()
    played, captains = deciding.lock(lesson.played)
    played.actions.all().delete()
    played.changes.all().delete()
    played.setup, played.seed = msgspec.to_builtins(game.setup), step.key
    played.commitment = commitment(bytes.fromhex(step.key))
    played.state, played.started, played.finished = PlayState.RUNNING, timezone.now(), None
    played.lineage += 1
    played.save()
    own = captains[OWN]
    own.bot, own.standing, own.asked = "", {}, None
    own.looked = len(game.events)
    own.save()
    deciding.record(played, captains, game, made)
    transaction.on_commit(lambda: positions.give_back(played, game))
    lesson.step, lesson.furthest, lesson.since = number, max(lesson.furthest, number), len(game.events)
    lesson.save()
