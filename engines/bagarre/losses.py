"""Losing hit points, card by card, and elimination (La Bagarre, Attaquer; Fin de partie)."""

from __future__ import annotations

from typing import Final

from engines.bagarre import piles
from engines.bagarre.actions import LOSE, TAKE, Action
from engines.bagarre.events import ChargesLost, Eliminated, HitPointsLost
from engines.bagarre.state import BIT, EVERYBODY, KING, Seat, Table
from engines.bagarre.view import Phase
from engines.core.cards import CODE, NO_CARD, Card

ATTACK: Final = "La Bagarre, Attaquer"


def lose(table: Table, index: int, amount: int) -> None:
    """Let a seat lose ``amount`` hit points, fewer than it has: its weakest card goes first."""
    seat = table.seats[index]
    worth = seat.worth
    if table.events is not None:
        table.lost.clear()
    if len(worth) == 1:
        _reduce(table, seat, 0, amount, amount)
        return
    first, second = worth
    if first == second and amount <= first:
        ask_which(table, (index, amount))
        return
    _reduce(table, seat, 0 if first <= second else 1, amount, amount)


def ask_which(table: Table, argument: tuple[int, int]) -> None:
    """Step: of two equal cards, the owner chooses which one is lost (ruling B6)."""
    index, _ = argument
    legal = tuple([LOSE[card] for card in table.seats[index].hp])
    table.ask(Phase.LOSE, index, legal, _lose_chosen, (ask_which, argument), argument)


def _lose_chosen(table: Table, action: Action) -> None:
    index, amount = table.about
    seat = table.seats[index]
    _reduce(table, seat, seat.hp.index(action.cards[0]), amount, amount)


def _reduce(table: Table, seat: Seat, place: int, rest: int, amount: int) -> None:
    """Take ``rest`` points off the card at a place, and off the other card what is left over (ruling B4)."""
    hp = seat.hp
    worth = seat.worth
    left = worth[place] - rest
    if left <= 0:
        _discard(table, hp.pop(place))
        worth.pop(place)
        if left == 0:  # lost exactly: no card replaces it (ruling B5)
            if table.events is not None:
                _tell(table, seat, amount, NO_CARD, None, NO_CARD)
            return
        place = 0
        left += worth[0]
    if seat.powers.chooses_replacement:
        _replace_by_choice(table, seat, place, left, amount)
    else:
        _replace(table, seat, place, left, amount)


def _discard(table: Table, card: Card) -> None:
    table.fresh.append(card)
    if table.events is not None:
        table.lost.append(card)


def _replace(table: Table, seat: Seat, place: int, left: int, amount: int) -> None:
    """Put the card that counts ``left`` in the place of a reduced one.

    It comes from the discard pile, cards just lost included (ruling B8), else from the draw pile; jokers never fit
    (ruling B3). When there is none, a token lies on the old card (ruling B7).
    """
    if left <= KING:
        for pile in (table.fresh, table.discard):
            found = piles.topmost(pile, left)
            if found >= 0:
                card = piles.take_discarded(table, pile, found)
                _discard(table, seat.hp[place])
                _put(table, seat, place, card, left, "discard", amount)
                return
        found = piles.topmost(table.draw, left)
        if found >= 0:
            _from_draw(table, seat, place, found, left, amount)
            return
    _mark(table, seat, place, left, amount)


def _replace_by_choice(table: Table, seat: Seat, place: int, left: int, amount: int) -> None:
    """Ask if there is a choice; for the draw pile always: not being asked would tell the others what lies there."""
    discarded = piles.of_rank(table.discard, left) + piles.of_rank(table.fresh, left) if left <= KING else []
    hidden = not discarded and left <= KING and bool(piles.of_rank(table.draw, left))
    if hidden or len(discarded) > 1:
        ask_replacement(table, (seat.index, place, left, amount))
    else:
        _replace(table, seat, place, left, amount)


def ask_replacement(table: Table, argument: tuple[int, int, int, int]) -> None:
    """Step: a seat that may choose names the card that replaces a reduced one (La Bagarre, Précisions, Barde)."""
    index, _, left, _ = argument
    found = piles.of_rank(table.discard, left) + piles.of_rank(table.fresh, left)
    found = found or piles.of_rank(table.draw, left)
    legal = tuple([TAKE[card] for card in sorted(found)])
    table.ask(Phase.TAKE, index, legal, _take_chosen, (ask_replacement, argument), argument)


def _take_chosen(table: Table, action: Action) -> None:
    index, place, left, amount = table.about
    seat = table.seats[index]
    card = action.cards[0]
    for pile in (table.fresh, table.discard):
        if card in pile:
            piles.take_discarded(table, pile, pile.index(card))
            _discard(table, seat.hp[place])
            _put(table, seat, place, card, left, "discard", amount)
            return
    _from_draw(table, seat, place, table.draw.index(card), left, amount)


def _from_draw(table: Table, seat: Seat, place: int, found: int, left: int, amount: int) -> None:
    # The old card is discarded first: should the pile run out now, it is shuffled in with the rest.
    _discard(table, seat.hp[place])
    card = table.draw[found]
    seat.hp[place] = card
    seat.worth[place] = left
    if table.events is not None:
        _tell(table, seat, amount, card, "draw", NO_CARD)
    piles.take_from_draw(table, found)


def _put(table: Table, seat: Seat, place: int, card: Card, left: int, pile: str, amount: int) -> None:
    seat.hp[place] = card
    seat.worth[place] = left
    if table.events is not None:
        _tell(table, seat, amount, card, pile, NO_CARD)


def _mark(table: Table, seat: Seat, place: int, left: int, amount: int) -> None:
    seat.worth[place] = left
    if table.events is not None:
        _tell(table, seat, amount, NO_CARD, None, seat.hp[place])


def _tell(table: Table, seat: Seat, amount: int, taken: Card, pile: str | None, marked: Card) -> None:
    token = table.values[marked] - seat.worth[seat.hp.index(marked)] if marked != NO_CARD else 0
    table.emit(
        HitPointsLost(
            rule="ruling B7" if token else ATTACK,
            seat=seat.index,
            amount=amount,
            lost=piles.codes(table.lost),
            taken=CODE[taken] if taken != NO_CARD else None,
            pile=pile,
            marked=CODE[marked] if marked != NO_CARD else None,
            token=token,
            hp=piles.codes(seat.hp),
            left=sum(seat.worth),
        )
    )


def lose_charges(table: Table, seat: Seat) -> None:
    """Discard all charges of a seat that an attack has cost hit points (La Bagarre, Charger; ruling B18)."""
    if table.events is not None:
        table.emit(ChargesLost(seat=seat.index, cards=piles.codes(seat.charges), rule="La Bagarre, Charger"))
    table.fresh += seat.charges
    seat.charges.clear()
    seat.charge_seen.clear()


def eliminate(table: Table, index: int, by: int | None, cause: str, *, keep_shield: bool = False) -> None:
    """Eliminate a seat; discard its charges, its hit points from the weakest, then its shield (ruling B55).

    ``keep_shield``: the shield stays until it has been decided whether somebody steals it.
    """
    seat = table.seats[index]
    seat.alive = False
    seat.fell = table.clock
    table.alive &= ~BIT[index]
    table.fallen = True
    if seat.powers.sees_hidden:
        table.spies &= ~BIT[index]
    gone = seat.charges[:]
    if len(seat.hp) == 2 and seat.worth[0] > seat.worth[1]:
        seat.hp.reverse()
    gone += seat.hp
    if not keep_shield:
        gone.append(seat.shield)
        seat.shield = NO_CARD
        seat.guard = 0
    seat.shield_seen = EVERYBODY
    table.fresh += gone
    seat.hp.clear()
    seat.worth.clear()
    seat.charges.clear()
    seat.charge_seen.clear()
    if table.events is not None:
        table.emit(
            Eliminated(seat=index, by=by, cause=cause, cards=piles.codes(gone), rule="La Bagarre, Fin de partie")
        )
