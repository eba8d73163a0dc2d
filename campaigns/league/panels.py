"""What rooms above hang on the page where one arrives in a campaign, such as the club's next evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.http import HttpRequest

from campaigns.league.models import Campaign
from club.noticeboard import Notice

Provider = Callable[[HttpRequest, Campaign], Iterable[Notice]]
_PROVIDERS: Final[list[Provider]] = []


def register(provider: Provider) -> None:
    """Let a room hang something there. Registering twice changes nothing."""
    if provider not in _PROVIDERS:
        _PROVIDERS.append(provider)


def panels_of(request: HttpRequest, campaign: Campaign) -> list[Notice]:
    """Return what hangs on a campaign's page, for a reader who was let in."""
    return [panel for provider in _PROVIDERS for panel in provider(request, campaign)]
