"""What crawlers ask for: ``robots.txt``, the sitemap, ``security.txt``."""

from __future__ import annotations

from django.contrib.sitemaps import views as sitemaps
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control, cache_page
from django.views.decorators.http import require_safe

from club.found import robots as rules, security as hole, sitemap as parts

DAY = 24 * 3600


@require_safe
@cache_control(public=True, max_age=DAY)
def robots(request: HttpRequest) -> HttpResponse:
    """What crawlers may ask for."""
    return HttpResponse(rules.text(), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=DAY)
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole."""
    return HttpResponse(hole.text(), content_type="text/plain; charset=utf-8")


@require_safe
@cache_page(parts.SECONDS)
def index(request: HttpRequest) -> HttpResponse:
    """The parts of the sitemap."""
    return sitemaps.index(request, parts.PARTS, sitemap_url_name="found:sitemap_part").render()


@require_safe
@cache_page(parts.SECONDS)
def part(request: HttpRequest, section: str) -> HttpResponse:
    """The pages of one kind."""
    return sitemaps.sitemap(request, parts.PARTS, section=section).render()
