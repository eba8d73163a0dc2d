"""Where paper is set: one process beside each that prints, started by the first order and renewed now and then.

It hangs on a socket: when the process that it works for ends, however that comes about, it ends, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Final

import msgspec

from club.paper.orders import Made, Order

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 300.0
"""Seconds after which a paper is no longer waited for."""
TRIES: Final = 2
"""A process may end between two orders; one that ends twice at the same order is ended by it."""


class Spoiled(RuntimeError):
    """A paper was not set; the message says why."""


class Workshop:
    """The process, as those see it who print: one order after the other, whichever thread gives it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: Connection | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self.cpu = 0.0
        """Seconds of processor that all orders have taken."""

    @property
    def process(self) -> int | None:
        """The number of the process; ``None`` while there is none."""
        return self._process.pid if self._process is not None else None

    def set(self, order: Order) -> Made:
        """Return what an order came to. Raises ``Spoiled``."""
        sent = msgspec.msgpack.encode(order)
        with self._lock:
            for _try in range(TRIES):
                try:
                    line = self._open()
                    line.send_bytes(sent)
                    if not line.poll(PATIENCE):
                        self.close()
                        raise Spoiled(f"it was not ready after {PATIENCE:.0f} s")
                    made = msgspec.msgpack.decode(line.recv_bytes(), type=Made)
                except (EOFError, OSError):
                    self.close()
                    continue
                self.cpu += made.cpu
                return made
        raise Spoiled("the process that sets paper ended")

    def _open(self) -> Connection:
        if self._line is not None and self._owner == os.getpid():
            return self._line
        self.close()
        mine, its = Pipe()
        command = [sys.executable, "-m", "club.paper.typesetter", str(its.fileno())]
        process = subprocess.Popen(  # noqa: S603  # nothing in it was typed by anybody
            command, cwd=ROOT, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL
        )
        its.close()
        # Whoever ends by itself leaves nothing behind: somebody waits for that.
        threading.Thread(target=process.wait, name="typesetter", daemon=True).start()
        self._line, self._process, self._owner = mine, process, os.getpid()
        return mine

    def close(self) -> None:
        """Let the process go: it ends when the line is closed, unless it hangs."""
        if self._line is not None:
            self._line.close()
        if self._process is not None and self._owner == os.getpid():
            self._process.kill()
        self._line = self._process = None


WORKSHOP: Final = Workshop()
