"""Steps of a card put together from choices, without script: what a slot holds, a step to come, where it goes.

The text of a slot is what is kept; every button sends the whole form, and the page comes back with another text.
"""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import pgettext
from msgspec import Struct

from campaigns.matches.cards.files import steps_of, written_steps
from campaigns.matches.cards.kinds import Kind, Slot
from campaigns.matches.cards.problems import describe_fault
from campaigns.matches.cards.sentences import LANGUAGES, sentence
from campaigns.matches.cards.steps.form import StepForm, prefix_of, sent_for
from campaigns.matches.cards.steps.places import Place, list_at, places
from engines.core.effects.reading import Reader

_OWN: Final = re.compile(r"1(\.b\d+)?")
"""Where a step is read by itself: what is wrong with itself, not with a step within it."""


class StepLine(Struct, frozen=True):
    """A step of a slot as the page lists it: what it says, what is wrong with it, which buttons it has."""

    place: Place
    said: str
    faults: list[str]
    changes: bool

    @property
    def first(self) -> bool:
        """Whether no step stands before it in its list."""
        return self.place.way.rpartition(".")[2] == "1"


class SlotEditor(Struct, frozen=True):
    """A slot as a form shows it: its text, what the site understood step by step, the step to come.

    ``unread``: something stands in the text that is no list of steps.
    """

    slot: Slot
    field: forms.BoundField
    lines: list[StepLine]
    draft: StepForm
    unread: bool

    @property
    def code(self) -> str:
        """The language's word for the slot."""
        return self.slot.code

    @property
    def chosen(self) -> bool:
        """Whether the verb of the step to come is chosen."""
        return self.draft.kind is not None

    @property
    def changed(self) -> str:
        """The number of the step that is being changed, if one is."""
        before = self.draft.step_before
        return before.number if before is not None else ""


def editors(
    game: str, kind: Kind, form: forms.Form, data: QueryDict | None = None, refused: str = ""
) -> list[SlotEditor]:
    """Return the slots of a card's form. ``data`` is what was sent, if anything was; ``refused`` the slot whose step to
    come could not be put in.
    """
    found = []
    for slot in kind.slots:
        field = form[slot.field]
        text = str(field.value() or "")
        steps = _read(text)
        if data is None:
            draft = StepForm(game=game, slot=slot, verb="", steps=steps)
        elif slot.code == refused and not _fresh(slot, data):
            draft = _draft(game, slot, data, steps)
        else:
            draft = StepForm.again(data, game=game, slot=slot, steps=steps)
        lines = [_line(game, slot, steps, place) for place in places(game, steps)]
        found.append(SlotEditor(slot, field, lines, draft, bool(text.strip()) and not steps))
    return found


def _line(game: str, slot: Slot, steps: list[Any], place: Place) -> StepLine:
    reader = Reader(LANGUAGES[game], "")
    read = reader.slot(slot.code, [place.step], place.names)
    own = [one for one in reader.problems if _OWN.fullmatch(str(one.params.get("step", "1")))]
    said = sentence(game, read) or pgettext("card step", "not understood yet")
    faults = list(dict.fromkeys(describe_fault(one) for one in own))
    return StepLine(place, said, faults, sent_for(game, slot, steps, place) is not None)


def _draft(game: str, slot: Slot, data: QueryDict, steps: list[Any]) -> StepForm:
    return StepForm(data, game=game, slot=slot, verb=data.get(f"{prefix_of(slot)}-do", ""), steps=steps)


def _read(text: str) -> list[Any]:
    try:
        return steps_of(text) if text.strip() else []
    except ValueError:
        return []


def acted(game: str, kind: Kind, data: QueryDict, act: str) -> str:
    """Do what a button of a slot says in the form's ``data``: put the step in, change, move up or remove one.

    Nothing is kept yet. Return the slot whose step to come cannot be put in as it is, if so.
    """
    what, _, rest = act.partition(" ")
    code, _, way = rest.partition(" ")
    slot = next((one for one in kind.slots if one.code == code), None)
    if slot is None:
        return ""
    text = data.get(slot.field, "")
    steps = _read(text)
    if text.strip() and not steps:
        return ""  # what cannot be read is not written over
    place = next((one for one in places(game, steps) if one.way == way), None)
    if what == "put":
        return _put(game, slot, data, steps)
    if what == "leave":
        _clear(slot, data)
    elif what == "change" and place is not None:
        _clear(slot, data)
        for name, values in (sent_for(game, slot, steps, place) or {}).items():
            data.setlist(name, values)
    elif what in ("remove", "up") and place is not None:
        outer, _dot, number = place.way.rpartition(".")
        there, at = list_at(steps, outer), int(number) - 1
        moved = there.pop(at)
        if what == "up":
            there.insert(max(0, at - 1), moved)
        data[slot.field] = written_steps(steps)
    return ""


def put_all(game: str, kind: Kind, data: QueryDict) -> str:
    """Put in the steps that are filled in when the card is kept, so that none is forgotten.

    Return the slot, if any, whose step cannot be put in as it is.
    """
    for slot in kind.slots:
        if data.get(f"{prefix_of(slot)}-do") and acted(game, kind, data, f"put {slot.code}"):
            return slot.code
    return ""


def _put(game: str, slot: Slot, data: QueryDict, steps: list[Any]) -> str:
    """Put the step to come in; one whose verb has just been chosen is drawn first."""
    if _fresh(slot, data):
        return slot.code
    draft = _draft(game, slot, data, steps)
    if draft.kind is None or not draft.is_valid():
        return slot.code if draft.kind is not None else ""
    draft.put_in()
    data[slot.field] = written_steps(steps)
    _clear(slot, data)
    return ""


def _fresh(slot: Slot, data: QueryDict) -> bool:
    """Tell whether the fields of the verb have not been seen yet."""
    word = data.get(f"{prefix_of(slot)}-do", "")
    return bool(data.get(f"{prefix_of(slot)}-drawn", word) != word)


def _clear(slot: Slot, data: QueryDict) -> None:
    for name in [name for name in data if name.startswith(f"{prefix_of(slot)}-")]:
        del data[name]
