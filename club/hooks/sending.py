"""What waits for a hook is sent, one after another: taken, told outside of any transaction, and written down.

Whoever takes a delivery is believed for ``TAKEN``; a process that is killed leaves it to the next, which sends the same
event under the same number. A message in a chat that was being written then may stand there already: where writing it
again would make two, it is not written again, and the log says so.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from club import sealing
from club.addresses import whole
from club.hooks import attempts, codes, off, reach
from club.hooks.attempts import Outcome
from club.hooks.chats.kinds import CHATS
from club.hooks.codes import Notice
from club.hooks.happenings import may_hear
from club.models.hook import Hook, HookDelivery, HookEvent, HookMessage, HookState, OffWhy
from club.operations import for_update

PAUSES: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""From one attempt to the next, as Standard Webhooks recommends: three days in all."""
REST: Final = timedelta(minutes=5)
"""A receiver that did not take one thing is not asked about another for so long at most."""
TAKEN: Final = timedelta(seconds=45)
"""How long whoever sends is believed to be at it: more than an attempt takes (``attempts.TIMEOUT``)."""
GIVEN_UP: Final = timedelta(days=5)
"""A hook to which nothing arrives for so long is switched off."""
AT_ONE_GO: Final = 50
"""How many deliveries are sent to a hook before others have their turn."""

log = logging.getLogger(__name__)


class Taken(Struct, frozen=True):
    """A delivery that is ours for a while, and all that sending it takes."""

    hook: Hook
    delivery: HookDelivery
    event: HookEvent
    reach: reach.Reach
    notice: Notice | None
    message: str
    """What a chat calls the message to be changed."""
    key: str
    """What this telling is known by: that of a message to be written stays with its subject, whatever led there."""


def send_due(hook: int) -> datetime | None:
    """Send what is due to a hook; return when to come again, ``None`` where nothing waits. Not in a transaction."""
    for _turn in range(AT_ONE_GO):
        taken = _take(hook)
        if isinstance(taken, Taken):
            _write(taken, _told(taken))
        elif taken is None or taken > timezone.now():
            return taken
    return timezone.now()


def due() -> list[int]:
    """Return the hooks for which something is due and nobody seems to be at it. One query."""
    now = timezone.now()
    waiting = HookDelivery.objects.filter(state=HookState.WAITING, next_at__lte=now, hook__active=True)
    waiting = waiting.exclude(taken_until__gt=now).exclude(hook__rests_until__gt=now)
    return list(waiting.order_by("hook").values_list("hook", flat=True).distinct())


# Taking


@transaction.atomic
def _take(number: int) -> Taken | datetime | None:
    """Take the next delivery of a hook; or return when there may be one, ``None`` where nothing waits.

    What cannot be sent is written down on the way, and the present moment returned: there may be another.
    """
    now = timezone.now()
    hook = for_update(Hook.objects.filter(pk=number, active=True)).first()
    if hook is None:
        return None
    waiting = HookDelivery.objects.filter(hook=hook, state=HookState.WAITING).select_related("event")
    at_it = waiting.filter(taken_until__gt=now).order_by("taken_until").first()
    if at_it is not None:
        return at_it.taken_until
    delivery = waiting.order_by("next_at", "pk").first()
    if delivery is None:
        return None
    when = max(delivery.next_at, hook.rests_until or now)
    if when > now:
        return when
    if hook.is_chat:
        delivery = _joined(delivery)
    return _made_ready(hook, delivery, now)


def _joined(first: HookDelivery) -> HookDelivery:
    """Return the latest delivery about the same subject: a chat's message says how it stands, not what led there."""
    subject = first.event.subject
    if not subject:
        return first
    waiting = HookDelivery.objects.filter(hook=first.hook_id, state=HookState.WAITING, event__subject=subject)
    same = list(waiting.select_related("event").order_by("pk"))
    for earlier in same[:-1]:
        _end(earlier, HookState.JOINED)
    return same[-1]


def _made_ready(hook: Hook, delivery: HookDelivery, now: datetime) -> Taken | datetime | None:
    event = delivery.event
    try:
        how = reach.reach_of(hook)
    except sealing.Unreadable:
        off.switch_off(hook, OffWhy.KEY)
        return None
    notice = None
    if event.code == codes.TEST:
        notice = _test_notice(hook) if hook.is_chat else None
    else:
        seen = codes.look(event.subject)
        if seen is None or not may_hear(hook, seen):
            _end(delivery, HookState.WITHHELD)
            return now
        if hook.is_chat:
            notice = _notice(hook, event)
            if notice is None:
                _end(delivery, HookState.WITHHELD)
                return now
    message, key = "", event.key
    if hook.is_chat and event.subject:
        known = _message_of(hook, event.subject)
        if known is None:
            _end(delivery, HookState.UNSURE)
            return now
        message = known.message
        key = event.key if message else f"message-{known.pk}"
    delivery.attempts += 1
    delivery.taken_until, delivery.tried_at = now + TAKEN, now
    delivery.save(update_fields=["attempts", "taken_until", "tried_at"])
    return Taken(hook, delivery, event, how, notice, message, key)


def _message_of(hook: Hook, subject: str) -> HookMessage | None:
    """Return a chat's message about a subject: one that has no name is to be written now.

    ``None`` where it was being written when the site was stopped: it may be there. Whoever tells next writes it anew.
    """
    row, made = HookMessage.objects.get_or_create(hook=hook, subject=subject, defaults={"creating": True})
    if made or row.message:
        return row
    is_left = row.creating and not CHATS[hook.kind].is_repeatable
    row.creating = not is_left
    row.save(update_fields=["creating", "at"])
    return None if is_left else row


def _notice(hook: Hook, event: HookEvent) -> Notice | None:
    with translation.override(hook.language):
        found = codes.notice(event.subject)
    if found is None:
        return None
    picture = whole(found.picture) if found.picture else ""
    return replace(found, address=whole(found.address), picture=picture)


def _test_notice(hook: Hook) -> Notice:
    with translation.override(hook.language):
        said = _("This is a test: what happens is told here from now on.")
        return Notice(hook.name, (said,), whole("/"))


# Telling


def _told(taken: Taken) -> Outcome:
    """Tell the receiver. Whatever goes wrong is an outcome: the delivery must not stay taken."""
    try:
        if taken.notice is None:
            return attempts.tell_webhook(taken.event, taken.reach)
        chat = CHATS[taken.hook.kind]
        return attempts.tell_chat(chat, taken.notice, taken.reach, message=taken.message, key=taken.key)
    except Exception as error:
        log.exception("hook %s: a delivery failed", taken.hook.pk)
        return Outcome(False, type(error).__name__)


# Writing down


@transaction.atomic
def _write(taken: Taken, outcome: Outcome) -> None:
    """Write down what came of an attempt."""
    now = timezone.now()
    hook = for_update(Hook.objects.filter(pk=taken.hook.pk)).first()
    delivery = for_update(HookDelivery.objects.filter(pk=taken.delivery.pk, attempts=taken.delivery.attempts)).first()
    if hook is None or delivery is None:
        return  # removed meanwhile, or another has taken it since
    delivery.status, delivery.said = outcome.status, outcome.said[:500]
    delivery.taken_until = None
    _note_message(taken, outcome)
    if outcome.arrived:
        delivery.state = HookState.DONE
        hook.failing_since, hook.failures, hook.rests_until = None, 0, None
    elif taken.notice is not None and outcome.is_open and _would_double(taken):
        delivery.state = HookState.UNSURE
        _failed(hook, now, timedelta())
    elif delivery.attempts > len(PAUSES):
        delivery.state = HookState.FAILED
        _failed(hook, now, outcome.wish)
    else:
        pause = max(PAUSES[delivery.attempts - 1], outcome.wish)
        delivery.next_at = now + pause
        _failed(hook, now, max(outcome.wish, min(pause, REST)))
    delivery.save(update_fields=["state", "status", "said", "taken_until", "next_at"])
    hook.save(update_fields=["failing_since", "failures", "rests_until"])
    if outcome.is_gone:
        off.switch_off(hook, OffWhy.GONE)
    elif hook.failing_since is not None and now - hook.failing_since > GIVEN_UP:
        off.switch_off(hook, OffWhy.FAILING)


def _would_double(taken: Taken) -> bool:
    """Tell whether trying again might leave two messages where one is meant."""
    return not taken.message and not CHATS[taken.hook.kind].is_repeatable


def _note_message(taken: Taken, outcome: Outcome) -> None:
    if taken.notice is None or not taken.event.subject:
        return
    row = HookMessage.objects.filter(hook=taken.hook, subject=taken.event.subject).first()
    if row is None:
        return
    row.creating = False  # an answer came: what is there is known, or nobody will write it again for this telling
    row.message = (outcome.message or row.message) if outcome.arrived else row.message
    row.save(update_fields=["creating", "message", "at"])


def _failed(hook: Hook, now: datetime, rest: timedelta) -> None:
    hook.failures += 1
    hook.failing_since = hook.failing_since or now
    hook.rests_until = now + rest if rest else None


def _end(delivery: HookDelivery, state: HookState) -> None:
    HookDelivery.objects.filter(pk=delivery.pk).update(state=state, taken_until=None)
