"""Which events others are told of, and what may be read about that of which they tell.

Codes are for ever: receivers go by them. A room registers its codes and the kinds of subject they are about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from django.utils.functional import Promise
from msgspec import Struct

from club.visibility import Visibility

TEST: Final = "test"
"""The code of what the test button sends; it is about no subject."""


class Event(Struct, frozen=True):
    """One kind of event. ``label`` says it on pages; ``kind`` is that of its subject; ``is_of_club``: no campaign's."""

    label: str | Promise
    kind: str
    is_of_club: bool = False


class Look(Struct, frozen=True):
    """What may be read about a subject now. ``scope`` is whose it is, ``audience`` who may read it."""

    scope: str
    audience: Visibility
    data: Mapping[str, Any]


class Notice(Struct, frozen=True):
    """What people in a chat read about a subject. ``address`` and ``picture`` are paths of this site."""

    title: str
    lines: tuple[str, ...]
    address: str
    picture: str = ""


class Subject(Protocol):
    """A kind of subject: how it is looked at. Both answer ``None`` where there is no such thing any more."""

    def look(self, number: int) -> Look | None:
        """Return what a stranger may read of it, names included, or a member where the audience says so."""

    def notice(self, number: int) -> Notice | None:
        """Return the same in words, in the present language."""


_EVENTS: Final[dict[str, Event]] = {}
_SUBJECTS: Final[dict[str, Subject]] = {}


def register(events: Mapping[str, Event], subjects: Mapping[str, Subject]) -> None:
    """Let there be these events and kinds of subject. Registering twice changes nothing."""
    _EVENTS.update(events)
    _SUBJECTS.update(subjects)


def events() -> Mapping[str, Event]:
    """Return all events, by code."""
    return _EVENTS


def look(subject: str) -> Look | None:
    """Return what may be read about a subject such as ``battle:12``."""
    kind, number = _parts(subject)
    return _SUBJECTS[kind].look(number) if kind in _SUBJECTS else None


def notice(subject: str) -> Notice | None:
    """Return what a chat reads about a subject, in the present language."""
    kind, number = _parts(subject)
    return _SUBJECTS[kind].notice(number) if kind in _SUBJECTS else None


def _parts(subject: str) -> tuple[str, int]:
    kind, _colon, number = subject.partition(":")
    return kind, int(number or 0)
