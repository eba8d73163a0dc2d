"""Small warbands and engagements, so that a test reads like the rule it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.dice import FixedDice
from engines.core.problems import Illegal
from engines.musg import journal, muster
from engines.musg.aftermath import Aftermath, Stage, Step, resolve
from engines.musg.engagement import Casualty, Engagement, Foe, Outcome, Takedown
from engines.musg.entries import AnyEntry, Buy, Engage, Entry, Fight, Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Figure, Setup, Warband

LEADER, LIEUTENANT, HENCHMAN, ANOTHER_HENCHMAN = 1, 2, 3, 4
"""The figures of ``mustered()``."""

ENEMY = Foe("enemy", "The Enemy")


def setup(race: str = "human", **rules: Any) -> Setup:
    return Setup(race, "The Company", Rules(**rules))


def drafted(race: str = "human", **rules: Any) -> Warband:
    """An empty warband whose muster is being drawn up."""
    return journal.begin(setup(race, **rules))


def hire(rank: Rank, race: str = "human", name: str = "") -> Hire:
    return Hire(rank=rank, race=race, name=name or rank.value)


def core(race: str = "human") -> list[AnyEntry]:
    """The smallest useful warband: leader 1, lieutenant 2, henchmen 3 and 4."""
    ranks = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN, Rank.HENCHMAN)
    return [Hire(rank=rank, race=race, name=f"{rank.value} {n}") for n, rank in enumerate(ranks, 1)]


def after(warband: Warband, *entries: Entry) -> Warband:
    """The warband after entries that must all be legal."""
    for entry in entries:
        warband = journal.apply(warband, entry).warband
    return warband


def mustered(race: str = "human", *extra: Entry, **rules: Any) -> Warband:
    """The core warband and more, its muster closed."""
    return after(drafted(race, **rules), *core(race), *extra, Muster())


def forced(warband: Warband, *entries: Entry) -> Warband:
    """The warband after entries whose faults are to be looked at (a draft may be illegal)."""
    for entry in entries:
        warband = entry.apply(warband).warband
    return warband


def figure(warband: Warband, number: int) -> Figure:
    found = warband.figure(number)
    assert found is not None
    return found


def changed(warband: Warband, number: int, **values: Any) -> Warband:
    """The warband with one figure altered by hand."""
    return warband.with_figure(replace(figure(warband, number), **values))


def rich(warband: Warband, treasury: int = 1000) -> Warband:
    return replace(warband, treasury=treasury)


def refusals(warband: Warband, entry: Entry) -> set[str]:
    """The codes of all that forbids an entry; ``apply`` must agree."""
    found = journal.problems(warband, entry)
    assert journal.can_apply(warband, entry) is not bool(found)
    if found:
        with pytest.raises(Illegal) as illegal:
            journal.apply(warband, entry)
        assert list(illegal.value.problems) == found
    return {problem.code for problem in found}


def faults(warband: Warband) -> set[str]:
    """The codes of all that is wrong with a roster."""
    return {problem.code for problem in muster.problems(warband)}


def armed(warband: Warband, number: int, *items: str) -> Warband:
    """The warband after a figure bought items, legal together or not."""
    return forced(warband, *(Buy(item=item, figure=number) for item in items))


def with_troll(**rules: Any) -> Warband:
    """The core warband with a troll bodyguard, figure 5."""
    return mustered("human", Engage(mercenary="troll_bodyguard", name="Grum"), **rules)


def down(*numbers: int, killed: bool = False, by: Foe | None = ENEMY) -> tuple[Casualty, ...]:
    return tuple(Casualty(number, killed, by) for number in numbers)


def took(number: int, *victims: Rank) -> tuple[Takedown, ...]:
    return tuple(Takedown(number, victim) for victim in victims)


def engagement(warband: Warband, **values: Any) -> Engagement:
    """A lost battle in which everybody able fought; ``values`` say what was different."""
    able = tuple(
        f.id for f in warband.active if not f.misses_next and (f.contract is None or f.contract.paid_ahead > 0)
    )
    return Engagement(
        **{
            "battle": "b1",
            "title": "The Ford",
            "outcome": Outcome.LOST,
            "victory_points": 0,
            "present": able,
            "foes": (ENEMY,),
            **values,
        }
    )


def fought(warband: Warband, **values: Any) -> Warband:
    """The warband with its engagement waiting for the aftermath."""
    return after(warband, Fight(engagement=engagement(warband, **values)))


def resolved(warband: Warband, faces: Iterable[int] = (), **values: Any) -> Aftermath:
    """The aftermath of a battle, rolled with exactly these faces."""
    dice = FixedDice(faces)
    result = resolve(fought(warband, **values), dice)
    dice.finish()
    return result


def steps(result: Aftermath, stage: Stage) -> list[Step]:
    return [step for step in result.steps if step.stage is stage]


def codes(result: Aftermath) -> list[str]:
    return [step.code for step in result.steps]
