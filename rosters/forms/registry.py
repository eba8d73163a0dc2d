"""Which form makes which kind of journal entry.

Battles and aftermaths are reported to campaigns, and characters for hire are in a campaign's pool: their entries are
made there, never from a form of this room.
"""

from __future__ import annotations

from typing import Final

from rosters.forms import gear, growth, people, powers, vehicles
from rosters.forms.step import StepForm

_KINDS: Final[tuple[type[StepForm], ...]] = (
    people.HireForm,
    people.EngageForm,
    people.PayFeeForm,
    people.EngageAgainForm,
    people.ReleaseForm,
    people.DismissForm,
    people.RenameForm,
    people.NoteForm,
    people.MusterForm,
    gear.BuyForm,
    gear.TakeBackForm,
    gear.MoveForm,
    growth.LearnForm,
    growth.ReplaceLeaderForm,
    growth.SucceedForm,
    people.TakePartForm,
    *powers.POWERS,
    *vehicles.VEHICLES,
)
FORMS: Final = {form.kind: form for form in _KINDS}


def form_class(kind: str) -> type[StepForm] | None:
    """Return the form of a kind of entry, or ``None`` where there is none."""
    return FORMS.get(kind)
