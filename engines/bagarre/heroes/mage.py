"""Mage."""

from __future__ import annotations

from typing import Final

from engines.bagarre import piles
from engines.bagarre.actions import TRANSFORM, Action, Kind
from engines.bagarre.events import Transformed
from engines.bagarre.heroes.base import Hero
from engines.bagarre.state import Play, Table
from engines.bagarre.view import Phase
from engines.core.cards import CODE, RANK

RULE: Final = "La Bagarre, Mage"
ACE_AND_KING: Final = (1, 13)


class Mage(Hero):
    """May turn an ace played for anybody's action into a king and a king into an ace (ruling B35).

    A charge counts as played when it is revealed (ruling B37). Cards for a hidden shield are out of reach, and so are
    the dragon's.
    """

    code = "mage"

    def on_revealed(self, table: Table, argument: tuple[int, int]) -> None:
        """Ask, when the card at this place of the action is an ace or a king that lies open."""
        seat, place = argument
        play = table.under_way()
        if place >= len(play.cards) or RANK[play.cards[place]] not in ACE_AND_KING or not table.seats[seat].alive:
            return
        if play.kind is Kind.SHIELD and table.seats[play.target].powers.hides_shield:
            return
        table.ask(Phase.TRANSFORM, seat, TRANSFORM, _answer, (self.on_revealed, argument), argument)


def _answer(table: Table, action: Action) -> None:
    if action.kind is Kind.PASS:
        return
    seat, place = table.about
    play = table.under_way()
    if play.kind is Kind.ATTACK:
        play.values[place] = 14 - play.values[place]
        if table.events is not None:
            old = CODE[play.cards[place]]
            table.emit(Transformed(seat=seat, old=old, value=play.values[place], rule=RULE))
    else:
        _replace(table, play, seat)


def _replace(table: Table, play: Play, seat: int) -> None:
    """Exchange the card of a shield or of hit points for a real one, which changes places with it.

    It comes from the discard pile, else from the draw pile; if both have none, nothing changes.
    """
    card = play.cards[0]
    wanted = 14 - RANK[card]
    for pile, name in ((table.discard, "discard"), (table.draw, "draw")):
        place = piles.topmost(pile, wanted)
        if place >= 0:
            found = piles.take_discarded(table, pile, place)
            pile.insert(place, card)
            play.cards[0] = found
            play.values[0] = table.values[found]
            if table.events is not None:
                told = Transformed(seat=seat, old=CODE[card], value=wanted, card=CODE[found], pile=name, rule=RULE)
                table.emit(told)
            if pile is table.draw:
                piles.shuffle(table, "card taken from the draw pile")
            return
    if table.events is not None:
        table.emit(Transformed(seat=seat, old=CODE[card], value=0, rule=RULE))
