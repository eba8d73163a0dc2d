"""The rows of a battle's report: who fought on which side, what may have become of each, who may have done it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from engines.musg.warband import Figure, Warband as Roster

STOOD, OUT, KILLED, CAPTURED, FLED, ABSENT = "stood", "out", "killed", "captured", "fled", "absent"
FATES: Final = (
    (STOOD, _("still standing at the end")),
    (OUT, _("out of action")),
    (KILLED, _("killed outright (below 0 hit points)")),
    (CAPTURED, _("out of action, left lying and abducted by the aliens")),
    (FLED, _("fled the table")),
    (ABSENT, _("sat this battle out")),
)
FALLEN: Final = (OUT, KILLED, CAPTURED)
RARER: Final = tuple((fate, text) for fate, text in FATES if fate in (KILLED, CAPTURED, FLED, ABSENT))
ACCIDENT: Final = "accident"


class Fate(forms.Widget):
    """A tap and a list of the same name: the last that says something counts, and nothing said means stood."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        """Return the fate sent."""
        sent = data.getlist(name) if isinstance(data, MultiValueDict) else [data.get(name, "")]
        return next((str(value) for value in reversed(sent) if value), STOOD)

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Nothing sent is an answer."""
        return False


class Group(Struct, frozen=True):
    """The figures of one warband, as choices: who may have put somebody out of action.

    The first stands for whichever of them it was: nobody has to know.
    """

    warband: str
    name: str
    choices: tuple[tuple[str, str], ...]


class ReportRow(Struct, frozen=True):
    """One figure on the form. ``locked`` says why it cannot take part; it has no fields then but for a captive's:
    whether it was ``rescued``, or ``perished``.

    ``worth``: the victory points for putting it out of action. ``lesson``: the experience for that, in words.
    """

    figure: Figure
    locked: str | None
    worth: int = 0
    lesson: str = ""
    fate: forms.BoundField | None = None
    by: forms.BoundField | None = None
    die: forms.BoundField | None = None
    rescued: forms.BoundField | None = None
    perished: forms.BoundField | None = None

    @property
    def chosen(self) -> str:
        """The fate chosen so far."""
        return str(self.fate.value() or STOOD) if self.fate is not None else STOOD

    @property
    def is_rarer(self) -> bool:
        """Whether that fate is none of those that a tap says."""
        return self.chosen not in (STOOD, OUT)

    @property
    def by_chosen(self) -> str:
        """Who is said to have done it, so far."""
        return str(self.by.value() or "") if self.by is not None else ""

    @property
    def has_foe(self) -> bool:
        """Whether it was said already who put it out of action: the others need not be offered at once."""
        return self.chosen in FALLEN and bool(self.by_chosen) and not self.errors

    @property
    def errors(self) -> list[str]:
        """Everything wrong with this figure's entries."""
        return [str(error) for field in (self.die, self.fate, self.by) if field is not None for error in field.errors]


class Side(Struct, frozen=True):
    """One warband on the form; ``seat`` gives its colour, ``enemies`` are the groups its figures may have fallen to.

    ``vehicles`` ask how much structure each of its vehicles lost.
    """

    key: str
    seat: int
    roster: Roster
    rows: tuple[ReportRow, ...]
    enemies: tuple[Group, ...]
    bonus: forms.BoundField
    guarded: forms.BoundField | None
    vehicles: tuple[forms.BoundField, ...] = ()
