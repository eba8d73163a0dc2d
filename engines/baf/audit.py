"""Whether a table is in order: every card in one place, coins that are the cards', hands that fit the monsters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from engines.baf.actions import NONE
from engines.baf.cards import Skills, total
from engines.baf.ending import boss_card
from engines.baf.fights import attack
from engines.baf.outcome import Ending
from engines.baf.state import BOTH, Card, Seat, Table
from engines.baf.view import Phase


def cards_of(table: Table) -> list[Card]:
    """Return every monster card, wherever it lies, once the piles are shuffled."""
    cards: list[Card] = []
    for level, pile in enumerate(table.piles, 1):
        cards += pile[table.laid_out(level) :]
    for seat in table.seats:
        cards += seat.under_left + seat.under_right + seat.aside + seat.lost
    cards += table.discarded
    if table.phase in (Phase.LAY, Phase.RACE):
        cards += table.cards
    else:
        cards += [table.cards[place] for _, place in table.gains]
    return cards


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table while somebody is asked; nothing if the engine is right."""
    found = [*_card_faults(table), *passing_faults(table)]
    for seat in table.seats:
        found += [f"seat {seat.index}: {fault}" for fault in _seat_faults(table, seat)]
    return found


def passing_faults(table: Table) -> list[str]:
    """Return what may go wrong while no card is moved: with hands on monsters, and with what is legal."""
    found = _hand_faults(table)
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len({action.code for action in table.legal}) < len(table.legal):
        found.append("the same action is legal twice")
    return found


def _card_faults(table: Table) -> Iterator[str]:
    if table.piles:
        here = sorted(cards_of(table))
        if here != _all_cards(tuple([kind.copies for kind in table.kinds])):
            count = Counter(here)
            for card, kind in enumerate(table.kinds):
                if count[card] != kind.copies:
                    yield f"{count[card]} of {kind.copies} copies of {kind.code}"
    heroes = [hero.code for seat in table.seats for hero in seat.picks]
    if len(set(heroes)) < len(heroes) or {hero.code for hero in table.heroes} & set(heroes):
        yield "a hero is in two places"


@lru_cache(16)
def _all_cards(copies: tuple[int, ...]) -> list[Card]:
    return [card for card, count in enumerate(copies) for _ in range(count)]


def _hand_faults(table: Table) -> list[str]:
    if table.phase not in (Phase.LAY, Phase.RACE):
        return []
    lying = [NONE] * len(table.cards)
    found = []
    for seat in table.seats:
        for place in seat.hands:
            if place != NONE:
                if lying[place] not in (NONE, seat.index):
                    found.append(f"hands of {lying[place]} and {seat.index} lie on place {place}")
                lying[place] = seat.index
    if lying != table.owners:
        found.append(f"hands lie by {lying}, but the monsters belong to {table.owners}")
    return found


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    won = [card for pile in (seat.under_left, seat.under_right, seat.aside) for card in pile]
    won += [table.cards[place] for index, place in table.gains if index == seat.index]
    coins = sum([table.kinds[card].coins for card in won]) - len(seat.lost)
    if table.outcome is not None and seat.boss is not None and table.outcome.ending is Ending.ROUNDS_PLAYED:
        boss = boss_card(table, seat.boss)
        coins += boss.coins if attack(seat, BOTH).reaches(boss.defence) else 0
    if seat.coins != coins:
        yield f"{seat.coins} coins, but the cards make {coins}"
    if not seat.heroes:
        return
    for hero, skills, under in zip(
        seat.heroes, (seat.left, seat.right), (seat.under_left, seat.under_right), strict=True
    ):
        printed = total([hero.skills, *[table.kinds[card].gain for card in under]])
        runes = sum([table.kinds[card].runes for card in under])
        if not skills.reaches(printed) or _sum(skills) != _sum(printed) + runes:
            yield f"{hero.code} has {skills}, but the cards make {printed} and {runes} runes"


def _sum(skills: Skills) -> int:
    return skills.melee + skills.ranged + skills.magic + skills.stealth
