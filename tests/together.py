"""What the processes of one run share: a folder, in which one leaves for the others what takes long to make."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_folder: Path | None = None


def meet(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Make the run's folder known; it is empty when the run begins."""
    global _folder
    base = tmp_path_factory.getbasetemp()
    _folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def once(name: str, make: Callable[[Path], object]) -> Path:
    """Return the file of this name, made by whichever process of the run is first to need it.

    ``make`` writes it to the path that it is given. Others wait meanwhile; if it fails, the next tries.
    """
    assert _folder is not None, "the run's folder is known from its session on"
    file = _folder / name
    with _alone(_folder / f"{name}.lock"):
        if not file.exists():
            unfinished = file.with_name(f"{name}.{os.getpid()}")
            make(unfinished)
            unfinished.replace(file)
    return file


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock that ends with this process at the latest."""
    with path.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
