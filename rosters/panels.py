"""What other rooms add to a warband's page (its battles, for example) without this room knowing about them.

Each registers a provider when its app starts; a provider answers with templates and what they are drawn from:

    from rosters import panels

    @panels.provider
    def battles(warband, request):
        return [("campaigns/warband_battles.html", {"battles": ...})]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.http import HttpRequest

from rosters.models import Warband


class WarbandPanel(NamedTuple):
    """A template and its own values."""

    template: str
    context: Mapping[str, Any]


type Provider = Callable[[Warband, HttpRequest], Iterable[tuple[str, Mapping[str, Any]]]]

_PROVIDERS: Final[list[Provider]] = []


def provider(function: Provider) -> Provider:
    """Register ``function``; panels stand in the order of registration. Registering twice changes nothing."""
    if function not in _PROVIDERS:
        _PROVIDERS.append(function)
    return function


def panels(warband: Warband, request: HttpRequest) -> list[WarbandPanel]:
    """Return every panel for this warband and reader."""
    return [WarbandPanel(*panel) for provide in _PROVIDERS for panel in provide(warband, request)]
