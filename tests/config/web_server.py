"""gunicorn as docs/operating.md has operators start it, on the tests' own database: what only a real server shows."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.config.site import ROOT, environment

PATIENCE = 180


def arguments() -> list[str]:
    """What follows the command in docs/operating.md."""
    [line] = [one for one in (ROOT / "docs/operating.md").read_text().splitlines() if ".venv/bin/gunicorn " in one]
    return shlex.split(line)[1:]


def database() -> str:
    """The address of the database that the tests use."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    person = f"{given['USER']}:{given['PASSWORD']}" if given["PASSWORD"] else given["USER"]
    return f"postgresql://{person}@{given['HOST'] or '127.0.0.1'}:{given['PORT'] or 5432}/{given['NAME']}"


@contextmanager
def running(var: Path, port: int, *more: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """The web server, with one process, on a port; it is told to stop at the end if it has not been before."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *arguments(), "--workers", "1", "--bind", f"127.0.0.1:{port}", *more],
        env=environment(
            var, DATABASE_URL=database(), SECRET_KEY=settings.SECRET_KEY, DEBUG="1", EMAIL_URL="console://", **variables
        ),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        until = time.monotonic() + PATIENCE
        while not _answers(port):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
        return True
    return False
