"""Conditions of this game's cards, for ``if``."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from engines.bebop.cards import Character
from engines.bebop.ground import BEBOP, CHARACTERS, NOBODY, PLACES
from engines.bebop.verbs.resources import has
from engines.core.effects.conditions import Condition
from engines.core.effects.steps import UnderWay, Who


class Spot(StrEnum):
    """Where a figure can stand, and whom it can stand with."""

    EARTH = "earth"
    MARS = "mars"
    GANYMEDE = "ganymede"
    BEBOP = "bebop"
    PLANET = "planet"
    CRIMINAL = "criminal"
    VICIOUS = "vicious"
    COMPANION = "companion"


class Played(Condition, frozen=True):
    """A card of this colour lies in play, other than the card itself."""

    played: Character

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether there is one."""
        colour = CHARACTERS.index(self.played.value)
        own = host.book.number.get(way.card, -1)
        itself = own >= 0 and own in host.played and host.book.colour[own] == colour
        return bool(host.colours[colour] - itself > 0)


class Here(Condition, frozen=True):
    """The holder's figure stands there, or with a criminal, with Vicious, with another figure."""

    here: Spot

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether it does."""
        place = host.figures[host.seats[way.seat].character]
        if self.here is Spot.PLANET:
            return bool(place != BEBOP)
        if self.here is Spot.CRIMINAL:
            return bool(place != BEBOP and host.occupant[place] != NOBODY)
        if self.here is Spot.VICIOUS:
            return bool(place == host.vicious)
        if self.here is Spot.COMPANION:
            return bool(host.figures.count(place) > 1)
        return bool(PLACES[place] == self.here.value)


class FuelLeast(Condition, frozen=True):
    """``who`` has at least so much fuel."""

    fuel_least: int
    who: Who = "me"

    def holds(self, host: Any, way: UnderWay) -> bool:
        """Tell whether it does."""
        return any(has(host, seat, "fuel") >= self.fuel_least for seat in way.seats(host, self.who))


CONDITIONS = (Played, Here, FuelLeast)
