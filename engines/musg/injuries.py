"""Return of the fallen: the tables rolled after a battle for those put out of action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.dice import Dice, Roll
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import InjuryResult
from engines.musg.engagement import Casualty, Foe
from engines.musg.pulp import passing
from engines.musg.warband import Figure, Injury, Standing

RETURN: Final = "Musg, Retour des mis hors de combat"
SETBACKS: Final = "setbacks"
"""The table of the draw that a pulp campaign adds (ruling M310)."""
DIES: Final = "dies"
ROLL_AGAIN: Final = "roll_again"


class Finding(Struct, frozen=True):
    """One row of a table that a roll found, with the roll's position among the aftermath's receipts.

    ``counted`` is false for a row that only asks for another roll.
    """

    table: str
    code: str
    roll: int
    counted: bool = True


class Return(Struct, frozen=True):
    """What became of one fallen figure. ``lost_gear``: what it carried is gone; ``bonus``: experience gained.

    ``passing``: injuries of the table that count for one battle only (ruling M168).
    """

    figure: Figure
    findings: tuple[Finding, ...] = ()
    lost_gear: bool = False
    bonus: int = 0
    passing: tuple[str, ...] = ()


def henchman_returns(figure: Figure, dice: Dice, catalogue: Catalogue) -> Return:
    """Roll a d6 for a henchman or an extra: 1-2 dead or gone, its gear back to the warband; 3-6 back next battle."""
    roll = dice.roll("d6", "return", figure.id)
    row = catalogue.henchman_result(roll.value)
    finding = Finding("henchman_return", row.code, roll.index)
    standing = Standing.DEAD if DIES in row.traits else Standing.ACTIVE
    return Return(replace(figure, standing=standing), (finding,))


def hero_returns(
    figure: Figure,
    casualty: Casualty,
    dice: Dice,
    catalogue: Catalogue,
    *,
    guarded: bool,
    deathless: bool = False,
) -> Return:
    """Roll a d66 for a leader or a lieutenant and apply the row, with every sub-roll it asks for.

    ``guarded`` spares a leader watched over by a troll bodyguard from being robbed (ruling M251). ``deathless``: a pulp
    hero or villain, partner or lieutenant, for whom death is rolled again, permanent losses of the table but an eye
    last one battle, and a setback is drawn in any case (rulings M166-M168, M310).
    """
    tally = _Tally(figure, casualty, dice, catalogue, guarded, deathless)
    roll, row = tally.injury("injury")
    while ROLL_AGAIN in row.traits or (deathless and DIES in row.traits):  # the whole d66 again (rulings M253, M166)
        tally.note("injuries", row.code, roll, counted=False)
        roll, row = tally.injury("injury")
    tally.note("injuries", row.code, roll)
    tally.apply(row)
    if deathless:
        tally.draw_setback()
    return tally.outcome()


class _Tally:
    """Collects what happens to one hero while the rolls are made."""

    def __init__(
        self, figure: Figure, casualty: Casualty, dice: Dice, catalogue: Catalogue, guarded: bool, deathless: bool
    ) -> None:
        self.figure = figure
        self.casualty = casualty
        self.dice = dice
        self.catalogue = catalogue
        self.guarded = guarded
        self.deathless = deathless
        self.passing: list[str] = []
        self.findings: list[Finding] = []
        self.lost_gear = False
        self.bonus = 0

    def outcome(self) -> Return:
        return Return(self.figure, tuple(self.findings), self.lost_gear, self.bonus, tuple(self.passing))

    def injury(self, reason: str) -> tuple[Roll, InjuryResult]:
        roll = self.dice.roll("d66", reason, self.figure.id)
        return roll, self.catalogue.injury(roll.value)

    def note(self, table: str, code: str, roll: Roll, *, counted: bool = True) -> None:
        self.findings.append(Finding(table, code, roll.index, counted))

    def apply(self, row: InjuryResult) -> None:
        """Do what the row's traits say, then write on the sheet what stays; a row without either does no harm."""
        for trait in row.traits:
            if trait in _EFFECTS:
                _EFFECTS[trait](self)
        if "hates" in row.traits:
            self.hatred(row.code)
        elif stays(row) and not (borne_once(row) and self.figure.has_injury(row.code)):
            self.lasting(row.code)

    def lasting(self, code: str) -> None:
        if self.deathless and code in passing(self.catalogue):
            self.passing.append(code)
            self.weigh_down(code)
        else:
            self.hurt(code)

    # One method per trait of a row.

    def weigh_down(self, code: str) -> None:
        """Write down what counts in the figure's next battle only."""
        self.figure = replace(self.figure, setbacks=(*(self.figure.setbacks or ()), code))

    def draw_setback(self) -> None:
        """Draw the characteristic that suffers in the next battle; 66 is rolled again (ruling M310)."""
        while True:
            roll = self.dice.roll("d66", "setback", self.figure.id)
            row = self.catalogue.setback(roll.value)
            self.note(SETBACKS, row.code, roll, counted=not row.again_in_multiple)
            if not row.again_in_multiple:
                self.weigh_down(row.code)
                return

    def hurt(self, code: str, foe: Foe | None = None) -> None:
        """Write an injury on the sheet, after the skills that are there (ruling M295)."""
        injury = Injury(code, foe, len(self.figure.skills) or UNSET)
        self.figure = replace(self.figure, injuries=(*self.figure.injuries, injury))

    def dead(self) -> None:
        self.figure = replace(self.figure, standing=Standing.DEAD)
        self.lost_gear = True

    def hatred(self, code: str) -> None:
        """Hate the warband that did it; an accident leaves nobody to hate (ruling M259)."""
        foe = self.casualty.by
        hated = {injury.foe.key for injury in self.figure.injuries if injury.code == code and injury.foe}
        if foe is not None and foe.key not in hated:
            self.hurt(code, foe)

    def robbed(self) -> None:
        if not self.guarded:
            self.lost_gear = True

    def against_all_odds(self) -> None:
        self.bonus += 1

    def quack(self) -> None:
        roll = self.dice.roll("d6", "quack", self.figure.id)
        row = self.catalogue.quack_result(roll.value)
        self.note("quack", row.code, roll)
        self.apply(row)

    def quack_fraud(self) -> None:
        self.figure = replace(self.figure, misses_next=True)

    def quack_genuine(self) -> None:
        self.figure = replace(self.figure, ignores_first_wound=True)

    def multiple(self) -> None:
        """Roll a d6 for how many injuries, then that many d66; four rows are rolled again (ruling M252)."""
        count = self.dice.roll("d6", "multiple_count", self.figure.id)
        for _ in range(count.value):
            roll, row = self.injury("multiple_injury")
            while row.again_in_multiple or ROLL_AGAIN in row.traits:
                self.note("injuries", row.code, roll, counted=False)
                roll, row = self.injury("multiple_injury")
            self.note("injuries", row.code, roll)
            self.apply(row)


_EFFECTS: Final[dict[str, Callable[[_Tally], None]]] = {
    DIES: _Tally.dead,
    "several_injuries": _Tally.multiple,
    "quack_roll": _Tally.quack,
    "misses_next_game": _Tally.quack_fraud,
    "ignores_first_wound": _Tally.quack_genuine,
    "loses_gear": _Tally.robbed,
    "gains_experience": _Tally.against_all_odds,
}

_ONCE: Final = frozenset({"may_sit_out", "no_leadership_tests"})
"""Erratic and hardened are borne once, however often they are rolled (ruling M260)."""
_STAYS: Final = _ONCE | {"hates"}


def stays(row: InjuryResult) -> bool:
    """Tell whether a figure bears a row of the injury table for good."""
    return bool(row.modifiers) or not _STAYS.isdisjoint(row.traits)


def borne_once(row: InjuryResult) -> bool:
    """Tell whether a figure bears a row once, however often it is rolled (ruling M260)."""
    return not _ONCE.isdisjoint(row.traits)


def lasting(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the rows of the injury table that a figure bears for good, in the order of the table."""
    return tuple(row.code for row in catalogue.injuries if stays(row))
