"""What happened to the warbands of a campaign, in one order, and what a correction changes in it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engines.musg.entries import AnyEntry, Fight
from engines.musg.report import Report
from engines.musg.warband import Setup


class Act(Struct, frozen=True):
    """One journal entry of one warband. ``ref`` is what corrections call it."""

    ref: str
    warband: str
    entry: AnyEntry


class Clash(Struct, frozen=True):
    """A battle that was reported: what every side brought home follows from the report and the rosters of then.

    ``fights`` are the entries it made, by the warband's key in the order of the sides.
    """

    ref: str
    battle: str
    title: str
    report: Report
    fights: Mapping[str, Fight]


class Timeline(Struct, frozen=True):
    """Warbands by key, and all that happened to them. The acts of one warband stand in the order of its journal."""

    setups: Mapping[str, Setup]
    acts: tuple[Act | Clash, ...]


class Replace(Struct, frozen=True, tag="replace"):
    """An entry should have been another one."""

    ref: str
    entry: AnyEntry


class Strike(Struct, frozen=True, tag="strike"):
    """An entry should not have been made; a battle is open again, or ``called_off``: it is not to be fought at all."""

    ref: str
    called_off: bool = False


class Insert(Struct, frozen=True, tag="insert"):
    """An entry was forgotten, right after ``after`` (``""``: at the very beginning); ``ref`` is its own."""

    ref: str
    after: str
    warband: str
    entry: AnyEntry

    @property
    def refs(self) -> tuple[str, ...]:
        """What it is called."""
        return (self.ref,)


class ReplaceReport(Struct, frozen=True, tag="report"):
    """A battle went otherwise."""

    ref: str
    report: Report


class InsertBattle(Struct, frozen=True, tag="battle"):
    """A battle was forgotten, right after ``after`` (``""``: before anything else), between ``sides`` in their order.

    Its aftermaths are rolled there and then. ``kept`` is what the site keeps with it: nothing to the rules.
    """

    ref: str
    after: str
    battle: str
    title: str
    sides: tuple[str, ...]
    report: Report
    kept: Mapping[str, str] = {}

    def aftermath(self, warband: str) -> str:
        """Return what the rolls of one side's aftermath are found by."""
        return f"{self.ref}s{self.sides.index(warband)}"

    @property
    def refs(self) -> tuple[str, ...]:
        """What it is called, and its aftermaths."""
        return (self.ref, *map(self.aftermath, self.sides))


Edit = Replace | Strike | Insert | ReplaceReport | InsertBattle


class Face(Struct, frozen=True):
    """The faces of one roll: which entry or battle rolled it, for whom and why, and which of several such rolls.

    So a roll keeps its faces although others before it are no longer made. ``rolled`` is what the site was asked to
    roll, such as "d66"; empty for faces that were typed.
    """

    ref: str
    figure: int | None
    reason: str
    faces: tuple[int, ...]
    nth: int = 0
    rolled: str = ""
