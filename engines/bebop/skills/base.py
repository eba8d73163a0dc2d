"""What a skill is: a cost in fuel, what it may be used on, and what it does."""

from __future__ import annotations

from typing import ClassVar, Final

from engines.bebop.actions import Action
from engines.bebop.state import Seat, Table

SKILLS: Final = "Space Serenade, Compétences des personnages"


class Skill:
    """One skill of a character. It costs ``fuel``; ``name`` is its code."""

    name: ClassVar[str]
    fuel: ClassVar[int] = 0

    def options(self, table: Table, seat: Seat) -> list[Action]:
        """Return the ways in which a seat with enough fuel may use it now; none without an object (ruling C70)."""
        raise NotImplementedError

    def hangs_on_hand(self, table: Table, seat: Seat) -> bool:
        """Tell whether cards that the others do not see may be its object: they must not learn whether there is one."""
        return False

    def use(self, table: Table, seat: Seat, action: Action) -> None:
        """Do what it does; its fuel is paid."""
        raise NotImplementedError
