"""The page of what is kept, what a browser fetches beforehand, and the short ways of the installed site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import translation
from django.views.decorators.http import require_safe

from club import shared_device
from club.access import MemberRequest, member_required, not_found
from club.offline import keeping


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What this browser keeps; the worker shows it for a page that it does not have. ``?lang=``: in which words."""
    language = request.GET.get("lang", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else translation.get_language()):
        return render(request, "club/offline/page.html", {"kinds": keeping.TITLES.items()})


@require_safe
@member_required
def mine(request: MemberRequest) -> JsonResponse:
    """What the worker fetches after a visit of the noticeboard, and where the short ways lead without a network."""
    if shared_device.is_shared(request):
        return JsonResponse({"pages": [], "shortcuts": {}})
    ways = {word: target(request.user) for word, target in keeping.shortcuts().items()}
    return JsonResponse({"pages": keeping.ahead(request.user), "shortcuts": ways})


@require_safe
@member_required
def go(request: MemberRequest, word: str) -> HttpResponse:
    """Lead to the member's own warband, pad or evening, or to where one begins; other words are nobody's (404)."""
    target = keeping.target_of(word)
    if target is None:
        not_found()
    return redirect(target(request.user))


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """Where browsers and readers of feeds look for an icon that no page named."""
    return redirect(static("img/app/favicon.ico"))
