"""Forms to found a warband and to find one."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from club.names import NameField
from club.visibility import Visibility
from engines.musg.catalogue import CATALOGUE
from engines.musg.entries.base import NAME_LIMIT
from engines.musg.rules import Era, Rules
from engines.musg.warband import Setup
from rosters import wording

ERAS = [
    (Era.MODERN.value, _("Modern: everybody’s first pistol is free")),
    (Era.FUTURISTIC.value, _("Futuristic: everybody’s first pistol is free")),
    (Era.MEDIEVAL.value, _("Medieval: pistols are paid for")),
]


class NewWarbandForm(forms.Form):
    """Race, name, era, and who may read it; the rest of the options are the rulebook's."""

    race = forms.ChoiceField(label=_("Race"), widget=forms.RadioSelect)
    name = NameField(
        label=_("Name of the warband"),
        max_length=NAME_LIMIT,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
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
        self.fields["race"].choices = [(code, wording.race_name(code)) for code in CATALOGUE.races]  # type: ignore[attr-defined]

    def setup(self) -> Setup:
        """Return what the warband starts from."""
        data = self.cleaned_data
        # What is not played is not stored: warbands without vehicles play by the same rules as ever.
        rules = Rules(era=Era(data["era"]), vehicles=data["vehicles"] or UNSET)
        return Setup(race=data["race"], name=data["name"].strip(), rules=rules)


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
        races = [(code, wording.race_name(code)) for code in CATALOGUE.races]
        self.fields["race"].choices = [("", _("Any")), *races]  # type: ignore[attr-defined]
