"""Voleuse."""

from __future__ import annotations

from typing import Final

from engines.bagarre.actions import PASS, STEAL, SWAP, Action, Kind
from engines.bagarre.ending import decided
from engines.bagarre.events import Discarded, ShieldStolen, Swapped
from engines.bagarre.heroes.base import Hero
from engines.bagarre.state import BIT, EVERYBODY, Seat, Table, known_to
from engines.bagarre.view import Phase
from engines.core.cards import CODE, NO_CARD, Card

RULE: Final = "La Bagarre, Voleuse"


class Thief(Hero):
    """May exchange a card of its own for one of whoever it costs hit points (rulings B38, B39).

    If the target is dead, it may take the target's shield in place of its own.
    """

    code = "thief"
    steals_from_the_dead = True

    def after_attack(self, table: Table, argument: tuple[int, int, bool]) -> None:
        """Ask what to steal; a dead thief steals nothing, and nobody does when the game is decided."""
        index, target, killed = argument
        thief = table.seats[index]
        victim = table.seats[target]
        if not thief.alive or (killed and decided(table)):
            if killed:
                _bury(table, victim)
            return
        if killed:
            table.ask(Phase.THEFT, index, STEAL, _steal, (self.after_attack, argument), (index, target))
        elif victim.alive:
            mine = [*thief.hp, thief.shield]
            theirs = [*victim.hp, victim.shield]
            legal = (*[SWAP[own][other] for own in mine for other in theirs], PASS)
            table.ask(Phase.THEFT, index, legal, _swap, (self.after_attack, argument), (index, target))


def _bury(table: Table, victim: Seat) -> None:
    """Discard the shield that nobody took."""
    if table.events is not None:
        table.emit(Discarded(seat=victim.index, cards=(CODE[victim.shield],), reason="buried"))
    table.discard.append(victim.shield)
    victim.shield = NO_CARD
    victim.guard = 0


def _steal(table: Table, action: Action) -> None:
    index, target = table.about
    thief = table.seats[index]
    victim = table.seats[target]
    if action.kind is Kind.PASS:
        _bury(table, victim)
        return
    old = thief.shield
    table.discard.append(old)
    table.changed |= BIT[old]
    thief.shield = victim.shield
    thief.guard = victim.guard
    thief.shield_seen = _seen(table, thief, EVERYBODY)
    victim.shield = NO_CARD
    victim.guard = 0
    if table.events is not None:
        table.emit(ShieldStolen(seat=index, target=target, card=CODE[thief.shield], old=CODE[old], rule=RULE))


def _seen(table: Table, owner: Seat, before: int) -> int:
    """Return who knows a card that has become a shield, given who knew it before."""
    return before | BIT[owner.index] | table.spies if owner.powers.hides_shield else EVERYBODY


def _swap(table: Table, action: Action) -> None:
    if action.kind is Kind.PASS:
        return
    index, target = table.about
    thief = table.seats[index]
    victim = table.seats[target]
    own, other = action.cards
    own_card, own_worth, own_seen = _lift(thief, own)
    other_card, other_worth, other_seen = _lift(victim, other)
    thief_place = _lay(table, thief, own, other_card, other_worth, other_seen)
    victim_place = _lay(table, victim, other, own_card, own_worth, own_seen)
    if table.events is not None:
        hidden = thief_place == victim_place == "shield"
        seen = (thief.shield_seen & victim.shield_seen) if hidden else EVERYBODY
        table.emit(
            Swapped(
                rule=RULE,
                seen_by=known_to(seen),
                seat=index,
                target=target,
                gave=CODE[own],
                gave_place=thief_place,
                took=CODE[other],
                took_place=victim_place,
            )
        )


def _lift(seat: Seat, card: Card) -> tuple[Card, int, int]:
    """Return a card with what it counts and the set of seats that know it."""
    if card == seat.shield:
        return card, seat.guard, seat.shield_seen
    return card, seat.worth[seat.hp.index(card)], EVERYBODY


def _lay(table: Table, seat: Seat, old: Card, card: Card, worth: int, seen: int) -> str:
    """Put a card in the place of an old one and return that place. Its token goes with it, but a shield has none."""
    if old == seat.shield:
        seat.shield = card
        seat.guard = table.values[card]
        seat.shield_seen = _seen(table, seat, seen)
        return "shield"
    place = seat.hp.index(old)
    seat.hp[place] = card
    seat.worth[place] = worth
    return "hp"
