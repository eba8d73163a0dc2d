"""``python -m engines musg weigh``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.__main__ import main

FEW = ["musg", "weigh", "item", "sword", "--battles", "1", "--opponent", "blades", "--seed", "7"]
"""Four rounds against one opponent: 32 battles."""


@pytest.mark.slow
def test_the_receipt_is_the_same_whenever_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert main([*FEW, "--json"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    found = json.loads(told[0])
    assert found["battles"] == 32
    assert (found["plan"]["seed"], found["plan"]["price"], found["count"]) == (7, 5, 4)


@pytest.mark.slow
def test_the_receipt_says_what_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--price", "10"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("item sword, at 10 points: ")
    for words in ("fair price: ", "against blades: ", "32 battles", "seed 7", "cautious, bold", "open_field"):
        assert words in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["item", "spoon"], "no_such_item (item spoon)"),
        (["profile", "orc"], "no_such_profile (race orc, rank )"),
        (["item", "sword", "--price", "-3"], "weigh_price (most 10000)"),
        (["item", "sword", "--price", "nan"], "weigh_price (most 10000)"),
    ],
)
def test_what_cannot_be_weighed_is_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["musg", "weigh", *words]) == 2
    assert reason in capsys.readouterr().err


PACK = """
code = "fen"
name = { fr = "Les gens du marais", en = "Fen folk" }
[melee.eel_spear]
name = { fr = "Fouëne", en = "Eel spear" }
hands = 1
dice = 2
force = 2
cost = 9
"""
"""What the rulebook prints for the sword, at another price (Musg, Tableau des armes de corps à corps)."""


@pytest.mark.slow
def test_a_packs_copy_of_a_sword_is_worth_a_sword(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fen.toml"
    file.write_text(PACK)
    found = []
    for code, more in (("sword", ["--price", "9"]), ("eel_spear", ["--pack", str(file), "--workers", "2"])):
        assert main(["musg", "weigh", "item", code, *FEW[4:], *more, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0].pop("plan") != found[1].pop("plan")
    assert found[0] == found[1]


def test_a_pack_that_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fen.toml"
    file.write_text("code = ")
    assert main(["musg", "weigh", "item", "eel_spear", "--pack", str(file)]) == 2
    assert "pack_unreadable" in capsys.readouterr().err
