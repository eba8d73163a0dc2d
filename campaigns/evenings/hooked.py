"""What others are told of evenings: events, what is to be read, and how a chat says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _, ngettext, pgettext_lazy
from msgspec import Struct

from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import Attendance, EveningGame
from club.addresses import whole
from club.dates import day_and_hour
from club.hooks.bodies import plain
from club.hooks.codes import Event, Look, Notice
from club.models.hook import CLUB
from club.visibility import Visibility
from engines.evenings import Answer


class GameBody(Struct, frozen=True):
    """A game that is played there."""

    title: str
    begins: str
    ends: str
    seats: int


class EveningBody(Struct, frozen=True):
    """An evening. Moments are ISO 8601 with their offset; ``series`` is the day of the last one, if it repeats.

    ``coming`` counts members and guests who said yes; nobody is named.
    """

    id: int
    title: str
    begins: str
    ends: str
    is_cancelled: bool
    cancelled_why: str
    place: str | None
    series: str | None
    coming: int
    games: tuple[GameBody, ...]
    address: str


class EveningData(Struct, frozen=True):
    """``evening.…``."""

    evening: EveningBody


class Evenings:
    """Evenings as subjects."""

    def look(self, number: int) -> Look | None:
        """The evening as its page shows it, without anybody's name. Three queries."""
        evening = _evening(number)
        if evening is None:
            return None
        body = EveningBody(
            id=evening.pk,
            title=evening.title,
            begins=evening.begins.isoformat(),
            ends=evening.ends.isoformat(),
            is_cancelled=evening.cancelled,
            cancelled_why=evening.cancelled_why,
            place=evening.place.name if evening.place is not None else None,
            series=evening.series.until.isoformat() if evening.series is not None else None,
            coming=_coming(evening),
            games=tuple(
                GameBody(game.title, game.begins.isoformat(), game.ends.isoformat(), game.seats)
                for game in _games(evening)
            ),
            address=whole(evening.get_absolute_url()),
        )
        audience = Visibility.PUBLIC if evening.guests == Guests.PUBLIC else Visibility.CLUB
        return Look(CLUB, audience, plain(EveningData(body)))

    def notice(self, number: int) -> Notice | None:
        """When and where it is, what is played, and how many come."""
        evening = _evening(number)
        return Notice(evening.title, tuple(_lines(evening)), evening.get_absolute_url()) if evening else None


def _evening(number: int) -> ClubEvening | None:
    return ClubEvening.objects.select_related("place", "series").filter(pk=number).first()


def _games(evening: ClubEvening) -> list[EveningGame]:
    return list(EveningGame.objects.filter(evening=evening, removed=False))


def _coming(evening: ClubEvening) -> int:
    return Attendance.objects.filter(evening=evening, answer=Answer.YES.value).count()


def _lines(evening: ClubEvening) -> Iterator[str]:
    place = evening.place.name if evening.place is not None else ""
    yield " · ".join(part for part in (day_and_hour(evening.begins), place) if part)
    if evening.cancelled:
        yield _("This evening is called off.")
        if evening.cancelled_why:
            yield evening.cancelled_why
        return
    games = [game.title for game in _games(evening)]
    if games:
        yield " · ".join(games)
    coming = _coming(evening)
    if coming:
        yield ngettext("%(count)s person comes.", "%(count)s people come.", coming) % {"count": coming}


EVENTS: Final[Mapping[str, Event]] = {
    "evening.announced": Event(pgettext_lazy("event", "an evening is announced"), "evening", is_of_club=True),
    "evening.changed": Event(pgettext_lazy("event", "an evening or its games change"), "evening", is_of_club=True),
    "evening.cancelled": Event(pgettext_lazy("event", "an evening is called off"), "evening", is_of_club=True),
    "evening.restored": Event(pgettext_lazy("event", "an evening takes place after all"), "evening", is_of_club=True),
}
SUBJECTS: Final = {"evening": Evenings()}
NEWS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("evening_moved", "evening_elsewhere", "evening_game_changed", "evening_game_removed"), "evening.changed"
    ),
    "evening_called_off": "evening.cancelled",
    "evening_restored": "evening.restored",
}
DATA: Final[Mapping[str, type[Struct]]] = dict.fromkeys(EVENTS, EveningData)
"""What stands under ``data``, by event: for the published schema."""
