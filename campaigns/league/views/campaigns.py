"""The list of campaigns, a campaign's own page, opening one, its settings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.access import (
    get_campaign_for_reader,
    get_campaign_for_referee,
    listed,
    role_in,
    visible_campaigns,
    with_role,
)
from campaigns.league.first_steps import key_of
from campaigns.league.games import GAMES
from campaigns.league.kinds import kind_of, kinds
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import renew_join_code
from campaigns.league.views.pages import campaign_page
from campaigns.league.watching import NEWS, STANDING
from club import live
from club.access import MemberRequest, member_of, member_required, signed_in, visitors_log_in
from club.lookups import has_words
from club.once import made_once, once
from club.operations import problems_on


@require_safe
def campaign_list(request: HttpRequest) -> HttpResponse:
    """The campaigns the reader may see, their own first, with a search; archived ones when asked (``?archived``)."""
    words, archived = request.GET.get("q", "").strip(), "archived" in request.GET
    found = with_role(listed(visible_campaigns(request.user)), request.user).filter(archived=archived)
    for kind in kinds():
        found = kind.with_counts(found)
    if words:
        found = found.filter(has_words(words, "name", "description"))
    campaigns = list(found)
    own = [campaign for campaign in campaigns if campaign.__dict__["viewer_role"]]
    others = [campaign for campaign in campaigns if not campaign.__dict__["viewer_role"]]
    context = {"own": own, "others": others, "words": words, "archived": archived}
    return render(request, "campaigns/league/list.html", context)


@require_safe
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """What is going on in a campaign; of practice, the lessons say it."""
    shown = get_campaign_for_reader(request.user, slug)
    if shown.practice:
        return redirect("play:lessons")
    if (same := live.unchanged(request, *_mark(request, shown))) is not None:
        return same
    return kind_of(shown.game).overview(request, shown)


def _mark(request: HttpRequest, shown: Campaign) -> tuple[str, *tuple[live.Part, ...]]:
    """Return the mark of a campaign’s overview for this reader, and its parts: what there is to see, what is news."""
    seen, member = kind_of(shown.game).mark(shown), member_of(request)
    if not seen:
        return ("",)
    role, unread = role_in(request.user, shown), str(getattr(request.user, "unread_news", 0))
    parts = [live.Part(kind_of(shown.game).watched, (shown.pk,), seen)]
    if member is not None:
        parts += [live.Part(STANDING, (shown.pk, member.pk), role), live.Part(NEWS, (member.pk,), unread)]
    return (live.mark([seen, role, unread]), *parts)


@member_required
@once
def new(request: MemberRequest) -> HttpResponse:
    """Open a campaign of the first game there is, or of the one that ``?game=`` names."""
    game = next((one for one in GAMES if one.code == request.GET.get("game")), GAMES[0])
    kind = kind_of(game.code)
    form = kind.form(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            opened = made_once(request, lambda: form.open(referee=request.user, game=game.code))
            messages.success(request, str(kind.phrases.opened))
            return redirect("campaigns:people", opened.slug)
    return render(request, "campaigns/league/new.html", {"form": form, "game": game, "games": GAMES, "kind": kind})


@visitors_log_in
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the campaign's settings, and its rules as long as they are not settled."""
    shown = get_campaign_for_referee(request.user, slug)
    form = kind_of(shown.game).form(request.POST or None, campaign=shown)
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            form.change(campaign=shown, author=signed_in(request))
            messages.success(request, _("The settings are saved."))
            return redirect("campaigns:settings", shown.slug)
    return campaign_page(
        request, "campaigns/league/settings.html", shown, "settings", form=form, steps_key=key_of(shown)
    )


@require_POST
@visitors_log_in
def renew_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a new join code."""
    shown = get_campaign_for_referee(request.user, slug)
    renew_join_code(campaign=shown)
    messages.success(request, _("There is a new join code; the old one and its link no longer work."))
    return redirect("campaigns:people", shown.slug)
