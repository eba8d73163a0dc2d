"""Steps of a card put together from choices, without script: what a slot holds, a step to come, where it goes.

The text of a slot is what is kept; every button sends the whole form, and the page comes back with another text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import pgettext, pgettext_lazy
from msgspec.structs import FieldInfo

from campaigns.matches.cards.files import steps_of, written_steps
from campaigns.matches.cards.kinds import Kind, Slot
from campaigns.matches.cards.sentences import LANGUAGES, sentence
from campaigns.matches.cards.sentences.values import VALUES, WHO
from campaigns.matches.cards.sentences.verbs import VERBS
from club.numbers import whole_number
from engines.core.effects.reading import Reader, fields, reads_of, words_of
from engines.core.effects.steps import Reads, Step

LABELS: Final[Mapping[str, Promise]] = {
    "what": pgettext_lazy("card step", "What"),
    "n": pgettext_lazy("card step", "How many"),
    "who": pgettext_lazy("card step", "Who"),
    "by": pgettext_lazy("card step", "Who decides"),
    "up_to": pgettext_lazy("card step", "Or fewer, or none"),
    "from": pgettext_lazy("card step", "Out of"),
    "to": pgettext_lazy("card step", "Where to"),
    "sort": pgettext_lazy("card step", "Which cards"),
    "colour": pgettext_lazy("card step", "Which colour"),
    "until": pgettext_lazy("card step", "How long"),
    "text": pgettext_lazy("card step", "What the card says"),
    "times": pgettext_lazy("card step", "How often"),
    "less": pgettext_lazy("card step", "Woolongs less"),
    "cost_most": pgettext_lazy("card step", "Price at most"),
    "free": pgettext_lazy("card step", "For nothing"),
    "deck": pgettext_lazy("card step", "Which deck"),
    "figure": pgettext_lazy("card step", "Which figure"),
    "change": pgettext_lazy("card step", "Which way"),
    "planet": pgettext_lazy("card step", "Which planet"),
    "pile": pgettext_lazy("card step", "Which pile"),
    "anywhere": pgettext_lazy("card step", "On any planet"),
    "harmless": pgettext_lazy("card step", "Without damage"),
    "criminals": pgettext_lazy("card step", "Criminals only"),
    "skill": pgettext_lazy("card step", "Which skill"),
    "pick": pgettext_lazy("card step", "How they are picked"),
    "at": pgettext_lazy("card step", "At what"),
}
"""What the fields of steps are called; those without a name are for the text."""
_GAP: Final = re.compile(r"%\(\w+\)s")
_NESTS: Final = (Reads.STEPS, Reads.BRANCHES)


class StepForm(forms.Form):
    """A step to come: its verb, then the verb's own fields, and where it goes."""

    def __init__(self, data: QueryDict | None = None, *, game: str, slot: Slot, verb: str, steps: list[Any]) -> None:
        super().__init__(data, prefix=f"new_{slot.code}", initial={"do": verb})
        language = LANGUAGES[game]
        self.game, self.slot = game, slot
        verbs = [(word, kind) for word, kind in language.verbs.items() if not kind.slots or slot.code in kind.slots]
        labels = [(word, capfirst(_GAP.sub("…", str(VERBS[game][word])))) for word, _kind in verbs]
        self.fields["do"] = forms.ChoiceField(
            label=pgettext("card step", "A step more"), choices=[("", "–"), *labels], required=False
        )
        self.kind: type[Step] | None = dict(verbs).get(verb)
        for field in fields(self.kind) if self.kind else ():
            made = _field(game, slot.code, field)
            if made is not None:
                self.fields[field.encode_name] = made
        inside = list(_places(steps))
        if self.kind and inside:
            end = ("", pgettext("card step", "at the end"))
            self.fields["where"] = forms.ChoiceField(
                label=pgettext("card step", "Where"), choices=[end, *inside], required=False
            )

    def step(self) -> dict[str, Any]:
        """Return the step as it is written."""
        made: dict[str, Any] = {"do": self.cleaned_data["do"]}
        for field in fields(self.kind) if self.kind else ():
            name, reads = field.encode_name, reads_of(field)
            if reads in _NESTS and (field.required or name == "steps"):
                made[name] = [[], []] if reads is Reads.BRANCHES else []
            value = self.cleaned_data.get(name)
            usual = list(field.default) if isinstance(field.default, tuple) else field.default
            if value not in (None, "", [], False) and (field.required or value != usual):
                made[name] = value
        return made


def _field(game: str, slot: str, field: FieldInfo) -> forms.Field | None:
    """Return the form's field for a field of a verb; none for what only a text can say."""
    name, words, reads = field.encode_name, words_of(field.type), reads_of(field)
    label: Any = LABELS.get(name)
    if label is None:
        return None
    known = VALUES.get(name, {})
    required, default = field.required, None if field.required else field.default
    if reads is Reads.WHO:
        seats = [(word, WHO[word]) for word in LANGUAGES[game].words_for_seats(slot)]
        return forms.ChoiceField(label=label, choices=seats, initial=default, required=False)
    if reads is Reads.AMOUNT:
        return forms.IntegerField(label=label, min_value=1, max_value=50, initial=default, required=required)
    if words and isinstance(default, tuple):
        chosen = [(word, known[word]) for word in words]
        widget = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(label=label, choices=chosen, initial=default, widget=widget, required=False)
    if words:
        none = [] if required or default is not None else [("", "–")]
        options = [*none, *((word, known[word]) for word in words)]
        return forms.ChoiceField(label=label, choices=options, initial=default, required=required)
    if field.type is bool:
        return forms.BooleanField(label=label, required=False)
    if field.type is int:
        return forms.IntegerField(label=label, min_value=1, max_value=50, required=False)
    if name == "what":
        return forms.ChoiceField(label=label, choices=[(word, known[word]) for word in LANGUAGES[game].payable])
    return forms.CharField(label=label, max_length=200, required=False)


def _places(steps: list[Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the lists of steps within steps: the way there, and what it is called."""
    for number, step in enumerate(steps, start=1):
        for key, value in step.items() if isinstance(step, dict) else ():
            if not isinstance(value, list):
                continue
            here = f"{path}{number}.{key}"
            if key in ("steps", "otherwise"):
                yield here, _inside(path, number, "")
                yield from _places(value, f"{here}.")
            elif key == "of":
                for branch, inner in enumerate(value, start=1):
                    yield f"{here}.{branch}", _inside(path, number, str(branch))
                    if isinstance(inner, list):
                        yield from _places(inner, f"{here}.{branch}.")


def _inside(path: str, number: int, branch: str) -> str:
    way = ".".join([*re.findall(r"\d+", path), str(number), *([branch] if branch else [])])
    return pgettext("card step", "inside step %(number)s") % {"number": way}


@dataclass(frozen=True, slots=True)
class SlotEditor:
    """A slot as a form shows it: its text, what the site understood step by step, the step to come."""

    slot: Slot
    field: forms.BoundField
    said: list[str]
    draft: StepForm

    @property
    def code(self) -> str:
        """The language's word for the slot."""
        return self.slot.code

    @property
    def chosen(self) -> bool:
        """Whether the verb of the step to come is chosen."""
        return self.draft.kind is not None


def editors(game: str, kind: Kind, form: forms.Form, data: QueryDict | None = None) -> list[SlotEditor]:
    """Return the slots of a card's form. ``data`` is what was sent, if a verb has just been chosen in it."""
    found = []
    for slot in kind.slots:
        field = form[slot.field]
        steps = _read(str(field.value() or ""))
        verb = data.get(f"new_{slot.code}-do", "") if data is not None else ""
        draft = StepForm(game=game, slot=slot, verb=verb, steps=steps)
        found.append(SlotEditor(slot, field, [_said(game, slot, step) for step in steps], draft))
    return found


def _said(game: str, slot: Slot, step: Any) -> str:
    read = Reader(LANGUAGES[game], "").slot(slot.code, [step])
    return sentence(game, read) or pgettext("card step", "not understood yet")


def _read(text: str) -> list[Any]:
    try:
        return steps_of(text) if text.strip() else []
    except ValueError:
        return []


def acted(game: str, kind: Kind, data: QueryDict, act: str) -> None:
    """Do what a button of a slot says in the form's ``data``: put the step in, or remove one. Nothing is kept yet."""
    what, _, rest = act.partition(" ")
    code, _, number = rest.partition(" ")
    slot = next((one for one in kind.slots if one.code == code), None)
    if slot is None:
        return
    text = data.get(slot.field, "")
    steps = _read(text)
    if text.strip() and not steps:
        return  # what cannot be read is not written over
    at = whole_number(number) or 0
    if what == "remove" and 1 <= at <= len(steps):
        del steps[at - 1]
    elif what == "put":
        draft = StepForm(data, game=game, slot=slot, verb=data.get(f"new_{code}-do", ""), steps=steps)
        if draft.kind is None or not draft.is_valid():
            return
        _list_at(steps, draft.cleaned_data.get("where", "")).append(draft.step())
        data[f"new_{code}-do"] = ""
    data[slot.field] = written_steps(steps)


def _list_at(steps: list[Any], where: str) -> list[Any]:
    """Return the list that a way leads to; a way was one of those offered."""
    found: Any = steps
    for part in where.split(".") if where else ():
        found = found[int(part) - 1] if part.isdecimal() else found[part]
    return found if isinstance(found, list) else steps
