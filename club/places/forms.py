"""Forms for a place and for a table. Names are compared, and measures weighed, by the operations."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.names import NameField
from club.places.models import GameTable, Place
from club.seen import SeenModelForm


class ComparedByOperation(SeenModelForm):
    """A form whose operation says in words what Django would ask the database for."""

    def validate_unique(self) -> None:
        """Leave it to the operation, which compares by looks."""

    def validate_constraints(self) -> None:
        """Leave it to the operation."""


class PlaceForm(ComparedByOperation):
    """Somewhere the club plays."""

    class Meta:
        model = Place
        fields = ["name", "address", "notes"]
        field_classes = {"name": NameField}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
            "address": forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
            "notes": forms.Textarea(attrs={"rows": 3}),
        }


class TableForm(ComparedByOperation):
    """A table that stands at a place."""

    class Meta:
        model = GameTable
        fields = ["name", "seats", "width", "depth", "notes"]
        field_classes = {"name": NameField}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "off"}),
            **{
                name: forms.NumberInput(attrs={"inputmode": "numeric", "min": least, "max": most})
                for name, least, most in (("seats", 1, 20), ("width", 2, 200), ("depth", 2, 200))
            },
        }
        help_texts = {"name": _("Such as “Table 1” or “the round one”: what stands on the plan of an evening.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["depth"].help_text = ""
