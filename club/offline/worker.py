"""``/sw.js``: the service worker, for the whole site; another one with each version of the site or of its files."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from club.offline.middleware import NOBODY
from club.version import version

PARTS: Final = (
    "js/offline/assets.js",
    "js/offline/pages.js",
    "js/offline/worker.js",
    "js/push/worker.js",
    "js/outbox/store.js",
    "js/outbox/sending.js",
    "js/outbox/worker.js",
)
"""What the worker is made of, in this order; a part that the site does not have is left out."""
SEARCHED: Final = ("rosters:odds",)
"""Pages whose parts are kept as they were asked for."""


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The worker's source: what it must know of the site, and its parts by their hashed names."""
    parts = [static(name) for name in _parts()]
    about = json.dumps({"version": digest(), **_about()}, indent=2)
    source = f'"use strict";\nself.SITE = {about};\nimportScripts({", ".join(map(json.dumps, parts))});\n'
    answer = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    answer["Service-Worker-Allowed"] = "/"
    # Asked for anew each time, also by browsers that would believe an older answer for a day.
    answer["Cache-Control"] = "no-cache"
    return answer


def digest() -> str:
    """Return what tells this version of the site from others: its number, its files, and what the worker is told."""
    named = json.dumps([version(), [static(name) for name in (*_parts(), *FRAME)], _about()])
    return hashlib.sha256(named.encode()).hexdigest()[:16]


FRAME: Final = ("css/tokens.css", "css/base.css", "css/frame.css", "css/components.css", "js/app.js")
"""Files that every page shares: with one of them pages look different."""


def _about() -> dict[str, Any]:
    page = reverse("club:offline")
    return {
        "assets": settings.STATIC_URL if settings.STATIC_URL.startswith("/") else f"/{settings.STATIC_URL}",
        "pages": {code: f"{page}?lang={code}" for code, _name in settings.LANGUAGES},
        "mine": reverse("club:offline_mine"),
        "shortcuts": reverse("club:go", args=["x"]).removesuffix("x/"),
        "parts": [reverse(name) for name in SEARCHED],
        "nobody": NOBODY,
        # No session outlives that without its browser being heard of: what is older is nobody's any more.
        "longest": settings.SESSION_COOKIE_AGE,
    }


@cache
def _parts() -> tuple[str, ...]:
    return tuple(name for name in PARTS if finders.find(name))
