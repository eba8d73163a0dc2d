"""Small forms of a battle under way: a place on the table, and answers given once for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.wars.play.wording.questions import STANDING
from engines.musg.battle.actions import Action, Arrive, Deploy
from engines.musg.battle.standing import CHOICES, Standing

FARTHEST: Final = 1000
"""No table is larger, in paces."""
_ANSWERS: Final[Mapping[Standing, Promise]] = {
    Standing.ASK: _("ask me"),
    Standing.ALWAYS: _("always"),
    Standing.NEVER: _("never"),
    Standing.ABOVE_HALF: _("only above 50 %"),
}


class PlaceForm(forms.Form):
    """A place to go to: paces from the left and from the upper edge; run or walk. ``figure``: who, if nobody acts."""

    x = forms.FloatField(label=_("Paces from the left"), min_value=0, max_value=FARTHEST, required=True)
    y = forms.FloatField(label=_("Paces from the top"), min_value=0, max_value=FARTHEST, required=True)
    run = forms.BooleanField(label=_("Run"), required=False)
    figure = forms.IntegerField(label=_("Figure"), min_value=0, max_value=10_000, required=False)


class StandForm(forms.Form):
    """Who is put where: a figure deployed, or one that appears."""

    x = forms.FloatField(label=_("Paces from the left"), min_value=0, max_value=FARTHEST)
    y = forms.FloatField(label=_("Paces from the top"), min_value=0, max_value=FARTHEST)
    figure = forms.IntegerField(label=_("Figure"), min_value=0, max_value=10_000)
    stand = forms.ChoiceField(choices=[("deploy", "deploy"), ("arrive", "arrive")])

    @property
    def action(self) -> Action:
        """The action of a form that is filled in well."""
        make = Deploy if self.cleaned_data["stand"] == "deploy" else Arrive
        return make(self.cleaned_data["figure"], self.cleaned_data["x"], self.cleaned_data["y"])


class StandingForm(forms.Form):
    """How questions out of turn are answered, by their kinds."""

    def __init__(self, data: QueryDict | None = None, *, wishes: Mapping[str, Any]) -> None:
        super().__init__(data)
        for kind, choices in CHOICES.items():
            self.fields[kind.value] = forms.ChoiceField(
                label=str(STANDING[kind]),
                choices=[(one.value, _ANSWERS[one]) for one in _ANSWERS if one in choices],
                initial=wishes.get(kind.value, Standing.ASK.value),
                required=False,
            )

    @property
    def wishes(self) -> dict[str, str]:
        """What was chosen, by kind; who says nothing is asked."""
        return {kind: self.cleaned_data.get(kind) or Standing.ASK.value for kind in self.fields}
