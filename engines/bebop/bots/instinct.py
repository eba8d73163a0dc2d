"""What looks best at first sight, from what the seat may know: quick enough to be played thousands of times.

What it is weighed by are a player's leanings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.bots.answers import answer
from engines.bebop.bots.hunt import haul, value_of_token
from engines.bebop.bots.leanings import PLAIN, Leanings
from engines.bebop.bots.moment import START, to_come
from engines.bebop.bots.worth import late_worths, worths
from engines.bebop.ground import BEBOP
from engines.bebop.resolving import Resolving
from engines.bebop.skills import BY_NAME
from engines.bebop.state import Seat
from engines.bebop.view import Phase

PLAY: Final = 50.0

type Value = Callable[[Resolving, Seat, Action, Leanings], float]
"""What an action of a turn seems to be worth to a seat."""


def decide(table: Resolving, to: Leanings = PLAIN) -> Action:
    """Return what looks best to the actor."""
    legal = table.legal
    if len(legal) == 1:
        return legal[0]
    if table.phase is Phase.TURN:
        return _turn(table, to)
    if table.phase in (Phase.TEAM, Phase.CHARACTER):
        return legal[0]
    return answer(table, to)


def _turn(table: Resolving, to: Leanings) -> Action:
    """Play all cards, those that draw first; then do what is worth most, and end when nothing is."""
    legal = table.legal
    if legal[0].kind is Kind.PLAY:
        worth = worths(table.book, to)
        playing = [action for action in legal if action.kind is Kind.PLAY]
        return max(playing, key=lambda action: _first(table, action.number, worth))
    best, most = legal[-1], 0.0
    seat = table.seats[table.turn]
    for action in legal:
        value = _VALUES[action.kind](table, seat, action, to)
        if value > most:
            best, most = action, value
    return best


def values(table: Resolving, to: Leanings = PLAIN) -> list[float]:
    """Return what each legal action of a turn seems to be worth."""
    seat = table.seats[table.turn]
    return [_VALUES[action.kind](table, seat, action, to) for action in table.legal]


def _first(table: Resolving, card: int, worth: list[float]) -> tuple[bool, bool, float]:
    text = table.book.texts[card].play
    return not text, table.book.colour[card] < 4, worth[card]


def _play(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    return PLAY


def _buy(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    return bought(table, action.number, to)


def bought(table: Resolving, card: int, to: Leanings = PLAIN) -> float:
    """Return what a card more in the deck is worth: less and less as the end comes near."""
    if table.last_turns >= 0:
        return 0.0
    time = to_come(table) / START
    worth = late_worths(table.book, to)[card]
    worth += (worths(table.book, to)[card] - worth) * time
    return (worth - to.neutral) * time


def _renew(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    return 0.05 if seat.fuel >= 9 and table.woolongs >= 4 else -1.0


def _travel(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    place = action.number
    if place == BEBOP:
        return -1.0
    here = table.figures[seat.character]
    gain = haul(table, seat, place, table.force, table.clues, to)
    stay = haul(table, seat, here, table.force, table.clues, to) if here != BEBOP else 0.0
    return gain - stay - to.fuel_kept * table.gauge[place]


def _take(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    return 5.0 + value_of_token(table, seat, action.number, action.second, to)


def _skill(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    name = action.code.split(" ")[1]
    return _SKILLS[name](table, seat, action, to) - to.fuel_kept * BY_NAME[name].fuel


def _token(pile: int) -> Value:
    return lambda table, seat, action, to: 1.2 * value_of_token(table, seat, action.number, pile, to)


def _debt(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    return bought(table, action.number, to) - to.fuel_kept * table.book.cost[action.number]


def _damage(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    damage = table.book.is_damage
    return 0.8 * min(2, sum([damage[card] for card in (*seat.hand, *seat.discard)]))


def _luck(table: Resolving, seat: Seat, action: Action, to: Leanings) -> float:
    """One Woolong more is worth what it lets one buy."""
    cost = table.book.cost
    more = [bought(table, card, to) for card in table.market if cost[card] == table.woolongs + 1]
    return max(more, default=0.0)


_SKILLS: Final[Mapping[str, Value]] = {
    "ed_a": _token(1),
    "jet_b": _token(0),
    "ed_b": lambda table, seat, action, to: 0.9 * worths(table.book, to)[action.number],
    "jet_a": _damage,
    "spike_a": lambda table, seat, action, to: 1.3,
    "spike_b": lambda table, seat, action, to: 1.2 + bought(table, action.number, to),
    "faye_a": _luck,
    "faye_b": _debt,
}

_VALUES: Final[Mapping[Kind, Value]] = {
    Kind.PLAY: _play,
    Kind.BUY: _buy,
    Kind.RENEW: _renew,
    Kind.TRAVEL: _travel,
    Kind.TAKE: _take,
    Kind.SKILL: _skill,
    Kind.END: lambda table, seat, action, to: 0.0,
}
