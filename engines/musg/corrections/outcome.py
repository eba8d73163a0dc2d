"""What a correction comes to, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engines.core.dice import Request
from engines.core.problems import Problem
from engines.musg.corrections.aspects import Key
from engines.musg.engagement import Engagement
from engines.musg.entries import AnyEntry, Change
from engines.musg.report import BattleResult, Report
from engines.musg.warband import Warband


class Keep(Struct, frozen=True):
    """The referee's decree that something stays as it was: an aspect of a warband, or a whole entry (``ref``)."""

    warband: str = ""
    figure: int | None = None
    aspect: str = ""
    ref: str = ""


class Refusal(Struct, frozen=True):
    """An entry or a battle that no longer holds; it is dropped unless ``kept`` by decree.

    ``warband`` is the warband whose entry it is, or which stands in the battle's way.
    """

    ref: str
    warband: str
    problems: tuple[Problem, ...]
    can_be_kept: bool
    kept: bool = False


class Difference(Struct, frozen=True):
    """A line of what changes: ``before`` as it was, ``after`` as it becomes, ``since`` which entry."""

    warband: str
    key: Key
    name: str
    before: Any
    after: Any
    since: str
    can_be_kept: bool
    kept: bool = False


class Missing(Struct, frozen=True):
    """A roll that was never made and is asked for now; ``nth`` of several alike, from 0."""

    ref: str
    warband: str
    request: Request
    nth: int = 0


class Attended(Struct, frozen=True):
    """The referee's word on who was at a battle (``ref``): the figure fought and stood to the end, or was not there."""

    ref: str
    warband: str
    figure: int
    fought: bool


class Question(Struct, frozen=True):
    """Whether somebody was at a battle that only the corrected past lets them fight; ``fought`` is the answer so far.

    Unanswered (``None``), they were not there.
    """

    ref: str
    warband: str
    figure: int
    name: str
    fought: bool | None = None


class Line(Struct, frozen=True):
    """One entry of a corrected journal. ``ref`` is the act it stands for, ``""`` for a decree or a gap."""

    ref: str
    entry: AnyEntry
    before: Warband
    change: Change


class Fought(Struct, frozen=True):
    """A battle as it came out: the report that holds, its result, what every side brought home."""

    report: Report
    result: BattleResult
    engagements: Mapping[str, Engagement]


class Replayed(Struct, frozen=True):
    """Both lives of the warbands. Unless ``complete``, those who wait for a roll have no corrected state yet.

    ``battles`` holds the battles that came out otherwise, by their refs; ``None`` for one that was not fought.
    """

    old: Mapping[str, Warband]
    new: Mapping[str, Warband]
    journals: Mapping[str, tuple[Line, ...]]
    battles: Mapping[str, Fought | None]
    differences: tuple[Difference, ...]
    refusals: tuple[Refusal, ...]
    missing: tuple[Missing, ...]
    questions: tuple[Question, ...] = ()

    @property
    def unanswered(self) -> tuple[Question, ...]:
        """Who was at which battle is still to be said of these."""
        return tuple(question for question in self.questions if question.fought is None)

    @property
    def complete(self) -> bool:
        """Whether every roll is known."""
        return not self.missing
