"""The forms of a correction: an entry as it should have been, other dice, decisions, the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.wars.aftermath.wording import die_labels
from campaigns.wars.corrections.operations import REASON_LENGTH
from club.numbers import whole_number
from engines.core.dice import Roll
from engines.musg import journal
from engines.musg.corrections.aspects import Aspect
from engines.musg.corrections.outcome import Attended, Keep, Question
from engines.musg.corrections.timeline import Face
from engines.musg.entries import AnyEntry, Hire
from engines.musg.warband import Warband as Roster
from rosters.forms import FORMS, StepForm
from rosters.forms.gear import STASH
from rosters.wording import marked_in, marked_item, roll_sentence

OF_VEHICLES: Final = ("buy_vehicle", "improve_vehicle", "embark_weapon", "man_vehicle", "part_with_vehicle")
"""Kinds of steps of warbands that may own vehicles."""
INSERTED: Final = (
    "hire",
    "engage",
    "buy",
    "move",
    "learn",
    "pay_fee",
    "engage_again",
    "grant",
    "release",
    "dismiss",
    "replace_leader",
    "rename",
    "note",
    *OF_VEHICLES,
)
"""The kinds of steps that can have been forgotten."""
_REF: Final = re.compile(r"ref:([0-9a-z]{1,24})")
_THERE: Final = re.compile(r"([0-9a-z]{1,24}):([0-9a-f]{1,16}):([0-9]{1,7}):(yes|no)")
_LINE: Final = re.compile(r"([0-9a-f]{1,16}):([0-9]{0,7}):([a-z_]{1,20})")
FACES: Final = tuple((str(face), str(face)) for face in range(1, 7))


def step_form(
    kind: str, roster: Roster, data: Mapping[str, Any] | None = None, *, entry: AnyEntry | None = None
) -> StepForm | None:
    """Return the form of a kind of step, about the roster of then and open to every figure; ``None`` without one."""
    form_class = FORMS.get(kind)
    if form_class is None:
        return None
    form = form_class(roster, data, initial=_initial(entry, roster) if entry is not None else {})
    for name in ("version", "page"):
        form.fields.pop(name, None)
    if "figure" in form.fields:
        _offer_figures(form, roster)
    if "vehicle" in form.fields:
        choices = [(str(vehicle.id), vehicle.name) for vehicle in roster.garage]
        form.fields["vehicle"] = forms.TypedChoiceField(label=_("Vehicle"), coerce=int, choices=choices)
    if kind == "move":
        form.offer("item", [(item.id, marked_item(item.code, roster.catalogue)) for item in _things(roster)])
        form.offer("to", [(STASH, _("The stash")), *_figures(roster)])
    if kind == "take_back":
        things = [(item.id, marked_item(item.code, roster.catalogue)) for item in _things(roster)]
        form.fields["item"].widget = forms.Select(choices=things)
        form.fields["item"].label = _("What")
    if kind == "learn" and entry is None:
        form.offer(
            "skill",
            [(code, marked_in(roster.catalogue.skills, code, roster.catalogue)) for code in roster.catalogue.skills],
        )
    return form


def _offer_figures(form: StepForm, roster: Roster) -> None:
    required = form.fields["figure"].required
    nobody = [] if required else [("", _("The warband or its stash"))]
    form.fields["figure"] = forms.TypedChoiceField(
        label=_("Who"), coerce=int, empty_value=None, required=required, choices=[*nobody, *_figures(roster)]
    )
    form.order_fields(["figure"])


def _figures(roster: Roster) -> list[tuple[str, str]]:
    return [(str(figure.id), figure.name) for figure in roster.figures]


def _things(roster: Roster) -> list[Any]:
    return [*roster.stash, *(item for figure in roster.figures for item in figure.items)]


def _initial(entry: AnyEntry, roster: Roster) -> dict[str, Any]:
    values = journal.encode(entry)
    values |= values.pop("design", {})
    if isinstance(entry, Hire):
        values["profile"] = f"{entry.rank.value}:{entry.race}"
    if values.get("kind") == "move":
        values["to"] = STASH if entry.to is None else entry.to  # type: ignore[union-attr]
        found = roster.owner_of(entry.item)  # type: ignore[union-attr, arg-type]
        values["figure"] = found[0].id if found and found[0] else None
    return values


class RollsForm(forms.Form):
    """The faces of every roll of an aftermath, as they should have been typed."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, ref: str, rolls: tuple[Roll, ...], roster: Roster
    ) -> None:
        super().__init__(data)
        self.ref, self.rolls = ref, rolls
        for roll in rolls:
            number = roll.figure
            someone = (roster.figure(number) or roster.vehicle(number)) if number is not None else None
            purpose = roll_sentence(roll.reason, someone.name if someone else "")
            labels = die_labels(roll.asked)
            for position, face in enumerate(roll.faces):
                label = f"{purpose} – {labels[position]}" if len(labels) > 1 else purpose
                self.fields[f"roll{roll.index}-{position}"] = forms.TypedChoiceField(
                    label=label, choices=FACES, coerce=int, initial=str(face)
                )

    @property
    def faces(self) -> list[Face]:
        """The rolls that should have shown something else."""
        found: list[Face] = []
        made: dict[tuple[int | None, str], int] = {}
        for roll in self.rolls:
            about = (roll.figure, roll.reason)
            nth = made[about] = made.get(about, -1) + 1
            said = tuple(self.cleaned_data[f"roll{roll.index}-{n}"] for n in range(len(roll.faces)))
            if said != roll.faces:
                found.append(Face(self.ref, roll.figure, roll.reason, said, nth))
        return found


class ReasonForm(forms.Form):
    """Why the past is corrected; ``optional`` as long as it is only being prepared."""

    reason = forms.CharField(
        label=_("Why"), max_length=REASON_LENGTH, help_text=_("The players concerned and the chronicle read it.")
    )

    def __init__(self, *args: Any, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = not optional


def token(keep: Keep) -> str:
    """Return what a button says for one decision."""
    return (
        f"ref:{keep.ref}" if keep.ref else f"{keep.warband}:{'' if keep.figure is None else keep.figure}:{keep.aspect}"
    )


def answer(question: Question, *, fought: bool) -> str:
    """Return what a button says for one answer to who was there."""
    return f"{question.ref}:{question.warband}:{question.figure}:{'yes' if fought else 'no'}"


def attended_of(data: Mapping[str, Any]) -> set[Attended]:
    """Return the answers that a form sends: who was at which battle. What cannot be read answers nothing."""
    found = set()
    for name, said in data.items():
        if name.startswith("there-") and (there := _THERE.fullmatch(str(said))):
            found.add(Attended(there[1], there[2], whole_number(there[3]) or 0, there[4] == "yes"))
    return found


def keeps_of(data: Mapping[str, Any]) -> set[Keep]:
    """Return the decisions that a form sends: what a decree holds. What cannot be read decides nothing."""
    found = set()
    for name, said in data.items():
        if name.startswith("line-") and (ref := _REF.fullmatch(str(said))):
            found.add(Keep(ref=ref[1]))
        elif name.startswith("line-") and (line := _LINE.fullmatch(str(said))) and line[3] in set(Aspect):
            found.add(Keep(line[1], whole_number(line[2]) if line[2] else None, line[3]))
    return found
