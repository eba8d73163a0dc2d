"""The form of the shop: one item, how many, for whom."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from club.numbers import whole_number
from engines.musg import purchase
from engines.musg.entries import Buy
from rosters.forms.order import OrderForm

MOST: Final = 10


class Numbers(forms.MultipleChoiceField):
    """Numbers of figures. Whether there are such figures is for the rules to say."""

    def validate(self, value: Any) -> None:
        """Any text, so far."""

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers; text that is none makes the whole unreadable."""
        found = [whole_number(text) for text in super().clean(value)]
        if None in found:
            raise forms.ValidationError(_("Choose who gets it."), code="invalid_choice")
        return tuple(dict.fromkeys(number for number in found if number is not None))


class PurchaseForm(OrderForm):
    """Buy one thing, a number of times, for the stash or for each of several figures."""

    kind = "purchase"
    title = _("Shop")
    button = _("Buy")
    item = forms.CharField(widget=forms.HiddenInput)
    who = Numbers(required=False, widget=forms.MultipleHiddenInput)
    quantity = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        max_value=MOST,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": _("How many?")},
    )

    @property
    def dear_field(self) -> str | None:
        """The number, where it is more than one piece."""
        return "quantity" if len(self.entries()) > 1 else None

    def entries(self) -> list[Buy]:
        """Return the purchases, one entry each, so that each can be returned by itself; the form must be valid."""
        data = self.cleaned_data
        return purchase.order(data["item"], data["who"] or (None,), data["quantity"])
