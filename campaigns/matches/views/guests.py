"""Guests of the card games: who they are, claimed and merged."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.views.pages import tell
from campaigns.matches.access import known_guests
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.matches.operations import guests as operations
from club.access import MemberRequest, member_required
from club.lookups import has_words
from club.models import Member
from club.numbers import whole_number
from club.operations import Refused


@require_safe
@member_required
def guests(request: MemberRequest) -> HttpResponse:
    """Everybody known by name only, with a search; members claim themselves, who knows a guest says who it is."""
    words = request.GET.get("q", "").strip()
    member = request.user
    found = known_guests(member)
    if words:
        found = found.filter(has_words(words, "name"))
    rows = found.annotate(played=Count("seats")).prefetch_related("claims__member").order_by("name")
    mine = set(operations.mergeable_by(member).values_list("pk", flat=True))
    merged = Player.objects.filter(merged_into__isnull=False).select_related("merged_into__member").order_by("name")
    context = {
        "guests": [(guest, guest.pk in mine) for guest in rows],
        "members": Member.objects.filter(is_active=True).order_by("display_name", "username"),
        "merged": merged if member.is_club_admin else (),
        "words": words,
    }
    return render(request, "campaigns/matches/guests.html", context)


@require_POST
@member_required
def change_guest(request: MemberRequest, pk: int) -> HttpResponse:
    """Claim a guest, merge them into a member, turn a claim down, split them again (``action``)."""
    member = request.user
    known = (
        Player.objects.filter(member__isnull=True).exclude(name="") if member.is_club_admin else known_guests(member)
    )
    guest = get_object_or_404(known, pk=pk)
    try:
        said = _ACTIONS.get(request.POST.get("action", ""), _unknown)(request, guest)
    except Refused as refused:
        tell(request, refused)
    else:
        messages.success(request, said)
    return redirect("campaigns:guests")


def _claim(request: MemberRequest, guest: Player) -> str:
    operations.claim_guest(guest=guest, member=request.user)
    return _("Noted. Somebody who knows %(guest)s will confirm it.") % {"guest": guest.name}


def _merge(request: MemberRequest, guest: Player) -> str:
    chosen = whole_number(request.POST.get("member", "")) or 0
    member = get_object_or_404(Member, pk=chosen, is_active=True)
    operations.merge_guest(guest=guest, member=member, author=request.user)
    return _("%(guest)s is %(member)s now, with all their matches.") % {"guest": guest.name, "member": member.name}


def _refuse(request: MemberRequest, guest: Player) -> str:
    chosen = whole_number(request.POST.get("claim", "")) or 0
    claim = get_object_or_404(GuestClaim, guest=guest, pk=chosen)
    operations.refuse_claim(claim=claim, author=request.user)
    return _("The claim is gone.")


def _split(request: MemberRequest, guest: Player) -> str:
    operations.split_guest(guest=guest, author=request.user)
    return _("%(guest)s is a guest again.") % {"guest": guest.name}


def _unknown(request: HttpRequest, guest: Player) -> str:
    raise Refused.because("no_such_choice", _("Choose one of the answers offered."))


_ACTIONS = {"claim": _claim, "merge": _merge, "refuse": _refuse, "split": _split}
