"""The ground a battle is fought on, and the battle resolved by the engine: setup, log and dice are its truth."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.league.seeds import new_seed
from campaigns.wars.models.battle import Battle, BattleReport
from engines.core.dice import commitment
from engines.core.receipts import Receipt
from engines.musg.battle.events import Event


def new_share_key() -> str:
    """Return a fresh key for the link under which a replay is shared."""
    return secrets.token_urlsafe(12)


class BattleGround(models.Model):
    """The table laid out for a battle. ``layout`` is the engine's table; ``ready`` the code of the ready-made one it
    was taken from, empty once something was moved by hand; ``version`` is 0 while the site laid it and nobody chose
    it. ``back_to_back``: the warbands had no rest since another battle (ruling M104). ``seed`` is that of the dice
    should the engine resolve the battle: secret, with its hash ``commitment`` published as soon as there is a
    table."""

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="ground")
    layout = models.JSONField()
    ready = models.CharField(max_length=30, blank=True)
    turn_limit = models.PositiveSmallIntegerField(_("last turn"), default=10)
    back_to_back = models.BooleanField(_("straight after another battle"), default=False)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("battle ground")
        verbose_name_plural = _("battle grounds")

    def __str__(self) -> str:
        return str(self.battle)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row; the hash is always that of the seed."""
        self.commitment = commitment(bytes.fromhex(self.seed))
        super().save(*args, **kwargs)

    @property
    def stands_in(self) -> bool:
        """Whether the site laid this ready-made table, because nobody has chosen one yet."""
        return not self.version and bool(self.ready)


class ResolutionState(models.TextChoices):
    """Where a resolution stands. ``VOID``: the warbands changed while the engine was at work; nothing was written."""

    WAITING = "waiting", _("being resolved")
    DONE = "done", _("resolved")
    VOID = "void", _("not valid any more")


class Resolution(models.Model):
    """A battle resolved by the engine.

    ``setup``, ``log`` and the ``seed`` replay it; ``commitment`` is the seed's hash, published before, the seed is
    secret until done. ``agreed`` are the keys of the warbands whose players had agreed. ``events`` is the engine's
    account with all receipts, ``falls`` who felled whom with what, taken from it; ``share`` the key of its public link.
    """

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="resolution")
    state = models.CharField(max_length=8, choices=ResolutionState, default=ResolutionState.WAITING)
    setup = models.JSONField()
    tempers = models.JSONField(default=list)
    agreed = models.JSONField(default=list)
    seed = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64)
    log = models.JSONField(default=list)
    events = models.JSONField(default=list)
    falls = models.JSONField(default=list, editable=False)
    turns = models.PositiveSmallIntegerField(default=0)
    engine = models.CharField(max_length=20, blank=True)
    share = models.CharField(max_length=24, unique=True, default=new_share_key, editable=False)
    report = models.ForeignKey(BattleReport, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("resolution")
        verbose_name_plural = _("resolutions")

    def __str__(self) -> str:
        return str(self.battle)

    @property
    def receipt(self) -> Receipt:
        """The proof of the dice, in the order they fell; the seed is secret until the battle is done."""
        events = msgspec.convert(self.events, tuple[Event, ...])
        rolls = sorted((roll for event in events for roll in event.rolls), key=lambda roll: roll.index)
        return Receipt(commitment=self.commitment, seed=self.seed, rolls=tuple(rolls))
