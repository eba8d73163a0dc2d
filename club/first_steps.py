"""First steps: what somebody who has just begun does next, each ticked off by what there is.

A list of steps hangs where its reader arrives until everything is done or the reader puts it away (``Member.put_away``
says which ones); either way it is found again. What other rooms add to the club's own list they register.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from msgspec import Struct

from club.access import MemberRequest, member_of, member_required, not_found, safe_address
from club.models import ClubSettings, Member
from club.noticeboard import Notice
from club.operations import for_update
from club.outages.trouble import in_passing

CLUB: Final = "club"
"""The key of the club's own list."""
_KEY: Final = re.compile(r"club|campaign-[1-9][0-9]{0,8}", re.ASCII)
KEPT: Final = 200
"""So many lists are remembered as put away: who referees more campaigns than that knows how."""


class Step(Struct, frozen=True):
    """One step: its title, what to do, where, and whether it is done."""

    title: str | Promise
    text: str | Promise
    address: str
    done: bool


class Steps(Struct, frozen=True):
    """A list of steps, under its key."""

    key: str
    title: str | Promise
    steps: tuple[Step, ...]

    @property
    def next(self) -> Step | None:
        """The first that is not done."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def done(self) -> int:
        """How many are done."""
        return sum(step.done for step in self.steps)


class Beginning(Struct, frozen=True):
    """A step of the club's list that another room registers: ``exists`` says what there must be for it to be done."""

    title: Promise
    text: Promise
    address: str
    exists: Callable[[], Q]


_BEGINNINGS: Final[list[Beginning]] = []


def register(*beginnings: Beginning) -> None:
    """Add steps to the club's list, in this order. Registering twice changes nothing."""
    _BEGINNINGS.extend(one for one in beginnings if one not in _BEGINNINGS)


def shown(member: Member, key: str, make: Callable[[], Steps]) -> Steps | None:
    """Return a list unless its reader has put it away. Complete, it goes by itself, and is shown only if asked for."""
    if key in member.put_away:
        return None
    made, asked_for = make(), _again(key) in member.put_away
    if made.next is not None:
        return made
    with in_passing():
        put_away(member=member, key=key)
    return made if asked_for else None


def leads_on(member: Member, key: str, make: Callable[[], Steps]) -> bool:
    """Tell whether a list hangs for its reader and has steps left: what was just done leads back to it."""
    return key not in member.put_away and make().next is not None


def others(besides: Member) -> QuerySet[Member]:
    """Return the accounts that count as somebody invited: those of others that are in use."""
    found = Member.objects.filter(is_active=True, closed=None).exclude(pk=besides.pk)
    return found if settings.DEBUG else found.filter(is_demo=False)


def club_steps(member: Member) -> Steps:
    """Return the admin's list. Two queries."""
    there = {f"begun_{number}": one.exists() for number, one in enumerate(_BEGINNINGS)}
    begun = Member.objects.filter(pk=member.pk).annotate(accompanied=Exists(others(member)), **there)
    said = begun.values("accompanied", *there).get()
    club, fresh = ClubSettings.objects.filter(pk=ClubSettings.SINGLETON_ID).first(), ClubSettings()
    page = reverse("club:settings")
    own = (
        Step(
            _("Give the club its name"),
            _("It stands on top of every page and in every mail."),
            f"{page}#id_name",
            club is not None and club.name != fresh.name,
        ),
        Step(
            _("Choose crest and colour"),
            _("The club is known by them on every phone."),
            f"{page}#look",
            club is not None and (club.crest, club.accent) != (fresh.crest, fresh.accent),
        ),
        Step(
            _("Say who may sign up"),
            _("Anybody, whoever has the invitation, or nobody without you. Saving the settings is enough."),
            f"{page}#id_signup_mode",
            club is not None,
        ),
        Step(
            _("Invite the others"),
            _("Let them point their cameras at the club’s invitation, or send its link."),
            reverse("club:poster"),
            said["accompanied"],
        ),
    )
    added = (
        Step(one.title, one.text, reverse(one.address), said[f"begun_{number}"])
        for number, one in enumerate(_BEGINNINGS)
    )
    return Steps(CLUB, _("First steps of the club"), (*own, *added))


def notice(request: HttpRequest) -> Iterable[Notice]:
    """Hang the list on a club admin's noticeboard."""
    member = member_of(request)
    if member is not None and member.is_club_admin:
        steps = shown(member, CLUB, lambda: club_steps(member))
        if steps is not None:
            yield Notice("club/_first_steps.html", {"steps": steps}, wide=True)


@transaction.atomic
def put_away(*, member: Member, key: str) -> None:
    """Remember that a member needs a list no more."""
    _keep(member, lambda kept: [*_without(kept, key), key][-KEPT:])


@transaction.atomic
def bring_back(*, member: Member, key: str) -> None:
    """Show a list again."""
    _keep(member, lambda kept: [*_without(kept, key), _again(key)][-KEPT:])


def _again(key: str) -> str:
    return f"again {key}"


def _without(kept: Sequence[str], key: str) -> Sequence[str]:
    return [one for one in kept if one not in (key, _again(key))]


def _keep(member: Member, change: Callable[[Sequence[str]], list[str]]) -> None:
    locked = for_update(Member.objects.all()).get(pk=member.pk)
    member.put_away = locked.put_away = change(locked.put_away)
    locked.save(update_fields=["put_away"])


@require_POST
@member_required
def change(request: MemberRequest) -> HttpResponse:
    """Put a list (``key=``) away, or bring it back (``back=``); then back to the page it was pressed on."""
    key = request.POST.get("key", "")
    if not _KEY.fullmatch(key):
        not_found()
    (bring_back if "back" in request.POST else put_away)(member=request.user, key=key)
    return redirect(safe_address(request, request.POST.get("next")) or "club:home")
