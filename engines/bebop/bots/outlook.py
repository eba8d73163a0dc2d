"""How a game stands: what everybody has and may still come to, as a share of the victory."""

from __future__ import annotations

from math import exp
from typing import Final

from engines.bebop.bots.worth import worths
from engines.bebop.game import Bebop
from engines.bebop.ground import NOBODY, VICIOUS
from engines.bebop.state import Seat

HEAT: Final = 4.0
"""So much renown more multiplies the chance of victory by e."""
TOKEN: Final = 0.7
VICIOUS_TOKEN: Final = 0.55
TURNS_A_CARD: Final = 0.9
"""How many turns of each player a card of the criminal deck lasts, about."""
DECK: Final = 1.1
"""Renown a turn for each unit of worth of an average hand."""


def outlook(game: Bebop, me: int) -> float:
    """Return the share of the victory that the seat has, or may expect."""
    if game.outcome is not None:
        winners = game.outcome.winners
        return 1.0 / len(winners) if me in winners else 0.0
    renown = [prospect(game, seat) for seat in game.seats]
    return 1.0 / sum([exp((other - renown[me]) / HEAT) for other in renown])


def prospect(game: Bebop, seat: Seat) -> float:
    """Return the renown that a seat may come to."""
    star = game.book.star
    tokens = seat.tokens
    found = seat.renown + sum([star[card] for card in seat.captured]) + 0.05 * len(seat.captured)
    found += TOKEN * (tokens[0] + tokens[1] + tokens[2]) + VICIOUS_TOKEN * tokens[VICIOUS] + 0.12 * seat.fuel
    return found + strength(game, seat) * _turns_left(game)


def strength(game: Bebop, seat: Seat) -> float:
    """Return the renown that a seat's deck may bring in a turn."""
    worth = worths(game.book)
    cards = [*seat.hand, *seat.deck, *seat.discard]
    if seat.index == game.turn:
        cards += game.played
    if not cards:
        return 0.0
    each = sum([worth[card] for card in cards]) / len(cards)
    return DECK * (each - 0.6)


def _turns_left(game: Bebop) -> float:
    if game.vicious == NOBODY:
        return 3.0 + TURNS_A_CARD * len(game.criminals)
    if game.last_turns >= 0:
        return game.last_turns / game.players
    return 1.0 + 0.25 * min(game.left[6], game.left[7])
