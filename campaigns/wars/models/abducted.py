"""Civilians whom the aliens carried off in a campaign: the reading copy of what its battles and referees said."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle
from engines.musg.abducted import Civilian


class CivilianFate(models.TextChoices):
    """What became of somebody, by the engine's codes (``engines.musg.abducted.Fate``)."""

    KEPT = "kept", _("still with the aliens")
    FREED = "freed", pgettext_lazy("a civilian", "brought home")
    DIED = "died", pgettext_lazy("a civilian", "dead")


class AbductedCivilian(models.Model):
    """A civilian carried off in ``battle``: the ``nth`` there with this ``card``, and what became of it (ruling M330).

    ``ended_in`` is the battle that brought it home or saw it die; none while it is kept, and where a referee said so.
    Written by ``wars.civilians.operations`` alone, and rebuilt from the reports at any time.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="abducted")
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="abducted")
    card = models.CharField(max_length=30)
    nth = models.PositiveSmallIntegerField(default=1)
    fate = models.CharField(max_length=5, choices=CivilianFate, default=CivilianFate.KEPT)
    ended_in = models.ForeignKey(Battle, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("abducted civilian")
        verbose_name_plural = _("abducted civilians")
        constraints = [models.UniqueConstraint(fields=["battle", "card", "nth"], name="one_row_per_civilian")]

    def __str__(self) -> str:
        return f"{self.card} ({self.battle})"

    @property
    def civilian(self) -> Civilian:
        """What the engine calls it; the battle must be loaded."""
        return Civilian(self.battle.key, self.card, self.nth)

    @property
    def state(self) -> dict[str, Any]:
        """What may change of it."""
        return {"fate": self.fate, "ended_in_id": self.ended_in_id}
