"""What a forecast is asked for: how many battles, and how each side is led."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.wars.forecast.operations import LEAST, MOST, USUAL
from campaigns.wars.models.battle import Battle, Temper


class ForecastForm(forms.Form):
    """The number of battles, and a temper for every side: at first the one it would be resolved with."""

    count = forms.IntegerField(
        label=_("Battles to simulate"),
        min_value=LEAST,
        max_value=MOST,
        initial=USUAL,
        help_text=_("From 50 to 5,000. More battles take longer and narrow the margins down."),
    )

    def __init__(self, *args: Any, battle: Battle, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = []
        for side in battle.sides.all():
            name = f"temper_{side.seat}"
            label = format_lazy(_("{warband} is led"), warband=side.warband.name)
            self.fields[name] = forms.ChoiceField(label=label, choices=Temper, initial=side.temper)
            self._names.append(name)

    @property
    def tempers(self) -> list[str]:
        """The tempers chosen, in the order of the sides."""
        return [self.cleaned_data[name] for name in self._names]
