"""The booklets of a campaign: asked for, watched, downloaded, called off, thrown away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_reader
from campaigns.wars.paper.booklet import operations, page as booklet_page
from campaigns.wars.paper.booklet.access import get_booklet_for_maker, get_booklet_to_download
from club.access import signed_in, visitors_log_in
from club.files import pdf_answer
from club.paper.choices import PaperForm, choices_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@visitors_log_in
def booklets(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's booklet; a POST asks for a new one."""
    shown = get_war_for_reader(request.user, slug)
    member = signed_in(request)
    if request.method != "POST":
        return _page(request, shown)
    with attempt(request):
        operations.ask(campaign=shown, member=member, choices=choices_of(request))
    return redirect("campaigns:booklets", shown.slug)


@never_cache
@require_safe
@visitors_log_in
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """How far it is, as a fragment that asks again by itself while a worker is busy."""
    return _page(request, get_war_for_reader(request.user, slug), part="#body")


@require_safe
def download(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The booklet itself."""
    content = get_booklet_to_download(request.user, slug, pk)
    name = slugify(_("booklet %(campaign)s") % {"campaign": slug})
    return pdf_answer(content, f"{name}.pdf")


@visitors_log_in
@require_POST
def call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Call a booklet off that is being made."""
    booklet = get_booklet_for_maker(request.user, slug, pk)
    with attempt(request, done=_("The booklet is called off.")):
        operations.cancel(booklet=booklet)
    return redirect("campaigns:booklets", slug)


@visitors_log_in
@require_POST
def try_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a booklet that failed be tried again."""
    booklet = get_booklet_for_maker(request.user, slug, pk)
    with attempt(request):
        operations.try_again(booklet=booklet)
    return redirect("campaigns:booklets", slug)


@visitors_log_in
@require_POST
def throw_away(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Throw a booklet away."""
    booklet = get_booklet_for_maker(request.user, slug, pk)
    with attempt(request, done=_("The booklet is thrown away.")):
        operations.throw_away(booklet=booklet)
    return redirect("campaigns:booklets", slug)


def _page(request: HttpRequest, shown: Campaign, *, part: str = "") -> HttpResponse:
    """The page, or only the part of it that changes."""
    page = booklet_page.page(shown, signed_in(request))
    template = f"campaigns/wars/booklets.html{part}"
    paper = PaperForm(choices_of(request).as_data())
    return campaign_page(
        request, template, shown, "chronicle", page=page, paper=paper, back=request.path, fragment=bool(part)
    )
