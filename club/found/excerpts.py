"""Parts of pages that can stand on other sites, and on the picture that is shown beside a link.

    from club.found import excerpts

    excerpts.register("standings", Excerpts(subject="campaign", name=…, read=…))

``read`` is asked for the excerpt of a thing by its key and how many rows are wanted. It answers with what a stranger
may see, whoever asks, and with None where a stranger may not or there is no such thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.utils.functional import Promise
from msgspec import Struct

MOST: Final = 20
"""Rows at most."""


class Row(Struct, frozen=True):
    """A row: ``mark`` before it (a place, a day), what it says, and what it comes to. ``address`` is a path."""

    text: str
    mark: str = ""
    note: str = ""
    figure: str = ""
    address: str = ""


class Excerpt(Struct, frozen=True):
    """A part of a page: ``about`` is the thing it is of, ``empty`` what is said where there are no rows.

    ``ranked``: the order of the rows says something.
    """

    title: str
    about: str
    address: str
    rows: tuple[Row, ...]
    empty: str = ""
    ranked: bool = False


class Excerpts(Struct, frozen=True):
    """Excerpts of one kind of things of one kind (``subject``); ``page`` is the name of the page that they are of."""

    kind: str
    subject: str
    name: str | Promise
    read: Callable[[str, int], Excerpt | None]
    feed: str = ""
    """The kind of feed that tells of the same, if there is one."""


_KNOWN: Final[list[Excerpts]] = []
_PAGES: Final[dict[str, tuple[str, str, str]]] = {}


def register(*known: Excerpts) -> None:
    """Let something stand elsewhere. The first of a kind that knows a key answers for it."""
    _KNOWN.extend(one for one in known if one not in _KNOWN)


def stands_for(page: str, *, subject: str, kind: str, key: str) -> None:
    """Say what is shown elsewhere of a page, by the name of its address and the part of it that is the key."""
    _PAGES[page] = (subject, kind, key)


def of_page(page: str) -> tuple[str, str, str] | None:
    """Return the subject, the kind and the name of the key for a page; None for one that is not shown elsewhere."""
    return _PAGES.get(page)


def read(kind: str, key: str, rows: int) -> Excerpt | None:
    """Return an excerpt; None where a stranger may see none."""
    asked = min(max(rows, 1), MOST)
    return next((found for one in _KNOWN if one.kind == kind and (found := one.read(key, asked)) is not None), None)


def of_subject(subject: str, key: str) -> Iterator[tuple[Excerpts, Excerpt]]:
    """Yield all that can be shown elsewhere of a thing, with what it would be now."""
    for one in _KNOWN:
        if one.subject == subject and (found := one.read(key, 1)) is not None:
            yield one, found


def subjects() -> set[str]:
    """Return the kinds of things there are excerpts of."""
    return {one.subject for one in _KNOWN}
