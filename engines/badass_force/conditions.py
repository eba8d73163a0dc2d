"""What steps can ask about the table, beside what all games share. Everything asked lies open."""

from __future__ import annotations

from typing import Final

from engines.badass_force.score.state import Mode
from engines.badass_force.stage import Stage
from engines.core.effects.conditions import Condition
from engines.core.effects.steps import UnderWay, Who


class ModeIs(Condition, frozen=True):
    """A seat is in this mode."""

    mode: Mode
    who: Who = "me"

    def holds(self, host: Stage, way: UnderWay) -> bool:
        """Tell whether anybody meant is."""
        wanted = self.mode is Mode.VENGEANCE
        return any(host.seats[seat].vengeance is wanted for seat in way.seats(host, self.who))


class AmmoLeast(Condition, frozen=True):
    """A seat has so much ammunition or more."""

    ammo_least: int
    who: Who = "me"

    def holds(self, host: Stage, way: UnderWay) -> bool:
        """Tell whether anybody meant has."""
        return any(host.seats[seat].ammo >= self.ammo_least for seat in way.seats(host, self.who))


class PointsLeast(Condition, frozen=True):
    """A seat has so many points or more."""

    points_least: int
    who: Who = "me"

    def holds(self, host: Stage, way: UnderWay) -> bool:
        """Tell whether anybody meant has."""
        return any(host.seats[seat].points >= self.points_least for seat in way.seats(host, self.who))


class GraveyardLeast(Condition, frozen=True):
    """So many characters or more lie in a seat's graveyard."""

    graveyard_least: int
    who: Who = "me"

    def holds(self, host: Stage, way: UnderWay) -> bool:
        """Tell whether they lie with anybody meant."""
        return any(host.seats[seat].grave.bit_count() >= self.graveyard_least for seat in way.seats(host, self.who))


class FirstThisTurn(Condition, frozen=True):
    """A seat has killed nobody yet in the running turn; ``false`` asks for the contrary."""

    first_this_turn: bool
    who: Who = "me"

    def holds(self, host: Stage, way: UnderWay) -> bool:
        """Tell whether that is so of anybody meant."""
        return any(host.seats[seat].scored is not self.first_this_turn for seat in way.seats(host, self.who))


CONDITIONS: Final[tuple[type[Condition], ...]] = (ModeIs, AmmoLeast, PointsLeast, GraveyardLeast, FirstThisTurn)
