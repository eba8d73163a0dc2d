"""Something is to be pushed: to whom of those told, stored with what happened; rooms say what it means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from club.models import Member, PushDelivery, PushDevice, PushNotice, PushState, Topic
from club.models.channel import pushed_at_first

SHOWN: Final = timedelta(days=2)
"""How long a message may still lie on a screen."""
KEPT: Final = timedelta(days=7)
FORGOTTEN_AT_ONCE: Final = 1000


class Message(Struct, frozen=True):
    """What is to be said to one member, in that member's language; ``is_secret``: not to a screen that is locked."""

    topic: str
    sentence: str
    address: str
    is_secret: bool


class Source(Struct, frozen=True):
    """Who knows what a notice's refs mean.

    ``messages`` returns what to say of each that is still of interest, in the languages of those members. ``open_refs``
    tells which are, without words.
    """

    messages: Callable[[Mapping[int, Member]], Mapping[int, Message]]
    open_refs: Callable[[Collection[int]], Collection[int]]


_SOURCES: Final[dict[str, Source]] = {}


def register(kind: str, source: Source) -> None:
    """Let there be notices of a kind."""
    _SOURCES[kind] = source


def source_of(kind: str) -> Source:
    """Return who knows what notices of a kind mean."""
    return _SOURCES[kind]


def tag_of(thing: str) -> str:
    """Return what notices about a thing replace each other by; nobody reads the thing out of it."""
    return sha256(thing.encode()).hexdigest()[:24]


def add(*, kind: str, refs: Mapping[int, int], thing: str, topic: Topic, is_urgent: bool) -> PushNotice | None:
    """Store a notice to those members' devices who want this kind of news pushed; ``None`` where there are none.

    ``refs`` are what each member (the key) is to be told. Call it inside the transaction of what happened, and see to
    it that ``sending.deliver`` is called after it.
    """
    if not refs:
        return None
    devices = {device: refs[member] for device, member in _wanting(refs, topic)}
    return to_devices(kind=kind, refs=devices, thing=thing, urgent=is_urgent) if devices else None


def who_wants(members: Collection[int], topic: Topic) -> frozenset[int]:
    """Return which of these members have devices and want this kind of news pushed. One query, none for nobody."""
    return frozenset(member for _device, member in _wanting(members, topic)) if members else frozenset()


def _wanting(members: Iterable[int], topic: Topic) -> list[tuple[int, int]]:
    """Return the devices, each with its member, that a kind of news is pushed to."""
    asked = PushDevice.objects.filter(member__in=list(members), member__is_active=True)
    rows = asked.values_list("pk", "member", "member__wishes__by_push")
    usual = pushed_at_first()
    return [(device, member) for device, member, chosen in rows if topic in (usual if chosen is None else chosen)]


def to_devices(*, kind: str, refs: Mapping[int, int], thing: str, urgent: bool) -> PushNotice:
    """Store a notice to these devices (the keys)."""
    notice = PushNotice.objects.create(kind=kind, is_urgent=urgent)
    tag = tag_of(thing)
    PushDelivery.objects.bulk_create(
        PushDelivery(notice=notice, device_id=device, ref=ref, tag=tag) for device, ref in refs.items()
    )
    return notice


def due_notices() -> list[int]:
    """Return the notices of which something waits whose time has come."""
    waiting = PushDelivery.objects.filter(state=PushState.WAITING)
    now = timezone.now()
    left = Q(due__lte=now) | Q(due=None, notice__created__lt=now - timedelta(seconds=30))
    return sorted(set(waiting.filter(left).values_list("notice", flat=True)[:500]))


def open_tags(member: Member) -> list[str]:
    """Return what may still lie on the member's screens: the rest has been dealt with."""
    return sorted(_tags_by_device(member.push_devices.values_list("pk", flat=True))[1])


def gone_tags(devices: Collection[int]) -> dict[int, list[str]]:
    """Return for each device what it may still show although it was dealt with."""
    lying, open_ = _tags_by_device(devices)
    return {device: sorted(tags - open_) for device, tags in lying.items()}


def _tags_by_device(devices: Collection[int]) -> tuple[dict[int, set[str]], set[str]]:
    since = timezone.now() - SHOWN
    rows = PushDelivery.objects.filter(device__in=devices, state=PushState.SENT, sent__gte=since)
    known = list(rows.values_list("device", "tag", "ref", "notice__kind"))
    refs: dict[str, set[int]] = {}
    for _device, _tag, ref, kind in known:
        refs.setdefault(kind, set()).add(ref)
    still = {kind: set(source_of(kind).open_refs(asked)) for kind, asked in refs.items()}
    lying: dict[int, set[str]] = {}
    for device, tag, _ref, _kind in known:
        lying.setdefault(device, set()).add(tag)
    return lying, {tag for _device, tag, ref, kind in known if ref in still[kind]}


def forget() -> int:
    """Forget notices of some time ago; return how many."""
    old = PushNotice.objects.filter(created__lt=timezone.now() - KEPT).values_list("pk", flat=True)
    return PushNotice.objects.filter(pk__in=list(old[:FORGOTTEN_AT_ONCE])).delete()[0]
