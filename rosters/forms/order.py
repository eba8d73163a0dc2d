"""What the forms of the shop and the hiring hall share: several steps at once, weighed before they are made."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from django import forms

from engines.musg.entries import AnyEntry
from rosters.forms.step import Abstract, RosterForm


class OrderForm(RosterForm, metaclass=Abstract):
    """Several journal entries, made together or not at all.

    ``doubts`` are sentences that somebody should read before: the order waits for a second word, ``anyway``.
    """

    anyway = forms.BooleanField(required=False, widget=forms.HiddenInput)
    doubts: tuple[str, ...] = ()

    @abstractmethod
    def entries(self) -> Sequence[AnyEntry]:
        """Return the journal entries; the form must be valid."""

    @property
    def dear_field(self) -> str | None:
        """The field to change when the order is too dear, if one alone is to blame."""
        return None
