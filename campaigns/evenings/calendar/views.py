"""Calendars to subscribe to, dates to take along, and the page of a member's own calendar address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from campaigns.evenings.access import get_evening
from campaigns.evenings.calendar import battles, evenings, keys, sources
from campaigns.evenings.calendar.entries import Dated
from campaigns.league.access import get_campaign_for_reader, visible_campaigns
from campaigns.league.games import MUSG
from campaigns.league.models import Campaign
from campaigns.wars.access import get_battle_for_reader
from club import attempts
from club.access import MemberRequest, member_required, not_found
from club.files import file_headers
from club.models import ClubSettings, Member
from club.visibility import Visibility

KEY: Final = "calendar-key"
"""What is counted when somebody guesses."""
WAIT: Final = 60
"""Seconds after which somebody who guessed may ask again."""
TYPE: Final = "text/calendar; charset=utf-8"


@conditional_page
@require_safe
def of_club(request: HttpRequest) -> HttpResponse:
    """The club's calendar as a visitor may see it, whoever asks: programs log in nowhere."""
    return _feed(request, sources.of_club(AnonymousUser()), ClubSettings.load().name, "club")


@conditional_page
@require_safe
def of_campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """A campaign's calendar, for who may read the campaign; programs read those that are public."""
    shown = get_campaign_for_reader(request.user, slug)
    return _feed(request, sources.of_campaign(shown, request.user), shown.name, shown.slug)


@conditional_page
@require_safe
def of_battle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A battle, for one's own calendar; 404 while it has no date."""
    entry = battles.entry_of(get_battle_for_reader(request.user, slug, pk))
    return _one_date(request, [entry if entry is not None else not_found()], f"battle-{pk}")


@conditional_page
@require_safe
def of_evening(request: HttpRequest, pk: int) -> HttpResponse:
    """An evening, for one's own calendar."""
    return _one_date(request, [evenings.entry_of(get_evening(request, pk))], f"evening-{pk}")


@conditional_page
@require_safe
def of_member(request: HttpRequest, key: str) -> HttpResponse:
    """A member's own calendar, by the secret in its address."""
    member = _owner(request, key)
    if member is None:
        return _too_many()
    with translation.override(member.written_in):
        name = _("%(club)s: %(name)s") % {"club": ClubSettings.load().name, "name": member.name}
        return _feed(request, sources.of_member(member), name, "calendar")


@conditional_page
@require_safe
def of_members_campaign(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """A campaign's calendar by a member's secret, as long as the member may read the campaign."""
    member = _owner(request, key)
    if member is None:
        return _too_many()
    shown = get_campaign_for_reader(member, slug)
    with translation.override(member.written_in):
        return _feed(request, sources.of_campaign(shown, member), shown.name, shown.slug)


def _owner(request: HttpRequest, key: str) -> Member | None:
    """Return whose secret it is; 404 for one that was made up, None for who has guessed too often."""
    if attempts.blocked(request, KEY):
        return None
    member = keys.member_of_key(key)
    if member is None:
        attempts.failed(request, KEY)
        not_found()
    return member


def _too_many() -> HttpResponse:
    return HttpResponse(status=429, content_type="text/plain; charset=utf-8", headers={"Retry-After": str(WAIT)})


def _feed(request: HttpRequest, dated: Iterable[Dated], name: str, file: str) -> HttpResponse:
    return _answer(request, dated, file, name)


def _one_date(request: HttpRequest, dated: Iterable[Dated], file: str) -> HttpResponse:
    return _answer(request, dated, file)


def _answer(request: HttpRequest, dated: Iterable[Dated], file: str, name: str = "") -> HttpResponse:
    from campaigns.evenings.calendar.writing import calendar_text  # large, and seldom asked for

    text = calendar_text(dated, site=request.build_absolute_uri("/").rstrip("/"), name=name)
    headers = {**file_headers(f"{file}.ics"), "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=TYPE, headers=headers)


# Pages


@require_safe
def campaign_page(request: HttpRequest, slug: str) -> HttpResponse:
    """How to have a campaign in one's own calendar."""
    shown = get_campaign_for_reader(request.user, slug)
    context = {"campaign": shown, "feed": _feed_of(shown, request.user)}
    return render(request, "campaigns/evenings/calendar/campaign.html", context)


@never_cache
@require_safe
@member_required
def mine(request: MemberRequest) -> HttpResponse:
    """A member's own calendar address, and those of the campaigns that want it."""
    key = keys.key_of(request.user)
    feeds: list[dict[str, Any]] = []
    if key:
        own = request.user.memberships.exclude(role="").values("campaign")
        found = visible_campaigns(request.user).filter(pk__in=own, closed=False, game=MUSG.code).order_by("name")
        feeds = [{"campaign": one, "feed": _secret_feed(key, one)} for one in found]
    feed = reverse("campaigns:calendar_secret", args=[key]) if key else ""
    context = {"feed": feed, "feeds": feeds, "club_feed": reverse("evenings:calendar")}
    return render(request, "campaigns/evenings/calendar/mine.html", context)


@require_POST
@member_required
def renew(request: MemberRequest) -> HttpResponse:
    """Make the member's calendar address, or another one in its place."""
    had = bool(keys.key_of(request.user))
    keys.renew_key(member=request.user)
    made = _("Your calendar has an address now.")
    messages.success(request, _("Your calendar has a new address: the old one shows nothing more.") if had else made)
    return redirect("campaigns:calendars")


@require_POST
@member_required
def drop(request: MemberRequest) -> HttpResponse:
    """Take the member's calendar address back."""
    keys.drop_key(member=request.user)
    messages.success(request, _("Your calendar has no address any more."))
    return redirect("campaigns:calendars")


def _feed_of(campaign: Campaign, reader: Any) -> str:
    """Return the address of a campaign's calendar that a program of this reader's can read; empty for none yet."""
    if campaign.visibility == Visibility.PUBLIC:
        return reverse("campaigns:calendar", args=[campaign.slug])
    key = keys.key_of(reader) if reader.is_authenticated else ""
    return _secret_feed(key, campaign) if key else ""


def _secret_feed(key: str, campaign: Campaign) -> str:
    return reverse("campaigns:calendar_secret_campaign", args=[key, campaign.slug])
