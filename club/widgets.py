"""Form widgets that several rooms use."""

from __future__ import annotations

from typing import Final

from django import forms

WHEN: Final = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
"""A date and a time, as browsers let them be chosen."""
