"""Template tags of the score pads (``{% load matches %}``)."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from campaigns.matches.lines import printed
from campaigns.matches.models.match import Match
from campaigns.matches.scores.widgets import EntryPanel
from club.drawn import place

register = template.Library()
register.filter(printed)

TEMPLATE: Final = "campaigns/matches/_panel.html"
MOST: Final = 500
"""So many drawn panels a process remembers, of some kilobytes each."""
_KEPT: Final[dict[tuple[int, str | None, bytes], str]] = {}


@register.simple_tag(takes_context=True)
def entry_panel(context: dict[str, Any], panel: EntryPanel) -> SafeString:
    """``{% entry_panel panel %}``: the form of a kind of entry, from the context's match, csrf_token and new_id.

    Most of a pad's drawing is such forms, and from one entry to the next most are the same.
    """
    html = _drawn(context["match"], panel)
    html = html.replace(place("token"), conditional_escape(context["csrf_token"]))
    new_id: Callable[[], str] = context["new_id"]
    return mark_safe(re.sub(place("form"), lambda _found: conditional_escape(new_id()), html))


def _drawn(match: Match, panel: EntryPanel) -> str:
    """Return the form with places kept free. All that it shows stands in the panel: labels are said in the language."""
    said = blake2b(repr(panel).encode(), digest_size=16).digest()
    key = (match.pk, get_language(), said)
    html = _KEPT.get(key)
    if html is None:
        values = {"panel": panel, "match": match, "csrf_token": place("token"), "new_id": place("form")}
        html = render_to_string(TEMPLATE, values)
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[key] = html
    return html
