"""Which battle was forgotten, and when it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.wars.battles.operations import TITLE_LIMIT, Plan
from campaigns.wars.corrections.forgotten import BEGINNING, moments
from campaigns.wars.corrections.past import Past
from campaigns.wars.models.round import Round
from club.moments import MomentField
from club.names import NameField
from rosters.models import Warband

LATEST: Final = ""


class ForgottenForm(forms.Form):
    """The warbands, the round and after which battle; all sides that ever served in the campaign are offered."""

    sides = forms.MultipleChoiceField(
        label=gettext_lazy("Warbands"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Two or more."),
    )
    round = forms.ModelChoiceField(
        label=gettext_lazy("Round"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=gettext_lazy("Outside the rounds"),
    )
    after = forms.ChoiceField(
        label=gettext_lazy("After which battle"),
        required=False,
        help_text=gettext_lazy("It is put in right before the next battle of one of its warbands."),
    )
    title = NameField(
        label=gettext_lazy("Title"),
        max_length=TITLE_LIMIT,
        required=False,
        help_text=gettext_lazy("If empty, the warbands’ names are used."),
    )
    date = MomentField(label=gettext_lazy("Date and time"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, known: Past, chosen: Mapping[str, Any]) -> None:
        super().__init__(data, initial={"round": chosen.get("round")})
        self._known = known
        warbands: Any = self.fields["sides"]
        warbands.choices = [(str(warband.pk), warband.name) for warband in known.warbands.values()]
        rounds: Any = self.fields["round"]
        rounds.queryset = known.campaign.rounds.all()
        after: Any = self.fields["after"]
        after.choices = [
            (LATEST, _("The last of its round (without one: of all)")),
            (BEGINNING, _("None: it was the very first")),
            *((ref, _told(battle.title, battle.round)) for ref, battle in moments(known)),
        ]

    def clean_sides(self) -> list[str]:
        """A battle has two sides."""
        chosen: list[str] = self.cleaned_data["sides"]
        if len(set(chosen)) < 2:
            raise forms.ValidationError(_("A battle needs two different warbands or more."))
        return chosen

    @property
    def warbands(self) -> list[Warband]:
        """The sides, in the order of the list."""
        chosen = set(self.cleaned_data["sides"])
        return [warband for warband in self._known.warbands.values() if str(warband.pk) in chosen]

    @property
    def plan(self) -> Plan:
        """What is known of the battle besides."""
        values = self.cleaned_data
        return Plan(title=values["title"], date=values["date"], round=values["round"])


def _told(title: str, round_: Round | None) -> str:
    return f"{title} ({round_})" if round_ is not None else title
