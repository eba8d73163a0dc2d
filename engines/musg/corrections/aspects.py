"""In what two states of a warband differ, and the decree that brings one back to the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from engines.core.problems import Problem
from engines.musg import journal
from engines.musg.entries import AnyEntry, Decree
from engines.musg.entries.decree import Measure
from engines.musg.warband import Figure, Warband


class Aspect(StrEnum):
    """One side of a warband or of a figure that is compared, told and decreed as a whole."""

    NAME = "name"
    TREASURY = "treasury"
    STASH = "stash"
    MUSTERED = "mustered"
    RECORD = "record"
    AFTERMATH = "aftermath"
    VEHICLES = "vehicles"
    MEMBER = "member"
    STANDING = "standing"
    RANK = "rank"
    EXPERIENCE = "experience"
    CHOICES = "choices"
    SKILLS = "skills"
    INJURIES = "injuries"
    GEAR = "gear"
    CONTRACT = "contract"
    NEXT_BATTLE = "next_battle"
    CAPTIVITY = "captivity"
    PART = "part"
    PROFILE = "profile"


class Key(NamedTuple):
    """What a line of a correction is about: the warband, or the figure of that number."""

    figure: int | None
    aspect: Aspect


_WARBAND: Final = {
    Aspect.NAME: "name",
    Aspect.TREASURY: "treasury",
    Aspect.STASH: "stash",
    Aspect.MUSTERED: "mustered",
    Aspect.RECORD: "record",
    Aspect.AFTERMATH: "engagement",
    Aspect.PART: "part",
    Aspect.VEHICLES: "garage",
}
_FIGURE: Final = {
    Aspect.NAME: ("name",),
    Aspect.STANDING: ("standing",),
    Aspect.RANK: ("rank",),
    Aspect.EXPERIENCE: ("experience", "lifetime"),
    Aspect.CHOICES: ("choices",),
    Aspect.SKILLS: ("skills",),
    Aspect.INJURIES: ("injuries",),
    Aspect.GEAR: ("items", "free_taken"),
    Aspect.CONTRACT: ("contract",),
    Aspect.NEXT_BATTLE: ("misses_next", "ignores_first_wound", "setbacks"),
    Aspect.CAPTIVITY: ("captive",),
    Aspect.PROFILE: ("race", "origin", "cost", "mercenary"),
}
_ADDED: Final = ("experience", "lifetime", "choices")
_FACTS: Final = (Aspect.MUSTERED, Aspect.RECORD, Aspect.AFTERMATH)
"""What no decree holds: battles end as their reports say, and a muster is closed by closing it."""


def differing(old: Warband, new: Warband) -> Iterator[Key]:
    """Yield in what ``new`` differs from ``old``; the counts of numbers given out are nobody's concern."""
    if old is new:
        return
    for aspect, field in _WARBAND.items():
        if getattr(old, field) != getattr(new, field):
            yield Key(None, aspect)
    theirs = {figure.id: figure for figure in new.figures}
    for before in old.figures:
        after = theirs.pop(before.id, None)
        if after is None:
            yield Key(before.id, Aspect.MEMBER)
        elif after is not before:
            for aspect, fields in _FIGURE.items():
                if any(getattr(before, field) != getattr(after, field) for field in fields):
                    yield Key(before.id, aspect)
    for number in theirs:
        yield Key(number, Aspect.MEMBER)


def value(warband: Warband, key: Key) -> Any:
    """Return what the key is about: a value of the warband, the figure (``None``: none such), or its first value."""
    if key.figure is None:
        return getattr(warband, _WARBAND[key.aspect])
    figure = warband.figure(key.figure)
    if figure is None or key.aspect is Aspect.MEMBER:
        return figure
    return getattr(figure, _FIGURE[key.aspect][0])


def can_be_kept(old: Warband, key: Key) -> bool:
    """Tell whether a decree can hold it: no results of battles, and nobody who would join only now is turned away."""
    if key.aspect is Aspect.MEMBER:
        return key.figure is not None and old.figure(key.figure) is not None
    return key.aspect not in _FACTS


def decree(old: Warband, new: Warband, keys: Iterable[Key], reason: str) -> Decree | None:
    """Return the decree that makes ``new`` like ``old`` in all that the keys are about, ``None`` for nothing."""
    wanted = [key for key in keys if can_be_kept(old, key)]
    if not wanted:
        return None
    about: dict[str, Any] = {}
    sheets: dict[int, dict[str, Any]] = {}
    joins = []
    for key in wanted:
        if key.figure is None:
            there, here = value(old, key), value(new, key)
            about[key.aspect.value] = there - here if key.aspect is Aspect.TREASURY else there
            if there is UNSET:
                about[key.aspect.value] = None
            continue
        before, after = old.figure(key.figure), new.figure(key.figure)
        if before is None:
            continue
        if after is None:
            joins.append(before)
        else:
            sheets.setdefault(before.id, {}).update(_sheet(before, after, key.aspect))
    measures = tuple(Measure(figure=number, **values) for number, values in sheets.items())
    return Decree(reason=reason, figures=measures, joins=tuple(joins), **about)


def _sheet(before: Figure, after: Figure, aspect: Aspect) -> dict[str, Any]:
    values = {field: getattr(before, field) for field in _FIGURE[aspect]}
    if values.get("setbacks") is UNSET:
        values["setbacks"] = ()
    if values.get("captive") is UNSET:
        values["captive"] = None
    return {f: v - getattr(after, f) if f in _ADDED else v for f, v in values.items()}


def least_decree(
    here: Warband, before: Warband, entry: AnyEntry, found: Sequence[Problem], reason: str
) -> Decree | None:
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
    keys = [key for key in differing(before, here) if can_be_kept(before, key)]
    groups = [[key] for key in keys]
    groups += [[key for key in keys if key.figure == number] for number in {key.figure: 0 for key in keys}]
    for group in [*groups, keys]:
        plan = decree(before, here, group, reason)
        if plan is not None:
            yield plan
