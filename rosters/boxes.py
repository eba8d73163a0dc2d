"""The experience boxes of a sheet, every fifth one grey (Musg, Utilisation de l'expérience)."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec import Struct

from engines.musg.catalogue import CATALOGUE
from rosters.by_heart import by_heart


class Box(Struct, frozen=True):
    """One experience box, from 1; every fifth is grey."""

    number: int
    ticked: bool
    grey: bool


@lru_cache(maxsize=512)
def experience_boxes(count: int, ticked: int) -> tuple[Box, ...]:
    """Return the experience boxes of a sheet with ``count`` of them."""
    return tuple(Box(n, n <= ticked, n % CATALOGUE.grey_every == 0) for n in range(1, count + 1))


def _boxes_markup(count: int, ticked: int, label: str) -> SafeString:
    rows = (
        (f"box{' box--grey' if box.grey else ''}{' box--ticked' if box.ticked else ''}",)
        for box in experience_boxes(count, ticked)
    )
    squares = format_html_join("", '<span class="{}"></span>', rows)
    return format_html('<span class="boxes" role="img" aria-label="{}">{}</span>', label, squares)


@by_heart
def boxes_html(count: int, ticked: int) -> SafeString:
    """Return the boxes as markup; nothing for those who never learn."""
    if not count:
        return SafeString("")
    label = _("%(ticked)s of %(count)s experience boxes ticked") % {"ticked": ticked, "count": count}
    return _boxes_markup(count, ticked, label)
