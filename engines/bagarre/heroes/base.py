"""What a hero may change. A hero overrides what it changes and nothing else; the base game is declared here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntFlag
from typing import Any, ClassVar

from engines.bagarre.actions import Action, Kind
from engines.bagarre.powers import Figures
from engines.bagarre.state import Seat, Table


class Potion(IntFlag):
    """Potions, each to be drunk once."""

    FIRE = 1
    INVISIBILITY = 2
    SPEED = 4


def potion_names(potions: int) -> tuple[str, ...]:
    """Return the names of a set of potions."""
    return tuple(str(potion.name).lower() for potion in Potion if potions & potion)


class Hero(Figures):
    """The base game: no power at all. Heroes have no state; what they use up lies at the seat.

    Every method but ``performs`` is a hook: rules find it by its name among the powers of a seat (``Powers``), and
    there only if the hero overrides it.
    """

    code: ClassVar[str]
    """The name in logs and views."""

    def performs(self) -> Mapping[Kind, Callable[[Table, int, Action], None]]:
        """Return the kinds of action that only this hero has, with what they do for a seat."""
        return {}

    def menu(self, table: Table, seat: int) -> tuple[Action, ...]:
        """Return further actions the seat may choose."""
        return ()

    def aims_twice(self, seat: Seat) -> bool:
        """Tell whether an attack may have a second target, next to the first."""
        return False

    def on_second_target(self, table: Table, seat: int) -> None:
        """Pay for the second target."""

    def shield_bonus(self, seat: Seat) -> int:
        """Return what is added to the shield."""
        return 0

    def attack_bonus(self, target: Seat) -> int:
        """Return what is added to an attack on a target."""
        return 0

    def cards_drawn(self, seat: Seat) -> int:
        """Return how many cards the seat draws to choose one of for its action."""
        return 1

    def on_drawn(self, table: Table, argument: Any) -> None:
        """Step: the seat of the action sees the card it drew, nothing is settled yet."""

    def on_revealed(self, table: Table, argument: Any) -> None:
        """Step: a card of an action lies open. ``argument``: the seat that may respond, and the card's place."""

    def on_aimed(self, table: Table, argument: Any) -> None:
        """Step: a revealed action aims at the seat ``argument`` and is about to be applied."""

    def on_hurt(self, table: Table, seat: int, target: int) -> None:
        """An attack of the seat cost the target hit points; the target lives."""

    def after_attack(self, table: Table, argument: Any) -> None:
        """Step: an attack cost hit points, and counter-attacks are over.

        ``argument``: the attacker, the target, and whether the target was killed by it.
        """

    def end_of_turn(self, table: Table, argument: Any) -> None:
        """Step: the turn of the seat ``argument`` is ending."""
