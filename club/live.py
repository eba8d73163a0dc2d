"""Pages that keep themselves up to date: each has a *mark* of all it shows, cheap to ask for, another after any change.

An open page asks for itself every few seconds with the mark it was made with. While that is still the mark, the answer
is 204 and cost a query or two; else the page is made as ever and the browser takes over its part ``#live``
(``components/live.html``, ``static/js/live.js``), though never while somebody is filling in a form there.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse

from club.htmx import by_htmx


def mark(values: Iterable[object]) -> str:
    """Return the mark of a page that shows these values: numbers and short words."""
    return ".".join("" if value is None else str(value) for value in values)


def digest(values: Iterable[object]) -> str:
    """Return the mark of a page that shows these values: names too, which no address should hold."""
    return blake2b("\0".join(map(str, values)).encode(), digest_size=12).hexdigest()


def unchanged(request: HttpRequest, mark: str) -> HttpResponse | None:
    """Return the answer to a page that is still as its reader has it; ``None``: make the page, which asks from now on.

    Ask for the mark before reading what the page shows: what happens in between only makes it ask once more. An empty
    mark belongs to a page that does not keep itself up to date.
    """
    if mark and by_htmx(request) and request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    request.live_mark = mark  # type: ignore[attr-defined]
    return None
