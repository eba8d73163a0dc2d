"""Turns: charges and shields laid, what ends an action, the dragon, murders, who is next (Déroulement d'un tour)."""

from __future__ import annotations

from typing import Any, Final

from engines.bagarre import dragon, ending
from engines.bagarre.actions import SEATS, Action, Kind
from engines.bagarre.attack import begin_attack
from engines.bagarre.choices import PLAIN, menu
from engines.bagarre.events import Charged, ExtraAction, Peeked, TurnBegan
from engines.bagarre.reveal import begin
from engines.bagarre.shield import begin_shield
from engines.bagarre.state import AFTER, BIT, Play, Seat, Table, known_to
from engines.bagarre.view import Phase
from engines.core.cards import CODE

RULE: Final = "La Bagarre, Charger"


def begin_charge(table: Table, index: int, action: Action) -> None:
    """Lay the card face down in front of the seat, which does not look at it either."""
    begin(table, index, action, _lay, face_down=True)


def _lay(table: Table, play: Play) -> None:
    seat = table.seats[play.seat]
    card = play.cards[0]
    seen = play.seen | table.spies
    seat.charges.append(card)
    seat.charge_seen.append(seen)
    play.cards.clear()
    if table.events is not None:
        table.emit(Charged(seat=play.seat, card=CODE[card], seen_by=known_to(seen), rule=RULE))


CLAIRVOYANCE: Final = "La Bagarre, Clairvoyance"

PERFORM: Final = {Kind.ATTACK: begin_attack, Kind.SHIELD: begin_shield, Kind.CHARGE: begin_charge}


def take_turn(table: Table, index: int) -> None:
    """Step: a seat's turn begins."""
    table.turn = index
    table.turns += 1
    table.rerolled = False
    if table.events is not None:
        table.emit(TurnBegan(seat=index, number=table.turns))
    table.agenda.append(END_TURN)
    choose(table, index)


def choose(table: Table, index: int) -> None:
    """Step: a seat chooses an action of its own, in its turn or because of a murder or a potion."""
    seat = table.seats[index]
    if table.resigning:
        table.agenda += [(choose, index), (conclude, None)]
        return
    if not seat.alive:
        return
    worth = seat.worth
    if len(worth) == 1 and worth[0] == 1 and table.draw:
        peek(table, index)
    powers = seat.powers
    can_charge = len(seat.charges) < powers.charge_limit
    if powers.plain and table.draw:
        table.legal = PLAIN[can_charge][index][table.alive]
    else:
        table.legal = _choices(table, seat, can_charge)
    table.phase = Phase.TURN
    table.actor = index
    table.reply = _chosen
    table.question = CHOOSE[index]
    table.about = index
    table.waiting = True


def _choices(table: Table, seat: Seat, can_charge: bool) -> tuple[Action, ...]:
    """Return the actions of a seat whose heroes add to what may be done."""
    powers = seat.powers
    discard = table.discard
    from_discard = 0
    if powers.uses_discard and discard:
        # A shield that was replaced may not come back as a shield (ruling B33).
        from_discard = 1 if table.changed & BIT[discard[-1]] else 2
    second = False
    for hook in powers.aims_twice:
        second = second or hook(seat)
    legal = menu(table.alive, seat.index, can_charge, from_discard, second, bool(table.draw or discard))
    for hook in powers.menu:
        legal += hook(table, seat.index)
    return legal


def peek(table: Table, index: int) -> None:
    """Let a seat with exactly 1 hit point see the top card before each action of its own (rulings B22, B23)."""
    if table.events is not None and not table.top_seen & BIT[index]:
        table.emit(Peeked(seat=index, card=CODE[table.draw[-1]], seen_by=(index,), rule=CLAIRVOYANCE))
    table.top_seen |= BIT[index]


def _chosen(table: Table, action: Action) -> None:
    index = table.about
    agenda = table.agenda
    steps = len(agenda)
    perform = PERFORM.get(action.kind)
    if perform is None:
        perform = table.seats[index].powers.performs[action.kind]
    perform(table, index, action)
    if table.waiting or len(agenda) > steps:  # what the action led to comes first
        agenda.insert(steps, (conclude, None))
    else:
        conclude(table, None)


def conclude(table: Table, _: Any) -> None:
    """Step: an action is over. The dragon comes first, then extra actions, the latest murder's first.

    A murder is rewarded only if the murderer lives (ruling B43); there is no limit to a chain of them (ruling B20).
    """
    table.play_under_way = None
    if table.resigning:
        ending.leave(table)
    if table.fallen and ending.is_over(table):
        return
    table.clock += 1
    if table.dragon:
        table.agenda.append((conclude, None))
        dragon.awake(table)
        return
    owed = table.owed
    while owed:
        index, reason = owed.pop()
        if table.alive & BIT[index]:
            if table.events is not None:
                table.emit(ExtraAction(seat=index, reason=reason))
            table.agenda.append((choose, index))
            return


def end_turn(table: Table, _: Any) -> None:
    """Step: the turn ends unless a power prolongs it; then the next seat clockwise begins its turn."""
    seat = table.seats[table.turn]
    hooks = seat.powers.end_of_turn
    if hooks and seat.alive:
        table.agenda += [(next_turn, None), (conclude, None)]
        table.agenda += [(hook, table.turn) for hook in hooks]
    else:
        next_turn(table, None)


def next_turn(table: Table, _: Any) -> None:
    """Step: pass on to the next seat in the game (ruling B57)."""
    if table.turns >= table.options.turn_limit:
        ending.stop(table)
        return
    take_turn(table, AFTER[table.alive][table.turn])


CHOOSE: Final = tuple((choose, seat) for seat in range(SEATS))
"""The question that each seat is asked in its turn: nothing is asked as often."""

END_TURN: Final = (end_turn, None)
