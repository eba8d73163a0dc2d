"""The page of a version's weighings: all its things that can be weighed, each with what is known of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import Struct

from campaigns.wars.models.weighing import Weighing, WeighingState
from campaigns.wars.weighing.operations import SIMULATION, may_stop
from campaigns.wars.weighing.things import KINDS, anchor, catalogue_of, key, latest, things, unweighable
from campaigns.wars.weighing.words import Result, result_of, thing_name
from club.models import Member
from engines.musg.weighing import Subject
from rosters.models import PackVersion
from rosters.wording import problem_sentence
from rosters.wording.packs import KINDS as TITLES

_LEADS: Final[Mapping[str, Promise]] = {
    "mercenaries": gettext_lazy(
        "A mercenary’s price is what the first battle costs, engagement and fee. "
        "The fee is due again for every battle, while what is bought instead stays."
    )
}
"""What is to be known of the prices of a kind."""


class Going(Struct, frozen=True):
    """Battles under way: so many rounds are fought; ``error`` is what stopped the work, when it failed."""

    weighing: Weighing
    done: int
    error: str
    may_stop: bool


class Thing(Struct, frozen=True):
    """One thing: what it is called and by which words it is asked for, what is under way, what is known."""

    anchor: str
    name: str
    kind: str
    code: str
    rank: str
    going: Going | None
    result: Result | None

    @property
    def may_ask(self) -> bool:
        """Whether it can be asked for."""
        return self.going is None and (self.result is None or self.result.partial or self.result.outdated)


class ThingsOfKind(Struct, frozen=True):
    """All things of a kind; ``unweighed``: those that cannot be weighed, by name, and why."""

    code: str
    title: str
    lead: str
    things: tuple[Thing, ...]
    unweighed: tuple[tuple[str, str], ...]


class WorthPage(Struct, frozen=True):
    """A version's things, by kind."""

    version: PackVersion
    kinds: tuple[ThingsOfKind, ...]

    @property
    def polls(self) -> bool:
        """Whether the page asks again by itself: workers are at it."""
        return any(one.going and not one.going.error for kind in self.kinds for one in kind.things)

    @classmethod
    def of(cls, version: PackVersion, member: Member) -> WorthPage:
        """Return the page of a version with its pack. A query, and four for each weighing under way."""
        rows = defaultdict[tuple[str, str, str], list[Weighing]](list)
        for row in version.weighings.order_by("-pk"):
            row.version = version
            rows[row.kind, row.code, row.rank].append(row)
        kinds = [
            ThingsOfKind(
                kind,
                str(TITLES[kind]),
                str(_LEADS.get(kind, "")),
                tuple(_thing(subject, entry, rows[key(subject)], member) for subject, entry in things(version, kind)),
                tuple(_unweighed(version, kind)),
            )
            for kind in KINDS
        ]
        return cls(version, tuple(kind for kind in kinds if kind.things or kind.unweighed))


def _thing(subject: Subject, entry: Any, rows: list[Weighing], member: Member) -> Thing:
    kind, code, rank = key(subject)
    known = latest(rows)
    running = next((row for row in rows if row.state == WeighingState.RUNNING), None)
    result = result_of(known) if known is not None else None
    return Thing(anchor(subject), thing_name(subject, entry), kind, code, rank, _going(running, member), result)


def _unweighed(version: PackVersion, kind: str) -> Iterator[tuple[str, str]]:
    catalogue = catalogue_of(version)
    for subject, entry, found in unweighable(version, kind):
        yield thing_name(subject, entry), " ".join(problem_sentence(one, catalogue) for one in found)


def _going(running: Weighing | None, member: Member) -> Going | None:
    if running is None:
        return None
    progress = SIMULATION.progress(running)
    return Going(running, progress.done, progress.error, may_stop(weighing=running, member=member))
