"""The least decree after which an entry that a correction made impossible holds again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.problems import Problem
from engines.musg import journal
from engines.musg.corrections import aspects
from engines.musg.entries import AnyEntry, Decree
from engines.musg.warband import Warband


def least(here: Warband, before: Warband, entry: AnyEntry, found: Sequence[Problem], reason: str) -> Decree | None:
    """Return the least decree after which the entry holds ``here`` as it did ``before``, or ``None``.

    ``found`` is what speaks against it.
    """
    for plan in _plans(here, before, found, reason):
        _against, change = journal.check(here, plan)
        if change is not None and journal.can_apply(change.warband, entry):
            return plan
    return None


def _plans(here: Warband, before: Warband, found: Sequence[Problem], reason: str) -> Iterator[Decree]:
    """Yield decrees from small to large: the missing points, one thing, one figure, all."""
    for problem in found:
        if problem.code == "too_expensive":
            missing = int(problem.params["needs"]) - int(problem.params["has"])
            yield Decree(reason=reason, treasury=missing)
    keys = [key for key in aspects.differing(before, here) if aspects.can_be_kept(before, key)]
    groups = [[key] for key in keys]
    groups += [[key for key in keys if key.figure == number] for number in {key.figure: 0 for key in keys}]
    for group in [*groups, keys]:
        plan = aspects.decree(before, here, group, reason)
        if plan is not None:
            yield plan
