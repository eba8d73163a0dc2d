"""Somebody leaves a game under way: a bot decides for them, until they come back; all of it on the record."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.seating.models import ChangeOfSeat, PlayedGame, Seat, SeatEvent
from club.operations import Refused


def to_replace[S: Seat](seats: Iterable[S], number: int, *, by: S) -> S:
    """Return the seat of this number, for which somebody ``by`` another one would have a bot decide.

    Raises ``Refused`` when nobody decides there in person. Whether it is time to, the game says.
    """
    seat = next((one for one in seats if one.number == number), None)
    if seat is None or seat.pk == by.pk or seat.bot:
        raise Refused.because("no_such_seat", _("There is nobody to replace in that seat."))
    return seat


def check_decides(seat: Seat) -> None:
    """Raise ``Refused`` while a bot decides for the seat's person."""
    if seat.bot:
        raise Refused.because("bot_plays", _("A bot plays for you: come back first."))


def check_away(seat: Seat) -> None:
    """Raise ``Refused`` while the seat's person decides in person."""
    if not seat.bot:
        raise Refused.because("not_away", _("You are already deciding for yourself."))


def hand_over(game: PlayedGame, seat: Seat, change: ChangeOfSeat, *, bot: str) -> None:
    """Have a bot decide for a seat, or with an empty ``bot`` its person again; ``change`` is what is recorded of it.

    The game's row is locked. Whoever takes over, or is back, begins to think now; at a seat that is not asked that
    gives nobody more time.
    """
    seat.bot = bot
    seat.save(update_fields=["bot"])
    change.seat, change.event = seat.number, SeatEvent.AWAY if bot else SeatEvent.BACK
    change.save()
    game.version += 1
    if seat.asked is not None:
        game.moved = timezone.now()
    game.save(update_fields=["version", "moved"])
