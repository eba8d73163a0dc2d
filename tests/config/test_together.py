"""What the processes of a run share is made once, whoever is first, and whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import together

SHARE = """
import sys, time
from pathlib import Path
from tests import together

def make(file):
    print("made")
    file.write_text("half")
    time.sleep(0.3)
    file.write_text("whole")

together._folder = Path(sys.argv[1])
print(together.once("thing", make).read_text())
"""


def test_of_two_processes_one_makes_it_and_the_other_waits(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SHARE, str(tmp_path)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(process.communicate()[0] for process in both) == ["made\nwhole\n", "whole\n"]


def test_what_failed_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "_folder", tmp_path)

    def fail(file: Path) -> None:
        file.write_text("half")
        raise OSError

    with pytest.raises(OSError):
        together.once("thing", fail)
    assert together.once("thing", lambda file: file.write_text("whole")).read_text() == "whole"
