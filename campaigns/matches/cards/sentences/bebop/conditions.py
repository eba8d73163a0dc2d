"""What cards of Space Serenade ask, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from campaigns.matches.cards.sentences.bebop.words import PLACES
from campaigns.matches.cards.sentences.speaker import Clause, Speaker
from engines.bebop.verbs.conditions import FuelLeast, Here, Played, Spot
from engines.core.effects.conditions import Condition


def _played(condition: Played, speaker: Speaker) -> str:
    return _("%(character)s is in play") % {"character": speaker.value(condition.played)}


def _here(condition: Here, speaker: Speaker) -> str:
    said = _SPOTS.get(condition.here)
    return said() if said is not None else _("you are on: %(place)s") % {"place": PLACES[condition.here.value]}


_SPOTS: Final[Mapping[Spot, Callable[[], str]]] = {
    Spot.PLANET: lambda: _("you are on a planet"),
    Spot.CRIMINAL: lambda: _("you are with a criminal"),
    Spot.VICIOUS: lambda: _("you are with Vicious"),
    Spot.COMPANION: lambda: _("another figure is with you"),
}


def _fuel_least(condition: FuelLeast, speaker: Speaker) -> str:
    words = {"amount": speaker.amount("fuel", condition.fuel_least)}
    return speaker.of(condition.who, _("you have at least %(amount)s") % words, _("at least %(amount)s") % words)


CONDITIONS: Final[Mapping[type[Condition], Clause]] = {Played: _played, Here: _here, FuelLeast: _fuel_least}
