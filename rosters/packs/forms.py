"""The forms of packs. That of an entry is made of its kind's words: one field, or some, for each (``fillings``)."""

from __future__ import annotations

import tomllib
from typing import Any, Final, cast

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct

from club.editors import EditorsField
from club.names import NameField
from club.operations import Refused
from club.seen import SeenForm
from engines.musg.catalogue import Catalogue
from engines.musg.packs import Kind
from engines.musg.packs.reading import CHARACTERS_MOST
from engines.musg.packs.words import (
    LIST_MOST,
    NAME_MOST,
    TEXT_MOST,
    Codes,
    Flag,
    Modifiers,
    Number,
    ProfileRow,
    Traits,
    Word,
    Wordings,
)
from rosters.models import Pack
from rosters.packs.fillings import FILLINGS, OTHER_LANGUAGE, Row, Shelves, both, field_name, languages, said_in
from rosters.wording.packs import HELP, WORDS, placed_problem


class Part(Struct, frozen=True):
    """Some fields of an entry's form that stand together; without a ``title`` they stand alone.

    ``folded``: rarely needed, so it is open only where something stands in it.
    """

    title: str
    fields: list[BoundField]
    row: bool = False
    folded: bool = False
    help: str = ""

    @property
    def filled(self) -> bool:
        """Whether anything stands in it, or is wrong with it."""
        return any(field.errors or field.value() for field in self.fields)


TOGETHER: Final = (ProfileRow, Modifiers)
"""Sorts of words whose fields stand side by side under the word's name."""
RARELY: Final = frozenset(
    {"enlists_any", "leader_from", "henchmen_only", "neighbour_leadership", "neighbour_range", "first_free_in"}
)


class EntryForm(forms.Form):
    """One entry of a kind. Its field names are the word's, with "__" and the end of a field where there are several."""

    version = forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False}), min_value=0)

    def __init__(
        self, data: Any = None, *, kind: Kind, catalogue: Catalogue, row: Row | None = None, **kwargs: Any
    ) -> None:
        """``row`` is what stands in it before anything is typed; ``catalogue`` what the entry may name."""
        super().__init__(data, **kwargs)
        self.kind = kind
        shelves = Shelves(catalogue)
        self.ends: dict[str, list[str]] = {}
        for word in kind.words:
            filling = FILLINGS[type(word)].with_room(self._rows(word, row))
            self.ends[word.name] = []
            for end, field in filling.fields(word, kind, shelves):
                self.ends[word.name].append(end)
                self.fields[field_name(word.name, end)] = field
                if word.name in HELP and not isinstance(word, TOGETHER) and len(self.ends[word.name]) == 1:
                    field.help_text = str(HELP[word.name])
            if row is not None and word.name in row:
                given = filling.initial(word, row[word.name])
                self.initial.update({field_name(word.name, end): value for end, value in given.items()})
            elif isinstance(word, Flag) or (isinstance(word, Number) and word.usual is not None):
                self.initial[word.name] = word.usual

    def _rows(self, word: Word, row: Row | None) -> int:
        """How many rows of a word's fields stand there or were sent: none of them may get lost."""
        value = row.get(word.name) if row is not None else None
        found = [len(value) if isinstance(value, list) else 0]
        for place in range(1, LIST_MOST + 1):
            sent = (self.data.get(field_name(word.name, f"{place}_{end}")) for end in ("characteristic", "amount"))
            found += [place] if any(sent) else []
        return max(found)

    @property
    def parts(self) -> list[Part]:
        """The fields in the order of a printed row, what belongs together side by side."""
        found = []
        for word in self.kind.words:
            fields = [self[field_name(word.name, end)] for end in self.ends[word.name]]
            together = isinstance(word, TOGETHER)
            folded = (
                word.name in RARELY
                or isinstance(word, Traits | Wordings | Codes)
                or (isinstance(word, ProfileRow) and not word.required)
            )
            title = str(WORDS[word.name]) if together or folded else ""
            found.append(Part(title, fields, together, folded, str(HELP.get(word.name, "")) if together else ""))
        return found

    @property
    def unfit(self) -> tuple[str, ...]:
        """What was typed and cannot be, each with its place; what is still missing is nobody's mistake yet."""
        return tuple(
            placed_problem(str(getattr(self.fields[name], "place", self.fields[name].label)), str(message))
            for name, errors in self.errors.as_data().items()
            if name in self.fields and not self.fields[name].widget.is_hidden
            for error in errors
            if error.code != "required"
            for message in error.messages
        )

    def beside(self, refused: Refused) -> None:
        """Show each reason beside the field it belongs to: that of its word, or the first of several."""
        for problem in refused.problems:
            word = (problem.field or "").partition("__")[0]
            first = field_name(word, self.ends[word][0]) if word in self.ends else None
            self.add_error(problem.field if problem.field in self.fields else first, str(problem.message))

    @property
    def row(self) -> Row:
        """The entry as a file has it."""
        found = {}
        for word in self.kind.words:
            given = {end: self.cleaned_data[field_name(word.name, end)] for end in self.ends[word.name]}
            value = FILLINGS[type(word)].value(word, given)
            if value is not None:
                found[word.name] = value
        return found


class StandsForForm(forms.Form):
    """Whose place an entry takes: a civilian or a neutral figure always somebody's, others the one they began with.

    ``new``: it may be something of its own.
    """

    stands_for = forms.ChoiceField(label=gettext_lazy("In the place of"))

    def __init__(self, *args: Any, options: list[tuple[str, str]], new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(forms.ChoiceField, self.fields["stands_for"])
        field.choices = [*([("", _("nothing: it is new"))] if new else []), *options]
        field.required = not new


class DescribeForm(SeenForm):
    """What a pack is called and what its author says of it, in one language or both."""

    name = NameField(label=WORDS["name"], max_length=NAME_MOST)
    name_other = NameField(max_length=NAME_MOST, required=False)
    about = forms.CharField(
        label=WORDS["about"], max_length=TEXT_MOST, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    about_other = forms.CharField(max_length=TEXT_MOST, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, data: Any = None, *, pack: Pack | None = None) -> None:
        super().__init__(data)
        self.pack = pack
        here, there = languages()
        for word in ("name", "about"):
            self.fields[f"{word}_other"].label = f"{WORDS[word]} {OTHER_LANGUAGE[here]}"
            for field, language in ((word, here), (f"{word}_other", there)):
                self.fields[field].widget.attrs["lang"] = language
        if pack is not None:
            document = toml_of(pack)
            for word in ("name", "about"):
                said = said_in(document.get(word, ""))
                self.initial = {**self.initial, word: said[here], f"{word}_other": said[there]}
        self.fields["seen"].initial = self._print

    def fresh(self) -> DescribeForm | None:
        """Return the form of the pack as it is now."""
        return DescribeForm(pack=Pack.objects.get(pk=self.pack.pk)) if self.pack is not None else None

    @property
    def named(self) -> Any:
        """The name as a file has it."""
        return self._both("name")

    @property
    def told(self) -> Any:
        """What is said of it, as a file has it; nothing where nothing is."""
        return self._both("about") or ""

    def _both(self, word: str) -> Any:
        here, there = languages()
        return both({here: self.cleaned_data[word], there: self.cleaned_data[f"{word}_other"]})


class TakeInForm(forms.Form):
    """A pack as a file, sent or typed."""

    text = forms.CharField(
        label=gettext_lazy("The pack"),
        max_length=CHARACTERS_MOST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy("The file of a pack from here or from another club, or one written by hand."),
    )
    file = forms.FileField(label=gettext_lazy("Or the file itself"), required=False)

    def clean(self) -> dict[str, Any]:
        """Whatever comes as a file is the text."""
        values = super().clean() or {}
        sent = values.pop("file", None)
        if sent is not None and sent.size > 4 * CHARACTERS_MOST:
            self.add_error("file", _("This is too long for a pack."))
        elif sent is not None:
            values["text"] = sent.read().decode("utf-8", errors="replace")
        if not values.get("text") and not self.errors:
            self.add_error("text", _("Choose a file, or put its text here."))
        return values


class PublishForm(forms.Form):
    """What is new in a version."""

    version = forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False}), min_value=0)
    note = forms.CharField(label=gettext_lazy("What is new in it"), max_length=200, required=False)


class ShareForm(SeenForm):
    """Who reads a pack, and who helps with it."""

    shared = forms.BooleanField(
        label=gettext_lazy("Every member may read it, copy it and play with its versions"), required=False
    )
    editors = EditorsField(label=gettext_lazy("These members may change and publish it, too"))

    def __init__(self, *args: Any, pack: Pack, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pack = pack
        cast(EditorsField, self.fields["editors"]).offer(but=pack.owner_id)
        self.initial = {"shared": pack.shared, "editors": list(pack.editors.values_list("pk", flat=True))}

    def fresh(self) -> ShareForm:
        """Return the form of the pack as it is now."""
        return ShareForm(pack=Pack.objects.get(pk=self.pack.pk))


def toml_of(pack: Pack) -> Row:
    """Return what stands in a pack's file."""
    return tomllib.loads(pack.text)
