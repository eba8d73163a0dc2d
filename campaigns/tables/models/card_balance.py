"""Many simulated card games, split into parts that any worker may take: who wins how often."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.jobs.models import SimulationPart
from campaigns.tables.models.card_table import BotStrength


class BalanceState(models.TextChoices):
    """Where a simulation stands."""

    RUNNING = "running", _("being simulated")
    DONE = "done", _("simulated")
    CANCELLED = "cancelled", _("called off")


class BalanceRun(models.Model):
    """What ``count`` games between bots of one strength say; ``engine`` names the rules that played them.

    ``summary`` is the engine's, written once: when all parts are in, or over those that are when it is called off.
    """

    game = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=BalanceState, default=BalanceState.RUNNING)
    count = models.PositiveIntegerField(_("games"))
    players = models.PositiveSmallIntegerField(_("players"))
    variant = models.CharField(_("variant"), max_length=20)
    options = models.JSONField(default=dict)
    bot = models.CharField(_("played by bots"), max_length=6, choices=BotStrength)
    seed = models.CharField(max_length=64)
    engine = models.CharField(max_length=20)
    summary = models.JSONField(default=dict)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("balance simulation")
        verbose_name_plural = _("balance simulations")
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(state="running"), name="one_running_balance_per_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} × {self.count}"


class BalancePart(SimulationPart):
    """Some games of a balance simulation."""

    run = models.ForeignKey(BalanceRun, on_delete=models.CASCADE, related_name="parts")

    class Meta(SimulationPart.Meta):
        verbose_name = _("part of a balance simulation")
        verbose_name_plural = _("parts of a balance simulation")
        constraints = [models.UniqueConstraint(fields=["run", "first"], name="one_balance_part_per_first")]

    def __str__(self) -> str:
        return f"{self.run}: {self.first}"
