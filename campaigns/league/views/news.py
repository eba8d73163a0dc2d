"""A member's news: all of them by page, one opened, all marked as read."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from campaigns.league import digest, news as operations
from campaigns.league.access import visible_campaigns
from club.access import MemberRequest, member_required, not_found, safe_address
from club.numbers import whole_number
from club.outages.trouble import in_passing

PAGE_SIZE: Final = 40


@require_safe
@member_required
def news(request: MemberRequest) -> HttpResponse:
    """All news, the latest first."""
    page = Paginator(operations.news_of(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    lines = operations.lines_of(page.object_list)  # type: ignore[arg-type]
    return render(request, "campaigns/league/news.html", {"page": page, "lines": lines})


@require_safe
@member_required
def open_news(request: MemberRequest, pk: int) -> HttpResponse:
    """Lead to what a piece of news is about; from now on it counts as read.

    That a link marks what is one's own as read harms nobody, and spares a button beside every sentence.
    """
    row = get_object_or_404(operations.news_of(request.user), pk=pk)
    if request.method == "GET":
        with in_passing():
            operations.mark_one_read(news=row)
    return redirect(safe_address(request, row.address) or reverse("campaigns:news"))


@require_POST
@member_required
def mark_read(request: MemberRequest) -> HttpResponse:
    """Mark all news as read, or those of one ``campaign``; none that came after the page was made (``up_to``)."""
    up_to = whole_number(request.POST.get("up_to", "")) or 0
    slug = request.POST.get("campaign", "")
    campaign = get_object_or_404(visible_campaigns(request.user), slug=slug) if slug else None
    operations.mark_read(member=request.user, up_to=up_to, campaign=campaign)
    return redirect(safe_address(request, request.POST.get("next")) or reverse("campaigns:news"))


@csrf_exempt
def off(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails of whoever followed the link in one, logged in or not; a mail program posts without asking.

    Without a token of ours it does nothing, and with one nothing else: that takes no further protection.
    """
    off = digest.off_of(token)
    if off is None:
        not_found()
    if request.method == "POST":
        digest.turn_off(off=off)
    done = request.method == "POST" or off.is_done
    return render(request, "campaigns/league/news_off.html", {"done": done, "labels": off.labels})
