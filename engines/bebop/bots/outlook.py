"""How a game stands: what everybody has and may still come to, as a share of the victory.

What counts how much hangs on how far the game is: a strong deck is worth a lot while there is time to use it, renown
and the tokens of Vicious decide once he is nearly caught. The weights are those that told the winner best in
sixteen hundred games between seasoned players, each in logarithms of odds for a unit; between the moments they are
interpolated.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from engines.bebop.bots.leanings import SEASONED
from engines.bebop.bots.moment import START, to_come
from engines.bebop.bots.worth import late_worths, worths
from engines.bebop.game import Game
from engines.bebop.ground import VICIOUS
from engines.bebop.state import Seat


class Weights(NamedTuple):
    """What one renown is worth, a token of a criminal, one of Vicious, a unit of an average card's worth, one fuel."""

    renown: float
    token: float
    vicious: float
    deck: float
    fuel: float


MOMENTS: Final = (
    (0.23, Weights(1.15, 1.15, 1.14, 0.35, 0.2)),
    (0.59, Weights(1.04, 1.4, 0.96, 2.2, 0.11)),
    (0.83, Weights(0.88, 1.03, 0.93, 2.6, 0.07)),
    (1.0, Weights(0.57, 0.51, 0.56, 3.35, 0.08)),
    (1.2, Weights(0.4, 0.41, 0.4, 3.8, 0.07)),
    (1.5, Weights(0.22, 0.23, 0.2, 3.9, 0.09)),
    (1.91, Weights(0.15, 0.18, 0.2, 2.8, 0.11)),
)
"""The weights by what there is still to hunt (``to_come``), the least first."""

LAST_TURNS: Final = Weights(1.5, 0.0, 0.7, 0.0, 0.05)
"""Once his movement cards are out: his tokens count only if he is caught, those of criminals hardly ever."""


def outlook(game: Game, me: int) -> float:
    """Return the share of the victory that the seat has, or may expect."""
    if game.outcome is not None:
        winners = game.outcome.winners
        return 1.0 / len(winners) if me in winners else 0.0
    weights = LAST_TURNS if game.last_turns >= 0 else weights_at(to_come(game))
    mine = standing(game, game.seats[me], weights)
    others = [standing(game, seat, weights) for seat in game.seats if not seat.left and seat.index != me]
    return 1.0 / (1.0 + sum([exp(min(other - mine, EXTREME)) for other in others]))


EXTREME: Final = 50.0


def weights_at(moment: float) -> Weights:
    """Return the weights at a moment."""
    below, low = MOMENTS[0]
    for above, high in MOMENTS:
        if moment <= above:
            share = (moment - below) / (above - below) if moment > below else 0.0
            return Weights(*[one + share * (other - one) for one, other in zip(low, high, strict=True)])
        below, low = above, high
    return low


def standing(game: Game, seat: Seat, weights: Weights) -> float:
    """Return how well a seat stands; only differences between seats mean something."""
    star = game.book.star
    tokens = seat.tokens
    renown = seat.renown + sum([star[card] for card in seat.captured])
    found = weights.renown * renown + weights.token * (tokens[0] + tokens[1] + tokens[2])
    found += weights.vicious * tokens[VICIOUS] + weights.fuel * seat.fuel
    return found + weights.deck * average(game, seat)


def average(game: Game, seat: Seat) -> float:
    """Return what a card of a seat's deck is worth on average in what is left of the game."""
    cards = [*seat.hand, *seat.deck, *seat.discard]
    if seat.index == game.turn:
        cards += game.played
    if not cards:
        return 0.0
    early, late = worths(game.book, SEASONED), late_worths(game.book, SEASONED)
    time = to_come(game) / START
    return (sum([early[card] for card in cards]) * time + sum([late[card] for card in cards]) * (1 - time)) / len(cards)
