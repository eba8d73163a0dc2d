"""What is said of a result or an entry: the code at the table, a dispute, why it is corrected or brought back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.forms.version import VersionForm
from campaigns.matches.operations.verdicts import CODE_LENGTH, DISPUTE_LIMIT


class CodeForm(forms.Form):
    """The code at the table, as somebody read it off the recorder's screen."""

    code = forms.CharField(
        label=_("Code"),
        max_length=CODE_LENGTH * 2,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=_("Six letters and digits, on the screen of the person who recorded the match."),
    )


class VerdictForm(VersionForm):
    """Which of the players one is, and what is wrong if something is."""

    seat = forms.TypedChoiceField(label=_("I am"), coerce=int, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What is wrong"),
        max_length=DISPUTE_LIMIT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only if something is."),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, seats: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = seats  # type: ignore[attr-defined]


class BringBackForm(VersionForm):
    """Why a match that was called off is brought back."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody who played can read it."))


class ReasonForm(VersionForm):
    """Why an entry is put right; a ``slip`` needs no reason."""

    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: Any, slip: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = not slip
