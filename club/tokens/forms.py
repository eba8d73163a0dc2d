"""The form of a new token."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, ngettext

from club.models import ApiToken, Member, Scope
from club.names import NameField
from club.tokens.operations import offered_to

DAYS = (7, 30, 90, 180, 365)


def _lifetimes() -> list[tuple[int, str]]:
    """Name the days anew for every form: with its number filled in, a text keeps the language it was first read in."""
    return [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in DAYS]


class TokenForm(forms.ModelForm):
    """What the token is for, what it may do, and for how long."""

    scopes = forms.MultipleChoiceField(
        label=_("What it may be used for"),
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ.value],
        help_text=_("Tick as little as the program needs: whoever has the token can do as much in your name."),
    )
    days = forms.TypedChoiceField(
        label=_("It runs out after"),
        coerce=int,
        initial=90,
        choices=_lifetimes,
    )

    class Meta:
        model = ApiToken
        fields = ["name"]
        field_classes = {"name": NameField}
        help_texts = {"name": _("What it is for, such as: spreadsheet of the season.")}

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = offered_to(member)
        labels = [(value, label) for value, label in Scope.choices if value in offered]
        self.fields["scopes"].choices = labels  # type: ignore[attr-defined]  # a MultipleChoiceField
