"""Everything printed can be written as an entry of a pack, and comes back as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import KINDS, read, row_of

PRINTED = [(name, code) for name, kind in KINDS.items() for code in kind.printed(CATALOGUE)]


@pytest.mark.parametrize(("kind", "code"), PRINTED)
def test_a_printed_entry_can_be_written_in_a_pack(kind: str, code: str) -> None:
    entry: Any = KINDS[kind].printed(CATALOGUE)[code]
    other = code if KINDS[kind].replaces else f"other_{code}"[:30]
    found = read({"code": "book", "name": "The book", kind: {other: row_of(kind, entry)}})
    assert found.problems == []
    assert found.pack is not None
    unnumbered = {"number": 0} if kind == "skills" else {}
    assert found.pack.entries(kind) == (replace(entry, code=other, **unnumbered),)


def test_all_that_is_printed_is_tried() -> None:
    """11 races, 6 mercenaries, 23 skills, 5 civilians and 4 neutral profiles are the rulebook's (M197, M204, M313)."""
    counts = {name: len(kind.printed(CATALOGUE)) for name, kind in KINDS.items()}
    assert (counts["races"], counts["mercenaries"]) == (11, 6)
    assert (counts["skills"], counts["civilians"], counts["non_players"]) == (23, 5, 4)
    assert counts["ranged"] + counts["melee"] + counts["equipment"] == len(CATALOGUE.items) - len(
        CATALOGUE.pulp.equipment
    )
