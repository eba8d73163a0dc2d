"""What the forms of a referee's powers share: whom or what is chosen, and the reason last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.musg.entries.base import NOTE_LIMIT
from engines.musg.warband import Figure
from rosters import wording
from rosters.forms.step import StepForm

Choices = list[tuple[str, Any]]


def chosen(label: Any, *, required: bool = True, help_text: Any = "") -> forms.TypedChoiceField:
    """A select of figures or items by number; empty is None. The words are lazy."""
    return forms.TypedChoiceField(label=label, coerce=int, empty_value=None, required=required, help_text=help_text)


def named(figures: Iterable[Figure]) -> Choices:
    return [(str(figure.id), f"{figure.name} · {wording.rank_name(figure.rank)}") for figure in figures]


class PowerForm(StepForm):
    """A referee's word about a warband. There is one of each kind on a page."""

    reason = forms.CharField(label=_("Reason"), max_length=NOTE_LIMIT)

    def prepare(self) -> None:
        """Offer what there is to choose from, and ask for the reason last."""
        self.choose()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def choose(self) -> None:
        """Fill the choices from the roster."""

    @property
    def subject(self) -> str:
        """Nothing: whom it is about is chosen in the form."""
        return ""
