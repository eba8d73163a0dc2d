"""What the pages on which a warband is changed have in common: who may do what, and the forms on the page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import Struct

from club.access import member_of
from club.htmx import by_htmx
from rosters.access import may_referee
from rosters.forms import FORMS, StepForm
from rosters.models import JournalEntry, Warband


class Rights(Struct, frozen=True):
    """What the reader may do with the warband."""

    owns: bool
    referees: bool

    @property
    def changes(self) -> bool:
        """Whether they may make journal entries."""
        return self.owns or self.referees


def rights(request: HttpRequest, warband: Warband) -> Rights:
    """Return what the reader of this request may do with the warband."""
    member = member_of(request)
    if member is None:
        return Rights(owns=False, referees=False)
    return Rights(owns=warband.owner_id == member.pk, referees=may_referee(member, warband))


class Desk:
    """Hands out the forms of one page. A form that was refused takes its own place again, with all its errors.

    A refused form that has no place on the page any more is kept in ``astray`` (when read last): its errors are
    shown at the top.
    """

    def __init__(self, warband: Warband, page: str, refused: StepForm | None = None) -> None:
        self.warband = warband
        self.page = page
        self._refused = refused
        self._placed = False

    def form(self, kind: str, **initial: Any) -> StepForm:
        """Return the form of a kind, about the figure or item named in ``initial``."""
        values = {"version": self.warband.version, "page": self.page, **initial}
        form = FORMS[kind](self.warband.roster, initial=values)
        if self._refused is not None and self._refused.place == form.place:
            self._placed = True
            return self._refused
        return form

    @property
    def astray(self) -> StepForm | None:
        """The refused form that stands nowhere on the page."""
        return None if self._placed else self._refused


def answer(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200, region: str = "warband"
) -> HttpResponse:
    """Return the whole page, or only its changing region to an htmx request."""
    name = f"{template}#{region}" if by_htmx(request) else template
    return render(request, name, context, status=status)


def may_undo(request: HttpRequest, row: JournalEntry | None) -> bool:
    """Tell whether the reader may take back the last step that stands."""
    member = member_of(request)
    return row is not None and member is not None and row.author_id == member.pk and row.entry.can_be_undone
