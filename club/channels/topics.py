"""What is said of each kind of news: below its name where one chooses, and on a locked screen that may not say more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.models import Topic

MEANINGS: Final[Mapping[str, Promise]] = {
    Topic.TURN: _("A move at a card table, a question, a date, a challenge: somebody waits for me."),
    Topic.REPORT: _("What was reported of my battles and matches, disputed or settled."),
    Topic.DICE: _("Rolls I owe, and what befell my warbands after the battle."),
    Topic.EVENING: _("Where and when I play: fixed, moved, called off, a seat that became free."),
    Topic.RESULTS: _("Matches that are over, what the engine fought, forecasts and booklets."),
    Topic.CHRONICLE: _("Who joins and leaves, rules that change, announcements of the club."),
}
PLAIN: Final[Mapping[str, Promise]] = {
    Topic.TURN: _("Somebody waits for you."),
    Topic.REPORT: _("There is news of a report of yours."),
    Topic.DICE: _("There is news of a warband of yours."),
    Topic.EVENING: _("There is news of when you play."),
    Topic.RESULTS: _("There is a result."),
    Topic.CHRONICLE: _("There is news of a campaign or the club."),
}
