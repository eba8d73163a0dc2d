"""A game as a seat may imagine it: what it cannot know is drawn anew, what it knows stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.bagarre import piles
from engines.bagarre.hero_codes import CODES
from engines.bagarre.state import BIT, Table
from engines.bagarre.view import Phase
from engines.core.cards import JOKERS, RANK, Card

type Put = Callable[[Card], None]

ASKED_IN_SECRET: Final = (Phase.HERO, Phase.LAY, Phase.OPENING, Phase.PICK, Phase.TAKE, Phase.THEFT)
"""Decisions whose legal answers the others may not know."""


def imagine(table: Table, viewer: int) -> None:
    """Draw anew everything the viewer cannot know, with the dice of the table.

    Every arrangement of the unknown cards is equally likely; nothing is concluded from how the others have played.
    """
    if table.choices:
        _heroes(table, viewer)
    _cards(table, viewer)
    if table.actor != viewer and table.phase in ASKED_IN_SECRET:
        _ask_again(table)


def _heroes(table: Table, viewer: int) -> None:
    """Deal the other seats' heroes anew; a seat that has chosen may have kept either of its two."""
    unknown = [code for code in CODES if code not in table.choices[viewer]]
    table.dice.shuffle(unknown, "imagined heroes")
    heroes = list(table.heroes)
    for seat in range(table.players):
        if seat != viewer:
            table.choices[seat] = (unknown.pop(), unknown.pop())
            if heroes[seat]:
                heroes[seat] = (table.choices[seat][table.dice.one_of(2, "imagined choice")],)
    table.heroes = tuple(heroes)


def _cards(table: Table, viewer: int) -> None:
    bit = BIT[viewer]
    known_top = table.draw[-1:] if table.top_seen & bit else []
    unknown = table.draw[: len(table.draw) - len(known_top)]
    puts = _hidden(table, viewer, unknown)
    dealt = _unlaid(table, viewer, unknown)
    if not unknown:
        return
    unknown.sort()
    table.dice.shuffle(unknown, "imagined cards")
    for seat in dealt:
        table.dealt[seat] = _starting_cards(table, unknown)
    if table.phase is Phase.TAKE and puts:
        unknown = _searched(table, viewer, unknown, len(puts))
    for put in puts:
        put(unknown.pop())
    table.draw = unknown + known_top


def _hidden(table: Table, viewer: int, unknown: list[Card]) -> list[Put]:
    """Add the cards that lie hidden from the viewer to the unknown, and return where others may be put instead."""
    bit = BIT[viewer]
    puts: list[Put] = []
    for seat in table.seats:
        for place, seen in enumerate(seat.charge_seen):
            if not seen & bit:
                unknown.append(seat.charges[place])
                puts.append(_charge(table, seat.index, place))
        if seat.hp and not seat.shield_seen & bit:
            unknown.append(seat.shield)
            puts.append(_shield(table, seat.index))
    play = table.play_under_way
    if play is not None:
        if play.cards and not play.seen & bit:
            unknown.append(play.cards[0])
            puts.append(_card(table))
        if play.seat != viewer:
            for place, seen in enumerate(play.looked_seen):
                if not seen & bit:
                    unknown.append(play.looked[place])
                    puts.append(_looked(table, place))
    return puts


def _charge(table: Table, seat: int, place: int) -> Put:
    def put(card: Card) -> None:
        table.seats[seat].charges[place] = card

    return put


def _shield(table: Table, seat: int) -> Put:
    def put(card: Card) -> None:
        table.seats[seat].shield = card
        table.seats[seat].guard = table.values[card]

    return put


def _card(table: Table) -> Put:
    def put(card: Card) -> None:
        play = table.under_way()
        play.cards[0] = card
        play.values[0] = table.values[card]

    return put


def _looked(table: Table, place: int) -> Put:
    def put(card: Card) -> None:
        play = table.under_way()
        play.looked = (*play.looked[:place], card, *play.looked[place + 1 :])

    return put


def _unlaid(table: Table, viewer: int, unknown: list[Card]) -> list[int]:
    """Add starting cards that the viewer may not see to the unknown, and return whose they are."""
    seats = []
    for seat in table.seats:
        if table.dealt[seat.index] and seat.powers.hides_shield and seat.index != viewer:
            unknown += table.dealt[seat.index]
            seats.append(seat.index)
    return seats


def _starting_cards(table: Table, unknown: list[Card]) -> tuple[Card, ...]:
    """Take three cards that can be starting cards: no jokers, and worth enough to be kept if possible."""
    cards = [card for card in unknown if card not in JOKERS][-3:]
    others = sorted([card for card in unknown if card not in JOKERS and card not in cards], key=RANK.__getitem__)
    while others and sum(table.values[card] for card in cards) <= table.options.redraw_threshold:
        cards[0] = others.pop()
    for card in cards:
        unknown.remove(card)
    return tuple(cards)


def _searched(table: Table, viewer: int, unknown: list[Card], hidden: int) -> list[Card]:
    """Arrange the unknown cards so that a search under way in the draw pile finds what it did.

    The last ``hidden`` cards will not be in the draw pile.
    """
    _, _, rank, _ = table.about
    if piles.of_rank(table.discard, rank) or piles.of_rank(table.fresh, rank):
        return unknown
    alike = [card for card in unknown if RANK[card] == rank]
    offered = {action.cards[0] for action in table.legal}
    found = [card for card in alike if card in offered] if table.actor == viewer else alike[:1]
    missed = [card for card in alike if card not in found] if table.actor == viewer else []
    others = [card for card in unknown if card not in found and card not in missed]
    elsewhere = others[len(others) - (hidden - len(missed)) :] + missed
    table.dice.shuffle(elsewhere, "imagined cards")
    pile = others[: len(others) - (hidden - len(missed))] + found
    table.dice.shuffle(pile, "imagined cards")
    return pile + elsewhere


def _ask_again(table: Table) -> None:
    """Work out the legal actions again. Lots that nobody has seen are drawn anew as well."""
    table.waiting = False
    step, argument = table.question
    if table.phase is Phase.OPENING:
        asked, willing, _ = argument
        argument = (asked, willing, ())
    step(table, argument)
    table.proceed()
