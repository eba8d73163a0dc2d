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

type Guide = Callable[[Warband, HttpRequest, str], Iterable[tuple[str, Mapping[str, Any]]]]
"""Like a provider; it is told which page it is: ``{% guide warband "shop" %}``."""

type Corrector = Callable[[Warband, HttpRequest], Callable[[int], str] | None]

_PROVIDERS: Final[list[Provider]] = []
_CORRECTORS: Final[list[Corrector]] = []
_COUNSELS: Final[list[Provider]] = []
_GUIDES: Final[list[Guide]] = []


def corrector(function: Corrector) -> Corrector:
    """Register who corrects steps of the past: it answers with the address for a step's number, if the reader may."""
    if function not in _CORRECTORS:
        _CORRECTORS.append(function)
    return function


def correction_of(warband: Warband, request: HttpRequest) -> Callable[[int], str] | None:
    """Return where the reader corrects a step of this warband, by its number; ``None`` for who may not."""
    return next((found for asked in _CORRECTORS if (found := asked(warband, request)) is not None), None)


def provider(function: Provider) -> Provider:
    """Register ``function``; panels stand in the order of registration. Registering twice changes nothing."""
    if function not in _PROVIDERS:
        _PROVIDERS.append(function)
    return function


def counsel(function: Provider) -> Provider:
    """Register ``function`` as one who says what games ahead ask of a warband, also while it is mustered."""
    if function not in _COUNSELS:
        _COUNSELS.append(function)
    return function


def guide(function: Guide) -> Guide:
    """Register ``function`` as one who leads the reader through the pages of some warbands, at the top of each."""
    if function not in _GUIDES:
        _GUIDES.append(function)
    return function


def guides(warband: Warband, request: HttpRequest, page: str) -> list[WarbandPanel]:
    """Return what leads this reader through the pages of this warband, on the ``page`` that is called so."""
    return [WarbandPanel(*panel) for lead in _GUIDES for panel in lead(warband, request, page)]


def counsels(warband: Warband, request: HttpRequest) -> list[WarbandPanel]:
    """Return what games ahead ask of this warband."""
    return [WarbandPanel(*panel) for advise in _COUNSELS for panel in advise(warband, request)]


def panels(warband: Warband, request: HttpRequest) -> list[WarbandPanel]:
    """Return every panel for this warband and reader."""
    return [WarbandPanel(*panel) for provide in _PROVIDERS for panel in provide(warband, request)]
