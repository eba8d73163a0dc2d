"""The pages that may be found: what is not named here is closed to crawlers.

from club.found import openings

openings.open_page("campaigns:campaign", about)    # a function of the template's context that returns an About
openings.open_file("campaigns:card")               # pictures that others show beside a link
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any, Final

from django.http import HttpRequest
from django.template.defaultfilters import striptags
from msgspec import Struct

LENGTH: Final = 155
"""How many characters of a description search engines show."""


class Followed(Struct, frozen=True):
    """A feed that belongs to a page."""

    title: str
    address: str


class About(Struct, frozen=True):
    """What a page is about, for who may read it without an account. Addresses are paths of the site.

    ``picture`` is 1200 by 630 pixels, ``seen`` says what is on it; ``shared`` is the page that tells how to show this
    one elsewhere; ``found`` is off for what only those who have the link should find.
    """

    title: str
    text: str
    picture: str = ""
    seen: str = ""
    kind: str = "website"
    feeds: tuple[Followed, ...] = ()
    shared: str = ""
    found: bool = True


type Teller = Callable[[Mapping[str, Any]], About | None]
"""Says what a page is about, from what its template is given; None for one that should not be found."""

_PAGES: Final[dict[str, Teller]] = {}
_FILES: Final[set[str]] = set()


def open_page(name: str, teller: Teller) -> None:
    """Let a page be found, by the name of its address."""
    _PAGES[name] = teller


def open_file(*names: str) -> None:
    """Let files be fetched by crawlers, by the names of their addresses."""
    _FILES.update(names)


def pages() -> dict[str, Teller]:
    """Return all pages that may be found."""
    return dict(_PAGES)


def opened() -> set[str]:
    """Return the names of all that crawlers may ask for."""
    return {*_PAGES, *_FILES}


def of_request(request: HttpRequest, context: Mapping[str, Any]) -> About | None:
    """Return what the page that is being drawn says of itself; None where it says nothing."""
    match = request.resolver_match
    teller = _PAGES.get(match.view_name) if match is not None else None
    return teller(context) if teller is not None else None


def _plain(text: str) -> str:
    """Return what markup says, its signs as they are; what somebody typed is no markup and stays as it was typed."""
    return unescape(striptags(text)) if hasattr(text, "__html__") else str(text)


def shortened(*texts: str) -> str:
    """Return texts as one description: in plain words, no longer than what is shown of it."""
    said = " ".join(" ".join(_plain(text).split()) for text in texts if text)
    if len(said) <= LENGTH:
        return said
    cut = said[: LENGTH - 1]
    return re.sub(r"[\s,;:.–-]*\s\S*$", "", cut) + "…" if " " in cut else f"{cut}…"
