"""Handing notices to push services: encrypted for one device each, many at a time, nobody waiting for a slow one.

What was sent is written down as it comes back. A worker that dies in between leaves messages of which nobody knows
whether they arrived: these are sent once more under the same number, by which the device shows them once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from msgspec import Struct

from club import outward
from club.addresses import whole
from club.channels.push import notices
from club.channels.push.keys import Signer
from club.channels.topics import PLAIN
from club.channels.wishes import quiet_until
from club.models import ClubSettings, Member, PushDelivery, PushDevice, PushNotice, PushState, Wishes

THREADS: Final = 64
AT_ONCE: Final = 80
"""How many messages are made and on their way at a time."""
PAUSE: Final = 0.1
"""Seconds after which what came back is written down."""
SECONDS: Final = (4.0, 20.0)
"""How long an attempt may take: the first one, so that a slow service keeps no worker, and those after it."""
PAUSES: Final = tuple(timedelta(seconds=count) for count in (30, 120, 600, 3600, 4 * 3600))
"""Until the next attempt, the first, the second…; after the last one it has failed."""
HOLDS: Final = timedelta(days=1)
"""How long a push service keeps a message for a device that is switched off."""
GONE: Final = frozenset({404, 410})
"""The device takes no messages any more (RFC 8030, 7.3)."""
NOT_NOW: Final = frozenset({408, 425, 429})
DECLARATIVE: Final = 8030
"""What makes a message one that Safari shows by itself."""
TAGS_MOST: Final = 20


class Outcome(Struct, frozen=True):
    """What became of one message: an HTTP status, 0 where nobody answered, and how long to wait if that was said."""

    delivery: PushDelivery
    status: int
    retry_after: timedelta = timedelta(0)


def deliver(notice: int, *, beat: Callable[[int, int], object]) -> int:
    """Send what waits of a notice and whose time has come; return how many push services took.

    ``beat`` is told how many are done, of how many. Runs outside of transactions.
    """
    row = PushNotice.objects.filter(pk=notice).first()
    if row is None:
        return 0
    waiting = list(_waiting(row))
    signer = Signer()
    on_their_way: dict[Future[Outcome], PushDelivery] = {}
    done = taken = 0
    beat(0, len(waiting))
    with ThreadPoolExecutor(THREADS) as pool:
        while waiting or on_their_way:
            if waiting and len(on_their_way) < AT_ONCE:
                some, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
                for delivery, body in _written(row, some):
                    headers = _headers(row, delivery, signer)
                    on_their_way[pool.submit(_hand_over, delivery, body, headers)] = delivery
            back, _rest = wait(on_their_way, timeout=PAUSE)
            outcomes = [future.result() for future in back]
            for future in back:
                del on_their_way[future]
            taken += _note(outcomes)
            done += len(outcomes)
            if outcomes:
                beat(done, done + len(on_their_way) + len(waiting))
    return taken


def _waiting(notice: PushNotice) -> QuerySet[PushDelivery]:
    """Return what is to be sent now; devices that did not answer lately come last."""
    now = timezone.now()
    due = Q(due=None) | Q(due__lte=now)
    rows = notice.deliveries.filter(due, state=PushState.WAITING)
    return rows.select_related("device__member").order_by("device__failures", "pk")


def _written(notice: PushNotice, some: Sequence[PushDelivery]) -> list[tuple[PushDelivery, bytes]]:
    """Return these deliveries with what they say; those nobody wants any more, or not at this hour, are put aside."""
    now = timezone.now()
    members = {row.ref: row.device.member for row in some}
    messages = notices.source_of(notice.kind).messages(members)
    wishes = {row.member_id: row for row in Wishes.objects.filter(member__in=members.values())}
    gone = notices.gone_tags([row.device_id for row in some])
    club = ClubSettings.load().name
    found: list[tuple[PushDelivery, bytes]] = []
    dropped: list[int] = []
    later: dict[datetime, list[int]] = {}
    for row in some:
        message, wish = messages.get(row.ref), wishes.get(row.device.member_id) or Wishes()
        if message is None:
            dropped.append(row.pk)
        elif (until := quiet_until(wish, now)) is not None:
            later.setdefault(until, []).append(row.pk)
        else:
            found.append((row, _body(row, message, wish, gone.get(row.device_id, []), club)))
    PushDelivery.objects.filter(pk__in=dropped, state=PushState.WAITING).update(state=PushState.DROPPED)
    for until, rows in later.items():
        PushDelivery.objects.filter(pk__in=rows, state=PushState.WAITING).update(due=until)
    return found


def _body(row: PushDelivery, message: notices.Message, wish: Wishes, gone: Sequence[str], club: str) -> bytes:
    """Return a message as the service worker and declarative browsers read it (it fits into 4096 bytes)."""
    member: Member = row.device.member
    language = member.written_in
    with translation.override(language):
        plain = str(PLAIN[message.topic]) if message.topic else message.sentence
    says = message.sentence if wish.shows_contents or not message.is_secret else plain
    data: dict[str, Any] = {
        "id": row.notice_id,
        "hush": wish.not_while_looking,
        "gone": [tag for tag in gone if tag != row.tag][:TAGS_MOST],
    }
    notification = {
        "title": club,
        "body": says[:300],
        "lang": language,
        "dir": "ltr",
        "tag": row.tag,
        "navigate": whole(message.address),
        "silent": False,
        "data": data,
    }
    return json.dumps({"web_push": DECLARATIVE, "notification": notification}, ensure_ascii=False).encode()


def _headers(notice: PushNotice, row: PushDelivery, signer: Signer) -> dict[str, str]:
    return {
        "Authorization": signer.authorization(row.device.endpoint),
        "TTL": str(int(HOLDS.total_seconds())),
        "Urgency": "high" if notice.is_urgent else "normal",
        "Topic": row.tag,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }


def _hand_over(row: PushDelivery, body: bytes, headers: dict[str, str]) -> Outcome:
    """Encrypt a message for its device and hand it over. Runs in a thread, without the database."""
    from pywebpush import WebPusher  # brings an HTTP client of its own along: a second of every start

    device = row.device
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    sealed = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(body)["body"]
    seconds = SECONDS[0] if row.attempts == 0 else SECONDS[1]
    try:
        answer = outward.post(device.endpoint, body=sealed, headers=headers, timeout=seconds)
    except (outward.Unreachable, outward.Forbidden):
        return Outcome(row, 0)
    return Outcome(row, answer.status, outward.asked_pause(answer.headers.get("retry-after", "")))


# What became of them


@transaction.atomic
def _note(outcomes: Sequence[Outcome]) -> int:
    """Write down what push services answered; return how many took their message."""
    if not outcomes:
        return 0
    now = timezone.now()
    taken = [one for one in outcomes if 200 <= one.status < 300]
    gone = [one.delivery.device_id for one in outcomes if one.status in GONE]
    again = [one for one in outcomes if one.status == 0 or one.status >= 500 or one.status in NOT_NOW]
    known = {one.delivery.pk for one in (*taken, *again)} | {one.delivery.pk for one in outcomes if one.status in GONE}
    refused = [one.delivery.pk for one in outcomes if one.delivery.pk not in known]
    PushDelivery.objects.filter(pk__in=[one.delivery.pk for one in taken]).update(
        state=PushState.SENT, sent=now, due=None, attempts=F("attempts") + 1
    )
    PushDevice.objects.filter(pk__in=[one.delivery.device_id for one in taken]).update(reached=now, failures=0)
    PushDelivery.objects.filter(pk__in=refused).update(state=PushState.FAILED, attempts=F("attempts") + 1)
    PushDevice.objects.filter(pk__in=gone).delete()
    for one in again:
        _put_off(one, now)
    missed = [one.delivery.device_id for one in again]
    PushDevice.objects.filter(pk__in=missed, failures__lt=1000).update(failures=F("failures") + 1)
    return len(taken)


def _put_off(outcome: Outcome, now: datetime) -> None:
    """Try it again later, later and later; what a push service asks for counts where it is longer."""
    row = outcome.delivery
    if row.attempts >= len(PAUSES):
        values: dict[str, Any] = {"state": PushState.FAILED}
    else:
        pause = max(PAUSES[row.attempts], outcome.retry_after)
        values = {"due": now + pause}
    PushDelivery.objects.filter(pk=row.pk, state=PushState.WAITING).update(attempts=row.attempts + 1, **values)
