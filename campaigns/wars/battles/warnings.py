"""What a page says once a date is fixed that not everybody can keep."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest

from campaigns.wars.battles.clashes import unavailable
from campaigns.wars.models.battle import Battle


def warn_of_absent(request: HttpRequest, battles: Sequence[Battle]) -> None:
    """Say on the next page which players cannot on the day of these battles, all of one date."""
    for said in unavailable(battles):
        messages.warning(request, said)
