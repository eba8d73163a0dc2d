"""Card sets that a club typed in off its own boxes, so that score pads can check fights and captures."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.games import CARD_GAMES, CODE_LIMIT


class ScoreCards(models.Model):
    """One box's cards, as the scoring engine takes them. A match keeps its own copy, so that old ones never change.

    ``ready``: nothing is missing or wrong, so that matches may use it. ``editors`` help who added it, or every member
    does (``open_to_all``).
    """

    game = models.CharField(_("game"), max_length=CODE_LIMIT, choices=[(g.code, g.name) for g in CARD_GAMES])
    name = models.CharField(_("name"), max_length=80)
    data = models.JSONField()
    ready = models.BooleanField(_("complete"), default=True)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    editors = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="+")
    open_to_all = models.BooleanField(_("every member may change it"), default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["game", "name"]
        verbose_name = _("card set")
        verbose_name_plural = _("card sets")
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_card_set_per_name")]

    def __str__(self) -> str:
        return self.name


class CardSetChange(models.Model):
    """What somebody did to a card set. ``params`` is what the sentence names, and the card as it was before, if any."""

    cards = models.ForeignKey(ScoreCards, on_delete=models.CASCADE, related_name="changes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=20)
    params = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("change of a card set")
        verbose_name_plural = _("changes of card sets")

    def __str__(self) -> str:
        return f"{self.cards}: {self.code}"
