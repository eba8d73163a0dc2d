"""Quick hands: which monster a bot reaches for, and how long its hand takes."""

from __future__ import annotations

from engines.baf.actions import NONE, Action, Kind
from engines.baf.bots.instinct import Taste, liking
from engines.baf.bots.reach import Reach
from engines.baf.score.state import Side
from engines.baf.state import Hands, Table
from engines.core.dice import Dice
from engines.core.playout import Reaction


def reach_for(table: Table, index: int, legal: tuple[Action, ...], taste: Taste) -> Action:
    """Return the next touch of the seat: of all it could still attack, first what is worth most; else it has done."""
    seat = table.seats[index]
    reach = Reach(table, seat, liking(table, taste))
    touches = [action for action in legal if action.kind is Kind.TOUCH]
    places = {side: (NONE, *(action.place for action in touches if action.side is side)) for side in Side}
    on_left, on_right = seat.hands
    lefts = places[Side.LEFT] if on_left == NONE else (on_left,)
    rights = places[Side.RIGHT] if on_right == NONE else (on_right,)
    best = reach.best([(left, right) for left in lefts for right in rights])
    if best == seat.hands or reach.worth(best) <= reach.worth(seat.hands):
        return legal[-1]
    alone: list[tuple[float, Action]] = []
    for action in touches:
        hands: Hands = (action.place, on_right) if action.side is Side.LEFT else (on_left, action.place)
        wanted = best[0] if action.side is Side.LEFT else best[1]
        if action.place == wanted:
            alone.append((reach.worth(hands), action))
    return max(alone, key=lambda pair: pair[0])[1]


def reaction(action: Action, dice: Dice, *, least: int, spread: int) -> Reaction[Action]:
    """Return an action after ``least`` milliseconds and up to ``spread`` more."""
    return Reaction(action, least + dice.one_of(256, "a bot's reaction") * spread // 255)
