"""What every page's template may use: the club's settings and how the reader wants pages to look."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from club.appearance import appearance_of
from club.models import ClubSettings
from club.version import version


def club(request: HttpRequest) -> dict[str, Any]:
    """``club`` (the settings, read when first used), ``appearance`` (colours and print size), and ``site_version``."""
    return {
        "club": SimpleLazyObject(ClubSettings.load),
        "appearance": SimpleLazyObject(lambda: appearance_of(request)),
        "site_version": version(),
    }
