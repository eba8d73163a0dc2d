"""What hangs on the noticeboard (the home page).

Other rooms hang their own notices there without the club knowing about them: each registers a provider when its app
starts, and for each request the provider answers with the panels to show, in order.

    from club import noticeboard

    @noticeboard.provider
    def open_campaigns(request):
        return [noticeboard.Notice("campaigns/noticeboard/open.html", {"campaigns": ...})]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest


class Notice(NamedTuple):
    """One notice: the template that draws it, what it is drawn from; ``wide``: it hangs in the main column.

    ``leads``: it hangs above all others, whoever hung them before. A plain ``(template, context)`` pair works as well.
    """

    template: str
    context: Mapping[str, Any]
    wide: bool = False
    leads: bool = False


type Provider = Callable[[HttpRequest], Iterable[Notice | tuple[str, Mapping[str, Any]]]]

_providers: list[Provider] = []
_last: list[Provider] = []


def provider(function: Provider, *, last: bool = False) -> Provider:
    """Register ``function``; notices hang in the order of registration, those marked ``last`` after all others.

    Registering twice changes nothing.
    """
    if function not in _providers and function not in _last:
        (_last if last else _providers).append(function)
    return function


def panels(request: HttpRequest) -> list[Notice]:
    """Every notice for the reader of this request, in the order in which they hang."""
    hung = [Notice(*notice) for provide in (*_providers, *_last) for notice in provide(request)]
    return sorted(hung, key=lambda notice: not notice.leads)
