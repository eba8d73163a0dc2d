"""What is asked when a warband comes from a file, or is copied."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from club.names import NameField
from club.visibility import Visibility
from engines.musg.entries.base import NAME_LIMIT
from rosters.transfer import BYTES_LIMIT


class ImportForm(forms.Form):
    """A file to upload, or its content pasted."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        help_text=_("A warband exported as JSON, from this site or another one like it."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or its content"),
        required=False,
        strip=False,
        help_text=_("Paste it here, if that is easier."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility, initial=Visibility.CLUB)

    def clean_file(self) -> UploadedFile | None:
        """The file, unless it is larger than any warband could be."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > BYTES_LIMIT:
            sizes = {"size": file.size, "most": BYTES_LIMIT}
            raise forms.ValidationError(_("The file has %(size)s bytes; the limit is %(most)s."), "too_large", sizes)
        return file

    def clean(self) -> dict[str, Any]:
        """One of the two is needed; a file takes precedence."""
        cleaned = super().clean() or {}
        if not self.errors and cleaned.get("file") is None and not (cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste its content below."))
        return cleaned

    @property
    def content(self) -> str | bytes:
        """What was handed in."""
        file: UploadedFile | None = self.cleaned_data["file"]
        return file.read() if file is not None else self.cleaned_data["text"]


class CopyForm(forms.Form):
    """What to call the copy, and how much of the journal it gets."""

    WHOLE, MUSTER = "whole", "muster"

    name = NameField(label=_("Name of the copy"), max_length=NAME_LIMIT)
    part = forms.ChoiceField(
        label=_("What to copy"),
        choices=(
            (WHOLE, _("Its whole journal: everybody as they are now")),
            (MUSTER, _("Its muster only: everybody as they were on the first day")),
        ),
        initial=WHOLE,
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility, initial=Visibility.CLUB)
