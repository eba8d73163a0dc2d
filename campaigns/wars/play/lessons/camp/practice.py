"""What the lesson is taken in: a warband after its battle, on pages that only the learner finds."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.jobs.models import Job
from campaigns.league.models import Campaign
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.battle import Battle, BattleReport, BattleSide
from campaigns.wars.models.lesson import Lesson
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.play.lessons.camp import bands, deeds
from campaigns.wars.play.lessons.camp.goals import Scene
from campaigns.wars.play.lessons.camp.steps import STEPS, CampStep
from campaigns.wars.play.lessons.practice import private_campaign
from campaigns.wars.reports.operations import apply_locked
from club.models import Member
from club.visibility import Visibility
from engines.core.dice import SEED_BYTES, commitment
from engines.musg.entries import AnyEntry
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband

OWN, FOES = 0, 1
"""The seats in the battle."""


class CampPractice(Struct, frozen=True):
    """The way from one battle to the next (``practice.Practice``)."""

    steps: tuple[CampStep, ...] = STEPS

    def prepare(self, lesson: Lesson, title: str) -> None:
        """Make both warbands and the battle between them, fought and confirmed; the learner's aftermath is to come."""
        member, campaign = lesson.member, private_campaign(title)
        own = _mustered(member, "La Lanterne", bands.RACE, bands.own_entries())
        foes = _mustered(member, "Grok Krom", bands.FOES_RACE, bands.foes_entries())
        battle = Battle.objects.create(campaign=campaign, title=_("At the old mill"))
        for seat, warband in enumerate((own, foes)):
            BattleSide.objects.create(battle=battle, warband=warband, seat=seat, agreed=True)
        told = msgspec.to_builtins(bands.report(own.key, foes.key))
        apply_locked(battle, BattleReport.objects.create(battle=battle, author=member, data=told), member)
        _fix_dice(battle)
        _settle_foes(battle)
        lesson.campaign, lesson.warband = campaign, Warband.every.get(pk=own.pk)

    def open(self, lesson: Lesson, number: int) -> None:
        """Do what the steps before ask for and was not done; a step that was done already begins in a new practice."""
        scene = Scene(_warband(lesson))
        if number <= lesson.step and any(scene.done & step.kinds for step in self.steps[number:]):
            self._anew(lesson)
            scene = Scene(_warband(lesson))
        for step in self.steps[:number]:
            if step.deed is not None and not scene.done & step.kinds:
                step.deed(scene)
        lesson.since = scene.warband.version

    def address(self, lesson: Lesson) -> str:
        """Where the step is done."""
        return self.steps[lesson.step].page(Scene(_warband(lesson))) if lesson.warband is not None else ""

    def is_over(self, lesson: Lesson) -> bool:
        """Nothing is left to do but to look."""
        return lesson.warband is not None and lesson.step == len(self.steps) - 1

    @transaction.atomic
    def clear(self, campaign: Campaign) -> None:
        """Remove the battle first: it holds the warbands."""
        sides = BattleSide.objects.filter(battle__campaign=campaign)
        warbands = list(sides.values_list("warband", flat=True))
        dice = Recovery.objects.filter(side__in=sides).values_list("pk", flat=True)
        Job.objects.filter(kind=aftermath.KIND, subject__in=list(dice)).delete()
        campaign.delete()
        Warband.every.filter(pk__in=warbands, practice=True).delete()

    def _anew(self, lesson: Lesson) -> None:
        campaign = lesson.campaign
        lesson.campaign = lesson.warband = None
        lesson.save(update_fields=["campaign", "warband"])
        if campaign is not None:
            self.clear(campaign)
        self.prepare(lesson, campaign.name if campaign is not None else "")


def _warband(lesson: Lesson) -> Warband:
    assert lesson.warband is not None  # noqa: S101 - who calls has seen to it
    return lesson.warband


def _mustered(member: Member, name: str, race: str, entries: tuple[AnyEntry, ...]) -> Warband:
    return create_warband(
        owner=member,
        setup=Setup(race=race, name=name, rules=bands.RULES),
        visibility=Visibility.PRIVATE,
        entries=entries,
        practice=True,
    )


def _fix_dice(battle: Battle) -> None:
    """Let the site's dice fall as the lesson would have them; they prove like any others."""
    recovery = Recovery.objects.get(side__battle=battle, side__seat=OWN)
    seed = bands.SEED.to_bytes(SEED_BYTES, "big")
    recovery.seed, recovery.commitment = seed.hex(), commitment(seed)
    recovery.save(update_fields=["seed", "commitment"])


def _settle_foes(battle: Battle) -> None:
    """Roll the others' aftermath, which is no matter of the lesson's."""
    side = battle.sides.select_related("warband__owner", "recovery").get(seat=FOES)
    deeds.roll(Scene(side.warband))
