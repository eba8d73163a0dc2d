"""Hooks: made, changed, tested, given another secret, switched, removed; what was sent there forgotten in time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from club import outward, sealing
from club.hooks import codes
from club.hooks.chats import telegram
from club.hooks.happenings import wake_on_commit
from club.hooks.reach import Reach, Secret, new_secret, reach_of, rotated, sealed
from club.models import Member
from club.models.hook import Hook, HookDelivery, HookEvent, HookKind, HookState
from club.operations import Check, Objection, Refused, Stale, for_update
from club.visibility import Visibility

MOST: Final = 20
"""How many hooks a club or a campaign may have."""
FORGOTTEN_AT_ONCE: Final = 500


class Said(Struct, frozen=True, kw_only=True):
    """What somebody says about a hook. ``address``, ``token`` and ``room``: empty for what is there already."""

    name: str
    language: str
    events: Sequence[str]
    for_members: bool = False
    address: str = ""
    token: str = ""
    room: str = ""


def place_of(*, kind: str, said: Said, hook: Hook | None = None) -> Reach:
    """Return where a receiver is by what was said, and by what a hook has already. Raises ``Refused``.

    Looks the address up, which takes its time: before any transaction.
    """
    if hook is None:
        found = _reach(kind, Reach(""), said)
        return replace(found, secrets=(Secret(new_secret()),)) if kind == HookKind.WEBHOOK else found
    known = _known(hook)
    # Where nothing of it was typed it stays as it is, be it out of reach today.
    found = _reach(kind, known, said) if said.address or said.token or said.room else known
    if kind == HookKind.WEBHOOK and not found.secrets:
        found = replace(found, secrets=(Secret(new_secret()),))
    return found


@transaction.atomic
def add(*, scope: str, kind: str, said: Said, place: Reach, author: Member) -> Hook:
    """Add a hook at a ``place_of`` it. Raises ``Refused``."""
    # Two at the same moment may both be the last one that is allowed: nobody is harmed by one more.
    if Hook.objects.filter(scope=scope).count() >= MOST:
        raise Refused.because("hooks_full", _("There are already %(most)s of them.") % {"most": MOST})
    return Hook.objects.create(
        scope=scope,
        kind=kind,
        name=said.name,
        host=_host(place),
        sealed=sealed(place),
        language=said.language,
        events=sorted(said.events),
        for_members=said.for_members,
        made_by=author,
    )


@transaction.atomic
def change(*, hook: Hook, said: Said, place: Reach, check: Check | None = None) -> None:
    """Change what a hook is told, or where it is. Raises ``Refused`` or ``Stale``."""
    locked = _lock(hook)
    if check is not None:
        check()
    before = _known(locked)
    if place.address != before.address or place.room != before.room:
        locked.messages.all().delete()  # they stand elsewhere
    # A secret that was rotated meanwhile stays.
    place = replace(place, secrets=before.secrets or place.secrets)
    locked.name, locked.language, locked.events = said.name, said.language, sorted(said.events)
    locked.for_members, locked.host, locked.sealed = said.for_members, _host(place), sealed(place)
    locked.version += 1
    locked.save()


def _known(hook: Hook) -> Reach:
    """Return where a hook's receiver is; nowhere, if it was sealed with another key."""
    try:
        return reach_of(hook)
    except sealing.Unreadable:
        return Reach("")


@transaction.atomic
def rotate(*, hook: Hook) -> str:
    """Give a webhook another secret and return it; the former one counts for a day more. Raises ``Refused``."""
    locked = _lock(hook)
    if locked.is_chat:
        raise Refused.because("no_secret", _("Chats have no signing secret."))
    try:
        reach = reach_of(locked)
    except sealing.Unreadable:
        raise Refused.because("wrong_key", _("Enter the address again first.")) from None
    secret = new_secret()
    locked.sealed = sealed(rotated(reach, secret))
    locked.version += 1
    locked.save(update_fields=["sealed", "version"])
    return secret


@transaction.atomic
def switch(*, hook: Hook, active: bool) -> None:
    """Switch a hook on or off. What happened meanwhile is not told afterwards; what waits is told once it is on."""
    locked = _lock(hook)
    locked.active, locked.off_why = active, ""
    locked.failing_since, locked.failures, locked.rests_until = None, 0, None
    locked.version += 1
    locked.save()
    if active:
        wake_on_commit([locked.pk])


@transaction.atomic
def remove(*, hook: Hook) -> None:
    """Remove a hook and its log; messages in chats stay as they are."""
    Hook.objects.filter(pk=hook.pk).delete()


@transaction.atomic
def test(*, hook: Hook) -> None:
    """Send a test. Raises ``Refused`` where the hook is off."""
    locked = _lock(hook)
    _refuse_off(locked)
    event = HookEvent.objects.create(
        code=codes.TEST, subject="", scope=locked.scope, audience=Visibility.PUBLIC, data={"hook": locked.name}
    )
    HookDelivery.objects.create(hook=locked, event=event, next_at=timezone.now())
    _hurry(locked)


@transaction.atomic
def send_again(*, delivery: HookDelivery) -> None:
    """Send something again that arrived, failed or may have arrived, under the same number. Raises ``Refused``."""
    locked = for_update(HookDelivery.objects.select_related("hook")).get(pk=delivery.pk)
    hook = _lock(locked.hook)
    _refuse_off(hook)
    if locked.taken_until is not None and locked.taken_until > timezone.now():
        raise Refused.because("being_sent", _("It is being sent at this moment."))
    locked.state, locked.attempts, locked.next_at, locked.taken_until = HookState.WAITING, 0, timezone.now(), None
    locked.save(update_fields=["state", "attempts", "next_at", "taken_until"])
    _hurry(hook)


def _hurry(locked: Hook) -> None:
    """Let a hook rest no longer: somebody waits for what comes of it."""
    Hook.objects.filter(pk=locked.pk).update(rests_until=None)
    wake_on_commit([locked.pk])


def forget() -> int:
    """Forget what happened long ago (``settings.KEEP_FINISHED_DAYS``) and was sent or not; return how many events."""
    before = timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS)
    old = list(HookEvent.objects.filter(at__lt=before).order_by("pk").values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    if not old:
        return 0
    HookEvent.objects.filter(pk__in=old).delete()
    return len(old)


def _lock(hook: Hook) -> Hook:
    locked = for_update(Hook.objects.filter(pk=hook.pk)).first()
    if locked is None:
        raise Stale
    return locked


def _refuse_off(hook: Hook) -> None:
    if not hook.active:
        raise Refused.because("hook_off", _("It is switched off: switch it on first."))


# Where it is


def _reach(kind: str, before: Reach, said: Said) -> Reach:
    """Return how the receiver is reached, what is not said being as it was. Raises ``Refused`` with every reason."""
    default = telegram.SERVER if kind == HookKind.TELEGRAM else ""
    address = said.address.strip() or before.address or default
    moved = bool(before.address) and urlsplit(address).netloc != urlsplit(before.address).netloc
    # A token typed for one server is not handed to another.
    token = said.token.strip() or ("" if moved else before.token)
    room = said.room.strip() or before.room
    problems = []
    if not address:
        problems.append(Objection("address_missing", _("Say at which address it is."), "address"))
    elif address != before.address:
        try:
            outward.check(address)
        except outward.Forbidden as error:
            problems.append(Objection(error.code, error.message, "address"))
    if kind in (HookKind.TELEGRAM, HookKind.MATRIX) and not token:
        problems.append(Objection("token_missing", _("A token is needed: without it nothing is taken there."), "token"))
    if kind in (HookKind.TELEGRAM, HookKind.MATRIX, HookKind.NTFY) and not room:
        problems.append(Objection("room_missing", _("Say in which room, chat or topic."), "room"))
    if problems:
        raise Refused(problems)
    return Reach(address, token, room, before.secrets)


def _host(reach: Reach) -> str:
    return urlsplit(reach.address).netloc[:255]
