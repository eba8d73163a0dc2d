"""Short ways through a muster: begin it from something, arm a figure in one go, hire another like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.musg import levy, purchase
from engines.musg.entries import AnyEntry
from engines.musg.levy import Style
from rosters.forms.order import OrderForm
from rosters.forms.people import default_name
from rosters.forms.recruit import may_be_copied
from rosters.forms.step import RosterForm
from rosters.levy import Start

NOBODY = _("This figure is no longer there.")
NOTHING = _("There is nothing of it left to buy.")


class StartForm(RosterForm):
    """What a muster begins with, in place of whatever was drawn up so far."""

    kind = "start"
    title = _("Start from something")
    button = _("Draw it")
    start = forms.TypedChoiceField(choices=[(start.value, start.value) for start in Start], coerce=Start)


class OutfitForm(OrderForm):
    """A kit for a figure, by its style, or another like it (``like``), armed alike."""

    kind = "outfit"
    title = _("Kit")
    button = _("Take it")
    figure = forms.IntegerField(min_value=1)
    kit = forms.TypedChoiceField(choices=[(style.value, style.value) for style in Style], coerce=Style, required=False)

    def clean(self) -> dict[str, Any]:
        """The figure must be there, and something must be left to do for it."""
        data = super().clean() or {}
        figure = self.roster.figure(data.get("figure") or 0)
        if figure is None or not figure.active:
            self.add_error(None, forms.ValidationError(NOBODY, code="no_such_figure"))
        elif not data.get("kit") and not may_be_copied(figure):
            self.add_error(None, forms.ValidationError(NOTHING, code="nothing_left"))
        else:
            kits = {kit.style: kit.items for kit in levy.kits(self.roster, figure)} if data.get("kit") else {}
            data["model"], data["items"] = figure, kits.get(data["kit"], ()) if kits else ()
            if data.get("kit") and not data["items"]:
                self.add_error(None, forms.ValidationError(NOTHING, code="nothing_left"))
        return data

    def entries(self) -> Sequence[AnyEntry]:
        """Buy the kit, or hire and arm the other one."""
        data = self.cleaned_data
        if data["kit"]:
            return levy.equip(data["model"], data["items"], self.roster.catalogue)
        return purchase.another(self.roster, data["model"], default_name(self.roster, data["model"].rank))
