"""After the ninth round: everybody's last fight, and the end (BAF!, Score final)."""

from __future__ import annotations

from typing import Final

from engines.baf.actions import ATTEMPTS, Action
from engines.baf.cards import BossCard
from engines.baf.events import AttemptChosen, Attempted, GameOver
from engines.baf.fights import attack
from engines.baf.outcome import Ending, Outcome
from engines.baf.score.reckoning import places
from engines.baf.score.state import Boss
from engines.baf.state import BOTH, Seat, Table
from engines.baf.view import Phase

RULE: Final = "BAF!, Score final"


def ask_attempt(table: Table) -> None:
    """Step: all say whom they attack, together (ruling A32); then the fights take place."""
    for seat in table.seats:
        if not seat.attempted and not seat.gone:
            table.ask(seat.index, ATTEMPTS, _chosen)
            return
    for seat in table.seats:
        _attempt(table, seat)
    end(table, Ending.ROUNDS_PLAYED)


def _chosen(table: Table, action: Action) -> None:
    seat = table.seats[table.actor or 0]
    seat.boss = action.boss
    seat.attempted = True
    if table.events is not None:
        chosen = AttemptChosen(seat=seat.index, boss=action.boss, seen_by=(seat.index,), rule="ruling A32")
        table.emit(chosen)


def boss_card(table: Table, boss: Boss) -> BossCard:
    """Return the card of the dungeon master or the dragon that lies open."""
    card = table.master if boss is Boss.MASTER else table.dragon
    if card is None:
        raise RuntimeError("the bosses have not been laid out")
    return card


def _attempt(table: Table, seat: Seat) -> None:
    """Let both heroes attack one boss; failing costs nothing (rulings A14, A15, A16)."""
    won, coins, code = False, 0, ""
    if seat.boss is not None:
        card = boss_card(table, seat.boss)
        code = card.code
        won = attack(seat, BOTH).reaches(card.defence)
        coins = card.coins if won else 0
        seat.coins += coins
    if table.events is not None:
        table.emit(Attempted(seat=seat.index, boss=seat.boss, card=code, won=won, coins=coins, rule=RULE))


def break_off(table: Table) -> None:
    """End the game because at most one stayed: the monsters of the round are discarded, gains are placed nowhere."""
    if table.phase in (Phase.LAY, Phase.RACE, Phase.READY):
        table.discarded += table.cards or table.coming()
    for index, place in table.gains:
        table.seats[index].aside.append(table.cards[place])
    table.gains.clear()
    end(table, Ending.LEFT)


def end(table: Table, ending: Ending) -> None:
    """End the game: places by coins."""
    coins = tuple([seat.coins for seat in table.seats])
    place = places(coins, [seat.gone for seat in table.seats])
    winners = tuple([seat for seat, at in enumerate(place) if at == 1])
    table.outcome = Outcome(ending, winners, place, coins)
    table.phase = Phase.OVER
    table.actor = None
    table.legal = ()
    table.waiting = True
    if table.events is not None:
        table.emit(GameOver(outcome=table.outcome, rule=RULE))
