"""Setting up (Space Serenade, Mise en place).

Chance is used in this order: the first player, the starting criminal of each planet, the criminals of each planet, the
deck made of them, Vicious's place in it, the common deck, the damage cards, each seat's deck.
"""

from __future__ import annotations

from typing import Any, Final

from engines.bebop import market
from engines.bebop.actions import CHARACTER, Action
from engines.bebop.events import CharacterTaken, CriminalRevealed, FirstPlayer
from engines.bebop.ground import BEBOP, CHARACTERS, FIRST_HAND, HAND, NOBODY, PLACES
from engines.bebop.options import per_planet
from engines.bebop.piles import draw
from engines.bebop.revealing import place_criminal
from engines.bebop.score.setup import LAST_CARDS
from engines.bebop.score.state import GAUGE_LEAST
from engines.bebop.state import Table
from engines.bebop.turn import take_turn
from engines.bebop.view import Phase

SETUP: Final = "Space Serenade, Mise en place"


def begin(table: Table, _: Any) -> None:
    """Step: lay out everything that is nobody's, then let characters be chosen."""
    first = table.options.first
    if first is None:
        first = table.dice.one_of(table.players, "first player") if table.players > 1 else 0
    table.turn = first
    if table.events is not None:
        table.emit(FirstPlayer(seat=first, rule="Space Serenade, Premier joueur"))
    table.figures = [BEBOP] * len(CHARACTERS)
    table.gauge = [GAUGE_LEAST] * 4
    table.occupant = [NOBODY] * 3
    table.left = [0] * 8
    table.colours = [0] * 5
    _criminals(table)
    table.common = table.book.common[:]
    table.dice.shuffle(table.common, "common deck")
    market.fill(table, "setup")
    table.damage = table.book.damage[:]
    table.dice.shuffle(table.damage, "damage cards")
    chosen = table.options.characters
    if chosen:
        for seat, character in enumerate(chosen):
            _take(table, seat, CHARACTERS.index(character.value))
        table.agenda.append((_deal, None))
    else:
        table.agenda.append((ask_character, first))


def _criminals(table: Table) -> None:
    """Lay one starting criminal on each planet and make the deck of the others (rulings C3, C4, C18)."""
    book, dice = table.book, table.dice
    starting, hidden = [], []
    for planet in range(3):
        there = [card for card in range(book.vicious) if book.planet[card] == planet]
        starters = [card for card in there if not book.star[card]]
        starting.append(starters[dice.one_of(len(starters), "starting criminal")])
        hidden.append([card for card in there if card != starting[-1]])
    for card in starting:
        table.revealed |= 1 << card
        place_criminal(table, card)
        if table.events is not None:
            where, who = PLACES[book.planet[card]], book.criminals[card]
            table.emit(CriminalRevealed(planet=where, criminal=who, placed=True, rule=SETUP))
    count = per_planet(table.players)
    for cards in hidden:
        dice.shuffle(cards, "criminals of a planet")
        table.criminals += cards[:count]
        table.box += cards[count:]
    dice.shuffle(table.criminals, "criminal deck")
    # The top of a pile is its end: Vicious goes among the first in the list.
    table.criminals.insert(dice.one_of(LAST_CARDS + 1, "Vicious"), book.vicious)


def ask_character(table: Table, index: int) -> None:
    """Step: a seat takes a character nobody has, in order from the first player, openly (ruling C76)."""
    taken = [seat.character for seat in table.seats]
    legal = tuple([action for action in CHARACTER if action.number not in taken])
    table.ask(Phase.CHARACTER, index, legal, _chosen, (ask_character, index))


def _chosen(table: Table, action: Action) -> None:
    index = table.question[1]
    _take(table, index, action.number)
    following = (index + 1) % table.players
    table.agenda.append((_deal, None) if following == table.turn else (ask_character, following))


def _take(table: Table, index: int, character: int) -> None:
    table.seats[index].character = character
    if table.events is not None:
        table.emit(CharacterTaken(seat=index, character=CHARACTERS[character], rule="ruling C76"))


def _deal(table: Table, _: Any) -> None:
    """Step: everybody shuffles the own base deck and draws the first hand, the first player one card less (C31)."""
    for seat in table.seats:
        seat.tokens = [0, 0, 0, 0]
        seat.deck = table.book.base[seat.character][:]
        table.dice.shuffle(seat.deck, "a player's deck")
        draw(table, seat, FIRST_HAND if seat.index == table.turn else HAND)
    table.agenda.append((take_turn, table.turn))
