"""Refusals: what was asked of a battle that the rules, or the state of play, forbid."""

from __future__ import annotations

from engines.core.problems import Illegal, Param, Problem


class IllegalAction(Illegal):
    """The rules forbid the action; ``problem`` names the rule, the value and the limit."""

    @property
    def problem(self) -> Problem:
        """What is wrong with it."""
        return self.problems[0]


def refuse(code: str, rule: str, figure: int | None = None, **params: Param) -> IllegalAction:
    """Build the refusal of an action."""
    return IllegalAction([Problem(code, figure, params, rule)])
