"""How news about evenings are told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.league.news import Words
from club.dates import day_and_hour
from club.models import Topic


def _dated(sentence: str | Promise) -> Words:
    """Words that name the evening’s day and hour."""

    def sentence_of(params: Mapping[str, Any]) -> str:
        return str(sentence) % {**params, "date": day_and_hour(datetime.fromisoformat(params["date"]))}

    return sentence_of


WORDS: Final[Mapping[str, Words]] = {
    "evening_moved": _dated(_("“%(evening)s” is on %(date)s now. Do you come all the same?")),
    "evening_elsewhere": _dated(_("“%(evening)s” (%(date)s) is somewhere else: %(place)s.")),
    "evening_called_off": _dated(_("“%(evening)s” (%(date)s) is called off. %(why)s")),
    "evening_restored": _dated(_("“%(evening)s” takes place after all: %(date)s.")),
    "evening_seated": _dated(_("%(by)s gave you a seat at “%(title)s”: %(date)s.")),
    "evening_taken_out": _dated(_("%(by)s freed your seat at “%(title)s” (%(date)s).")),
    "evening_game_changed": _dated(_("“%(title)s” has changed: %(date)s.")),
    "evening_game_removed": _dated(_("“%(title)s” is not played (%(date)s).")),
    "evening_moved_up": _dated(_("A seat became free: you sit at “%(title)s” now, %(date)s.")),
    "evening_seat_free": _dated(_("A seat at “%(title)s” is free, and somebody waits for it (%(date)s).")),
}
TOPICS: Final[Mapping[Topic, Collection[str]]] = {Topic.EVENING: tuple(WORDS)}
