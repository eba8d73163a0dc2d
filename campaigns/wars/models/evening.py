"""An evening of zombies, aliens or a raid at the table, the site its game master: setup and log are its truth."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.league.seeds import new_seed
from campaigns.wars.models.battle import Battle
from engines.musg.pocket.games import agreed


class Evening(models.Model):
    """``setup`` is the engine's; the site's ``seed`` stays secret until it is ``over``, its hash is public before.

    ``version`` grows with everything that is entered or taken back.
    """

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="evening")
    setup = models.JSONField()
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    over = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    begun = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("evening at the table")
        verbose_name_plural = _("evenings at the table")

    def __str__(self) -> str:
        return str(self.battle)

    def get_absolute_url(self) -> str:
        """The evening's page."""
        return reverse("campaigns:evening", args=[self.battle.campaign.slug, self.battle_id])

    @cached_property
    def agreed(self) -> Any:
        """The engine's setup, of its game's own type."""
        return agreed(self.setup)


class EveningEntry(models.Model):
    """One entry of the log. ``press``: the version of the evening it came with; what one press of a button brought
    belongs together. ``client_id`` was given by the page, so that an entry that arrives twice counts once.
    ``undone``: taken back; it stays to be read.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    press = models.PositiveIntegerField()
    data = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    client_id = models.CharField(max_length=60)
    undone = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("entry of an evening")
        verbose_name_plural = _("entries of an evening")
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_evening_entry_per_number"),
            models.UniqueConstraint(
                fields=["evening", "client_id"],
                name="evening_entry_arrives_once",
                condition=~models.Q(client_id=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening} {self.number}"
