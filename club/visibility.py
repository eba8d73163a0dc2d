"""Who may read a thing of the club's: a warband, a campaign, a match."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from club.access import User


class Visibility(models.TextChoices):
    """Who may read a warband or a campaign."""

    PRIVATE = "private", _("Only those who take part")
    CLUB = "club", _("Every member of the club")
    PUBLIC = "public", _("Everybody")


def open_to(user: User) -> list[Visibility]:
    """Return the visibilities of what ``user`` may read without taking part in it."""
    return [Visibility.PUBLIC, Visibility.CLUB] if user.is_authenticated else [Visibility.PUBLIC]
