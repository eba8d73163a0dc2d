"""What every form that makes a journal entry has in common."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any, ClassVar, cast

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.numbers import whole_number
from club.widgets import ids_below
from engines.musg.entries import AnyEntry
from engines.musg.entries.base import NOTE_LIMIT
from engines.musg.warband import Figure, Warband
from rosters.lessons import Lessons
from rosters.operations import BECAUSE

Label = str | Promise


class RosterForm(forms.Form):
    """A form that changes a warband, on a page about it.

    ``kind`` names it, ``title`` is its heading, ``button`` what its button says; ``danger`` asks whether it is meant.
    ``version`` is the version of the warband the page was made from, ``page`` the page to come back to (builder, roster
    or figure).
    """

    kind: ClassVar[str]
    title: ClassVar[Label]
    button: Label
    danger: ClassVar[bool] = False

    version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    page = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, roster: Warband, data: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        self.roster = roster
        self.data_or_initial = data if data is not None else initial or {}
        super().__init__(data, initial=initial)
        self.auto_id = ids_below(self.place)
        self.prepare()

    def prepare(self) -> None:
        """Fill the choices from the roster."""

    def offer(self, name: str, choices: Any) -> None:
        """Let a select offer these choices."""
        cast(forms.ChoiceField, self.fields[name]).choices = choices

    @property
    def subject(self) -> str:
        """What tells this form from others of its kind on one page: a number or a code, never what was typed."""
        return "" if self.number is None else str(self.number)

    @property
    def place(self) -> str:
        """Where on a page this form stands; also the beginning of its fields' ids."""
        return f"{self.kind}-{self.subject}" if self.subject else self.kind

    @property
    def number(self) -> int | None:
        """The number of the figure the form is about, even if the rest cannot be read."""
        return self.numbered("figure")

    def numbered(self, name: str) -> int | None:
        """The number in a field, even if the rest cannot be read."""
        return whole_number(str(self.data_or_initial.get(name) or ""))

    @property
    def figure_in_question(self) -> Figure | None:
        """The figure the form is about, if it exists."""
        return self.roster.figure(self.number) if self.number is not None else None

    @property
    def origin(self) -> str:
        """The page it was sent from, even if the rest cannot be read."""
        return str(self.data_or_initial.get("page") or "")

    def ask_why(self, player: str) -> None:
        """Want to be told why: it is a referee who takes this step, for the player of this name."""
        self.fields[BECAUSE] = forms.CharField(
            label=_("Why you do this for the player"),
            max_length=NOTE_LIMIT,
            help_text=format_lazy(
                _("This is {name}’s step. Your name and the reason go into the journal."), name=player
            ),
            error_messages={"required": _("You act for the player: say why.")},
        )

    @property
    def because(self) -> str:
        """Why a referee takes this step; empty for the player. The form must be valid."""
        return str(self.cleaned_data.get(BECAUSE, ""))

    def bring_up_to_date(self, roster: Warband, version: int) -> None:
        """Move to the warband as it is now: the page that shows this form again shows it too."""
        self.roster = roster
        self.data = {**dict(self.data.items()), "version": str(version)}
        self.prepare()


class Abstract(DeclarativeFieldsMetaclass, ABCMeta):
    """Lets a form leave a method to its subclasses."""


class StepForm(RosterForm, metaclass=Abstract):
    """A form for one kind of journal entry; ``kind`` is the entry's tag, ``layout`` the classes it is laid out by."""

    layout: ClassVar[str] = "form"
    makes: ClassVar[type[Struct]]
    """The kind of entry, where the form has the fields of it; others say in ``entry`` how they make theirs."""

    @property
    def lessons(self) -> Lessons | None:
        """The skills to choose from by one tap each, where that answers the form."""
        return None

    def entry(self) -> AnyEntry:
        """Return the journal entry; the form must be valid."""
        data = self.cleaned_data
        return cast(AnyEntry, self.makes(**{name: data[name] for name in self.makes.__struct_fields__ if name in data}))


class UndoForm(RosterForm):
    """Take back the last step."""

    kind = "undo"
    title = _("Take back the last step")
    button = _("Undo")


class FigureField(forms.IntegerField):
    """A figure by its number, hidden: the form stands beside its figure."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(min_value=1, required=required, widget=forms.HiddenInput)


class OpenChoice(forms.ChoiceField):
    """Offers choices but accepts any text: the rules say what is wrong with it, in a sentence."""

    def valid_value(self, value: Any) -> bool:
        """Leave it to the rules."""
        return True
