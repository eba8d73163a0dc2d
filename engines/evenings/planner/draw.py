"""A plan as a document that anybody can check: setup, seed, and the plan that follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engines.core.decoding import converted
from engines.core.dice import Dice, SeededDice
from engines.core.problems import Malformed
from engines.core.proof import GameProof, as_json, proven
from engines.evenings.planner.planning import Proposals, plan
from engines.evenings.planner.setup import PlannerSetup


class PlanDraw:
    """A plan drawn with dice: ``outcome`` are the ``Proposals``. There is nothing to decide, so its log is empty."""

    CODE: ClassVar[str] = "evening_plan"

    def __init__(self, setup: PlannerSetup, dice: Dice) -> None:
        self.setup = setup
        self.dice = dice
        self.log: list[str] | None = []
        self.outcome: Proposals = plan(setup, dice=dice)

    def __repr__(self) -> str:
        """Tell how many come, and what is proposed."""
        games, left = len(self.outcome.games), len(self.outcome.left_over)
        return f"<plan for {len(self.setup.people)}: {games} games, {left} left over>"

    @classmethod
    def new(cls, setup: PlannerSetup, *, dice: Dice) -> Self:
        """Draw a plan. Raises ``Illegal`` with everything that is wrong with the setup."""
        return cls(setup, dice)

    @classmethod
    def replay(cls, setup: PlannerSetup, log: Iterable[str] = (), *, dice: Dice) -> Self:
        """Draw it again. Raises ``Malformed`` for a log that says anything."""
        if tuple(log):
            raise Malformed("a plan has no actions", "$.log")
        return cls(setup, dice)

    @staticmethod
    def read_setup(data: object) -> PlannerSetup:
        """Read a setup from decoded JSON. Raises ``Malformed``."""
        try:
            return converted(data, PlannerSetup)
        except Malformed as error:
            raise error.within("$.setup") from error

    @classmethod
    def agreed(cls, setup: PlannerSetup) -> dict[str, Any]:
        """Return the setup as JSON, as the published hash binds it."""
        written: dict[str, Any] = as_json(setup)
        return written

    def prove(self) -> GameProof:
        """Return the document. Raises ``ValueError`` unless the dice are seeded."""
        if not isinstance(self.dice, SeededDice):
            raise ValueError("only seeded dice can be proven")
        return proven(self, dice=self.dice)
