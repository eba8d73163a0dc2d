"""Where hands may lie and what that brings: the only look of bots at the monsters on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.baf.actions import NONE
from engines.baf.cards import MonsterCard
from engines.baf.fights import attack
from engines.baf.state import BOTH, LEFT, RIGHT, Hands, Seat, Table

type Liking = Callable[[MonsterCard], float]
"""What a beaten monster is worth to whoever likes it."""

LOST: Final = -1.0
"""A fight that is lost costs a coin (ruling A2)."""


class Reach:
    """What each set of a seat's hands brings on each place; hands are laid for sure wins alone.

    ``value[hands][place]`` is 0 where the hands would lose.
    """

    def __init__(self, table: Table, seat: Seat, like: Liking, noise: Sequence[float] = ()) -> None:
        self.value: list[list[float]] = [[], [], [], []]
        skills = (seat.left, seat.right, attack(seat, BOTH))
        for place, card in enumerate(table.cards):
            monster = table.kinds[card]
            defence = monster.defence
            liked = max(like(monster), 0.01) + (noise[place] if noise else 0.0)
            for hands, has in zip((LEFT, RIGHT, BOTH), skills, strict=True):
                self.value[hands].append(liked if has.reaches(defence) else 0.0)

    def best(self, choices: Sequence[Hands]) -> Hands:
        """Return the most valuable of these ways to lay hands, among equals the one with fewer hands."""
        return max(choices, key=self.worth)

    def worth(self, hands: Hands) -> float:
        """Return what hands on these places bring."""
        left, right = hands
        value = self.value
        if left == right:
            return value[BOTH][left] - 0.001 if left != NONE else 0.0
        worth = 0.0
        if left != NONE:
            worth += value[LEFT][left] or LOST
        if right != NONE:
            worth += value[RIGHT][right] or LOST
        return worth
