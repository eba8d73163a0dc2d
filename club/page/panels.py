"""What other rooms hang on the club's page, as they do on the noticeboard: each registers a provider."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from club.noticeboard import Notice, Provider

_PROVIDERS: Final[list[Provider]] = []


def provider(function: Provider) -> Provider:
    """Register ``function``; panels hang in the order of registration. Registering twice changes nothing."""
    if function not in _PROVIDERS:
        _PROVIDERS.append(function)
    return function


def panels(request: HttpRequest) -> list[Notice]:
    """Return every panel for the reader of this request."""
    return [Notice(*panel) for provide in _PROVIDERS for panel in provide(request)]
