"""Points: kills, the start of a turn, and cards; and the end that they bring near."""

from __future__ import annotations

from typing import Final

from engines.badass_force.events import LimitReached, Scored
from engines.badass_force.lasting import raised
from engines.badass_force.score.points import kill_points, leader_of
from engines.badass_force.state import NONE, Seat, Table

CARD: Final = "card"


def score(table: Table, seat: Seat, points: int, source: str, *, card: str = "", rule: str = "") -> int:
    """Move a seat's marker, never below nothing (ruling F51), and return by how much it moved."""
    points = max(points, -seat.points)
    if not points:
        return 0
    seat.points += points
    if table.events is not None:
        table.emit(
            Scored(seat=seat.index, points=points, total=seat.points, source=source, card=card, rule=rule),
        )
    if seat.points >= table.options.limit and not table.reached:
        table.reached = True
        if table.events is not None:
            table.emit(LimitReached(seat=seat.index, points=seat.points, rule="ruling F26"))
    return points


def leader(table: Table) -> int:
    """Return the seat that is alone in front, or ``NONE`` (ruling F19)."""
    found = leader_of([seat.points for seat in table.seats])
    return NONE if found is None else found


def judge(table: Table, effect: int) -> int:
    """Return who led before an effect of this turn: read when it is first asked for, and once (rulings F43, F59)."""
    for known, judged in table.judged:
        if known == effect:
            return judged
    table.judged.append((effect, leader(table)))
    return table.judged[-1][1]


def score_kill(table: Table, by: int, victim: int, judged: int) -> None:
    """Score a kill; ``judged`` is the leader before the effect (rulings F18, F19, F43)."""
    killer = table.seats[by]
    for amount, source, rule in kill_points(first=not killer.scored, of_leader=victim == judged):
        score(table, killer, amount, source, rule=rule)
    killer.scored = True
    more = raised(table, by, "kill_points")
    if more:
        score(table, killer, more, CARD, card="kill_points")
