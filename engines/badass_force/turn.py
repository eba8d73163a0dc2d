"""Turns: what begins them, the one action, what ends them (Badass Force, A chaque tour; ruling F46)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from engines.badass_force import armoury, characters, charges, ending, reactions, weapons, window
from engines.badass_force.actions import ARMOURY, CHANGE, EXECUTE, FRAMES, Action, Kind
from engines.badass_force.cards import EACH_TURN, EXECUTION, POWER, VENGEANCE, On
from engines.badass_force.events import Announced, Executed, SlotBegan, TurnBegan, TurnEnded
from engines.badass_force.lasting import expire, forbidden, raised
from engines.badass_force.options import OVERLOADS_TOGETHER
from engines.badass_force.points import judge, score
from engines.badass_force.score.points import COOL_BONUS
from engines.badass_force.state import NONE, Claim, Table
from engines.badass_force.view import Phase
from engines.core.effects.steps import UnderWay, begin

TURN: Final = "Badass Force, A chaque tour"
EXECUTE_RULE: Final = "Badass Force, Utiliser la capacité d'exécution"


def take_turn(table: Table, index: int) -> None:
    """Step: a seat's turn begins: the Cool bonus, the charge, then the choice (ruling F46)."""
    table.turn = index
    table.turns += 1
    seats = table.seats
    for other in seats:
        other.scored = False
    expire(table, ("my_next_turn",), index)
    if table.events is not None:
        table.emit(TurnBegan(seat=index, number=table.turns, rule=TURN))
    seat = seats[index]
    if not seat.vengeance and _anybody_takes_revenge(table):
        score(table, seat, COOL_BONUS, "cool", rule="ruling F13")
    gain = (2 if seat.vengeance else 1) + raised(table, index, "turn_charge")
    over = charges.gain(table, index, gain, NONE)
    table.agenda += ((_end_turn, index), (_choose, index))
    if over and table.arms[seat.weapon].any_charge:  # no other weapon is overloaded by this charge (ruling F45)
        table.agenda.append((_each_turn, index))
        charges.overload(table, (index,), index)
    else:
        _each_turn(table, index)


def _each_turn(table: Table, index: int) -> None:
    """Step: what a seat's weapon does at each of its turns."""
    weapon = table.arms[table.seats[index].weapon]
    if weapon.each_turn:
        if table.events is not None:
            table.emit(SlotBegan(seat=index, card=weapon.code, slot=EACH_TURN))
        begin(table, UnderWay(index, weapon.code, EACH_TURN, weapon.each_turn))


def _anybody_takes_revenge(table: Table) -> bool:
    return any(seat.vengeance for seat in table.seats)


@cache
def menu(weapons: tuple[Action, ...], powers: tuple[Action, ...], *, execute: bool, dice: bool) -> tuple[Action, ...]:
    """Return the actions of a turn. Laying the same character again is always possible (ruling F48)."""
    more = ((EXECUTE,) if execute else ()) + ((ARMOURY,) if dice else ())
    return (CHANGE, *weapons, *more, *powers)


def _choose(table: Table, index: int) -> None:
    """Step: a seat chooses the action of its turn."""
    seat = table.seats[index]
    powers = table.powers[seat.vengeance]
    offered = weapons.offers(table)
    ready = seat.weapon != NONE and seat.ammo >= table.arms[seat.weapon].explode
    dice = True
    if table.lasting:
        powers = () if forbidden(table, index, "power") else powers
        offered = () if forbidden(table, index, "weapon") else offered
        ready = ready and not forbidden(table, index, "execution")
        dice = not forbidden(table, index, "armoury")
    legal = menu(offered, powers, execute=ready, dice=dice)
    table.ask(Phase.TURN, index, legal, _chosen, (_choose, index), index)


def _chosen(table: Table, action: Action) -> None:
    PERFORM[action.kind](table, table.about, action)


def _change(table: Table, index: int, action: Action) -> None:
    characters.change(table, index)


def _weapon(table: Table, index: int, action: Action) -> None:
    weapons.drop(table, index)
    weapons.take(table, index, action.word)


def _execute(table: Table, index: int, action: Action) -> None:
    """Use the weapon, then change it, whether or not there was a target (rulings F5, F55)."""
    seat = table.seats[index]
    weapon = table.arms[seat.weapon]
    if table.events is not None:
        table.emit(Executed(seat=index, weapon=weapon.code, ammo=seat.ammo, rule=EXECUTE_RULE))
        table.emit(SlotBegan(seat=index, card=weapon.code, slot=EXECUTION))
    table.agenda.append((weapons.change, index))
    about = None
    if table.setup.rules >= OVERLOADS_TOGETHER:
        about = reactions.Cause("", 0, NONE, table.next_serial())
        judge(table, about.effect)
    begin(table, UnderWay(index, weapon.code, EXECUTION, weapon.execution, about))


def _armoury(table: Table, index: int, action: Action) -> None:
    armoury.roll(table, index)


def _announce(table: Table, index: int, action: Action) -> None:
    """Say "I am …": only the name is announced, all choices come when the power is applied (ruling F39)."""
    if table.events is not None:
        table.emit(Announced(seat=index, character=action.word, rule="Badass Force, Utiliser un pouvoir"))
    window.open_window(table, Claim(index, table.codes.index(action.word), _settled, None, reaction=False))


PERFORM: Final[Mapping[Kind, Callable[[Table, int, Action], None]]] = {
    Kind.CHANGE: _change,
    Kind.WEAPON: _weapon,
    Kind.EXECUTE: _execute,
    Kind.ARMOURY: _armoury,
    Kind.ANNOUNCE: _announce,
}


def _settled(table: Table, claim: Claim, stands: bool, caller: int) -> None:
    """Go on after an announcement: whoever was called may react to that, then the power comes if it stands."""
    if stands:
        table.agenda.append((_apply, (claim.seat, claim.character)))
    if caller != NONE:
        reactions.invite(table, claim.seat, On.CALLED, 0, caller)


def _apply(table: Table, announced: tuple[int, int]) -> None:
    """Step: the power, or in Vengeance mode the red-framed one, chosen now (rulings F39, F41)."""
    index, character = announced
    card = table.cast[character]
    if table.seats[index].vengeance and card.vengeance:
        if card.power:
            table.ask(Phase.EFFECT, index, FRAMES, _framed, (_apply, announced), announced)
            return
        _begin(table, index, character, VENGEANCE)
    elif card.power:
        _begin(table, index, character, POWER)


def _framed(table: Table, action: Action) -> None:
    index, character = table.about
    _begin(table, index, character, action.word)


def _begin(table: Table, index: int, character: int, slot: str) -> None:
    card = table.cast[character]
    if table.events is not None:
        table.emit(SlotBegan(seat=index, card=card.code, slot=slot, rule="ruling F41"))
    begin(table, UnderWay(index, card.code, slot, card.power if slot == POWER else card.vengeance))


def _end_turn(table: Table, index: int) -> None:
    """Step: the turn is over; so is the game if the limit was reached (rulings F26, F51), else the next one begins."""
    expire(table, ("turn_end",))
    table.judged.clear()
    expire(table, ("used",), index)
    if table.events is not None:
        table.emit(TurnEnded(seat=index))
    if not ending.is_over(table):
        table.agenda.append((take_turn, (index + 1) % table.players))


def begin_game(table: Table, _: Any) -> None:
    """Step: all have laid; the first player begins."""
    take_turn(table, table.turn)
