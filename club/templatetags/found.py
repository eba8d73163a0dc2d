"""What a page says of itself to search engines and messengers (``{% load found %}``)."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.translation import get_language

from club.addresses import whole
from club.found import openings
from club.models import ClubSettings

register = template.Library()
LOCALES = {"fr": "fr_FR", "en": "en_GB"}


@register.simple_tag(takes_context=True)
def found_head(context: Context) -> str:
    """``{% found_head %}``: what visitors' pages say of themselves; for members nothing, as nobody else sees theirs."""
    request = context.get("request")
    if request is None or request.resolver_match is None or request.user.is_authenticated:
        return ""
    given: dict[str, Any] = dict(context.flatten())  # type: ignore[arg-type]  # names are strings
    about = openings.of_request(request, given)
    if about is None:
        return render_to_string("club/found/_closed.html")
    club: ClubSettings = context.get("club") or ClubSettings.load()
    shown: dict[str, Any] = {
        "about": about,
        "text": openings.shortened(about.text),
        "address": whole(request.path),
        "picture": whole(about.picture) if about.picture else "",
        "shared": whole(about.shared) if about.shared else "",
        "club": club,
        "locale": LOCALES.get(get_language() or "", ""),
    }
    return render_to_string("club/found/_head.html", shown)
