"""Lessons that are battles: each step puts the learner's battle against a bot to a position of its own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.play import Bot, Captain, Pace, PlayedBattle, PlayState
from campaigns.wars.play import deciding, positions
from campaigns.wars.play.lessons.bands import FOES, OWN
from campaigns.wars.play.lessons.practice import private_campaign
from campaigns.wars.play.lessons.step import Step
from campaigns.wars.play.offering import PATIENCE_MOST
from campaigns.wars.resolution.operations import VERSION
from engines.core.dice import commitment


class PlayedPractice(Struct, frozen=True):
    """A battle of these steps (``practice.Practice``)."""

    steps: Sequence[Step]

    def prepare(self, lesson: Lesson, title: str) -> None:
        """Make the battle, which its one captain alone may see."""
        campaign = private_campaign(title)
        battle = Battle.objects.create(
            campaign=campaign, title=campaign.name, journaled=False, state=BattleState.GATHERING
        )
        played = PlayedBattle.objects.create(
            battle=battle, by=lesson.member, practice=True, pace=Pace.DAYS, patience=PATIENCE_MOST, engine=VERSION
        )
        Captain.objects.create(played=played, number=OWN, agreed=True, member=lesson.member)
        Captain.objects.create(played=played, number=FOES, agreed=True, bot=Bot.GENTLE)
        lesson.campaign, lesson.played = campaign, played

    def open(self, lesson: Lesson, number: int) -> None:
        """Write the position of the step, whatever stood there before."""
        assert lesson.played is not None  # noqa: S101 - who calls has seen to it
        step = self.steps[number]
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
        lesson.since = len(game.events)

    def address(self, lesson: Lesson) -> str:
        """The battle's, at every step."""
        return lesson.played.get_absolute_url() if lesson.played is not None else ""

    def is_over(self, lesson: Lesson) -> bool:
        """The battle of the last step has come to its end."""
        played = lesson.played
        return lesson.step == len(self.steps) - 1 and played is not None and played.state == PlayState.OVER

    def clear(self, campaign: Campaign) -> None:
        """With its campaign all of it goes."""
        campaign.delete()
