"""Choosing one of the club's tables for a battle."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models.place import GameTable


class SpotField(forms.ModelChoiceField):
    """A table of the club's, named with its place and, where it is one for Musg, its size."""

    def __init__(self) -> None:
        super().__init__(
            queryset=GameTable.objects.none(),
            label=_("Table"),
            required=False,
            empty_label=_("None of the club’s"),
        )

    def label_from_instance(self, obj: Any) -> str:
        """Name a table."""
        measures = f" ({obj.measures})" if obj.measures else ""
        return f"{obj.place} · {obj}{measures}"


def offer_spots(form: forms.Form, *, kept: int | None) -> None:
    """Offer the tables in use, and the one that was chosen before; a club without tables is not asked. One query."""
    used = Q(retired=False, place__retired=False) | Q(pk=kept)
    tables = GameTable.objects.filter(used).select_related("place").order_by("place__name", "name", "pk")
    field: Any = form.fields["spot"]
    found = [(table.pk, field.label_from_instance(table)) for table in tables]
    if not found:
        del form.fields["spot"]
        return
    field.queryset = tables
    field.choices = [("", field.empty_label), *found]
