"""What changes on a table's page, drawn once for all members who only look on.

They see what follows from the table and the language; nothing about who reads may enter it, and a test compares what
is shared with what each would have been drawn alone. Who sits there, has opened the table or may know of its season is
drawn a page of their own, and so is everybody while a table moves by itself.
"""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from campaigns.tables.access import get_table
from campaigns.tables.page import page_of
from campaigns.tables.progress import Progress
from campaigns.tables.watching import watch_table
from club import shared_drawing

TEMPLATE: Final = "campaigns/tables/table.html#body"


def fetched(request: HttpRequest, pk: int, mark: str) -> HttpResponse:
    """Answer a member who only looks on (``access.look_at``); the table is read where nobody was drawn it before."""
    html: str | None = cache.get(_key(pk, mark))
    if html is None:
        with shared_drawing.lock(pk):
            html = cache.get(_key(pk, mark))
            if html is None:
                mark, html = _drawn(request, pk, mark)
    return shared_drawing.respond(html, request, watch_table(request, pk, mark))


def _drawn(request: HttpRequest, pk: int, mark: str) -> tuple[str, str]:
    """Draw the table as it is now; return its mark, and the part, which is kept if the table is as it was looked at."""
    page = page_of(request, Progress(get_table(request, pk)))
    values = {"page": page, "table": page.table}
    html = shared_drawing.draw(TEMPLATE, values, request, watch_table(request, pk, page.mark))
    if page.mark == mark and not page.moves_by_itself:
        cache.set(_key(pk, mark), html, shared_drawing.SECONDS)
    return page.mark, html


def _key(pk: int, mark: str) -> str:
    return f"table:{pk}:{mark}:{get_language()}"
