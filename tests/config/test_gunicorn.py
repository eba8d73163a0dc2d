"""gunicorn as docs/operating.md has operators start it."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.config.site import PRODUCTION, ROOT, environment
from tests.config.test_serve import PATIENCE, port
from tests.config.web_server import arguments

__all__ = ["port"]


@pytest.mark.slow
def test_it_opens_no_socket_to_be_commanded_through(tmp_path: Path, port: int) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "var").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *arguments(), "--workers", "1", "--bind", f"127.0.0.1:{port}"],
        env=environment(tmp_path / "var", **(PRODUCTION | {"ALLOWED_HOSTS": "127.0.0.1", "HOME": str(home)})),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + PATIENCE
        while not answers(port):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        assert [str(path) for path in home.rglob("*")] == []
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
        return True
    return False
