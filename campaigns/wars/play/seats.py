"""With whose eyes a reader looks at a battle, and who sits where, as the page names them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from msgspec import Struct

from campaigns.seating.people import seat_name
from campaigns.wars.models.play import Captain, PlayedBattle, PlayState
from campaigns.wars.play.absence import is_absent, left_of
from campaigns.wars.play.access import led_by, person_of
from club.access import User
from club.numbers import whole_number


class Eyes(Struct, frozen=True):
    """Whose eyes a page is for.

    ``captain``: whose side is shown, none for who only looks on. ``mine``: all sides the reader leads. ``cover``: the
    phone has to be handed to that captain first; nothing of any side is shown before.
    """

    captain: Captain | None
    mine: tuple[Captain, ...]
    cover: Captain | None = None

    @property
    def side(self) -> int | None:
        """The number of the side that is shown; ``None`` for who only looks on."""
        return self.captain.number if self.captain is not None else None


class SeatLine(Struct, frozen=True):
    """Who leads a side. ``left``: seconds on the clock, ``None`` without one; ``late``: counts as away by now."""

    number: int
    warband: str
    who: str
    bot: str
    own: bool
    away: bool
    asked: bool
    late: bool
    left: int | None


def eyes_of(request: HttpRequest, played: PlayedBattle) -> Eyes:
    """Return with whose eyes the reader looks: ``side=`` says whose, for who leads several at one device."""
    mine = tuple(led_by(person_of(request), list(played.captains.all())))
    deciding = [captain for captain in mine if not captain.bot]
    if len(deciding) < 2:
        return Eyes(next(iter(deciding or mine), None), mine)
    wanted = whole_number(request.GET.get("side", "") or request.POST.get("side", ""))
    chosen = next((captain for captain in deciding if captain.number == wanted), None)
    asked = next((captain for captain in deciding if captain.number == played.actor), None)
    if played.state == PlayState.RUNNING and asked is not None and chosen is not asked:
        return Eyes(None, mine, asked)
    return Eyes(chosen or deciding[0], mine)


def seat_lines(
    played: PlayedBattle, captains: Sequence[Captain], warbands: Sequence[str], eyes: Eyes, reader: User
) -> tuple[SeatLine, ...]:
    """Return who leads which side, in their order."""
    now = timezone.now()
    return tuple([_line(played, captain, warbands, eyes, reader, now) for captain in captains])


def _line(
    played: PlayedBattle, captain: Captain, warbands: Sequence[str], eyes: Eyes, reader: User, now: datetime
) -> SeatLine:
    left = left_of(played, captain, now)
    return SeatLine(
        number=captain.number,
        warband=warbands[captain.number] if captain.number < len(warbands) else "",
        who=seat_name(captain, reader),
        bot=str(captain.get_bot_display()) if captain.bot else "",
        own=captain in eyes.mine,
        away=captain.is_away,
        asked=captain.number == played.actor,
        late=is_absent(played, captain),
        left=None if left is None else left // 1000,
    )
