"""One warband's aftermath of one battle: whose dice, which faces, what came of it."""

from __future__ import annotations

import msgspec
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.battle import BattleSide
from engines.core.dice import Roll
from engines.core.receipts import Receipt
from engines.musg.aftermath import Course, course


class DiceMode(models.TextChoices):
    """Whose dice: chosen once per warband and battle."""

    SITE = "site", _("The site rolls")
    TYPED = "typed", _("We roll our own dice")


class RecoveryState(models.TextChoices):
    """``ROLLING``: the job is on its way, or typed dice are awaited."""

    WAITING = "waiting", _("not begun")
    ROLLING = "rolling", _("being rolled")
    DONE = "done", _("done")


class Recovery(models.Model):
    """``faces`` are the dice so far. The site's ``seed`` stays secret until done; its ``commitment`` is public before.

    ``steps`` and ``rolls`` are the engine's result, kept for the page; ``entry`` the journal entry's number.
    ``retyping``: the roll typed last was taken back; those before it stand. ``corrected``: a referee changed what the
    dice had shown, so that the seed no longer proves it; without a ``mode`` the dice were rolled for a correction that
    put the battle in. ``reason``: why a referee sees to it in the player's place, empty while the player does.
    """

    side = models.OneToOneField(BattleSide, on_delete=models.CASCADE, related_name="recovery")
    mode = models.CharField(max_length=5, choices=DiceMode, blank=True)
    state = models.CharField(max_length=8, choices=RecoveryState, default=RecoveryState.WAITING)
    version = models.PositiveIntegerField(default=0)
    seed = models.CharField(max_length=64, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True)
    faces = models.JSONField(default=list)
    steps = models.JSONField(default=list)
    rolls = models.JSONField(default=list)
    entry = models.PositiveIntegerField(null=True, blank=True)
    retyping = models.BooleanField(default=False)
    corrected = models.BooleanField(default=False)
    reason = models.TextField(blank=True, default="")
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("aftermath")
        verbose_name_plural = _("aftermaths")

    def __str__(self) -> str:
        return str(self.side)

    @property
    def engine_rolls(self) -> tuple[Roll, ...]:
        """The receipts of a finished aftermath's dice."""
        return msgspec.convert(self.rolls, tuple[Roll, ...])

    @property
    def has_proof(self) -> bool:
        """Whether there are site's dice to prove: the seed is revealed only once nothing is left to roll."""
        return self.state == RecoveryState.DONE and self.mode == DiceMode.SITE and not self.corrected

    @property
    def receipt(self) -> Receipt:
        """The proof of the site's dice: what was published before the first roll, and what shows it was kept."""
        return Receipt(commitment=self.commitment, seed=self.seed, rolls=self.engine_rolls)

    followed: Course | None = None
    """How far it had come when that was last asked (``course``); no column."""

    @property
    def course(self) -> Course:
        """How far the typed dice bring it. The same dice of the same warband are followed once."""
        self.followed = course(self.side.warband.roster, self.faces, self.followed)
        return self.followed
