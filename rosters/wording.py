"""Sentences for what the engines say in codes: refusals, events and steps, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from club.operations import Problem as Shown, Refused
from engines.core.problems import Problem
from engines.musg.warband import Warband as Roster


def refusal(problems: Iterable[Problem], roster: Roster | None = None) -> Refused:
    """Return the refusal that shows these problems to the reader."""
    return Refused(Shown(problem.code, problem_sentence(problem, roster), _field(problem)) for problem in problems)


def problem_sentence(problem: Problem, roster: Roster | None = None) -> str:
    """Return what is wrong, in the reader's language, naming the thing, the value and the limit."""
    return problem.code


def _field(problem: Problem) -> str | None:
    item = problem.params.get("item")
    return str(item) if item is not None else None
