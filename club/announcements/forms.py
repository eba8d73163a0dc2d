"""The form of an announcement."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.models import Announcement
from club.moments import day_field
from club.names import NameField
from club.seen import SeenModelForm


class AnnouncementForm(SeenModelForm):
    """What the board announces, and from when to when it is shown."""

    class Meta:
        model = Announcement
        fields = ["title", "text", "pinned", "public", "shown_from", "shown_until"]
        field_classes = {"title": NameField}
        widgets = {
            "title": forms.TextInput(attrs={"autocomplete": "off"}),
            "text": forms.Textarea(attrs={"rows": 8}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label, help_text in (
            ("shown_from", _("First day"), _("Members are told on that day. Empty: at once.")),
            ("shown_until", _("Last day"), _("Empty: until you withdraw it.")),
        ):
            self.fields[name] = day_field(label)
            self.fields[name].help_text = help_text

    @property
    def said(self) -> dict[str, Any]:
        """What an announcement says, as operations take it."""
        return {name: self.cleaned_data[name] for name in self._meta.fields or ()}
