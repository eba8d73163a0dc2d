"""Setup + journal = warband. ``apply`` is the one way a warband changes; ``replay`` reads the truth back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from engines.core.decoding import converted
from engines.core.problems import Illegal, Problem
from engines.musg import muster
from engines.musg.entries import AnyEntry, Change, Entry, Phase
from engines.musg.entries.base import name_problems, unseen_problems
from engines.musg.rules import problems as rules_problems
from engines.musg.warband import Setup, Warband

_ENTRY: Final[Any] = AnyEntry
NUMBER_LIMIT: Final = 1_000_000
"""The highest number a figure, a vehicle or an item may have."""
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
    return check(warband, entry, fresh=fresh)[0]


def can_apply(warband: Warband, entry: Entry) -> bool:
    """Tell whether ``apply`` would take the entry."""
    return not problems(warband, entry)


def apply(warband: Warband, entry: Entry, *, fresh: bool = False) -> Change:
    """Return the warband after ``entry`` and what happened; raise ``Illegal`` with every reason against it.

    ``fresh``: the entry is new, not one of a stored journal; see ``Entry.verify_fresh``.
    """
    found, change = check(warband, entry, fresh=fresh)
    if found or change is None:
        raise Illegal(found)
    return change


def check(warband: Warband, entry: Entry, *, fresh: bool = False) -> tuple[list[Problem], Change | None]:
    """Return what forbids the entry, or what it makes of the warband: ``problems`` and ``apply`` in one."""
    found, change = made(warband, entry, fresh=fresh)
    if change is None:
        return found, None
    # Once mustered, a step may not leave the warband in debt, nor with a fault it did not have or that grew worse.
    if warband.mustered and change.warband.treasury < 0 and change.warband.treasury < warband.treasury:
        needed = warband.treasury - change.warband.treasury
        return [Problem("too_expensive", None, {"needs": needed, "has": max(0, warband.treasury)})], None
    if warband.mustered and entry.keeps_legal and (added := muster.added(warband, change.warband)):
        return added, None
    return [], change


def made(warband: Warband, entry: Entry, *, fresh: bool = False) -> tuple[list[Problem], Change | None]:
    """Return what forbids the entry by itself, or what it makes of the warband, whatever the roster then is."""
    start = warband
    if entry.numbers is not UNSET:
        start = replace(warband, next_figure=entry.numbers[0], next_item=entry.numbers[1])
    found = list(_out_of_season(warband, entry)) or list(_wrong_numbers(warband, start)) or list(entry.verify(start))
    if fresh and not found:
        found = [*entry.verify_fresh(start), *unseen_problems(getattr(entry, "name", None))]
    if found:
        return found, None
    change = entry.apply(start)
    if _taken(start, change.warband):
        return [Problem("number_taken", None, {})], None
    if start is not warband:
        counted = replace(change.warband, next_figure=warband.next_figure, next_item=warband.next_item)
        change = Change(counted, change.events)
    return [], change


def _out_of_season(warband: Warband, entry: Entry) -> Iterator[Problem]:
    if warband.engagement is not None and not entry.during_aftermath:
        yield Problem("aftermath_waiting", None, {"title": warband.engagement.title})
    if entry.phase is Phase.MUSTER and warband.mustered:
        yield Problem("muster_closed", None, {}, "ruling M264")
    if entry.phase is Phase.CAMPAIGN and not warband.mustered:
        yield Problem("muster_open", None, {})


def _wrong_numbers(warband: Warband, start: Warband) -> Iterator[Problem]:
    """Numbers of an entry's own begin where the warband's have not come yet, and not absurdly far off."""
    for field in ("next_figure", "next_item"):
        if not getattr(warband, field) <= getattr(start, field) <= NUMBER_LIMIT:
            yield Problem("number_taken", None, {"item": field})


def _taken(before: Warband, after: Warband) -> bool:
    """Tell whether a number that was just given out had been given out already, by an entry with numbers of its own."""
    if (before.next_figure, before.next_item) == (after.next_figure, after.next_item):
        return False
    figures = [figure.id for figure in after.figures] + [vehicle.id for vehicle in after.garage]
    items = [item.id for figure in after.figures for item in figure.items] + [item.id for item in after.stash]
    items += [item.id for vehicle in after.garage for item in vehicle.items]
    return len(set(figures)) < len(figures) or len(set(items)) < len(items)


def setup_problems(setup: Setup) -> list[Problem]:
    """Return what is wrong with a setup: an unknown race, a bad name, bad options."""
    found = name_problems(setup.name) + rules_problems(setup.rules)
    if setup.race not in setup.catalogue.races:
        found.append(Problem("no_such_race", None, {"item": setup.race}))
    elif setup.race in setup.catalogue.left_out:
        found.append(Problem("left_out", None, {"item": setup.race}))
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
    """Replay, leaving out and listing every entry that does not hold (used for imports).

    ``fresh``: nobody vouches that the entries were legal in their day; see ``Entry.verify_fresh``.
    """
    warband = begin(setup)
    refused = []
    for position, entry in enumerate(entries):
        found, change = check(warband, entry, fresh=fresh)
        if change is None:
            refused.append(RefusedEntry(position, entry, tuple(found)))
        else:
            warband = change.warband
    return warband, refused


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
