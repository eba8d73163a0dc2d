"""Form widgets that several rooms use."""

from __future__ import annotations

from typing import Final

from django import forms

WHEN: Final = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
"""A date and a time, as browsers let them be chosen."""


def ids_below(place: str) -> str:
    """Return the ``auto_id`` of a form whose fields' ids begin with ``place``.

    Django takes an ``auto_id`` for a format string: a ``%`` in the place would be read as one, and could ask for
    gigabytes.
    """
    return f"{place.replace('%', '%%')}-%s"
