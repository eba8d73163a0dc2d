"""The process in which Typst works: beside who prints, renewed, and gone when nobody is there any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from multiprocessing.connection import Pipe
from pathlib import Path

import msgspec
import pytest

from club.paper import typesetter, workshop
from club.paper.orders import Made, Order
from club.paper.workshop import Spoiled, Workshop

DOT = b"#set page(width: 4pt, height: 4pt)\n#sys.inputs.x"


def order(text: bytes = DOT) -> Order:
    return Order("", {"main.typ": text}, "/tmp", "/tmp", {"x": "1"}, format="png", ppi=72)  # noqa: S108


def test_one_process_sets_what_all_threads_order_and_another_takes_over_when_it_is_gone() -> None:
    mine = Workshop()
    assert not mine.process, "whoever prints nothing has none"
    try:
        [png] = mine.set(order()).files
        assert png.startswith(b"\x89PNG")
        first = mine.process
        assert (mine.set(order()).files, mine.process) == ([png], first)
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert mine.set(order()).files == [png]
        assert mine.process != first
        assert mine.cpu > 0
        assert "unknown variable" in mine.set(order(b"#nothing")).fault
    finally:
        mine.close()


def test_what_it_has_grown_to_is_its_own_and_not_that_of_who_started_it() -> None:
    held = bytearray(b"x" * (300 << 20))
    code = "from club.paper.typesetter import peak; print(peak())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=workshop.ROOT)
    assert 10 < float(said.stdout) < 200
    assert len(held) == 300 << 20


def test_an_order_that_ends_every_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop.sys, "executable", "/bin/false")
    with pytest.raises(Spoiled, match="ended"):
        Workshop().set(order())


@pytest.mark.parametrize(("most", "largest"), [(2, 10**6), (9, 1)])
def test_it_ends_after_so_many_papers_or_when_it_has_grown(
    most: int, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(typesetter, "MOST", most)
    monkeypatch.setattr(typesetter, "LARGEST", largest)
    mine, its = Pipe()
    for _order in range(3):
        mine.send_bytes(msgspec.msgpack.encode(order()))
    typesetter.main(os.dup(its.fileno()))
    its.close()
    answers = []
    with pytest.raises((EOFError, OSError)):
        while True:
            answers.append(msgspec.msgpack.decode(mine.recv_bytes(), type=Made))
    assert len(answers) == min(most, 2) if largest > 1 else len(answers) == 1
    assert largest == typesetter.LARGEST


def test_it_does_not_outlive_whoever_prints() -> None:
    """Killed with -9, a process leaves none behind."""
    script = (
        "import os, signal; from tests.club.test_workshop import order; from club.paper.workshop import WORKSHOP;"
        "WORKSHOP.set(order()); print(WORKSHOP.process, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=workshop.ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    # What is written to is closed when the last one who holds it has ended: both have.
    assert ended.returncode == -signal.SIGKILL
    assert not Path(f"/proc/{ended.stdout.strip()}").exists() or "Z" in _state(ended.stdout.strip())


def _state(process: str) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def test_who_prints_does_not_load_typst() -> None:
    script = "import sys; from club.paper import press; assert 'typst' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], cwd=workshop.ROOT, check=True, timeout=120)
