"""What a table chooses before its evening begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.battle import Battle
from campaigns.wars.pocket.operations import Choices
from campaigns.wars.pocket.wording import EDGES as EDGE_NAMES, MENACES
from engines.musg.pocket.setup import POINTS_MOST, Menace

EDGES = (("", _("not said")), *EDGE_NAMES.items())


class EveningForm(forms.Form):
    """Who comes, where the warbands enter, and the table's own choices."""

    menace = forms.ChoiceField(
        label=_("Who comes?"),
        choices=[(one.value, name) for one, name in MENACES.items()],
        widget=forms.RadioSelect,
        initial=Menace.ZOMBIES.value,
    )
    civilian_points = forms.IntegerField(
        label=_("Victory points for a civilian brought off the table alive"),
        min_value=0,
        max_value=POINTS_MOST,
        initial=5,
    )
    game_master = forms.BooleanField(
        label=_("Somebody without a warband runs the zombies or the aliens"),
        help_text=_("Else the players do, one turn each, in the first turn’s order."),
        required=False,
    )
    fatal_afterwards = forms.BooleanField(
        label=_("Whoever is still infected when the game ends dies of it"),
        help_text=_("Usually they are lucky."),
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, battle: Battle) -> None:
        named = [code for code in battle.modules if code in set(Menace)]
        super().__init__(data, initial={"menace": named[0]} if named else None)
        self.bands = [side.warband for side in battle.sides.all()]
        for warband in self.bands:
            self.fields[f"edge-{warband.key}"] = forms.ChoiceField(
                label=_("%(warband)s enters from") % {"warband": warband.name}, choices=EDGES, required=False
            )

    @property
    def choices(self) -> Choices:
        """What was chosen."""
        values = self.cleaned_data
        return Choices(
            menace=Menace(values["menace"]),
            civilian_points=values["civilian_points"],
            game_master=values["game_master"],
            fatal_afterwards=values["fatal_afterwards"],
            edges={warband.key: values[f"edge-{warband.key}"] for warband in self.bands},
        )
