"""How a game stands: what everybody has and may still come to, as a share of the victory.

What counts how much hangs on how far the game is: a strong deck is worth a lot while there is time to use it, renown
and the tokens of Vicious decide once he is nearly caught. The weights are those that told the winner best in two
thousand games by rule of thumb, each in logarithms of odds for a unit; between the moments they are interpolated.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from engines.bebop.bots.worth import worths
from engines.bebop.game import Bebop
from engines.bebop.ground import NOBODY, VICIOUS
from engines.bebop.state import Seat


class Weights(NamedTuple):
    """What one renown is worth, a token of a criminal, one of Vicious, a unit of an average card's worth, one fuel."""

    renown: float
    token: float
    vicious: float
    deck: float
    fuel: float


MOMENTS: Final = (
    (0.25, Weights(1.2, 0.45, 1.25, 0.6, 0.06)),
    (0.58, Weights(0.8, 0.9, 0.85, 1.6, 0.04)),
    (1.0, Weights(0.53, 0.5, 0.56, 3.1, 0.07)),
    (1.17, Weights(0.37, 0.45, 0.45, 4.5, 0.15)),
    (1.5, Weights(0.27, 0.28, 0.3, 3.6, 0.18)),
    (1.85, Weights(0.13, 0.22, 0.2, 1.5, 0.06)),
)
"""The weights by what there is still to hunt (``to_come``), the least first."""

LAST_TURNS: Final = Weights(1.35, 0.0, 0.7, 0.0, 0.05)
"""Once his movement cards are out: his tokens count only if he is caught, those of criminals hardly ever."""

NEAR: Final = 6
"""With so few tokens on his shorter pile the hunt for Vicious is in its last part."""


def outlook(game: Bebop, me: int) -> float:
    """Return the share of the victory that the seat has, or may expect."""
    if game.outcome is not None:
        winners = game.outcome.winners
        return 1.0 / len(winners) if me in winners else 0.0
    weights = LAST_TURNS if game.last_turns >= 0 else weights_at(to_come(game))
    mine = standing(game, game.seats[me], weights)
    others = [standing(game, seat, weights) for seat in game.seats if not seat.left and seat.index != me]
    return 1.0 / (1.0 + sum([exp(min(other - mine, EXTREME)) for other in others]))


EXTREME: Final = 50.0


def to_come(game: Bebop) -> float:
    """Return what there is still to hunt: 2 at the start, 1 once Vicious is there, 0 when he is caught."""
    if game.vicious == NOBODY:
        return 1.0 + len(game.criminals) / (3 * (max(game.players, 2) + 1) + 1)
    return min(1.0, min(game.left[2 * VICIOUS], game.left[2 * VICIOUS + 1]) / NEAR)


def weights_at(moment: float) -> Weights:
    """Return the weights at a moment."""
    below, low = MOMENTS[0]
    for above, high in MOMENTS:
        if moment <= above:
            share = (moment - below) / (above - below) if moment > below else 0.0
            return Weights(*[one + share * (other - one) for one, other in zip(low, high, strict=True)])
        below, low = above, high
    return low


def standing(game: Bebop, seat: Seat, weights: Weights) -> float:
    """Return how well a seat stands; only differences between seats mean something."""
    star = game.book.star
    tokens = seat.tokens
    renown = seat.renown + sum([star[card] for card in seat.captured])
    found = weights.renown * renown + weights.token * (tokens[0] + tokens[1] + tokens[2])
    found += weights.vicious * tokens[VICIOUS] + weights.fuel * seat.fuel
    return found + weights.deck * average(game, seat)


def average(game: Bebop, seat: Seat) -> float:
    """Return what a card of a seat's deck is worth on average."""
    worth = worths(game.book)
    cards = [*seat.hand, *seat.deck, *seat.discard]
    if seat.index == game.turn:
        cards += game.played
    return sum([worth[card] for card in cards]) / len(cards) if cards else 0.0
