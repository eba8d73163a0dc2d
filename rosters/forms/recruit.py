"""The form of the hiring hall: one new figure, by its profile or like one that is there already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.musg import purchase
from engines.musg.entries import AnyEntry, Engage
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Standing
from rosters import wording
from rosters.forms.order import OrderForm
from rosters.forms.people import NameField, default_name

CHOOSE = _("Choose who to hire.")


class RecruitForm(OrderForm):
    """Hire somebody of a profile ("henchman:orc", "mercenary:elf_sniper"), or another like a figure, armed alike."""

    kind = "recruit"
    title = _("Hire")
    button = _("Hire")
    profile = forms.CharField(required=False, widget=forms.HiddenInput)
    like = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    name = NameField()

    def clean(self) -> dict[str, Any]:
        """One of both must be said, and make sense."""
        data = super().clean() or {}
        rank, colon, code = str(data.get("profile") or "").partition(":")
        model = self.roster.figure(data.get("like") or 0)
        copied = model is not None and may_be_copied(model)
        if not (copied if data.get("like") else colon and rank in set(Rank)):
            self.add_error(None, forms.ValidationError(CHOOSE, code="invalid_choice"))
        else:
            data["model"], data["rank"], data["code"] = model, rank, code
        return data

    def entries(self) -> Sequence[AnyEntry]:
        """Hire, under the name given or the next free one; another like somebody is armed as well."""
        data, model = self.cleaned_data, self.cleaned_data["model"]
        if model is not None:
            return purchase.another(self.roster, model, data["name"] or default_name(self.roster, model.rank))
        rank, code = Rank(data["rank"]), data["code"]
        if rank is Rank.MERCENARY:
            return [Engage(mercenary=code, name=data["name"] or wording.mercenary_name(code, self.roster.catalogue))]
        return [purchase.recruit(self.roster, rank, code, data["name"] or default_name(self.roster, rank))]


def may_be_copied(figure: Figure) -> bool:
    """Tell whether another like this one can be hired: a henchman or an extra of the warband's own."""
    return figure.standing is Standing.ACTIVE and figure.rank in (Rank.HENCHMAN, Rank.EXTRA) and not figure.hired
