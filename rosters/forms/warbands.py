"""Forms to found a warband and to find one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from club.names import NameField
from club.visibility import Visibility
from engines.musg.entries.base import NAME_LIMIT
from engines.musg.rules import Era, Rules
from rosters import wording
from rosters.levy import Start, Wanted

ERAS = [
    (Era.MODERN.value, _("Modern: everybody’s first pistol is free")),
    (Era.FUTURISTIC.value, _("Futuristic: everybody’s first pistol is free")),
    (Era.MEDIEVAL.value, _("Medieval: pistols are paid for")),
]


def races() -> list[tuple[str, str]]:
    """Return the races of the catalogue that a warband outside any campaign brings, code and name."""
    catalogue = Rules().catalogue
    return [(code, wording.race_name(code, catalogue)) for code in catalogue.offered(catalogue.races)]


class NewWarbandForm(forms.Form):
    """Race, name, era, who may read it and what its muster begins with; other options are the rulebook's."""

    race = forms.ChoiceField(label=_("Race"), required=False, widget=forms.RadioSelect)
    start = forms.TypedChoiceField(
        choices=[(start.value, start.value) for start in Start],
        coerce=Start,
        empty_value=Start.NOTHING,
        required=False,
        widget=forms.HiddenInput,
    )
    name = NameField(
        label=_("Name of the warband"),
        max_length=NAME_LIMIT,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "placeholder": _("drawn where left empty")}
        ),
    )
    era = forms.ChoiceField(label=_("Era"), choices=ERAS, initial=Era.MODERN.value, widget=forms.RadioSelect)
    vehicles = forms.BooleanField(
        label=_("The warband may own vehicles"),
        required=False,
        help_text=_("As in campaigns that play with them."),
    )
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility.choices, initial=Visibility.CLUB.value)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["race"].choices = races()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Whoever draws up a muster by hand names it, and only the dice need no race."""
        data = super().clean() or {}
        start = data.get("start")
        if start is Start.NOTHING and not data.get("name") and "name" not in self.errors:
            self.add_error("name", self.fields["race"].error_messages["required"])
        if start is not Start.SURPRISE and not data.get("race") and "race" not in self.errors:
            self.add_error("race", self.fields["race"].error_messages["required"])
        return data

    def wanted(self) -> Wanted:
        """Return what the warband starts from."""
        data = self.cleaned_data
        # What is not played is not stored: warbands without vehicles play by the same rules as ever.
        rules = Rules(era=Era(data["era"]), vehicles=data["vehicles"] or UNSET)
        return Wanted(race=data["race"], name=data["name"].strip(), rules=rules, start=data["start"])

    @property
    def special(self) -> list[BoundField]:
        """The fields that hardly anybody changes."""
        return [self[name] for name in ("era", "vehicles", "visibility")]


class FindForm(forms.Form):
    """Search among the warbands one may read. Nonsense in the address finds everything."""

    q = forms.CharField(
        label=_("Warband or owner"), required=False, max_length=100, widget=forms.TextInput(attrs={"type": "search"})
    )
    race = forms.ChoiceField(label=_("Race"), required=False)
    state = forms.ChoiceField(
        label=_("Muster"),
        required=False,
        choices=[("", _("Any")), ("mustered", _("Mustered")), ("open", _("Still being mustered"))],
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["race"].choices = [("", _("Any")), *races()]  # type: ignore[attr-defined]
