"""Every code of the evening's engine has its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaigns.wars.pocket import wording
from engines.musg.pocket.entries import KINDS
from engines.musg.pocket.entries.alert import CAUSES
from engines.musg.pocket.guidance import Line
from engines.musg.pocket.setup import Menace
from engines.musg.pocket.state import Awaited, Fate, Phase

ENGINE = Path("engines/musg/pocket")


def written(pattern: str) -> set[str]:
    """What the engine's sources name by this call."""
    return {code for file in ENGINE.rglob("*.py") for code in re.findall(pattern, file.read_text())}


def test_every_problem_has_a_sentence() -> None:
    assert written(r'Problem\(\s*"(\w+)"') == set(wording.PROBLEM_CODES)


def test_every_event_has_a_sentence() -> None:
    told = written(r'\.tell\(\s*"(\w+)"') | {"wounded", "guard_walks"}
    told |= {f"alarm_{cause}" for cause in CAUSES}
    assert told == set(wording.EVENT_CODES)


def test_every_entry_that_may_tell_nothing_has_a_sentence() -> None:
    silent = {
        str(one.__struct_config__.tag)
        for one in KINDS
        if ".tell("
        not in Path(re.sub(r"\.", "/", one.__module__) + ".py")
        .read_text()
        .split(f"class {one.__name__}(")[1]
        .split("\nclass ")[0]
    }
    rolled = {"hears", "enters", "what_comes", "how_many", "placed", "bitten", "activated", "hostage_killed"}
    assert silent - rolled <= wording.SILENT


@pytest.mark.parametrize("code", sorted(written(r'Line\("(\w+)"')))
def test_every_line_of_an_order_has_a_sentence(code: str) -> None:
    said = wording.line_sentence(Line(code, 6, 2))
    assert said and (code == "stay") is (said == wording.line_sentence(Line("stay")))


def test_phases_fates_and_rolls_have_names() -> None:
    assert set(wording.PHASES) == set(Phase) - {Phase.OTHERS}
    assert set(wording.PARTS) == set(wording.PLAYED) == set(wording.MENACES) == set(Menace)
    assert set(wording.FATES) == set(Fate)
    assert all(wording.awaited_title(kind) for kind in Awaited)
