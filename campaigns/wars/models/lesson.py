"""A lesson that a member takes: how far it has come, and the practice that it is taken in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.models.play import PlayedBattle
from rosters.models import Warband


class LessonCode(models.TextChoices):
    """The lessons there are."""

    FIRST_BATTLE = "first_battle", _("Your first battle")
    FIRST_CAMP = "first_camp", _("After the battle")


class Lesson(models.Model):
    """One member's part in one lesson; nobody has two of one.

    ``step`` is the one taken now, ``furthest`` the highest ever opened, both from 0. ``campaign`` is the practice, in
    which nobody takes part and which nobody else reads; it goes when the lesson is put away, with all that is in it: a
    battle to be played (``played``) or a warband to be looked after (``warband``). ``since``: how many events of the
    battle had happened when the step began. ``finished``: when the last step was done for the first time, unset before.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons")
    code = models.CharField(max_length=16, choices=LessonCode)
    step = models.PositiveSmallIntegerField(default=0)
    furthest = models.PositiveSmallIntegerField(default=0)
    since = models.PositiveIntegerField(default=0)
    campaign = models.OneToOneField(Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="lesson")
    played = models.OneToOneField(PlayedBattle, null=True, blank=True, on_delete=models.SET_NULL, related_name="lesson")
    warband = models.OneToOneField(Warband, null=True, blank=True, on_delete=models.SET_NULL, related_name="lesson")
    begun = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        constraints = [models.UniqueConstraint(fields=["member", "code"], name="one_lesson_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.member}: {self.code}, {self.step}"
