"""The same actions and the same dice make the same battles as before, to the last digit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.musg.battle.modules import MODULES
from engines.musg.battle.record import VERSION
from engines.musg.scenarios import library
from tests.engines.musg.yardstick.battles import Row, measured, rows

KEPT = list(rows())


@pytest.mark.parametrize("row", KEPT, ids=[row.name.replace(" ", "_") for row in KEPT])
def test_a_battle_goes_as_it_went(row: Row) -> None:
    assert row.record.version == VERSION, "a new VERSION needs a new yardstick: see make.py beside this file"
    assert measured(row.name, row.record) == row


def test_the_yardstick_holds_every_scenario_and_every_module() -> None:
    assert set(library()) <= {row.name for row in KEPT}
    assert set(MODULES) <= {code for row in KEPT for code in row.record.setup.modules}


def test_one_face_more_or_less_is_noticed() -> None:
    """The digests would show a change: another face on the first die is another receipt, whatever it decides."""
    row = next(row for row in KEPT if row.name == "skirmish")
    first, *others = row.record.faces
    changed = replace(row.record, faces=(first % 6 + 1, *others))
    try:
        again = measured(row.name, changed)
    except ValueError:  # the battle went another way: the log does not fit any more
        return
    assert again.events != row.events
