"""Clashes: a person, a warband or a table that is wanted while somebody else has it already.

Rooms say what they have promised to whom: each registers a provider of *uses* when its app starts. Whoever fixes a date
asks ``found`` before it counts, holding the ``Diary``, so that of two who promise the same at once the second is told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Diary
from club.access import User
from club.operations import for_update


class Thing(StrEnum):
    """What can be in one place at a time."""

    MEMBER = "member"
    WARBAND = "warband"
    TABLE = "table"


class Wanted(Struct, frozen=True):
    """Who and what somebody wants from ``begins`` until before ``ends``: members, warbands and tables, by key."""

    begins: datetime
    ends: datetime
    members: frozenset[int] = frozenset()
    warbands: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()


type Source = tuple[str, int]
"""What promised something: the kind and the key, such as a battle's."""


class Use(Struct, frozen=True):
    """Something that is promised: a member, a warband or a table by its ``name``, for ``title`` at ``address``.

    ``campaign`` is the key of the one it belongs to, where only its readers may learn what it is.
    """

    thing: Thing
    key: int
    name: str
    begins: datetime
    ends: datetime
    title: str
    address: str
    source: Source
    campaign: int | None = None


CLASH: Final = "clash"
"""The code of objections that a referee may override with a reason."""

Provider = Callable[[Wanted], Iterable[Use]]
"""Yields what one room has promised of these, at overlapping times."""
_PROVIDERS: Final[list[Provider]] = []


def register(provider: Provider) -> None:
    """Let a room say what it has promised. Registering twice changes nothing."""
    if provider not in _PROVIDERS:
        _PROVIDERS.append(provider)


def hold_diary() -> None:
    """Let nobody else look until this transaction ends. Taken last, when all is written: nothing is waited for then."""
    Diary.objects.get_or_create(pk=Diary.SINGLETON_ID)
    for_update(Diary.objects.all()).get(pk=Diary.SINGLETON_ID)


def found(wanted: Wanted, *, but: Collection[Source] = ()) -> list[Use]:
    """Return what of this is promised already, the earliest first; ``but`` is who asks. As many queries as rooms."""
    uses = [use for provider in _PROVIDERS for use in provider(wanted) if use.source not in but]
    return sorted(uses, key=lambda use: (use.begins, use.title, use.thing, use.key))


def sentences(uses: Iterable[Use], viewer: User) -> list[str]:
    """Say each of these, once; what belongs to a campaign that the viewer may not read is only "elsewhere"."""
    uses = list(uses)
    campaigns = {use.campaign for use in uses if use.campaign is not None}
    readable = (
        set(visible_campaigns(viewer).filter(pk__in=campaigns).values_list("pk", flat=True)) if campaigns else set()
    )
    said = (_sentence(use, known=use.campaign is None or use.campaign in readable) for use in uses)
    return list(dict.fromkeys(said))


def _sentence(use: Use, *, known: bool) -> str:
    begins, ends = timezone.localtime(use.begins), timezone.localtime(use.ends)
    words = {
        "name": use.name,
        "title": use.title,
        "when": date_format(begins, "SHORT_DATETIME_FORMAT"),
        "ends": date_format(ends, "TIME_FORMAT"),
    }
    if not known:
        return _("%(name)s is taken elsewhere then (%(when)s to %(ends)s).") % words
    if use.thing is Thing.TABLE:
        return _("%(name)s is taken by “%(title)s” then (%(when)s to %(ends)s).") % words
    return _("%(name)s is in “%(title)s” then (%(when)s to %(ends)s).") % words
