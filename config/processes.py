"""Web server and worker as two children of one process, for ``manage.py serve``.

They are forked, not started anew: everything is imported once, which halves the time until the site answers.
On a server with an init system of its own, run gunicorn and celery from there instead.
"""

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from gunicorn.app.base import BaseApplication

from config.celery import app
from config.env import Env

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Seconds until a child that was asked to stop is ended.
GRACE = 15


class Stopped(Exception):
    """The terminal or the system asked the site to stop."""


class ChildEnded(Exception):
    """A child ended by itself: ``name``, and its exit ``code`` (negative: the signal that ended it)."""

    def __init__(self, name: str, code: int) -> None:
        self.name, self.code = name, code
        super().__init__(f"The {name} ended by itself (code {code}); the rest was stopped.")


class Ears:
    """Turns the first request to stop into ``Stopped``; a second one finds everything already stopping.

    While covered the exception waits, so that no child is started and then forgotten.
    """

    def __init__(self) -> None:
        self.asked = False
        self.is_covered = False
        for number in STOP_SIGNALS:
            signal.signal(number, self._hear)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        first, self.asked = not self.asked, True
        if first and not self.is_covered:
            raise Stopped

    @contextlib.contextmanager
    def covered(self) -> Iterator[None]:
        self.is_covered = True
        yield
        self.is_covered = False
        if self.asked:
            raise Stopped


class Children:
    """The processes started here, each the head of a process group of its own.

    So the terminal's Ctrl-C reaches them through us, and only once.
    """

    def __init__(self) -> None:
        self._fork = multiprocessing.get_context("fork")
        self._running: dict[str, multiprocessing.process.BaseProcess] = {}

    def start[**P](self, name: str, work: Callable[P, None], *arguments: P.args, **options: P.kwargs) -> None:
        child = self._fork.Process(target=_run_alone, args=(work, *arguments), kwargs=options, name=name)
        child.start()
        self._running[name] = child

    def check(self) -> None:
        """Raise ``ChildEnded`` when one is gone."""
        for name, child in self._running.items():
            if child.exitcode is not None:
                raise ChildEnded(name, child.exitcode)

    def end(self) -> None:
        """Ask every child to stop, wait, and end whatever is left of its process group."""
        for child in self._running.values():
            if child.exitcode is None:
                child.terminate()
        deadline = time.monotonic() + GRACE
        for child in self._running.values():
            child.join(max(0.0, deadline - time.monotonic()))
            # Usually there is nobody left: a child takes its own children with it.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid or 0, signal.SIGKILL)
            child.join()


def _run_alone[**P](work: Callable[P, None], *arguments: P.args, **options: P.kwargs) -> None:
    os.setsid()
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    work(*arguments, **options)


class _Gunicorn(BaseApplication):
    def __init__(self, application: WSGIHandler, options: dict[str, Any]) -> None:
        self.application, self.options = application, options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        return self.application


def web_server(env: Env) -> Callable[[WSGIHandler, socket.socket], None]:
    """What the web child does: answer on the listening socket it is given until it is told to stop."""
    options = {
        "worker_class": "config.front.Worker",
        "workers": env.integer("WEB_WORKERS", default=2, least=1, most=64),
        "threads": env.integer("WEB_THREADS", default=4, least=1, most=64),
        "graceful_timeout": GRACE - 5,
        "preload_app": True,
        "loglevel": "warning",
        "control_socket_disable": True,
    }

    def work(application: WSGIHandler, listener: socket.socket) -> None:
        _Gunicorn(application, {**options, "bind": f"fd://{listener.fileno()}"}).run()

    return work


def worker(env: Env) -> Callable[[], None]:
    """What the other child does: carry out jobs."""
    arguments = [
        "--quiet",
        "worker",
        f"--concurrency={env.integer('WORKER_PROCESSES', default=2, least=1, most=64)}",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
        "--loglevel=WARNING",
    ]

    def work() -> None:
        # Whoever tries the demo as root in a container has been told so by others.
        warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")
        sys.exit(app.worker_main(arguments))

    return work


def listen(host: str, port: int) -> socket.socket:
    """The socket the web server answers on. Opened first, so that a port in use shows at once (OSError)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=1024)
