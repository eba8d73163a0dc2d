"""Taking capture tokens, what it hurts and captures (Space Serenade, Affaiblir un criminel; Confronter Vicious).

Damage cards are drawn for resistance tokens, their red text is applied, then they go where it says (rulings C19, C75).
When a pile is empty, the criminal is captured, renown shared, the planet cleaned (Capturer un criminel).
"""

from __future__ import annotations

from typing import Final

from engines.bebop import ending
from engines.bebop.cards import Goes
from engines.bebop.events import Captured, DamageDrawn, DamageSettled, NoDamage, TokenTaken
from engines.bebop.ground import NOBODY, PILES, RESISTANCE, TARGETS, VICIOUS
from engines.bebop.outcome import Ending
from engines.bebop.piles import draw_damage, put_on_deck, put_out
from engines.bebop.planets import send_back, set_gauge
from engines.bebop.revealing import reveal
from engines.bebop.score.hunting import WEAKEN
from engines.bebop.score.state import CAPTURE, GAUGE_LEAST
from engines.bebop.state import Table
from engines.core.effects.steps import UnderWay, begin

DAMAGE: Final = "Space Serenade, Cartes Dégât"


def suffer(table: Table, blow: tuple[int, int]) -> None:
    """Step: a seat draws so many damage cards, the next one when the one before is settled (ruling C75)."""
    seat, count = blow
    if count > 1:
        table.agenda.append((suffer, (seat, count - 1)))
    card = draw_damage(table)
    if card is None:
        if table.events is not None:
            table.emit(NoDamage(seat=seat, rule="ruling C20"))
        return
    table.wounds.append(card)
    if table.events is not None:
        table.emit(DamageDrawn(seat=seat, card=table.book.codes[card], rule=DAMAGE))
    table.agenda.append((_settle, (seat, card)))
    red = table.book.texts[card].red
    if red:
        begin(table, UnderWay(seat, table.book.codes[card], "red", red))


def _settle(table: Table, wound: tuple[int, int]) -> None:
    """Step: the card goes out, to the discard pile or on top of the deck."""
    seat, card = wound
    if card not in table.wounds:
        return
    table.wounds.remove(card)
    goes = table.book.goes[card]
    if goes is Goes.OUT:
        put_out(table, card)
    elif goes is Goes.TOP:
        put_on_deck(table.seats[seat], card)
    else:
        table.seats[seat].discard.append(card)
    if table.events is not None:
        table.emit(DamageSettled(seat=seat, card=table.book.codes[card], to=goes.value, rule="ruling C19"))


def capture(table: Table, planet: int) -> None:
    """Step: capture the criminal of a planet if one of its piles is empty, in the order of ruling C11."""
    card = table.occupant[planet]
    if card == NOBODY or (table.left[2 * planet] and table.left[2 * planet + 1]):
        return
    table.occupant[planet] = NOBODY
    table.left[2 * planet] = table.left[2 * planet + 1] = 0
    _share(table, planet, card, table.book.criminals[card])
    send_back(table, planet, "ruling C47")
    set_gauge(table, planet, GAUGE_LEAST, CAPTURE)
    if table.vicious == NOBODY:
        table.agenda.append((reveal, None))


def capture_vicious(table: Table) -> None:
    """End the game at once: his tokens become renown, his card is the captor's (rulings C36, C57)."""
    table.left[2 * VICIOUS] = table.left[2 * VICIOUS + 1] = 0
    _share(table, VICIOUS, table.book.vicious, TARGETS[VICIOUS])
    ending.over(table, Ending.VICIOUS_CAPTURED)


def _share(table: Table, target: int, card: int, code: str) -> None:
    """Give the card to whose turn it is, and turn everybody's tokens of that kind into renown (ruling C8)."""
    table.seats[table.turn].captured.append(card)
    rate = table.options.token_renown
    shares = tuple([seat.tokens[target] * rate for seat in table.seats])
    for seat, renown in zip(table.seats, shares, strict=True):
        seat.renown += renown
        seat.tokens[target] = 0
    if table.events is not None:
        star, of = table.book.star[card], TARGETS[target]
        table.emit(Captured(seat=table.turn, target=of, criminal=code, star=star, renown=shares, rule=CAPTURE))


VICIOUS_DAMAGE: Final = 2
"""Damage cards for a resistance token of Vicious."""


def targets_on(table: Table, place: int) -> tuple[int, ...]:
    """Return whose tokens can be taken on a planet: its criminal's, and Vicious's if he is there (ruling C38)."""
    if place == table.vicious:
        return (place, VICIOUS) if table.occupant[place] != NOBODY else (VICIOUS,)
    return (place,) if place < VICIOUS and table.occupant[place] != NOBODY else ()


def price(table: Table, target: int, pile: int) -> int:
    """Return what one token costs, in Force or in clues."""
    if target == VICIOUS:
        return table.book.vicious_prices[pile]
    return table.book.prices[table.occupant[target]][pile]


def take(table: Table, target: int, pile: int, paid: int, *, harmless: bool = False) -> None:
    """Let whose turn it is take a token for what is paid of the reserve.

    Resistance costs damage cards, unless it is ``harmless`` (ruling C21). An empty pile captures, after the damage
    (ruling C57); Vicious's ends the game at once.
    """
    seat = table.seats[table.turn]
    if pile == RESISTANCE:
        table.force -= paid
    else:
        table.clues -= paid
    at = 2 * target + pile
    table.left[at] -= 1
    seat.tokens[target] += 1
    if table.events is not None:
        force, clues = (paid, 0) if pile == RESISTANCE else (0, paid)
        of, left = TARGETS[target], table.left[at]
        table.emit(
            TokenTaken(seat=table.turn, target=of, pile=PILES[pile], left=left, force=force, clues=clues, rule=WEAKEN)
        )
    if target == VICIOUS:
        if not table.left[at]:
            capture_vicious(table)
            return
        table.hit = table.hit or pile == RESISTANCE
    elif not table.left[at]:
        table.agenda.append((capture, target))
    if pile == RESISTANCE and not harmless:
        table.agenda.append((suffer, (table.turn, VICIOUS_DAMAGE if target == VICIOUS else 1)))
