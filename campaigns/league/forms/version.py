"""Small forms on versioned rows: the version a page was opened at, and a few words."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _


class VersionForm(forms.Form):
    """Which version the reader saw."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, request: HttpRequest) -> int:
        """Return the version posted; -1, which no row ever has, where there is none."""
        form = cls(request.POST)
        return int(form.cleaned_data["version"]) if form.is_valid() else -1


def go_on_from(form: forms.Form, version: int) -> None:
    """Let a form that was refused as out of date, sent once more, go on from this version; it stays as filled in."""
    data = QueryDict(mutable=True)
    data.update(form.data)
    data[form.add_prefix("version")] = str(version)
    form.data = data


class DisputeForm(VersionForm):
    """What is wrong with a report."""

    text = forms.CharField(
        label=_("What is wrong"), max_length=1000, widget=forms.Textarea(attrs={"rows": 4}), strip=True
    )
