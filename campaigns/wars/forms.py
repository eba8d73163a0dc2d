"""What a referee gives or takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.wars.battles.forms import serving
from engines.musg.entries.base import NOTE_LIMIT
from rosters.models import Warband


class GrantForm(forms.Form):
    """Points for a warband's treasury, or out of it, with the reason that its journal keeps."""

    warband = forms.ModelChoiceField(label=_("Warband"), queryset=Warband.objects.none())
    points = forms.IntegerField(label=_("Points"), help_text=_("Below 0 to take points away."))
    reason = forms.CharField(label=_("Reason"), max_length=NOTE_LIMIT)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["warband"].queryset = serving(campaign).filter(mustered=True)  # type: ignore[attr-defined]

    def offer(self, warbands: Iterable[Warband]) -> None:
        """Offer these warbands in the list: they are known already and need not be asked for."""
        field = self.fields["warband"]
        field.choices = [("", field.empty_label), *((w.pk, w.name) for w in warbands)]  # type: ignore[attr-defined]
