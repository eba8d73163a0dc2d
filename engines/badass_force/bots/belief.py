"""What a seat believes of others: who lies face down, by what it has seen, what they announced, and how honest they
proved. Nothing here looks at a card that the believer may not know.
"""

from __future__ import annotations

from typing import Final

from engines.badass_force.game import Game
from engines.badass_force.imagining import possible, settle
from engines.badass_force.state import BIT, NONE, Seat
from engines.core.dice import Dice

HONEST: Final = (4.0, 1.0)
"""Before anything is known, somebody tells the truth four times in five."""
TOLD: Final = 0.8
"""Each other character announced with the same card lying there makes an announcement so much less likely."""
PRESSED: Final = 0.75
"""Who reacts to a blow is pressed to bluff."""


def honesty(seat: Seat) -> float:
    """Return how often a seat is thought to tell the truth, by what calls have shown."""
    true, false = HONEST
    return (true + seat.honest) / (true + false + seat.honest + seat.caught)


def truth(seat: Seat, viewer: int, character: int, *, reaction: bool = False) -> float:
    """Return how likely an announcement is true to a viewer: never if it cannot be, surely if it must."""
    actives = {active for _, active in possible(seat, viewer)}
    if character not in actives:
        return 0.0
    if len(actives) == 1:
        return 1.0
    told = (seat.said & ~BIT[character]).bit_count()
    return honesty(seat) * TOLD**told * (PRESSED if reaction else 1.0)


def weighted(seat: Seat, viewer: int) -> tuple[list[tuple[int, int]], list[float]]:
    """Return every dressing room and active character a seat may have, with how likely each pair is."""
    pairs = possible(seat, viewer)
    said = seat.said
    if not said or seat.active == NONE:
        return pairs, [1.0] * len(pairs)
    as_said = sum([bool(said & BIT[active]) for _, active in pairs])
    others = len(pairs) - as_said
    if not as_said or not others:
        return pairs, [1.0] * len(pairs)
    true = honesty(seat)
    shares = ((1 - true) / others, true / as_said)
    return pairs, [shares[bool(said & BIT[active])] for _, active in pairs]


def imagine(game: Game, viewer: int, dice: Dice) -> Game:
    """Return a game as a viewer imagines it, with what it believes."""
    twin = game.imagine(viewer, dice)
    for seat in twin.seats:
        if seat.index != viewer and seat.said:
            pairs, weights = weighted(seat, viewer)
            settle(seat, drawn(pairs, weights, dice))
    return twin


GRAIN: Final = 200


def drawn[T](things: list[T], weights: list[float], dice: Dice) -> T:
    """Return one of several things, each as likely as its weight says."""
    at = (dice.one_of(GRAIN, "a bot's thoughts") + 0.5) / GRAIN * sum(weights)
    for thing, weight in zip(things, weights, strict=True):
        at -= weight
        if at <= 0:
            return thing
    return things[-1]
