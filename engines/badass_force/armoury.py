"""The armoury dice (Badass Force, Lancez les 2 dés de l'armurerie; rulings F1, F3, F56)."""

from __future__ import annotations

from engines.badass_force import charges
from engines.badass_force.events import Rolled
from engines.badass_force.score.setup import Symbol
from engines.badass_force.state import Table

DICE = 2
ARMOURY = "Badass Force, Lancez les 2 dés de l'armurerie"
EVERYTHING = 99
"""More than any weapon holds."""


def roll_for(table: Table, roller: tuple[int, int]) -> None:
    """Step: a card lets a seat roll, as part of an effect that has begun, or of none (0)."""
    roll(table, *roller)


def roll(table: Table, index: int, effect: int = 0) -> None:
    """Roll both dice. Green is for the roller, yellow for all, red for all others; each symbol counts.

    Two reds also empty the roller's weapon, after all gains (ruling F56).
    """
    first, second = table.dice.throw(DICE, "armoury", index)
    faces = table.casting.faces
    symbols = (*faces[first - 1], *faces[second - 1])
    if table.events is not None:
        told = (tuple(one.value for one in faces[first - 1]), tuple(one.value for one in faces[second - 1]))
        table.emit(Rolled(seat=index, faces=(first, second), symbols=told, rule=ARMOURY))
    green, yellow, red = (symbols.count(symbol) for symbol in (Symbol.GREEN, Symbol.YELLOW, Symbol.RED))
    gains = [(index, green + yellow), *((seat, yellow + red) for seat in table.order_after(index))]
    if Symbol.RED in faces[first - 1] and Symbol.RED in faces[second - 1]:
        table.agenda.append((_empty, index))
    if green or yellow or red:
        charges.give(table, tuple([gain for gain in gains if gain[1]]), index, effect)


def _empty(table: Table, index: int) -> None:
    charges.lose(table, index, EVERYTHING)
