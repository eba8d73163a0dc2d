"""``/manifest.webmanifest``: what a browser must know to install the site, in each language."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from club.models import ClubSettings

PAPER: Final = "#e7ebdf"
"""The colour behind the page while it opens: ``--paper`` by day (css/tokens.css)."""
SHORT: Final = 12
"""Letters that stand under an icon."""


@require_safe
@cache_control(max_age=3600, public=True)
def manifest(request: HttpRequest) -> JsonResponse:
    """The manifest in the language of ``?lang=``, else the reader's; the same for everybody."""
    language = request.GET.get("lang", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else translation.get_language()):
        return JsonResponse(_manifest(), content_type="application/manifest+json")


def _manifest() -> dict[str, Any]:
    club = ClubSettings.load()
    return {
        "id": "/",
        "name": club.name,
        "short_name": club.name if len(club.name) <= SHORT else "Arrière-Ban",
        "description": _("The club’s campaigns, its warbands, and what became of them."),
        "lang": translation.get_language(),
        "dir": "ltr",
        "start_url": reverse("club:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": club.banner,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": [
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("maskable-192.png", "192x192", "maskable"),
            _icon("maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            _shortcut(pgettext("shortcut", "My warband"), "warband"),
            _shortcut(pgettext("shortcut", "My score pad"), "pad"),
            _shortcut(pgettext("shortcut", "My evening"), "evening"),
        ],
    }


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    return {"src": static(f"img/app/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}


def _shortcut(name: str, word: str) -> dict[str, Any]:
    return {
        "name": name,
        "url": reverse("club:go", args=[word]),
        "icons": [{"src": static(f"img/app/{word}-96.png"), "sizes": "96x96", "type": "image/png"}],
    }
