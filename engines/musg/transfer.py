"""A warband as a file: setup and journal as JSON, read with every fault named.

Reading has two layers: what cannot be read is ``Malformed`` with all its paths; what can be read but breaks the rules
is listed by ``open_file`` with the positions in the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from engines.core.decoding import json_data
from engines.core.documents import TOLD_MOST, shortened
from engines.core.problems import Illegal, Malformed, Problem
from engines.musg import journal
from engines.musg.entries import Adopt, AnyEntry, Fight
from engines.musg.warband import Setup, Warband

FORMAT: Final = "arriere-ban/warband"
VERSION: Final = 1
ENTRIES_LIMIT: Final = 5000
BYTES_LIMIT: Final = 4_000_000
_FIELDS: Final = ("format", "version", "setup", "journal", "brought", "signature")
SIGNATURE_LIMIT: Final = 200
ADOPTIONS_LIMIT: Final = 100
"""So often may a warband's campaign have changed its packs: each time a whole catalogue is put together."""


class WarbandFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An exported warband: setup and journal are the whole truth about it.

    ``brought`` are the positions in the journal, from 0, of what the exporting site had not witnessed itself. The
    ``signature`` is that site's; what it is worth, the importing site judges.
    """

    setup: Setup
    journal: tuple[AnyEntry, ...] = ()
    brought: tuple[int, ...] = ()
    signature: str = ""
    format: str = FORMAT
    version: int = VERSION


class FileProblem(Struct, frozen=True):
    """What the rules forbid in a file: at which entry, from 0 (``None``: the setup), and why."""

    position: int | None
    problems: tuple[Problem, ...]


class MalformedFile(Malformed):
    """A file that cannot be read; ``faults`` are all the places where it cannot."""

    def __init__(self, faults: Sequence[Malformed]) -> None:
        self.faults = tuple(faults)
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0].message}{more}", faults[0].where)


def write_file(setup: Setup, entries: Iterable[AnyEntry], brought: Sequence[int] = ()) -> dict[str, Any]:
    """Return a warband as plain data to be written as JSON, without a signature."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "setup": journal.encode(setup),
        "journal": [journal.encode(entry) for entry in entries],
    }
    return data | ({"brought": list(brought)} if brought else {})


def read_text(text: str | bytes) -> WarbandFile:
    """Read a file's content. Raises ``MalformedFile``."""
    if len(text) > BYTES_LIMIT:
        raise MalformedFile([Malformed(f"larger than {BYTES_LIMIT} bytes")])
    try:
        data = json_data(text)
    except Malformed as fault:
        raise MalformedFile([fault]) from fault
    return read_file(data)


def read_file(data: object) -> WarbandFile:
    """Read a warband from JSON data. Raises ``MalformedFile`` with every place that cannot be read."""
    if not isinstance(data, dict):
        raise MalformedFile([Malformed("not a warband file: an object is expected")])
    if data.get("format") != FORMAT:
        raise MalformedFile([Malformed(f"not a warband file: {FORMAT!r} is expected", "$.format")])
    version = data.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise MalformedFile(
            [Malformed(f"version {shortened(repr(version))} is not known; this site reads {VERSION}", "$.version")]
        )
    unknown = islice((field for field in data if field not in _FIELDS), TOLD_MOST)
    faults = [Malformed("not part of the format", f"$.{shortened(str(field))}") for field in unknown]
    setup = _setup(data.get("setup"), faults)
    entries = _entries(data.get("journal"), faults)
    brought = _brought(data.get("brought", []), len(entries), faults)
    signature = data.get("signature", "")
    if not isinstance(signature, str) or len(signature) > SIGNATURE_LIMIT:
        faults.append(Malformed("not part of the format", "$.signature"))
    if faults or setup is None:
        raise MalformedFile(faults)
    return WarbandFile(setup, tuple(entries), brought, signature)


def _setup(data: object, faults: list[Malformed]) -> Setup | None:
    try:
        return journal.decode_setup(data)
    except Malformed as fault:
        faults.append(fault.within("$.setup"))
        return None


def _entries(data: object, faults: list[Malformed]) -> list[AnyEntry]:
    entries: list[AnyEntry] = []
    if not isinstance(data, list):
        faults.append(Malformed("a list of entries is expected", "$.journal"))
    elif len(data) > ENTRIES_LIMIT:
        faults.append(Malformed(f"{len(data)} entries, {ENTRIES_LIMIT} at most", "$.journal"))
    else:
        for position, one in enumerate(data):
            try:
                entries.append(journal.decode_entry(one))
            except Malformed as fault:
                faults.append(fault.within(f"$.journal[{position}]"))
    adoptions = sum(isinstance(entry, Adopt) for entry in entries)
    if adoptions > ADOPTIONS_LIMIT:
        faults.append(Malformed(f"{adoptions} adoptions, {ADOPTIONS_LIMIT} at most", "$.journal"))
    return entries


def _brought(data: object, steps: int, faults: list[Malformed]) -> tuple[int, ...]:
    if isinstance(data, list) and all(type(one) is int for one in data) and set(data) <= set(range(steps)):
        return tuple(sorted(set(data)))
    # With steps that cannot be read, their number is not known either.
    if not faults:
        faults.append(Malformed("not part of the format", "$.brought"))
    return ()


def open_file(file: WarbandFile, *, fresh: bool = False) -> tuple[Warband | None, list[FileProblem]]:
    """Return the warband of a file (``None`` for an illegal setup) and all that the rules forbid in it.

    An illegal entry is passed over, so that what follows is judged too. ``fresh``: nobody vouches for the file, so that
    what only an older journal may hold is refused as well, and a battle that it tells of twice.
    """
    try:
        warband, refused = journal.replay_tolerant(file.setup, file.journal, fresh=fresh)
    except Illegal as illegal:
        return None, [FileProblem(None, illegal.problems)]
    found = [FileProblem(one.position, one.problems) for one in refused]
    return warband, sorted([*found, *(_told_twice(file.journal) if fresh else ())], key=lambda one: one.position or 0)


def _told_twice(entries: Iterable[AnyEntry]) -> Iterator[FileProblem]:
    told: set[str] = set()
    for position, entry in enumerate(entries):
        if isinstance(entry, Fight):
            if entry.engagement.battle in told:
                yield FileProblem(position, (Problem("battle_twice", None, {"title": entry.engagement.title}),))
            told.add(entry.engagement.battle)
