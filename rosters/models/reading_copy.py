"""The reading copy: rows made from the journal for lists, searches and statistics. Never edited on their own."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from rosters.models.warband import Warband


class Character(models.Model):
    """One figure of a warband as its journal leaves it. ``number`` is the figure's number in the warband."""

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="characters")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    rank = models.CharField(max_length=12)
    race = models.CharField(max_length=30)
    mercenary = models.CharField(max_length=30, blank=True)
    standing = models.CharField(max_length=12)
    experience = models.PositiveSmallIntegerField(default=0)
    lifetime = models.PositiveSmallIntegerField(default=0)
    choices = models.PositiveSmallIntegerField(default=0)
    value = models.PositiveIntegerField(default=0)
    skills = models.JSONField(default=list)
    injuries = models.JSONField(default=list)

    class Meta:
        ordering = ["warband", "number"]
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        constraints = [models.UniqueConstraint(fields=["warband", "number"], name="one_character_per_number")]
        indexes = [models.Index(fields=["standing", "-lifetime"])]

    def __str__(self) -> str:
        return self.name


class Gear(models.Model):
    """A weapon or piece of equipment, carried by a character or lying in the stash (``character`` empty)."""

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="gear")
    character = models.ForeignKey(Character, null=True, on_delete=models.CASCADE, related_name="gear")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=30)
    paid = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["warband", "number"]
        verbose_name = _("gear")
        verbose_name_plural = _("gear")
        constraints = [models.UniqueConstraint(fields=["warband", "number"], name="one_item_per_number")]

    def __str__(self) -> str:
        return self.code


class InjuryRoll(models.Model):
    """One roll on a return table that counted: the faces, the table's row and who suffered it."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="injury_rolls")
    entry = models.PositiveIntegerField()
    position = models.PositiveSmallIntegerField()
    battle = models.CharField(max_length=40)
    table = models.CharField(max_length=20)
    faces = models.CharField(max_length=5)
    result = models.CharField(max_length=30)

    class Meta:
        ordering = ["character", "entry", "position"]
        verbose_name = _("injury roll")
        verbose_name_plural = _("injury rolls")

    def __str__(self) -> str:
        return f"{self.faces}: {self.result}"


class ExperienceGain(models.Model):
    """The experience one character brought home from one battle, and why."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="experience_gains")
    entry = models.PositiveIntegerField()
    battle = models.CharField(max_length=40)
    points = models.PositiveSmallIntegerField()
    survived = models.PositiveSmallIntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    takedowns = models.PositiveSmallIntegerField(default=0)
    odds = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["character", "entry"]
        verbose_name = _("experience gain")
        verbose_name_plural = _("experience gains")

    def __str__(self) -> str:
        return str(self.points)
