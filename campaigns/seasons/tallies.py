"""What one counted match adds to the counters that statistics are read from. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from campaigns.matches.operations.results import Counted, CountedResult
from campaigns.seasons.models.rating import Facet
from club.visibility import Visibility

WHOLE: Final = 5040
"""A victory in parts: divisible by every number of players up to ten."""
LENGTH_STEP: Final = 15
"""Minutes that the lengths of matches are grouped by."""
LENGTH_MOST: Final = 240
FIGURES: Final = (
    "played", "won", "lost", "first", "second", "third", "further", "share", "points", "scored", "minutes", "timed",
)  # fmt: skip
"""The columns of ``Tally`` that count."""
_RANKS: Final = {1: "first", 2: "second", 3: "third"}


class Key(Struct, frozen=True):
    """What a counter is about; see ``Tally``, and ``Total`` for those of ``EVER``."""

    facet: str
    game: str
    campaign: int | None
    visibility: str
    month: int
    player: int | None = None
    subject: str = ""

    def __str__(self) -> str:
        parts = (self.facet, self.game, self.campaign or "", self.visibility, self.month, self.player or "")
        return "|".join([*map(str, parts), self.subject])


type Figures = Counter[str]
EVER: Final = 0
"""The month of a total: all of them."""


def total_key(key: Key, seasons: Mapping[int, str]) -> Key:
    """Return which total a counter is part of; ``seasons`` says who may read each season (``Visibility``)."""
    kept = "" if key.campaign is None else seasons[key.campaign]
    if kept == Visibility.PRIVATE:
        return replace(key, month=EVER)
    return replace(key, campaign=None, visibility=kept or key.visibility, month=EVER)


def month_of(result: CountedResult) -> int:
    """Return the month in which it was played, by the club's clock."""
    local = timezone.localtime(result.date)
    return local.year * 12 + local.month - 1


def counters(result: CountedResult, visibility: str) -> Iterator[tuple[Key, Figures]]:
    """Yield what the match adds to which counter; ``visibility`` is its own and counts outside of seasons only."""
    about = (result.game, result.season, "" if result.season is not None else visibility, month_of(result))
    heroes: set[str] = set()
    for seat in result.seats:
        figures = _figures(result, seat)
        yield Key(Facet.PLAYER, *about, seat.player), figures
        yield Key(Facet.SEAT, *about, None, str(_turn(result, seat))), figures
        for hero in dict.fromkeys(seat.heroes):
            heroes.add(hero)
            yield Key(Facet.OWN_HERO, *about, seat.player, hero), figures
            yield Key(Facet.HERO, *about, None, hero), figures
        for rival in result.seats:
            if rival.player != seat.player and (seat.team is None or seat.team != rival.team):
                met = Counter(played=1, won=seat.place < rival.place, lost=seat.place > rival.place)
                yield Key(Facet.RIVAL, *about, seat.player, str(rival.player)), met
    whole = Counter(played=1, minutes=result.duration or 0, timed=result.duration is not None)
    yield Key(Facet.MATCHES, *about), whole
    if result.duration is not None:
        length = min(result.duration // LENGTH_STEP * LENGTH_STEP, LENGTH_MOST)
        began = Counter(won=any(seat.won for seat in result.seats if seat.started), share=WHOLE // len(result.seats))
        yield Key(Facet.LENGTH, *about, None, f"{length:03}"), whole + began


def _turn(result: CountedResult, seat: Counted) -> int:
    """Return the seat counted from who began, from 0."""
    began = next((one.seat for one in result.seats if one.started), 0)
    return (seat.seat - began) % len(result.seats)


def _figures(result: CountedResult, seat: Counted) -> Figures:
    return Counter(
        {
            "played": 1,
            "won": int(seat.won),
            _RANKS.get(seat.place, "further"): 1,
            "share": WHOLE // len(result.seats),
            "points": seat.points or 0,
            "scored": int(seat.points is not None),
            "minutes": result.duration or 0,
            "timed": int(result.duration is not None),
        }
    )
