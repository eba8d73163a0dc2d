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
    """An entry should not have been made; a battle is open again."""

    ref: str


class Insert(Struct, frozen=True, tag="insert"):
    """An entry was forgotten, right after ``after`` (``""``: at the very beginning); ``ref`` is its own."""

    ref: str
    after: str
    warband: str
    entry: AnyEntry


class ReplaceReport(Struct, frozen=True, tag="report"):
    """A battle went otherwise."""

    ref: str
    report: Report


Edit = Replace | Strike | Insert | ReplaceReport


class Face(Struct, frozen=True):
    """The faces of one roll: which entry or battle rolled it, for whom and why, and which of several such rolls.

    So a roll keeps its faces although others before it are no longer made.
    """

    ref: str
    figure: int | None
    reason: str
    faces: tuple[int, ...]
    nth: int = 0
