"""What a tap on a counter sends."""

from __future__ import annotations

from django import forms
from django.core.validators import RegexValidator


class CountForm(forms.Form):
    """``set``: the figure's number, what is counted and what is left of it, with dots between ("3.hit_points.2")."""

    set = forms.CharField(max_length=60, validators=[RegexValidator(r"\A[0-9]{1,6}\.[a-z_]{1,40}\.[0-9]{1,3}\Z")])

    def counted(self) -> tuple[int, str, int]:
        """Return the three; the form must be valid."""
        figure, code, left = self.cleaned_data["set"].split(".")
        return int(figure), code, int(left)
