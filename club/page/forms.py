"""The form of the club's page: its texts, and what visitors see of it."""

from __future__ import annotations

from django import forms

from club.models import ClubPage
from club.seen import SeenModelForm

TEXTS = ("about", "games", "hours", "contact")
PARTS = ("about", "games", "hours", "places", "contact", "people")


class ClubPageForm(SeenModelForm):
    """What the club says of itself."""

    class Meta:
        model = ClubPage
        fields = [*TEXTS, *(f"visitors_see_{part}" for part in PARTS)]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 6}),
            **{name: forms.Textarea(attrs={"rows": 3}) for name in TEXTS[1:]},
        }

    @property
    def texts(self) -> list[forms.BoundField]:
        """The fields that are written."""
        return [self[name] for name in TEXTS]

    @property
    def choices(self) -> list[forms.BoundField]:
        """The boxes that say what visitors see."""
        return [self[f"visitors_see_{part}"] for part in PARTS]
