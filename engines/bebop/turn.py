"""A turn: any actions, cards laid down, five drawn, Vicious moves (Space Serenade, Déroulement d'un tour)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.bebop import ending, market, playing, pursuit, skills
from engines.bebop.actions import END, RENEW, TAKE, TRAVEL, Action, Kind
from engines.bebop.confront import price, take, targets_on
from engines.bebop.events import TurnBegan, TurnEnded
from engines.bebop.ground import CLUES, HAND, RENEWAL, RESISTANCE
from engines.bebop.outcome import Ending
from engines.bebop.piles import draw
from engines.bebop.planets import travel
from engines.bebop.score.hunting import TURN
from engines.bebop.state import Seat, Table
from engines.bebop.view import Phase


def take_turn(table: Table, index: int) -> None:
    """Step: a seat's turn begins."""
    table.turn = index
    table.turns += 1
    if table.events is not None:
        table.emit(TurnBegan(seat=index, number=table.turns, rule=TURN))
    choose(table, index)


def choose(table: Table, index: int) -> None:
    """Step: the seat whose turn it is does one thing more, or ends its turn."""
    seat = table.seats[index]
    if seat.left:
        end_turn(table, seat)
        return
    book = table.book
    play = book.play
    legal = [play[card] for card in dict.fromkeys(seat.hand)]
    woolongs = table.woolongs
    if woolongs >= book.cheapest:
        buy, cost = book.buy, book.cost
        legal += [buy[card] for card in dict.fromkeys(table.market) if cost[card] <= woolongs]
    here = table.figures[seat.character]
    fuel = seat.fuel
    if fuel:
        gauge = table.gauge
        legal += [TRAVEL[place] for place in (0, 1, 2, 3) if place != here and gauge[place] <= fuel]
        if fuel >= RENEWAL and table.market:
            legal.append(RENEW)
    if fuel >= RENEWAL or not book.cheapest:
        legal += skills.options(table, seat)
    if here < 3 and (table.force or table.clues):
        for target in targets_on(table, here):
            ways = TAKE[target]
            if price(table, target, RESISTANCE) <= table.force:
                legal.append(ways[RESISTANCE])
            if price(table, target, CLUES) <= table.clues:
                legal.append(ways[CLUES])
    legal.append(END)
    table.phase = Phase.TURN
    table.actor = index
    table.legal = tuple(legal)
    table.reply = _chosen
    table.question = (choose, index)
    table.waiting = True


def _chosen(table: Table, action: Action) -> None:
    seat = table.seats[table.turn]
    if action is not END and action != END:
        table.agenda.append((choose, table.turn))
    _DOES[action.kind](table, seat, action)


def _play(table: Table, seat: Seat, action: Action) -> None:
    playing.play(table, seat, action.number)


def _buy(table: Table, seat: Seat, action: Action) -> None:
    market.buy(table, seat, action.number, woolongs=table.book.cost[action.number])


def _renew(table: Table, seat: Seat, action: Action) -> None:
    seat.fuel -= RENEWAL
    market.renew(table, "fuel")


def _travel(table: Table, seat: Seat, action: Action) -> None:
    travel(table, seat, seat.character, action.number, table.gauge[action.number])


def _take(table: Table, seat: Seat, action: Action) -> None:
    take(table, action.number, action.second, price(table, action.number, action.second))


def end_turn(table: Table, seat: Seat, _action: Action | None = None) -> None:
    """Lay down all cards, draw five; then Vicious moves if he was hit, and the next turn begins (ruling C32)."""
    if table.events is not None:
        codes = table.book.codes
        played, kept = (tuple([codes[card] for card in pile]) for pile in (table.played, seat.hand))
        table.emit(TurnEnded(seat=seat.index, played=played, kept=kept, rule=TURN))
    seat.discard += table.played
    seat.discard += seat.hand
    table.played.clear()
    table.zones.clear()
    table.colours = [0, 0, 0, 0, 0]
    seat.hand.clear()
    seat.hand_seen.clear()
    table.woolongs = table.force = table.clues = 0
    last = table.last_turns
    draw(table, seat, HAND)
    table.agenda += [(_next, last), (pursuit.move, None)]


def _next(table: Table, last: Any) -> None:
    """Step: the next seat's turn, unless that was the last (rulings C34, C67, C78)."""
    if last > 0:
        table.last_turns = last - 1
        if not table.last_turns:
            ending.over(table, Ending.VICIOUS_FLED)
            return
    if table.turns >= table.options.turn_limit:
        ending.over(table, Ending.BROKEN_OFF)
        return
    seats, players, index = table.seats, table.players, table.turn
    while True:
        index = (index + 1) % players
        if not seats[index].left:
            break
    take_turn(table, index)


_DOES: Final[Mapping[Kind, Callable[[Table, Seat, Action], None]]] = {
    Kind.PLAY: _play,
    Kind.BUY: _buy,
    Kind.RENEW: _renew,
    Kind.TRAVEL: _travel,
    Kind.TAKE: _take,
    Kind.SKILL: skills.use,
    Kind.END: end_turn,
}
