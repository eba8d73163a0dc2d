"""What a referee gives or takes."""

from __future__ import annotations

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
