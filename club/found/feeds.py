"""Feeds (Atom, RFC 4287) of what happens: what a stranger may read, whoever asks.

from club.found import feeds

feeds.register("results", read)    # a function of a key that returns a Feed, or None where there is none
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from club.access import not_found
from club.addresses import whole
from club.models import ClubSettings

MOST: Final = 30
"""Entries at most."""
SECONDS: Final = 300


class Entry(Struct, frozen=True):
    """Something that happened. ``key`` is the same for ever; ``address`` is a path of the site.

    ``text`` is plain, or markup where it is marked as safe.
    """

    key: str
    title: str
    address: str
    when: datetime
    text: str = ""


class Feed(Struct, frozen=True):
    """What is followed, the newest entry first."""

    title: str
    address: str
    entries: tuple[Entry, ...]


_READ: Final[dict[str, list[Callable[[str], Feed | None]]]] = {}


def register(kind: str, read: Callable[[str], Feed | None]) -> None:
    """Add what answers for feeds of a kind; of several the first that knows the key."""
    known = _READ.setdefault(kind, [])
    if read not in known:
        known.append(read)


@conditional_page
@cache_control(public=True, max_age=SECONDS)
@vary_on_headers("Accept-Language")
@require_safe
def feed(request: HttpRequest, kind: str, key: str = "") -> HttpResponse:
    """A feed; 404 for one of something that strangers do not see."""
    found = next((one for read in _READ.get(kind, ()) if (one := read(key)) is not None), None) or not_found()
    club = ClubSettings.load().name
    made = Atom1Feed(
        title=found.title,
        link=whole(found.address),
        description=club,
        language=get_language(),
        author_name=club,
        feed_url=whole(request.path),
        feed_guid=whole(request.path),
    )
    for entry in found.entries[:MOST]:
        made.add_item(
            title=entry.title,
            link=whole(entry.address),
            description=_markup(entry.text),
            unique_id=whole(f"/feeds/{kind}/#{entry.key}"),
            updateddate=entry.when,
            pubdate=entry.when,
        )
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _markup(text: str) -> str:
    return text if isinstance(text, SafeString) else linebreaks(text, autoescape=True)
