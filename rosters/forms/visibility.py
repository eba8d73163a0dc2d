"""Who may read a warband."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from club.visibility import Visibility


class VisibilityForm(forms.Form):
    """One of the three circles of readers."""

    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility.choices)
