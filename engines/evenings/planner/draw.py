"""A plan as a document that anybody can check: setup, seed, and the plan that follows from them."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.core.dice import Dice
from engines.core.drawn import Drawn
from engines.evenings.planner.planning import Proposals, plan
from engines.evenings.planner.setup import PlannerSetup


class PlanDraw(Drawn[PlannerSetup, Proposals]):
    """A plan drawn with dice: ``outcome`` are the ``Proposals``."""

    CODE: ClassVar[str] = "evening_plan"
    NOUN: ClassVar[str] = "a plan"
    SETUP: ClassVar[type[Any]] = PlannerSetup

    def __repr__(self) -> str:
        """Tell how many come, and what is proposed."""
        games, left = len(self.outcome.games), len(self.outcome.left_over)
        return f"<plan for {len(self.setup.people)}: {games} games, {left} left over>"

    @staticmethod
    def draw(setup: PlannerSetup, dice: Dice) -> Proposals:
        """Return the plan."""
        return plan(setup, dice=dice)
