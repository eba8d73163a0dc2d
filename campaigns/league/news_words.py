"""How news about a campaign and one's place in it are told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.league.news import Words
from club.models import Topic

WORDS: Final[Mapping[str, Words]] = {
    "applied": _("%(by)s asks to take part in “%(campaign)s”."),
    "joined": _("%(by)s has joined “%(campaign)s”."),
    "added": _("%(by)s let you into “%(campaign)s”."),
    "let_in": _("You were let into “%(campaign)s”."),
    "turned_away": _("You were not let into “%(name)s”."),
    "made_referee": _("%(by)s made you a referee of “%(campaign)s”."),
    "no_referee": _("%(by)s made you an ordinary player of “%(campaign)s” again."),
    "taken_out": _("%(by)s removed you from “%(name)s”."),
    "left": _("%(by)s has left “%(campaign)s”."),
    "copied": _("%(by)s opened “%(campaign)s”, modelled on “%(name)s”: you are in it."),
    "campaign_closed": _("%(by)s declared “%(campaign)s” over."),
    "reminded": _("%(by)s reminds you of what is waiting for you in “%(campaign)s”."),
    "campaign_reopened": _("%(by)s opened “%(campaign)s” again."),
}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {
    Topic.TURN: ("applied", "reminded"),
    Topic.CHRONICLE: (
        "joined", "added", "let_in", "turned_away", "made_referee", "no_referee", "taken_out", "left", "copied",
        "campaign_closed", "campaign_reopened",
    ),
}  # fmt: skip
