"""Every decision at first sight: sure wins that bring most, gains to whoever is best at them, the boss in reach.

``Taste`` is what players differ in. Nothing here reads what a seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engines.baf.actions import NONE, Action, Kind
from engines.baf.bots.outlook import ICON, icons, prospects
from engines.baf.bots.reach import Reach
from engines.baf.cards import MonsterCard, Skills
from engines.baf.ending import boss_card
from engines.baf.fights import attack, gain_of
from engines.baf.score.state import ROUNDS, Side
from engines.baf.state import BOTH, Seat, Table
from engines.baf.view import Phase


@dataclass(frozen=True, slots=True)
class Taste:
    """What icons of a gain are worth, in coins, for each round to come."""

    icon: float = ICON


def decide(table: Table, taste: Taste, noise: Sequence[float] = ()) -> Action:
    """Return what the actor does; ``noise`` is added to what each monster, or hero of the draft, is worth."""
    return _DECIDES[table.phase](table, taste, noise)


def seat_of(table: Table) -> Seat:
    """Return the actor's seat. Raises ``ValueError`` when there is none."""
    if table.actor is None:
        raise ValueError("nobody must decide")
    return table.seats[table.actor]


def liking(table: Table, taste: Taste) -> Callable[[MonsterCard], float]:
    """Return what a beaten monster is worth: its coins, and its icons in the rounds to come."""
    icon = taste.icon * (ROUNDS - table.round) + 0.1

    def like(monster: MonsterCard) -> float:
        return monster.coins + icon * icons(monster)

    return like


def _draft(table: Table, taste: Taste, noise: Sequence[float]) -> Action:
    """Take the hero with the most skills, then one who is best at something else than the first."""
    picks = seat_of(table).picks
    others = picks[0].skills if picks else Skills()

    def value(place: int) -> tuple[int, int, float]:
        skills = table.heroes[place].skills
        new = sum(amount for (_, amount), (_, had) in zip(skills, others, strict=True) if not had)
        return sum(amount for _, amount in skills), new, noise[place] if noise else 0.0

    return table.legal[max(range(len(table.heroes)), key=value)]


def _left(table: Table, taste: Taste, noise: Sequence[float]) -> Action:
    return table.legal[0]


def _lay(table: Table, taste: Taste, noise: Sequence[float]) -> Action:
    reach = Reach(table, seat_of(table), liking(table, taste), noise)
    return max(table.legal, key=lambda action: reach.worth((action.left, action.right)))


def _put(table: Table, taste: Taste, noise: Sequence[float]) -> Action:
    """Put a gain where the two heroes may come to most, and among equals where it makes a high skill higher."""
    seat = seat_of(table)
    monster = table.monster(table.gains[0][1])

    def value(action: Action) -> tuple[float, int]:
        if action.kind is Kind.DECLINE:
            return -1.0, 0
        gain = gain_of(monster.gain, action.runes)
        on_left = action.side is Side.LEFT
        left, right = (seat.left + gain, seat.right) if on_left else (seat.left, seat.right + gain)
        return prospects(table, left, right), _peak(left if on_left else right)

    return max(table.legal, key=value)


def _peak(skills: Skills) -> int:
    return sum([amount * amount for _, amount in skills])


def _attempt(table: Table, taste: Taste, noise: Sequence[float]) -> Action:
    """Attack the boss in reach who has more coins."""
    skills = attack(seat_of(table), BOTH)

    def value(action: Action) -> int:
        if action.boss is None:
            return 0
        card = boss_card(table, action.boss)
        return card.coins if skills.reaches(card.defence) else NONE

    return max(table.legal, key=value)


_DECIDES: Final[Mapping[Phase, Callable[[Table, Taste, Sequence[float]], Action]]] = {
    Phase.DRAFT: _draft,
    Phase.SIDES: _left,
    Phase.LAY: _lay,
    Phase.GAIN: _put,
    Phase.ATTEMPT: _attempt,
}
