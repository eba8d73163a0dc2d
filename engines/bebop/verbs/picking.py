"""Cards picked out of somebody's piles: which there are, and how they are asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from engines.bebop.cards import Character
from engines.bebop.ground import BIT, CHARACTERS
from engines.bebop.piles import take_from_hand
from engines.core.effects.steps import UnderWay

NO: Final = "no"
"""Picks none, or no more."""


class Zone(StrEnum):
    """A pile of a player's own; of the ``deck`` only the top card, once its owner has looked at it."""

    HAND = "hand"
    DISCARD = "discard"
    DECK = "deck"
    PLAY = "play"


class Sort(StrEnum):
    """What sort of card: damage, base, or of the common deck."""

    DAMAGE = "damage"
    BASE = "base"
    COMMON = "common"


def pile_of(table: Any, seat: int, zone: str) -> list[int]:
    """Return the cards of a zone that are within reach."""
    one = table.seats[seat]
    if zone == Zone.PLAY:
        return list(table.played) if seat == table.turn else []
    if zone == Zone.DECK:
        return list(one.deck[-1:]) if one.deck_seen and one.deck_seen[-1] & BIT[seat] else []
    found: list[int] = one.hand if zone == Zone.HAND else one.discard
    return found


def fits(table: Any, card: int, sort: Sort | None, colour: Character | None, cost_most: int) -> bool:
    """Tell whether a card is what a text looks for; ``cost_most`` below 0 is no limit."""
    book = table.book
    if colour is not None and book.colour[card] != CHARACTERS.index(colour.value):
        return False
    if cost_most >= 0 and (book.is_damage[card] or book.cost[card] > cost_most):
        return False
    return sort is None or book.sort[card] == sort.value


def ask(way: UnderWay, host: Any, seat: int, ways: list[str], *, declines: bool, secret: bool) -> str | None:
    """Return the answer, or ``None`` when the seat has to be asked first.

    ``secret``: what it can answer hangs on cards that others do not see. It is asked even when it has no choice, or
    being asked would tell them; with nothing to pick it can only answer no.
    """
    codes = tuple(ways) + ((NO,) if declines or not ways else ())
    if not secret or way.answers_read < len(way.answers):
        return way.ask(host, seat, codes)
    way.again()
    host.offer(seat, codes, open_ended=False)
    return None


def codes_of(table: Any, seat: int, zones: tuple[Zone, ...], verb: str, **looked_for: Any) -> tuple[list[str], bool]:
    """Return the codes of the cards that can be picked ("trash toolbox hand"), and whether the choice is secret."""
    ways = [
        f"{verb} {table.book.codes[card]} {zone.value}"
        for zone in zones
        for card in dict.fromkeys(pile_of(table, seat, zone))
        if fits(table, card, **looked_for)
    ]
    one = table.seats[seat]
    secret = (Zone.HAND in zones and bool(one.hand)) or (Zone.DECK in zones and bool(pile_of(table, seat, Zone.DECK)))
    return ways, secret


def picked(code: str) -> tuple[str, str]:
    """Return the card and the zone of an answer; a card's code may be several words."""
    name, _, zone = code.partition(" ")[2].rpartition(" ")
    return name, zone


def pick_up(table: Any, seat: int, card: int, zone: str, *, hidden: bool = False) -> None:
    """Take a card out of a zone. ``hidden``: the others do not see which, so they know nothing of the hand any more."""
    one = table.seats[seat]
    if zone == Zone.HAND and hidden:
        one.hand.remove(card)
        one.hand_seen = [0] * len(one.hand)
    elif zone == Zone.HAND:
        take_from_hand(one, card)
    elif zone == Zone.DISCARD:
        one.discard.remove(card)
    elif zone == Zone.DECK:
        one.deck.pop()
        if one.deck_seen:
            one.deck_seen.pop()
    else:
        leave_play(table, card)


def leave_play(table: Any, card: int) -> None:
    """Take a card out of the play area: it is nobody's partner any more, and its zone is gone with it (ruling C58)."""
    table.played.remove(card)
    table.colours[table.book.colour[card]] -= 1
    if table.zones.count(card) > table.played.count(card):
        table.zones.remove(card)
