"""What a balance simulation is asked for: how many games, of how many players, between which bots."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.tables.balance.operations import LEAST, MOST, USUAL
from campaigns.tables.contract import Rules
from campaigns.tables.models.card_table import BotStrength


class BalanceForm(forms.Form):
    """The number of games and players, the bots, and the game's own options."""

    count = forms.IntegerField(
        label=_("Games to simulate"),
        min_value=LEAST,
        max_value=MOST,
        initial=USUAL,
        help_text=_("More games take longer and narrow the margins down."),
    )
    players = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bot = forms.ChoiceField(label=_("All play"))

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = dict(BotStrength.choices)
        self.fields["players"].choices = [(n, str(n)) for n in range(rules.least, rules.most + 1)]  # type: ignore[attr-defined]
        self.fields["players"].initial = min(4, rules.most)
        self.fields["bot"].choices = [(code, labels[code]) for code in rules.simulation_parts]  # type: ignore[attr-defined]
        self.fields["bot"].initial = BotStrength.THUMB
        own = rules.options_form().fields
        self.fields.update(own)
        self._own = list(own)

    @property
    def asked(self) -> dict[str, Any]:
        """What was filled in, as the operation takes it."""
        values = dict(self.cleaned_data)
        options = {name: values.pop(name) for name in self._own}
        return {**values, "variant": options.pop("variant"), "options": options}
