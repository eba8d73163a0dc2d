"""Whether a table is in order: every card in one place, coins that are the cards', hands that fit the monsters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.baf.actions import NONE
from engines.baf.cards import LEVELS, Skills, total
from engines.baf.ending import boss_card
from engines.baf.fights import attack
from engines.baf.outcome import Ending
from engines.baf.state import BOTH, Card, Seat, Table
from engines.baf.view import Phase


def cards_of(table: Table) -> Iterator[Card]:
    """Yield every monster card, wherever it lies, once the piles are shuffled."""
    for level, pile in enumerate(table.piles, 1):
        yield from pile[table.shown(level) :]
    for seat in table.seats:
        yield from (*seat.under_left, *seat.under_right, *seat.aside, *seat.lost)
    yield from table.discarded
    if table.phase in (Phase.LAY, Phase.RACE):
        yield from table.cards
    else:
        yield from (table.cards[place] for _, place in table.gains)


def faults(table: Table) -> list[str]:
    """Return everything that is wrong with a table while somebody is asked; nothing if the engine is right."""
    found = [*_card_faults(table), *_hand_faults(table)]
    for seat in table.seats:
        found += [f"seat {seat.index}: {fault}" for fault in _seat_faults(table, seat)]
    if (table.outcome is None) != bool(table.legal):
        found.append("over with legal actions, or going on without")
    if len(set(table.legal)) < len(table.legal):
        found.append("the same action is legal twice")
    return found


def _card_faults(table: Table) -> Iterator[str]:
    if table.piles:
        here = Counter(cards_of(table))
        for card, kind in enumerate(table.kinds):
            if here[card] != kind.copies:
                yield f"{here[card]} of {kind.copies} copies of {kind.code}"
        if [len(pile) for pile in table.piles] != [_copies(table, level) for level in range(1, LEVELS + 1)]:
            yield "a pile has changed its size"
    heroes = [hero.code for seat in table.seats for hero in seat.picks]
    if len(set(heroes)) < len(heroes) or {hero.code for hero in table.heroes} & set(heroes):
        yield "a hero is in two places"


def _copies(table: Table, level: int) -> int:
    return sum(kind.copies for kind in table.kinds if kind.level == level)


def _hand_faults(table: Table) -> Iterator[str]:
    if table.phase not in (Phase.LAY, Phase.RACE):
        return
    for place, owner in enumerate(table.owners):
        hands = [seat.index for seat in table.seats if place in seat.hands]
        if hands != ([] if owner == NONE else [owner]):
            yield f"place {place} belongs to {owner}, but the hands of {hands} lie there"


def _seat_faults(table: Table, seat: Seat) -> Iterator[str]:
    won = [card for pile in (seat.under_left, seat.under_right, seat.aside) for card in pile]
    won += [table.cards[place] for index, place in table.gains if index == seat.index]
    coins = sum(table.kinds[card].coins for card in won) - len(seat.lost)
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
        printed = total([hero.skills, *(table.kinds[card].gain for card in under)])
        runes = sum(table.kinds[card].runes for card in under)
        if not skills.reaches(printed) or _sum(skills) != _sum(printed) + runes:
            yield f"{hero.code} has {skills}, but the cards make {printed} and {runes} runes"


def _sum(skills: Skills) -> int:
    return sum(amount for _, amount in skills)
