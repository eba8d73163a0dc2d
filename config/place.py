"""Which ``serve`` is at a port of this machine, and whether it is about to go.

A file in ``var`` is locked as long as any process of that site lives, its children included: the system lets go of the
lock when the last one ends, however that comes about. What stands in the file says how things are.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from enum import StrEnum
from pathlib import Path


class Stage(StrEnum):
    RUNNING = "running"
    STOPPING = "stopping"


class Place:
    """A port, which one site holds at a time."""

    def __init__(self, folder: Path, port: int) -> None:
        self._path = folder / f"serve-{port}.lock"
        self._held: int | None = None

    def take(self) -> bool:
        """Hold the place; False when somebody else holds it."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._held = descriptor
        self.tell(Stage.RUNNING)
        return True

    def tell(self, stage: Stage) -> None:
        """Say how things are. Does nothing for who does not hold the place."""
        if self._held is not None:
            self._path.write_text(f"{os.getpid()} {stage}\n")

    def holder(self) -> tuple[str, str]:
        """Return process id and stage of who holds the place, as far as they are written down."""
        with contextlib.suppress(OSError, ValueError):
            process, stage = self._path.read_text().split()
            return process, stage
        return "?", Stage.RUNNING

    def leave(self) -> None:
        """Let go. Children that still live hold on."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
