"""The targets a person types."""

import re
import shutil
import subprocess

import pytest

from tests.config.site import ROOT


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_help_lists_every_target_with_a_line() -> None:
    listed = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets is not None
    lines = dict(line.split(maxsplit=1) for line in listed.splitlines())
    assert lines.keys() == set(targets[1].split())
    assert {"serve", "test", "bench", "help"} <= lines.keys()
