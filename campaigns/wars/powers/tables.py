"""Tables of the rulebook on which a referee may roll, and what a roll finds there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.words import in_each_language
from engines.core.dice import ASKS, Dice, EnteredDice, SeededDice
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import InjuryResult
from engines.musg.fixed import wounds_on


class Table(Struct, frozen=True):
    """A table: what it is called, which dice it asks for, and where a catalogue has its rows; without rows the dice
    alone tell."""

    title: str | Promise
    asked: str
    rows: Callable[[Catalogue], tuple[InjuryResult, ...]] | None = None

    def found(self, value: int, catalogue: Catalogue) -> InjuryResult | None:
        """Return the row that a value finds; nothing where there is none."""
        rows = self.rows(catalogue) if self.rows is not None else ()
        return next((row for row in rows if row.low <= value <= row.high), None)

    def verdict(self, value: int, need: int | None) -> str:
        """Return the code of what a value comes to against what was needed; empty where nothing is."""
        return ""


class DamageTable(Table, frozen=True):
    """The table whose column is the strength of a blow and whose row is the toughness that it meets."""

    def verdict(self, value: int, need: int | None) -> str:
        """A die as high as the cell wounds (Musg, Tableau des dommages)."""
        return "" if need is None else WOUNDS if value >= need else NO_WOUND


class Against(Struct, frozen=True):
    """A blow or shot of some strength against some toughness, from 1 to ``STRONGEST``."""

    strength: int
    toughness: int

    @property
    def need(self) -> int:
        """The lowest die that wounds."""
        return wounds_on(self.strength, self.toughness)


WOUNDS: Final = "wounds"
NO_WOUND: Final = "no_wound"
STRONGEST: Final = 20
DAMAGE: Final = "damage"
TABLES: Final[Mapping[str, Table]] = {
    "injuries": Table(_("Return of the fallen: leaders and lieutenants (d66)"), "d66", attrgetter("injuries")),
    "henchmen": Table(_("Return of the fallen: henchmen and extras (d6)"), "d6", attrgetter("henchman_return")),
    "quack": Table(_("The quack doctor (d6)"), "d6", attrgetter("quack")),
    DAMAGE: DamageTable(_("Damage table (d6)"), "d6"),
    "d6": Table(_("One die (d6)"), "d6"),
    "2d6": Table(_("Two dice (2d6)"), "2d6"),
    "d66": Table(_("Two dice, tens and units (d66)"), "d66"),
}


class Rolled(Struct, frozen=True):
    """What a roll came to; ``row`` is the code of the row it found, empty where there is none.

    ``called`` is what the row is called, by language.
    """

    faces: tuple[int, ...]
    value: int
    row: str
    source: str
    called: Mapping[str, str]


def roll(table: str, dice: Dice, catalogue: Catalogue, against: Against | None = None) -> Rolled:
    """Roll on a table of a catalogue; with typed dice they must be as many as it asks for. Raises ``DiceError``."""
    chosen = TABLES[table]
    receipt = dice.roll(chosen.asked, "table")
    if isinstance(dice, EnteredDice):
        dice.finish()
    found = chosen.found(receipt.value, catalogue)
    code = found.code if found else chosen.verdict(receipt.value, against.need if against is not None else None)
    return Rolled(receipt.faces, receipt.value, code, receipt.source, in_each_language(found.name) if found else {})


def cell(against: Against) -> dict[str, int]:
    """Return what is kept of the cell of the damage table that a roll was on."""
    return {"strength": against.strength, "toughness": against.toughness, "need": against.need}


def site_dice(seed: bytes) -> Dice:
    """Return the site's dice for a seed."""
    return SeededDice(seed)


def typed_dice(faces: Sequence[int]) -> Dice:
    """Return the dice that somebody rolled at the table."""
    return EnteredDice(faces)


def wanted(table: str) -> int:
    """Return how many dice a table asks for."""
    return ASKS[TABLES[table].asked]
