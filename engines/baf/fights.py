"""The fights of a round and what they bring (BAF!, Résultat des combats)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engines.baf.actions import NONE, Action, Kind, decline, puts
from engines.baf.cards import Skill, Skills, from_runes
from engines.baf.events import Declined, Fought, Improved, MonstersLeft
from engines.baf.score.reckoning import fight_coins
from engines.baf.score.state import Side
from engines.baf.state import BOTH, LEFT, RIGHT, SIDES, Seat, Table
from engines.baf.view import Phase

RULE: Final = "BAF!, Résultat des combats"


def fight(table: Table) -> None:
    """Step: all fights are compared with the skills at the start of the round; gains come after (ruling A25)."""
    left_over = []
    for place, owner in enumerate(table.owners):
        if owner == NONE:
            table.discarded.append(table.cards[place])
            left_over.append(place)
        else:
            _fight(table, place, table.seats[owner])
    if left_over and table.events is not None:
        codes = tuple(table.monster(place).code for place in left_over)
        table.emit(MonstersLeft(monsters=codes, rule="ruling A3"))
    table.gains.sort()
    table.phase = Phase.GAIN


def _fight(table: Table, place: int, seat: Seat) -> None:
    on_left, on_right = seat.hands
    hands = (LEFT if on_left == place else 0) | (RIGHT if on_right == place else 0)
    card = table.cards[place]
    monster = table.kinds[card]
    won = attack(seat, hands).reaches(monster.defence)
    coins = fight_coins(won=won, coins=monster.coins)
    seat.coins += coins
    if not won:
        seat.lost.append(card)
    elif monster.improves:
        table.gains.append((seat.index, place))
    else:
        seat.aside.append(card)
    if table.events is not None:
        fought = Fought(
            seat=seat.index,
            place=place,
            monster=monster.code,
            sides=SIDES[hands],
            won=won,
            coins=coins,
            rule=RULE if won else "ruling A2",
        )
        table.emit(fought)


def attack(seat: Seat, hands: int) -> Skills:
    """Return the skills with which a set of hands attacks, added category by category (ruling A16)."""
    if hands == BOTH:
        return seat.left + seat.right
    return seat.left if hands == LEFT else seat.right


def ask_gain(table: Table) -> None:
    """Step: the next gain is placed, or the next round begins."""
    while table.gains:
        index, place = table.gains[0]
        if not table.seats[index].gone:
            table.ask(index, puts(place, table.monster(place).runes), _placed)
            return
        _placed(table, decline(place))
    table.phase = Phase.ROUND


def _placed(table: Table, action: Action) -> None:
    index, place = table.gains.pop(0)
    seat = table.seats[index]
    card = table.cards[place]
    monster = table.kinds[card]
    if action.kind is Kind.DECLINE:
        # Gone for good, while its coins count (rulings A10, A29).
        seat.aside.append(card)
        if table.events is not None:
            table.emit(Declined(seat=index, monster=monster.code, rule="ruling A10"))
        return
    gain = gain_of(monster.gain, action.runes)
    side = action.side or Side.LEFT
    if side is Side.LEFT:
        seat.left += gain
        seat.under_left.append(card)
    else:
        seat.right += gain
        seat.under_right.append(card)
    if table.events is not None:
        hero = seat.heroes[0 if side is Side.LEFT else 1].code
        table.emit(Improved(seat=index, hero=hero, side=side, monster=monster.code, gain=gain, rule="ruling A12"))


@lru_cache(4096)
def gain_of(printed: Skills, runes: tuple[Skill, ...]) -> Skills:
    """Return what a card gives: every icon on it, and each rune in the category chosen for it (rulings A11, A28)."""
    return printed + from_runes(runes)
