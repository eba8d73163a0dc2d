"""What is asked of the rules reference."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rosters.reference.wounds import WoundRoll, wound_roll

MOST = 30


class WoundForm(forms.Form):
    """A strength and a toughness to look up in the damage table."""

    strength = forms.IntegerField(label=_("Strength"), min_value=1, max_value=MOST)
    toughness = forms.IntegerField(label=_("Toughness"), min_value=1, max_value=MOST)

    def __init__(self, data: object = None) -> None:
        asked = data is not None and ("strength" in data or "toughness" in data)  # type: ignore[operator]
        super().__init__(data if asked else None, initial={"strength": 3, "toughness": 3})  # type: ignore[arg-type]

    def roll(self) -> WoundRoll:
        """Return what wounds, once the form is valid."""
        return wound_roll(self.cleaned_data["strength"], self.cleaned_data["toughness"])
