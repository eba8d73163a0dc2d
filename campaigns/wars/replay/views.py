"""The replay of a resolved battle: for the campaign's readers, and for whoever has its link."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.league.views.pages import campaign_page
from campaigns.wars.access import get_replay_by_link, get_replay_for_reader
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.replay import page as replay_page
from club.htmx import by_htmx


@require_safe
@vary_on_headers("HX-Request")
def replay(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A resolved battle, event by event; ``?event=`` opens it anywhere, ``?figure=`` follows one figure."""
    resolution = get_replay_for_reader(request.user, slug, pk)
    battle = resolution.battle
    opened = _opened(request, resolution)
    if by_htmx(request):
        return _account(request, opened)
    shared = f"{reverse('campaigns:shared_replay', args=[resolution.share])}?event={opened.at}"
    return campaign_page(
        request,
        "campaigns/wars/replay.html",
        battle.campaign,
        "rounds",
        battle=battle,
        replay=opened,
        data_address=reverse("campaigns:replay_data", args=[slug, pk]),
        share=request.build_absolute_uri(shared),
    )


@require_safe
def replay_data(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What the replay's script needs."""
    return _data(request, get_replay_for_reader(request.user, slug, pk))


@require_safe
@vary_on_headers("HX-Request")
def shared_replay(request: HttpRequest, key: str) -> HttpResponse:
    """The same for whoever has the link: the battle and nothing else of its campaign."""
    resolution = get_replay_by_link(key)
    opened = _opened(request, resolution)
    if by_htmx(request):
        return _account(request, opened)
    return render(
        request,
        "campaigns/wars/shared_replay.html",
        {
            "battle": resolution.battle,
            "replay": opened,
            "data_address": reverse("campaigns:shared_replay_data", args=[key]),
            "address": request.build_absolute_uri(reverse("campaigns:shared_replay", args=[key])),
            "picture": request.build_absolute_uri(reverse("campaigns:shared_card", args=[key])),
        },
    )


@require_safe
def shared_replay_data(request: HttpRequest, key: str) -> HttpResponse:
    """What the shared replay's script needs."""
    return _data(request, get_replay_by_link(key))


def _account(request: HttpRequest, opened: replay_page.Replay) -> HttpResponse:
    """What happened in one turn, without the page around it."""
    return render(request, "campaigns/wars/_replay_account.html", {"replay": opened})


def _data(request: HttpRequest, resolution: Resolution) -> HttpResponse:
    return JsonResponse(replay_page.data(resolution, request.GET.get("figure", "")))


def _opened(request: HttpRequest, resolution: Resolution) -> replay_page.Replay:
    return replay_page.Replay(
        resolution, request.GET.get("event", ""), request.GET.get("figure", ""), reader=request.user
    )
