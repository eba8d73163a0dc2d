"""The cards of a set ready to be played (``language.casting``): steps read, what can happen known beforehand."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from engines.badass_force.cards import On
from engines.badass_force.score.setup import Symbol
from engines.core.effects.steps import Step

KEPT: Final = 32
"""So many sets are kept read: a site plays few at a time."""


class Character(Struct, frozen=True, eq=False):
    """One of the characters of a set, with the steps of its slots. ``copies``: its power copies another."""

    code: str
    power: tuple[Step, ...]
    vengeance: tuple[Step, ...]
    death: tuple[Step, ...]
    on: On | None
    reaction: tuple[Step, ...]
    copies: bool


class Weapon(Struct, frozen=True, eq=False):
    """One of the weapons of a set. ``any_charge``: the turn's own charge overloads it too, and it has a text."""

    code: str
    start: int
    explode: int
    most: int
    copies: int
    execution: tuple[Step, ...]
    overload: tuple[Step, ...]
    any_charge: bool
    each_turn: tuple[Step, ...]


class Casting(Struct, frozen=True, eq=False):
    """A whole set, read."""

    characters: dict[str, Character]
    weapons: tuple[Weapon, ...]
    faces: tuple[tuple[Symbol, ...], ...]
