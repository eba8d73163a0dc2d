"""Members who may change something beside its owner, as a form asks for them."""

from __future__ import annotations

from typing import Any

from django import forms

from club.models import Member


class EditorsField(forms.ModelMultipleChoiceField):
    """Members to tick, by the names that members read; nobody until it is said who is offered."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(queryset=Member.objects.none(), required=False, **kwargs)

    def offer(self, *, but: int | None) -> None:
        """Offer every active member ``but`` the owner, by name."""
        self.queryset = Member.objects.filter(is_active=True).exclude(pk=but or 0).order_by("display_name", "username")

    def label_from_instance(self, obj: Any) -> str:
        """The name that members read."""
        return str(obj.name)
