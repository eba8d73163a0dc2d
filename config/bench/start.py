"""What a web process costs before it answers, and how long its first reader waits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from config.bench.engine import Speed
from config.bench.measure import STATUS, often

STARTS: Final = 3
"""How many processes are started; the quickest counts: what else the machine does slows all."""

TELLING: Final = f"""
import time
begun = time.process_time()
import config.wsgi
print(time.process_time() - begun)
print(next(line for line in open("{STATUS}") if line.startswith("VmRSS:")).split()[1])
from wsgiref.util import setup_testing_defaults
reader = {{"HTTP_USER_AGENT": "Mozilla/5.0", "HTTP_COOKIE": "seen=1"}}  # no stranger, whom a busy machine turns away
for _ in range(4):
    asked = {{"HTTP_HOST": "testserver", "PATH_INFO": "/about/", "wsgi.url_scheme": "https", **reader}}
    setup_testing_defaults(asked)
    said = []
    begun = time.process_time()
    answer = config.wsgi.application(asked, lambda status, headers: said.append(status))
    b"".join(answer)
    answer.close()
    assert said == ["200 OK"], said
    print(time.process_time() - begun)
"""


def start_figures() -> Iterator[Speed]:
    """Start web processes and measure them by processor time; nothing where a process cannot tell its memory."""
    if not STATUS.exists():
        return
    loading, memory, first, *later = min(_started() for _ in range(often(STARTS)))
    yield Speed("start of a web process", loading * 1000, "ms")
    yield Speed("memory of a web process", memory / 1024, "MB")
    yield Speed("its first page", first * 1000, "ms")
    yield Speed("the same page later", min(later) * 1000, "ms")


def _started() -> list[float]:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", TELLING]
    ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)  # noqa: S603  our own command
    return [float(word) for word in ended.stdout.split()]
