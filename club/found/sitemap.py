"""The sitemap: a part for each kind of page, as other rooms name them.

    from club.found import sitemap

    sitemap.register("campaigns", campaigns, changed="changed")

What is given is a queryset of rows with ``get_absolute_url`` in a settled order, as a stranger may read them, or a
list of such rows; pages that are there anyway are named by their addresses (``add``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse
from msgspec import Struct

MOST: Final = 2000
"""Pages in one file."""
SECONDS: Final = 300
"""For how long a file is kept: who takes something back from visitors finds it gone here soon."""

type Rows = Callable[[], QuerySet[Any] | Sequence[Any]]


class Host(Struct, frozen=True):
    """What Django asks of a site."""

    domain: str


class Pages(Sitemap):
    """Pages of one kind."""

    limit = MOST

    def __init__(self, rows: Rows, *, changed: str = "", address: Callable[[Any], str] | None = None) -> None:
        self._rows, self._changed, self._address = rows, changed, address

    def get_urls(self, page: int | str = 1, site: Any = None, protocol: str | None = None) -> list[dict[str, Any]]:
        """Return what stands in the file, each page by its one address, whichever host was asked."""
        here = urlsplit(settings.SITE_URL)
        urls: list[dict[str, Any]] = super().get_urls(page, Host(here.netloc), here.scheme)  # type: ignore[arg-type]
        return urls

    def items(self) -> Any:
        """Return the rows."""
        return self._rows()

    def location(self, item: Any) -> str:
        """Return where the page of a row is."""
        return self._address(item) if self._address is not None else str(item.get_absolute_url())

    def lastmod(self, item: Any) -> datetime | None:
        """Return when what the page shows has changed, where that is known."""
        changed: datetime | None = getattr(item, self._changed) if self._changed else None
        return changed


PARTS: Final[dict[str, type[Sitemap[Any]] | Sitemap[Any]]] = {}
_STANDING: Final[list[tuple[str, tuple[Any, ...]]]] = []


def register(name: str, rows: Rows, *, changed: str = "", address: Callable[[Any], str] | None = None) -> None:
    """Add a part: ``rows`` are asked for each time, ``changed`` names the field that says when one has changed."""
    PARTS[name] = Pages(rows, changed=changed, address=address)


def add(name: str, *args: Any) -> None:
    """Add a page that is always there, by the name of its address."""
    if (name, args) not in _STANDING:
        _STANDING.append((name, args))


PARTS["pages"] = Pages(lambda: list(_STANDING), address=lambda one: reverse(one[0], args=one[1]))
