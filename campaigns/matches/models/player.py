"""Who plays the card games: members, and guests known by name only."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from club.addresses import numbered
from engines.core import names

NAME_LIMIT = 60
KEY_LIMIT = 255
"""Some letters unfold to many: a name of 60 may have a longer key, which is cut."""


class Player(models.Model):
    """Somebody whose results are counted: a member, or a guest with a ``name``.

    A guest that turned out to be somebody else stays as a signpost: ``merged_into`` is who has the history now. One
    whose name was forgotten (``operations.forgetting``) has the history still, and neither name nor member.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    name = models.CharField(_("name"), max_length=NAME_LIMIT, blank=True)
    name_key = models.CharField(max_length=KEY_LIMIT, blank=True, editable=False)
    """What names that look the same have in common (``engines.core.names.key``); empty without a name."""
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="formerly")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("player of card games")
        verbose_name_plural = _("players of card games")
        constraints = [
            models.UniqueConstraint(fields=["name_key"], condition=~models.Q(name_key=""), name="one_guest_per_name"),
        ]

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row; the key is always that of the name."""
        self.name_key = key_of(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """The page about this player: a member's is that of all they do here."""
        if self.member_id is not None:
            return numbered("campaigns:player", self.member_id)
        return numbered("campaigns:match_player", self.pk)

    @property
    def is_guest(self) -> bool:
        """True for who is known by name only."""
        return self.member_id is None and bool(self.name)

    @property
    def full_name(self) -> str:
        """The name members read."""
        if self.member is not None:
            return self.member.name
        if self.name:
            return self.name
        return gettext("a former member") if self.merged_into_id is not None else gettext("a guest")

    def name_for(self, viewer: Any) -> str:
        """The name that ``viewer`` may read: visitors read no guest's name but initials, and no hidden member's."""
        if self.member is not None:
            return self.member.name_for(viewer)
        if not self.name or getattr(viewer, "is_authenticated", False):
            return self.full_name
        return initials(self.name)


def key_of(name: str) -> str:
    """Return what a guest's name is known by; empty for none."""
    return names.key(name)[:KEY_LIMIT]


def initials(name: str) -> str:
    """Return ``M. D.`` for ``Marc Dupont``, ``J.-P. R.`` for ``Jean-Paul Roux``."""
    words = ["-".join(f"{part[0].upper()}." for part in word.split("-") if part) for word in name.split()]
    return " ".join(word for word in words if word)


class GuestClaim(models.Model):
    """A member says a guest is himself; somebody who knows the guest agrees or does not."""

    guest = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "pk"]
        verbose_name = _("claimed guest")
        verbose_name_plural = _("claimed guests")
        constraints = [models.UniqueConstraint(fields=["guest", "member"], name="one_claim_each")]

    def __str__(self) -> str:
        return f"{self.guest} = {self.member}"
