"""What a warband brought from elsewhere: steps that only a campaign or its referee writes, and that none here wrote.

Such steps of an imported journal are marked for good (``JournalEntry.brought``), in copies and exports too. Readers are
told of them everywhere, and a campaign takes such a warband in only when its referee accepts exactly those steps.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _, ngettext_lazy
from msgspec import Struct

from engines.musg import journal
from engines.musg.entries import AnyEntry
from engines.musg.warband import Setup, Warband as Roster
from rosters.history import Sentence, sentences, spoken
from rosters.models import JournalEntry, Warband

_COUNTED: Final[Mapping[str, Any]] = {
    "fight": ngettext_lazy("%(count)s battle", "%(count)s battles", "count"),
    "grant": ngettext_lazy("%(count)s grant of points", "%(count)s grants of points", "count"),
    "hire_character": ngettext_lazy("%(count)s hired character", "%(count)s hired characters", "count"),
    "succeed": ngettext_lazy("%(count)s succession by dice", "%(count)s successions by dice", "count"),
    "accept": ngettext_lazy("%(count)s acceptance", "%(count)s acceptances", "count"),
    "injury": ngettext_lazy("%(count)s injury", "%(count)s injuries", "count"),
    "act": ngettext_lazy("%(count)s other decision of a referee", "%(count)s other decisions of a referee", "count"),
}
"""What is counted, in words; any other decision of a referee is an act."""
_UNCOUNTED: Final = "recover"
"""An aftermath belongs to its battle."""


class Brought(Struct, frozen=True):
    """One step that came from elsewhere: its name, its kind, the lasting injuries that came with it, in words."""

    name: str
    kind: str
    injuries: int
    sentences: tuple[Sentence, ...]


def mark(number: int, kind: str, before: Roster, after: Roster) -> dict[str, Any]:
    """Return what a warband's ``brought`` keeps of a marked step."""
    return {"number": number, "kind": kind, "injuries": max(0, _injuries(after) - _injuries(before))}


def brought(warband: Warband, until: int | None = None) -> str:
    """Say in one sentence what the warband brought from elsewhere, up to an entry; empty for nothing.

    No query, or one where it is asked up to an entry and something was brought.
    """
    marks = warband.brought
    if marks and until is not None:
        place = warband.journal.filter(number=until).values("place")
        gone_by = set(rows(warband).filter(place__lte=place).values_list("number", flat=True))
        marks = [one for one in marks if one["number"] in gone_by]
    return _said((one["kind"], one["injuries"]) for one in marks)


def in_short(steps: Iterable[Brought]) -> str:
    """Say in one sentence what these steps are."""
    return _said((step.kind, step.injuries) for step in steps)


def rows(warband: Warband) -> QuerySet[JournalEntry]:
    """Return the marked steps that stand, in their order."""
    return warband.journal.filter(brought=True, undone_at=None).order_by("place")


def steps(warband: Warband) -> list[Brought]:
    """Return what the warband brought from elsewhere, step by step; no query for a warband that brought nothing."""
    if not warband.brought:
        return []
    injuries = {one["number"]: one["injuries"] for one in warband.brought}
    catalogue = spoken(warband)
    return [
        Brought(row.step, row.kind, injuries.get(row.number, 0), sentences(row.events, catalogue))
        for row in rows(warband)
    ]


def foreseen(setup: Setup, entries: Sequence[AnyEntry], positions: Iterable[int]) -> list[Brought]:
    """Return what a warband with this journal, which holds, would bring from elsewhere at these positions."""
    wanted = set(positions)
    return list(_replayed(setup, entries[: max(wanted) + 1], wanted)) if wanted else []


def fingerprint(warband: Warband) -> str:
    """Return a short text that changes with anything in the list of marked steps: what was seen is what is accepted."""
    listed = [[row.number, row.kind, row.data, row.events] for row in rows(warband)]
    return hashlib.sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()


def _replayed(setup: Setup, entries: Sequence[AnyEntry], wanted: set[int]) -> Iterator[Brought]:
    roster = journal.begin(setup)
    for position, entry in enumerate(entries):
        change = journal.apply(roster, entry)
        if position in wanted:
            kept = mark(position + 1, str(entry.__struct_config__.tag), roster, change.warband)
            said = sentences([journal.encode(event) for event in change.events], change.warband.catalogue)
            yield Brought(str(position + 1), kept["kind"], kept["injuries"], said)
        roster = change.warband


def _injuries(roster: Roster) -> int:
    return sum(len(figure.injuries) for figure in roster.figures)


def _said(marks: Iterable[tuple[str, int]]) -> str:
    counts: Counter[str] = Counter()
    for kind, injuries in marks:
        counts.update({kind if kind in (*_COUNTED, _UNCOUNTED) else "act": 1, "injury": injuries})
    said = [str(text % {"count": counts[what]}) for what, text in _COUNTED.items() if counts[what]]
    return _("Brought from elsewhere: %(what)s.") % {"what": ", ".join(said)} if said else ""
