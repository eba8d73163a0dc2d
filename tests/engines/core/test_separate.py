"""Rolls with a seed each: honest ones are proved, whatever was changed is told, and ``verify`` reads the file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engines.core.command import Answer
from engines.core.dice import commitment
from engines.core.separate import SeparateReceipt, SeparateRoll, dice_about, verify_separate
from engines.registry import COMMANDS

SEED = bytes(range(32))


def rolled(*abouts: str) -> SeparateReceipt:
    rolls = []
    for place, about in enumerate(abouts):
        roll = dice_about(SEED, about).roll("d66", "injury", place)
        rolls.append(SeparateRoll(about, replace(roll, index=place)))
    return SeparateReceipt(commitment(SEED), SEED.hex(), tuple(rolls))


def test_honest_rolls_have_no_fault_in_whatever_order_they_were_made() -> None:
    receipt = rolled("one", "two", "three")
    assert verify_separate(receipt) == []
    assert verify_separate(replace(receipt, rolls=receipt.rolls[::-1])) == []
    assert len({one.roll.faces for one in rolled(*map(str, range(40))).rolls}) > 10


def test_another_face_another_seed_and_another_kind_of_roll_are_told() -> None:
    receipt = rolled("one")
    (one,) = receipt.rolls
    other = tuple(7 - face for face in one.roll.faces)
    assert "due" in verify_separate(replace(receipt, rolls=(replace(one, roll=replace(one.roll, faces=other)),)))[0]
    assert "does not match" in verify_separate(replace(receipt, commitment=commitment(bytes(32))))[0]
    assert "cannot be read" in verify_separate(replace(receipt, seed="odd"))[0]
    odd = replace(one, roll=replace(one.roll, asked="shuffle 3"))
    assert "not a kind of roll" in verify_separate(replace(receipt, rolls=(odd,)))[0]


def test_nothing_is_rolled_for_twice() -> None:
    receipt = rolled("one", "one")
    assert verify_separate(receipt) == ["roll 1: 'one' was rolled for already"]


def test_the_command_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"

    def answer(receipt: SeparateReceipt) -> Answer:
        file.write_bytes(msgspec.json.encode(receipt))
        return COMMANDS["verify"].run(Namespace(file=str(file)))

    good = answer(rolled("one", "two"))
    assert good.status == 0
    assert good.text.startswith("OK: 2 rolls, 4 dice")
    assert answer(rolled("one", "one")).status == 1
    assert answer(replace(rolled("one"), version=2)).status == 2
