"""``manage.py serve`` as a person meets it: it starts, says where, and stops without a trace."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError

from config import processes
from config.env import Env, OddValue
from config.management.commands import serve
from config.place import Place, Stage
from tests.config.site import PRODUCTION, ROOT, environment

# The site's own start may take its time under the suite's load.
PATIENCE = 180


@pytest.fixture
def port() -> Iterator[int]:
    """A port that nobody else is given meanwhile: bound here but not listened on, so that the site may listen there."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


@contextmanager
def serving(var: Path, *, root: Path = ROOT, **variables: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, str(root / "manage.py"), "serve", "--no-demo"],
        env=environment(var, **variables),
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """Everything printed until a line with ``words``; fails when the process ends before."""
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if words in line:
            return printed
    raise AssertionError(f"it ended without saying {words!r}:\n{printed}")


def descendants(pid: int) -> set[int]:
    """Process ids of children, grandchildren and so on."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(after_name[1]), []).append(int(stat.parent.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found.update(children)
        waiting += children
    return found


def worker_of(pid: int) -> int:
    """The child that was started last: by the clock, for process ids begin anew some time."""
    begun: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            after_name = stat.read_text().rpartition(")")[2].split()
            if int(after_name[1]) == pid:
                begun[int(stat.parent.name)] = int(after_name[19])
    return max(begun, key=begun.__getitem__)


def wait_until_there_are(count: int, pid: int) -> set[int]:
    deadline = time.monotonic() + PATIENCE
    while len(family := descendants(pid)) < count:
        assert time.monotonic() < deadline, f"only {len(family)} processes"
        time.sleep(0.1)
    return family


def left_over(pids: set[int]) -> set[int]:
    """Those that still run half a minute later. One that ended and waits to be counted by init runs no more."""
    deadline = time.monotonic() + 30
    while True:
        running = set()
        for pid in pids:
            try:
                state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if state != "Z":
                running.add(pid)
        if not running or time.monotonic() > deadline:
            return running
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes by /proc")
@pytest.mark.parametrize(
    ("start", "request_to_stop"), [("tmp_path", signal.SIGINT), ("prepared", signal.SIGTERM)], ids=["first", "later"]
)
def test_it_starts_answers_and_stops_without_orphans(
    start: str, request_to_stop: signal.Signals, port: int, request: pytest.FixtureRequest
) -> None:
    """From nothing, and where it was started before."""
    with serving(request.getfixturevalue(start), DEBUG="1", PORT=str(port)) as process:
        printed = read_until(process, "is open at")
        assert f"Arrière-Ban is open at http://localhost:{port}/" in printed
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as response:
            assert response.read() == b"ok\n"
        # Web server and worker, each with two processes.
        family = wait_until_there_are(6, process.pid)
        time.sleep(1)
        process.send_signal(request_to_stop)
        process.send_signal(request_to_stop)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, printed + rest
    assert rest.rstrip().endswith("Stopped.")
    assert "Traceback" not in printed + rest
    assert "Warning" not in printed + rest
    assert left_over(family) == set()


@pytest.mark.slow
def test_a_child_that_dies_takes_the_rest_along(prepared: Path, port: int) -> None:
    with serving(prepared, DEBUG="1", PORT=str(port)) as process:
        read_until(process, "is open at")
        family = wait_until_there_are(6, process.pid)
        os.kill(worker_of(process.pid), signal.SIGKILL)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "The worker ended by itself (code -9); the rest was stopped." in rest
    assert "Traceback" not in rest
    assert left_over(family) == set()


def test_a_port_in_use_is_said_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path, DEBUG="1", PORT=str(port)) as process:
            printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in printed
    assert f"PORT={port % 65535 + 1} make serve" in printed
    assert "Traceback" not in printed


@pytest.mark.slow
def test_a_checkout_that_nobody_prepared_speaks_one_language_at_a_time(tmp_path: Path, port: int) -> None:
    checkout = tmp_path / "checkout"
    left_out = shutil.ignore_patterns(".*", "var", "tests", "docs", "__pycache__", "*.mo")
    shutil.copytree(ROOT, checkout, ignore=left_out)
    with serving(tmp_path / "var", root=checkout, DEBUG="1", PORT=str(port)) as process:
        printed = read_until(process, "is open at")
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept-Language": "fr"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as response:  # noqa: S310
            page = response.read().decode()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert "Compiled locale/fr/LC_MESSAGES/django.mo" in printed
    assert '<html lang="fr"' in page
    assert "Se connecter" in page
    assert "Log in" not in page


def test_translations_that_cannot_be_compiled_are_no_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(root: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied", "django.mo.new")

    monkeypatch.setattr(serve, "compile_messages", refuse)
    with pytest.raises(CommandError, match=r"The translations are not compiled.*Permission denied"):
        serve.Command()._compile_translations()


def test_a_site_that_is_stopping_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = Place(tmp_path, 8000), Place(tmp_path, 8000)
    assert first.take()
    with pytest.raises(CommandError, match=rf"127\.0\.0\.1:8000 .*running here already, process {os.getpid()}"):
        serve.Command()._take(second, "127.0.0.1", 8000)
    assert Place(tmp_path, 8001).take(), "another port is another place"

    first.tell(Stage.STOPPING)
    naps = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            first.leave()

    monkeypatch.setattr(serve.time, "sleep", nap)
    serve.Command()._take(second, "127.0.0.1", 8000)
    assert len(naps) == 3
    assert capsys.readouterr().out.count("is still stopping") == 1
    assert second.holder() == (str(os.getpid()), Stage.RUNNING)


def test_a_site_that_never_stops_is_not_waited_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Place(tmp_path, 8000), Place(tmp_path, 8000)
    assert first.take()
    first.tell(Stage.STOPPING)
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(serve.time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(serve.time, "sleep", lambda seconds: None)
    with pytest.raises(CommandError, match="does not stop"):
        serve.Command()._take(second, "127.0.0.1", 8000)


@pytest.mark.slow
def test_a_second_start_waits_until_the_first_has_stopped(prepared: Path, port: int) -> None:
    with serving(prepared, DEBUG="1", PORT=str(port)) as first:
        read_until(first, "is open at")
        with serving(prepared, DEBUG="1", PORT=str(port)) as too_early:
            refused, _ = too_early.communicate(timeout=PATIENCE)
        assert too_early.returncode == 1
        assert f"running here already, process {first.pid}" in refused
        first.send_signal(signal.SIGTERM)
        read_until(first, "Stopping")
        with serving(prepared, DEBUG="1", PORT=str(port)) as second:
            read_until(second, "is open at")
            first.communicate(timeout=PATIENCE)
            second.send_signal(signal.SIGTERM)
            second.communicate(timeout=PATIENCE)
    assert (first.returncode, second.returncode) == (0, 0)


@pytest.mark.parametrize(("name", "value"), [("WEB_WORKERS", "0"), ("WEB_THREADS", "many"), ("WORKER_PROCESSES", "-2")])
def test_an_odd_number_of_processes_is_refused_before_anything_starts(name: str, value: str) -> None:
    def read(env: Env) -> None:
        processes.web_server(env)
        processes.worker(env)

    read(Env({}))
    with pytest.raises(OddValue, match=f"{name} is '{value}'; accepted: a whole number from 1 to 64"):
        read(Env({name: value}))


def test_an_odd_port_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, DEBUG="1", PORT="http") as process:
        printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert printed == "The environment variable PORT is 'http'; accepted: a whole number from 1 to 65535.\n"


@pytest.mark.slow
def test_with_production_settings_it_serves_named_files_and_no_demo(prepared: Path, port: int) -> None:
    variables = {**PRODUCTION, "ALLOWED_HOSTS": "127.0.0.1", "SECURE_SSL_REDIRECT": "0", "PORT": str(port)}
    with serving(prepared, **variables) as process:
        printed = read_until(process, "is open at")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as response:
            page = response.read().decode()
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Demo accounts" not in printed + rest
    assert "/static/css/" in page
    assert (prepared / "static/staticfiles.json").exists()
