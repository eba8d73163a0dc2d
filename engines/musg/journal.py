"""Setup + journal = warband. ``apply`` is the one way a warband changes; ``replay`` reads the truth back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct

from engines.core.decoding import converted
from engines.core.problems import Illegal, Problem, refuse
from engines.musg import muster
from engines.musg.catalogue import CATALOGUE
from engines.musg.entries import AnyEntry, Change, Entry, Phase, Struck
from engines.musg.entries.base import name_problems
from engines.musg.rules import problems as rules_problems
from engines.musg.warband import Setup, Warband

_ENTRY: Final[Any] = AnyEntry
_EDITED: Final = frozenset(
    kind.__struct_config__.tag for kind in get_args(AnyEntry) if "edition" in kind.__struct_fields__
)


class RefusedEntry(Struct, frozen=True):
    """An entry of a replay that does not hold, by its position from 0, with what forbids it."""

    position: int
    entry: AnyEntry
    problems: tuple[Problem, ...]


def problems(warband: Warband, entry: Entry, *, fresh: bool = False) -> list[Problem]:
    """Return all that forbids ``entry`` now; an empty list means ``apply`` will take it."""
    return _checked(warband, entry, fresh)[0]


def can_apply(warband: Warband, entry: Entry) -> bool:
    """Tell whether ``apply`` would take the entry."""
    return not problems(warband, entry)


def apply(warband: Warband, entry: Entry, *, fresh: bool = False) -> Change:
    """Return the warband after ``entry`` and what happened; raise ``Illegal`` with every reason against it.

    ``fresh``: the entry is new, not one of a stored journal; see ``Entry.verify_fresh``.
    """
    found, change = _checked(warband, entry, fresh)
    if found or change is None:
        raise Illegal(found)
    return change


def _checked(warband: Warband, entry: Entry, fresh: bool = False) -> tuple[list[Problem], Change | None]:
    found = list(_out_of_season(warband, entry)) or list(entry.verify(warband))
    if fresh and not found:
        found = list(entry.verify_fresh(warband))
    if found:
        return found, None
    change = entry.apply(warband)
    # Once mustered, a step may not leave the warband in debt, nor with a fault it did not have or that grew worse.
    if warband.mustered and change.warband.treasury < 0 and change.warband.treasury < warband.treasury:
        needed = warband.treasury - change.warband.treasury
        return [Problem("too_expensive", None, {"needs": needed, "has": max(0, warband.treasury)})], None
    if warband.mustered and entry.keeps_legal:
        before = {problem.key: problem.excess for problem in muster.problems(warband)}
        added = [p for p in muster.problems(change.warband) if p.key not in before or p.excess > before[p.key]]
        if added:
            return added, None
    return [], change


def _out_of_season(warband: Warband, entry: Entry) -> Iterator[Problem]:
    if warband.engagement is not None and not entry.during_aftermath:
        yield Problem("aftermath_waiting", None, {"title": warband.engagement.title})
    if entry.phase is Phase.MUSTER and warband.mustered:
        yield Problem("muster_closed", None, {}, "ruling M264")
    if entry.phase is Phase.CAMPAIGN and not warband.mustered:
        yield Problem("muster_open", None, {})


def setup_problems(setup: Setup) -> list[Problem]:
    """Return what is wrong with a setup: an unknown race, a bad name, bad options."""
    found = name_problems(setup.name) + rules_problems(setup.rules)
    if setup.race not in CATALOGUE.races:
        found.append(Problem("no_such_race", None, {"item": setup.race}))
    return found


def begin(setup: Setup) -> Warband:
    """Return the empty warband of a setup; raise ``Illegal`` if the setup is wrong."""
    found = setup_problems(setup)
    if found:
        raise Illegal(found)
    return Warband.new(setup)


def replay(setup: Setup, entries: Iterable[Entry]) -> Warband:
    """Return the warband after all entries; raise ``Illegal`` at the first that does not hold."""
    warband = begin(setup)
    for entry in entries:
        warband = apply(warband, entry).warband
    return warband


def replay_tolerant(
    setup: Setup, entries: Sequence[AnyEntry], *, fresh: bool = False
) -> tuple[Warband, list[RefusedEntry]]:
    """Replay, leaving out and listing every entry that does not hold (used after a correction, and for imports).

    ``fresh``: nobody vouches that the entries were legal in their day; see ``Entry.verify_fresh``.
    """
    warband = begin(setup)
    refused = []
    for position, entry in enumerate(entries):
        found, change = _checked(warband, entry, fresh)
        if change is None:
            refused.append(RefusedEntry(position, entry, tuple(found)))
        else:
            warband = change.warband
    return warband, refused


class Correction(Struct, frozen=True):
    """A journal after one old entry was replaced or struck out.

    ``entries`` is the corrected journal, which replays to ``warband``. ``refused`` lists the entries that no longer
    hold (the replacement too, if the rules forbid it), by their positions in the old journal; ``entries`` leaves them
    out.
    """

    warband: Warband
    refused: tuple[RefusedEntry, ...]
    entries: tuple[AnyEntry, ...]


def correct(
    setup: Setup, entries: Sequence[AnyEntry], position: int, replacement: AnyEntry | None = None
) -> Correction:
    """Replace the entry at ``position`` (from 0), or strike it out, and replay the rest.

    Figures and items keep their numbers: where an entry falls away, a ``Struck`` entry passes over the numbers it gave.
    Raises ``Illegal`` when there is no such entry, when the old journal does not hold, or when the replacement gives
    out more numbers than the entry it replaces (make it a new entry instead).
    """
    if not 0 <= position < len(entries):
        raise refuse("no_such_entry", number=position)
    old = corrected = begin(setup)
    kept: list[AnyEntry] = []
    refused = []
    for place, written in enumerate(entries):
        before, old = old, apply(old, written).warband
        given = _numbers(before, old)
        entry = replacement if place == position else written
        found, change = _checked(corrected, entry) if entry is not None else ([], None)
        if entry is not None and change is None:
            refused.append(RefusedEntry(place, entry, tuple(found)))
        if entry is not None and change is not None:
            taken = _numbers(corrected, change.warband)
            if taken[0] > given[0] or taken[1] > given[1]:
                raise refuse("correction_adds", number=position)
            given = (given[0] - taken[0], given[1] - taken[1])
            kept.append(entry)
            corrected = change.warband
        if any(given):
            gap = Struck(figures=given[0], items=given[1])
            kept.append(gap)
            corrected = apply(corrected, gap).warband
    return Correction(corrected, tuple(refused), tuple(kept))


def _numbers(before: Warband, after: Warband) -> tuple[int, int]:
    """How many numbers of figures and of items an entry gave out."""
    return after.next_figure - before.next_figure, after.next_item - before.next_item


def encode(value: Struct) -> dict[str, Any]:
    """Return an entry, a setup or a warband as plain JSON data."""
    data: dict[str, Any] = msgspec.to_builtins(value)
    return data


def decode_entry(data: object) -> AnyEntry:
    """Read one entry from JSON data; raise ``Malformed`` saying where it cannot be read.

    What was written before there were editions replays by the rulings of its day.
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if isinstance(data, dict) and isinstance(kind, str) and kind in _EDITED and "edition" not in data:
        data = {**data, "edition": 1}
    entry: AnyEntry = converted(data, _ENTRY)
    return entry


def decode_setup(data: object) -> Setup:
    """Read a setup from JSON data; raise ``Malformed``."""
    return converted(data, Setup)


def decode_warband(data: object) -> Warband:
    """Read a warband's state from JSON data; raise ``Malformed``."""
    return converted(data, Warband)
