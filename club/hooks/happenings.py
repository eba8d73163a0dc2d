"""Something happened: it is stored once, inside its transaction, with a delivery for each hook that is to hear of it.

What is told to many members is told by several calls; within a transaction they are one event, whose ``data`` is what
is to be read at the last of them. What is rolled back was never stored. Sending comes after the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from club.hooks import codes
from club.hooks.codes import Look
from club.models.hook import CLUB, Hook, HookDelivery, HookEvent
from club.visibility import Visibility

type Waker = Callable[[int, datetime | None], None]
"""Is told of a hook for which something is to be sent, now or from a moment on."""
_WAKERS: Final[list[Waker]] = []
_TOLD: Final[WeakKeyDictionary[BaseDatabaseWrapper, dict[tuple[str, str], str]]] = WeakKeyDictionary()
"""The events of the transaction under way on each connection: code and subject, and the event's key.

One that was rolled back leaves its own behind; their rows are not there, which is what counts.
"""


def on_due(waker: Waker) -> None:
    """Let somebody see to it that ``sending.send_due`` is called. Registering twice changes nothing."""
    if waker not in _WAKERS:
        _WAKERS.append(waker)


def wake(hook: int, at: datetime | None = None) -> None:
    """Say that something is to be sent to a hook, now or from a moment on."""
    for waker in _WAKERS:
        waker(hook, at)


def happened(*, code: str, subject: str) -> None:
    """Note that something happened to a subject; call it inside the transaction, once the subject is stored.

    One query where nobody listens.
    """
    listening = [hook for hook in Hook.objects.filter(active=True) if code in hook.events]
    if not listening:
        return
    seen = codes.look(subject)
    hearing = [hook for hook in listening if seen is not None and may_hear(hook, seen)]
    if seen is None or not hearing:
        return
    event = _event(code, subject, seen)
    known = set(event.deliveries.values_list("hook", flat=True))
    now = timezone.now()
    fresh = [hook.pk for hook in hearing if hook.pk not in known]
    HookDelivery.objects.bulk_create(HookDelivery(hook_id=pk, event=event, next_at=now) for pk in fresh)
    wake_on_commit(fresh)


def wake_on_commit(hooks: Iterable[int]) -> None:
    """Say after the commit that something is to be sent."""
    for pk in hooks:
        transaction.on_commit(lambda pk=pk: wake(pk), robust=True)  # type: ignore[misc]


def may_hear(hook: Hook, seen: Look) -> bool:
    """Tell whether a hook may be told of a subject as it is to be read now.

    A campaign's hook, which its referee made, hears what is its own; the club's what everybody may read, or every
    member where its admin said so, and never what is private.
    """
    if hook.scope != CLUB:
        return hook.scope == seen.scope
    return seen.audience == Visibility.PUBLIC or (hook.for_members and seen.audience == Visibility.CLUB)


def _event(code: str, subject: str, seen: Look) -> HookEvent:
    """Return the one event of this transaction, brought up to date, or a new one."""
    told = _TOLD.setdefault(connections[DEFAULT_DB_ALIAS], {})
    key = told.get((code, subject))
    row = HookEvent.objects.filter(key=key).first() if key is not None else None
    if row is not None:
        row.data = dict(seen.data)
        row.save(update_fields=["data"])
        return row
    made = HookEvent.objects.create(
        code=code, subject=subject, scope=seen.scope, audience=seen.audience, data=dict(seen.data)
    )
    told[code, subject] = made.key
    transaction.on_commit(lambda: told.pop((code, subject), None))
    return made
