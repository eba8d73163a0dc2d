"""Setting up: bosses, the first player, the draft, which hero is left, three piles (BAF!, Mise en place).

Chance is used in this order: a dungeon master, a dragon and the first player are drawn, and after the draft the three
levels are shuffled.
"""

from __future__ import annotations

from typing import Final

from engines.baf.actions import Action, draft, left
from engines.baf.cards import LEVELS, HeroCard
from engines.baf.events import BossesShown, FirstPlayer, HeroDrafted, HeroesPlaced
from engines.baf.score.reckoning import draft_seat
from engines.baf.state import Card, Table
from engines.baf.view import Phase

RULE: Final = "BAF!, Mise en place"


def prepare(table: Table) -> None:
    """Lay out a dungeon master, a dragon and all heroes, and draw the first player (ruling A18)."""
    cards = table.options.cards
    dice = table.dice
    table.master = cards.masters[dice.one_of(len(cards.masters), "dungeon master")]
    table.dragon = cards.dragons[dice.one_of(len(cards.dragons), "dragon")]
    table.first = dice.one_of(table.players, "first player")
    table.heroes = cards.heroes
    if table.events is not None:
        table.emit(BossesShown(master=table.master.code, dragon=table.dragon.code, rule=RULE))
        table.emit(FirstPlayer(seat=table.first, rule="ruling A18"))


def ask_draft(table: Table) -> None:
    """Step: the next seat of the draft chooses a hero (ruling A17)."""
    while (seat := draft_seat(table.players, table.first, table.picks)) is not None:
        if not table.seats[seat].gone:
            table.ask(seat, tuple([draft(hero.code) for hero in table.heroes]), _drafted)
            return
        table.picks += 1
    table.phase = Phase.SIDES


def _drafted(table: Table, action: Action) -> None:
    seat = table.seats[table.actor or 0]
    hero = _hero(table.heroes, action.card)
    seat.picks = (*seat.picks, hero)
    table.heroes = tuple([other for other in table.heroes if other is not hero])
    table.picks += 1
    if table.events is not None:
        table.emit(HeroDrafted(seat=seat.index, hero=hero.code, rule="ruling A17"))


def ask_sides(table: Table) -> None:
    """Step: everybody says openly which hero is on the left, from the first player on (ruling A30)."""
    while table.started < table.players:
        seat = table.seats[(table.first + table.started) % table.players]
        if not seat.gone:
            table.ask(seat.index, tuple([left(hero.code) for hero in seat.picks]), _placed)
            return
        table.started += 1
    table.heroes = ()
    _shuffle(table)
    table.phase = Phase.ROUND


def _placed(table: Table, action: Action) -> None:
    seat = table.seats[table.actor or 0]
    on_left = _hero(seat.picks, action.card)
    (on_right,) = [hero for hero in seat.picks if hero is not on_left]
    seat.heroes = (on_left, on_right)
    seat.left, seat.right = on_left.skills, on_right.skills
    table.started += 1
    if table.events is not None:
        table.emit(HeroesPlaced(seat=seat.index, left=on_left.code, right=on_right.code, rule="ruling A30"))


def _hero(heroes: tuple[HeroCard, ...], code: str) -> HeroCard:
    (found,) = [hero for hero in heroes if hero.code == code]
    return found


def _shuffle(table: Table) -> None:
    piles = []
    for level in range(1, LEVELS + 1):
        pile: list[Card] = []
        for number, kind in enumerate(table.kinds):
            if kind.level == level:
                pile += [number] * kind.copies
        table.dice.shuffle(pile, f"level {level}")
        piles.append(tuple(pile))
    table.piles = tuple(piles)
