"""What the processes of one run share: a folder, in which one leaves for the others what takes long to make."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

folder: Path | None = None
"""Empty when a run begins; its processes make it known as soon as they have one."""


def meet(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Make the run's folder known."""
    global folder
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def leave(name: str, content: bytes) -> None:
    """Leave a file for the other processes of this run: all of it or nothing."""
    if folder is not None:
        unfinished = folder / f"{name} {os.getpid()}"
        unfinished.write_bytes(content)
        unfinished.replace(folder / name)


def left(name: str) -> bytes | None:
    """What some process of this run has left."""
    found = folder / name if folder is not None else None
    return found.read_bytes() if found is not None and found.exists() else None
