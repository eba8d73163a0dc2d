"""The form of one step: its verb, then what the verb asks for, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import pgettext, pgettext_lazy
from msgspec import Struct

from campaigns.matches.cards.kinds import Slot
from campaigns.matches.cards.sentences import LANGUAGES, VOCABULARIES
from campaigns.matches.cards.steps.conditions import When
from campaigns.matches.cards.steps.inputs import NONE, Here, Input, input_of
from campaigns.matches.cards.steps.places import Place, list_at, lists, names_made, nests, places, verb
from engines.core.effects.reading import Reader, fields, reads_of
from engines.core.effects.steps import Reads, Step

INPUTS: Final[Mapping[Reads, type[Input]]] = {Reads.WHEN: When}


class Shown(Struct, frozen=True):
    """Fields that stand together on the page, open if anything unusual stands in them."""

    title: str | Promise
    fields: list[forms.BoundField]
    folded: bool
    open: bool


class StepForm(forms.Form):
    """A step to come, or one of the slot's ``steps`` being changed."""

    def __init__(self, data: QueryDict | None = None, *, game: str, slot: Slot, verb: str, steps: list[Any]) -> None:
        super().__init__(data, prefix=prefix_of(slot), initial={"do": verb, "drawn": verb})
        self.game, self.slot, self.steps = game, slot, steps
        verbs = {
            word: kind for word, kind in LANGUAGES[game].verbs.items() if not kind.slots or slot.code in kind.slots
        }
        spoken = VOCABULARIES[game].verbs
        labels = [(word, capfirst(str(spoken[kind].label))) for word, kind in verbs.items()]
        self.fields["do"] = forms.ChoiceField(
            label=pgettext_lazy("card step", "Another step"), choices=[NONE, *labels], required=False
        )
        self.fields["drawn"] = forms.CharField(required=False, widget=forms.HiddenInput)
        self.fields["instead"] = forms.CharField(required=False, widget=forms.HiddenInput)
        self.kind: type[Step] | None = verbs.get(verb)
        self.inputs = list(inputs_of(self.kind, Here(game, slot.code, names_made(game, steps)))) if self.kind else []
        for one in self.inputs:
            self.fields.update(one.fields())
        inside = lists(game, steps)
        if self.kind and inside:
            ends = [("", pgettext("card step", "at the end")), *inside]
            label = pgettext_lazy("card step", "Where")
            self.fields["where"] = forms.ChoiceField(label=label, choices=ends, required=False)

    @classmethod
    def again(cls, data: QueryDict, *, game: str, slot: Slot, steps: list[Any]) -> StepForm:
        """Return the form as it was filled in, unchecked; with another verb than it was drawn for, anew."""
        prefix = prefix_of(slot)
        word = data.get(f"{prefix}-do", "")
        form = cls(game=game, slot=slot, verb=word, steps=steps)
        form.initial["instead"] = data.get(f"{prefix}-instead", "")
        if form.kind is None or data.get(f"{prefix}-drawn") != word:
            return form
        for name, field in form.fields.items():
            key = f"{prefix}-{name}"
            several = isinstance(field, forms.MultipleChoiceField)
            form.initial[name] = data.getlist(key) if several else data.get(key, "")
        return form

    @property
    def step_before(self) -> Place | None:
        """The step that this one is to replace, as long as it is still what it was."""
        way, _sign, seen = str(self["instead"].value() or "").partition(" ")
        return next((one for one in places(self.game, self.steps) if one.way == way and one.print == seen), None)

    @property
    def plain(self) -> list[forms.BoundField]:
        """The verb, and where the step goes unless it replaces one."""
        return [self[name] for name in ("do", "where") if name in self.fields and (name == "do" or not self._replaces)]

    @property
    def groups(self) -> Iterator[Shown]:
        """What the verb asks for, as it stands together."""
        for one in self.inputs:
            for part in one.parts:
                found = [self[name] for name in part.names]
                unusual = any(field.errors or _unusual(field) for field in found)
                yield Shown(part.title, found, part.folded, part.folded and unusual)

    @property
    def _replaces(self) -> bool:
        return self.step_before is not None

    def clean(self) -> dict[str, Any]:
        """What does not go together is said beside the field concerned."""
        given = super().clean() or {}
        for one in self.inputs:
            for name, fault in one.faults(given):
                if name not in self.errors:
                    self.add_error(name, fault)
        return given

    def step(self) -> dict[str, Any]:
        """Return the step as it is written; steps within it stay those of the step that it replaces."""
        made: dict[str, Any] = {"do": self.cleaned_data["do"]}
        asked = {one.name: one for one in self.inputs}
        for field in fields(self.kind) if self.kind else ():
            name = field.encode_name
            if name not in asked:
                continue
            value = asked[name].value(self.cleaned_data)
            usual = list(field.default) if isinstance(field.default, tuple) else field.default
            if value not in (None, "", [], False) and (field.required or value != usual):
                made[name] = value
        before = self.step_before
        for name, reads, required in nests(self.kind) if self.kind else ():
            if before is not None and isinstance(before.step.get(name), list):
                made[name] = before.step[name]
            elif required or name == "steps":
                made[name] = [[], []] if reads is Reads.BRANCHES else []
        return made

    def put_in(self) -> None:
        """Put the step where it goes in ``steps``."""
        made, before = self.step(), self.step_before
        if before is None:
            list_at(self.steps, self.cleaned_data.get("where", "")).append(made)
            return
        outer, _dot, number = before.way.rpartition(".")
        list_at(self.steps, outer)[int(number) - 1] = made


def prefix_of(slot: Slot) -> str:
    """Return the prefix of the fields of a slot's step to come."""
    return f"new_{slot.code}"


def inputs_of(kind: type[Step], here: Here) -> Iterator[Input]:
    """Yield what a form asks for a verb."""
    for field in fields(kind):
        found = INPUTS.get(reads_of(field) or Reads.STEPS) or input_of(field)
        if found is not None:
            yield found(field, here, kind)


def sent_for(game: str, slot: Slot, steps: list[Any], place: Place) -> dict[str, list[str]] | None:
    """Return what a browser would send to change a step, field by field; None where the form cannot say all of it."""
    kind = verb(game, place.step)
    if kind is None:
        return None
    word = place.step["do"]
    form = StepForm(game=game, slot=slot, verb=word, steps=steps)
    form.initial["instead"] = f"{place.way} {place.print}"
    for one in form.inputs:
        if one.name in place.step:
            form.initial.update(one.initial(place.step[one.name]))
    sent = {f"{form.prefix}-{name}": _sent(form[name]) for name in form.fields}
    data = QueryDict(mutable=True)
    for name, values in sent.items():
        data.setlist(name, values)
    again = StepForm(data, game=game, slot=slot, verb=word, steps=steps)
    if form.kind is None or not again.is_valid():
        return None
    return sent if _read(game, slot, place, again.step()) == _read(game, slot, place, place.step) else None


def _read(game: str, slot: Slot, place: Place, step: Any) -> Any:
    """Return what the engine reads, and whatever it cannot: steps within that are still missing are no difference."""
    reader = Reader(LANGUAGES[game], "")
    read = reader.slot(slot.code, [step], place.names)
    unknown = [one for one in reader.problems if one.code in ("effect_key_unknown", "effect_value")]
    return read or (step if unknown else [one.code for one in reader.problems])


def _sent(field: forms.BoundField) -> list[str]:
    """Return what a browser sends for a field as it is drawn: options in their order, no box that is not ticked."""
    value = field.value()
    if isinstance(field.field, forms.MultipleChoiceField):
        return [word for word, _label in list(field.field.choices) if word in (value or ())]  # type: ignore[arg-type]
    if isinstance(field.field, forms.BooleanField):
        return ["on"] if value else []
    return ["" if value is None else str(value)]


def _unusual(field: forms.BoundField) -> bool:
    return field.value() not in (None, "", False, field.field.initial)
