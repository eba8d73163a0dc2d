"""What of a published pack can be weighed, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from campaigns.wars.models.weighing import Weighing, WeighingState
from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Subject, problems
from engines.musg.weighing.plan import ROUNDS_LEAST
from rosters.models import PackVersion

_RANKS: Final = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)
KINDS: Final = {
    "races": Kind.PROFILE,
    "ranged": Kind.ITEM,
    "melee": Kind.ITEM,
    "equipment": Kind.ITEM,
    "skills": Kind.SKILL,
    "mercenaries": Kind.MERCENARY,
}
"""As what the entries of each kind are weighed, by the kind's name."""


def catalogue_of(version: PackVersion) -> Catalogue:
    """Return what a version's things are weighed by: the book with that pack behind it, and no other."""
    return House(packs=(version.value,)).catalogue


def things(version: PackVersion, kind: str) -> Iterator[tuple[Subject, Any]]:
    """Yield what can be weighed of a version's entries of a kind (one of ``KINDS``), each with its entry."""
    return ((subject, entry) for subject, entry, found in _looked_at(version, kind) if not found)


def unweighable(version: PackVersion, kind: str) -> Iterator[tuple[Subject, Any, list[Problem]]]:
    """Yield what cannot be weighed of a version's entries of a kind, each with its entry and why."""
    return ((subject, entry, found) for subject, entry, found in _looked_at(version, kind) if found)


def _looked_at(version: PackVersion, kind: str) -> Iterator[tuple[Subject, Any, list[Problem]]]:
    catalogue = catalogue_of(version)
    for entry in version.value.entries(kind):
        for subject in _subjects(KINDS[kind], entry):
            yield subject, entry, problems(catalogue, subject)


def subjects(version: PackVersion) -> list[Subject]:
    """Return all of a version that can be weighed."""
    return [subject for kind in KINDS for subject, _entry in things(version, kind)]


def key(subject: Subject) -> tuple[str, str, str]:
    """Return a thing's kind, code and rank as a weighing stores them."""
    return subject.kind.value, subject.code, str(subject.rank or "")


def anchor(subject: Subject) -> str:
    """Return where on the page of its version a thing stands."""
    return "-".join(word for word in key(subject) if word)


def entry_of(version: PackVersion, subject: Subject) -> Any:
    """Return a version's entry of a thing that can be weighed."""
    kinds = [kind for kind, weighed in KINDS.items() if weighed is subject.kind]
    return next(entry for kind in kinds for entry in version.value.entries(kind) if entry.code == subject.code)


def latest(rows: Iterable[Weighing]) -> Weighing | None:
    """Return whose result counts of one thing's weighings, the newest first; nothing where none has any.

    What was called off says something, too, where enough rounds were fought; it gives way to what is done.
    """
    told = [row for row in rows if row.summary]
    done = [row for row in told if row.state == WeighingState.DONE]
    return next(iter(done or [row for row in told if _says_something(row)]), None)


def _says_something(row: Weighing) -> bool:
    found = row.weight
    return found is not None and found.battles >= ROUNDS_LEAST * found.plan.battles_a_round


def _subjects(kind: Kind, entry: Any) -> Iterator[Subject]:
    if kind is Kind.PROFILE:
        yield from (Subject(kind, entry.code, rank) for rank in _RANKS)
    else:
        yield Subject(kind, entry.code)
