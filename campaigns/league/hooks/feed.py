"""What of the news is an event for others: each room says which codes are, and what they are about.

News are told to members, some to one alone; an event is what happened to the subject. Its data is what a stranger may
read of it, never the news themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import Resolver404, resolve

from campaigns.league.news import Telling
from club.hooks import codes
from club.hooks.happenings import happened

_EVENTS: Final[dict[str, str]] = {}


def register(events: Mapping[str, str]) -> None:
    """Let news of these codes be events of these. Registering twice changes nothing."""
    _EVENTS.update(events)


def hear(telling: Telling) -> None:
    """Tell others of what members are told, where it is an event: the channel of ``news``."""
    event = _EVENTS.get(telling.code)
    if event is None:
        return
    number = _number(telling.address)
    if number is not None:
        happened(code=event, subject=f"{codes.events()[event].kind}:{number}")


def _number(address: str) -> int | None:
    """Return the number of what a page is about: that of the battle, evening, match… whose page news lead to."""
    try:
        found = resolve(address.partition("#")[0].partition("?")[0]).kwargs.get("pk")
    except Resolver404:
        return None
    return int(found) if found is not None else None
