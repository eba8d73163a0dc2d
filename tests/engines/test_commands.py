"""The rules from a shell: ``python -m engines verify FILE`` and ``python -m engines musg replay FILE``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engines.__main__ import main
from engines.core.dice import SeededDice
from engines.core.receipts import Receipt
from engines.musg import journal, transfer
from engines.musg.entries import Buy, Muster
from tests.engines.musg.builders import core, setup

SEED = bytes(range(32))


@pytest.fixture
def receipt(tmp_path: Path) -> Path:
    """An honest receipt of three rolls."""
    dice = SeededDice(SEED)
    for asked in ("d66", "d6", "2d6"):
        dice.roll(asked, "injury", 1)
    path = tmp_path / "receipt.json"
    path.write_bytes(msgspec.json.encode(Receipt(dice.commitment, SEED.hex(), tuple(dice.rolls))))
    return path


@pytest.fixture
def warband(tmp_path: Path) -> Path:
    """A good warband file."""
    path = tmp_path / "warband.json"
    path.write_text(json.dumps(transfer.write_file(setup(), [*core(), Muster()])))
    return path


def tampered(path: Path, *keys: str | int, value: object) -> Path:
    """The file after one value was changed."""
    data = json.loads(path.read_text())
    inside = data
    for key in keys[:-1]:
        inside = inside[key]
    inside[keys[-1]] = value
    path.write_text(json.dumps(data))
    return path


class TestVerify:
    def test_an_honest_receipt_is_ok(self, receipt: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(receipt)]) == 0
        out = capsys.readouterr().out
        assert out.startswith("OK: 3 rolls, 5 dice, as this hash promised if it was published before: ")
        assert out.split()[-1] == SeededDice(SEED).commitment

    def test_every_fault_is_printed(self, receipt: Path, capsys: pytest.CaptureFixture[str]) -> None:
        tampered(receipt, "commitment", value="00" * 32)
        faces = json.loads(receipt.read_text())["rolls"][1]["faces"]
        tampered(receipt, "rolls", 1, "faces", value=[faces[0] % 6 + 1])
        assert main(["verify", str(receipt)]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 2
        assert lines[1].startswith("roll 1 (injury): ")

    @pytest.mark.parametrize(
        ("key", "value"), [("version", 2), ("format", "other"), ("rolls", "none"), ("luck", 1), ("version", True)]
    )
    def test_what_cannot_be_read_is_status_2(self, receipt: Path, key: str, value: object) -> None:
        assert main(["verify", str(tampered(receipt, key, value=value))]) == 2

    def test_no_json_and_no_file_are_status_2(self, tmp_path: Path) -> None:
        (tmp_path / "odd").write_text("no json")
        assert main(["verify", str(tmp_path / "odd")]) == 2
        assert main(["verify", str(tmp_path / "missing")]) == 2

    def test_from_a_shell(self, receipt: Path) -> None:
        done = subprocess.run([sys.executable, "-m", "engines", "verify", str(receipt)], capture_output=True, text=True)
        assert (done.returncode, done.stdout.startswith("OK"), done.stderr) == (0, True, "")


class TestReplay:
    def test_a_good_file_prints_the_roster(self, warband: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["musg", "replay", str(warband)]) == 0
        roster = journal.decode_warband(json.loads(capsys.readouterr().out))
        assert roster == journal.replay(setup(), [*core(), Muster()])

    def test_illegal_entries_are_printed_with_their_positions(
        self, warband: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tampered(warband, "journal", 2, value=journal.encode(Buy(item="excalibur", figure=9)))
        assert main(["musg", "replay", str(warband)]) == 1
        assert capsys.readouterr().out.splitlines() == [
            "entry 2: no_such_item (item excalibur)",
            "entry 2: no_such_figure (number 9)",
        ]

    def test_an_illegal_setup_is_printed(self, warband: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["musg", "replay", str(tampered(warband, "setup", "race", value="dragon"))]) == 1
        assert capsys.readouterr().out == "setup: no_such_race (item dragon)\n"

    def test_malformed_entries_are_printed_with_their_paths(
        self, warband: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tampered(warband, "journal", 0, "rank", value="king")
        tampered(warband, "journal", 1, "name", value=5)
        assert main(["musg", "replay", str(warband)]) == 2
        lines = capsys.readouterr().out.splitlines()
        assert [line.split(": ")[1] for line in lines] == ["$.journal[0].rank", "$.journal[1].name"]

    def test_no_file_is_status_2(self, tmp_path: Path) -> None:
        assert main(["musg", "replay", str(tmp_path / "missing")]) == 2


def test_who_has_read_enough_is_told_no_error(receipt: Path) -> None:
    """As with ``| head``: nobody reads any more when the answer comes."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "engines", "verify", str(receipt)]
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (0, b"")
