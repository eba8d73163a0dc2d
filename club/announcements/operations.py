"""Announcements: made, changed, withdrawn, and told once their first day has come.

Who is told how is not the club's business: rooms register what follows (``on_published``).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Announcement, Member
from club.operations import Check, Refused, Stale, for_update

Listener = Callable[[Announcement], object]
"""Is told, inside the transaction, of an announcement that is shown from now on, or is about to go."""
_HERALDS: Final[list[Listener]] = []
_MOURNERS: Final[list[Listener]] = []


def on_published(listener: Listener) -> None:
    """Let a room tell people of announcements. Registering twice changes nothing."""
    if listener not in _HERALDS:
        _HERALDS.append(listener)


def on_withdrawn(listener: Listener) -> None:
    """Let a room take back what it told of an announcement. Registering twice changes nothing."""
    if listener not in _MOURNERS:
        _MOURNERS.append(listener)


@transaction.atomic
def announce(
    *,
    author: Member,
    title: str,
    text: str = "",
    pinned: bool = False,
    public: bool = False,
    shown_from: date | None = None,
    shown_until: date | None = None,
) -> Announcement:
    """Announce something. Members are told at once, or on its first day. Raises ``Refused``."""
    _verify_days(shown_from, shown_until)
    if shown_until is not None and shown_until < timezone.localdate():
        raise Refused.because("over", _("This day has passed: nobody would see it."), "shown_until")
    made = Announcement.objects.create(
        author=author,
        title=title,
        text=text,
        pinned=pinned,
        public=public,
        shown_from=shown_from,
        shown_until=shown_until,
        created=timezone.now(),
    )
    _publish(made)
    return made


@transaction.atomic
def change_announcement(
    *,
    announcement: Announcement,
    title: str,
    text: str,
    pinned: bool,
    public: bool,
    shown_from: date | None,
    shown_until: date | None,
    check: Check | None = None,
) -> Announcement:
    """Change an announcement; who was told of it is not told again. Raises ``Refused``, or ``Stale``."""
    locked = _lock(announcement)
    if check is not None:
        check()
    _verify_days(shown_from, shown_until)
    locked.title, locked.text, locked.pinned, locked.public = title, text, pinned, public
    locked.shown_from, locked.shown_until = shown_from, shown_until
    locked.save(update_fields=["title", "text", "pinned", "public", "shown_from", "shown_until"])
    _publish(locked)
    return locked


@transaction.atomic
def withdraw_announcement(*, announcement: Announcement) -> None:
    """Take an announcement down for good. Raises ``Stale`` where somebody else has."""
    locked = _lock(announcement)
    for listener in _MOURNERS:
        listener(locked)
    locked.delete()


def publish_due() -> int:
    """Tell of those whose first day has come; return how many."""
    waiting = Announcement.objects.filter(told=None).current(timezone.localdate())
    for pk in list(waiting.values_list("pk", flat=True)):
        with transaction.atomic():
            row = for_update(Announcement.objects.all()).filter(pk=pk, told=None).first()
            if row is not None:
                _publish(row)
    return len(waiting)


def _publish(row: Announcement) -> None:
    today = timezone.localdate()
    if row.told is not None or not row.is_begun(today) or row.is_over(today):
        return
    row.told = timezone.now()
    row.save(update_fields=["told"])
    for listener in _HERALDS:
        listener(row)


def _lock(announcement: Announcement) -> Announcement:
    locked = for_update(Announcement.objects.all()).filter(pk=announcement.pk).first()
    if locked is None:
        raise Stale(_("Somebody has withdrawn this announcement since you opened it."))
    return locked


def _verify_days(first: date | None, last: date | None) -> None:
    if first is not None and last is not None and last < first:
        raise Refused.because("ends_before", _("The last day comes before the first one."), "shown_until")
