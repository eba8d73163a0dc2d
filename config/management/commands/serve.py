"""``manage.py serve``: the whole site on this machine, web and worker together, until it is told to stop."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from club.models import Member
from config.env import Env

# Seconds until an unanswered start is given up, and until a child that was asked to stop is ended.
PATIENCE = 60
GRACE = 15

type Children = dict[str, subprocess.Popen[bytes]]


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):
    """The terminal or the system asked the site to stop."""


class Ears:
    """Turns the first request to stop into ``Stopped``; there is nothing to hurry for a second one.

    While a child is being started the exception waits, so that no child is started and then forgotten.
    """

    def __init__(self) -> None:
        self.asked = False
        self.busy = False
        for number in SIGNALS:
            signal.signal(number, self._hear)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        first, self.asked = not self.asked, True
        if first and not self.busy:
            raise Stopped

    @contextlib.contextmanager
    def covered(self) -> Iterator[None]:
        self.busy = True
        yield
        self.busy = False
        if self.asked:
            raise Stopped


class Command(BaseCommand):
    help = "Prepare the database, then run the site and its worker together until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        env = Env(os.environ)
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.integer("PORT", default=8000, least=1, most=65535))
        parser.add_argument("--no-demo", action="store_true", help="leave the demo club out")

    def handle(self, *, host: str, port: int, no_demo: bool, **options: Any) -> None:
        ears = Ears()
        children: Children = {}
        try:
            with _listen(host, port) as listener:
                self._prepare(demo=settings.DEBUG and not no_demo)
                with ears.covered():
                    children["web server"] = _start(_web_server(listener), keep=listener)
                    children["worker"] = _start(_worker())
            self._announce(host, port, children)
            _watch(children)
        except Stopped:
            self.stdout.write("\nStopping ...")
        finally:
            ears.busy = True
            _end(children)
        self.stdout.write("Stopped.")

    def _prepare(self, *, demo: bool) -> None:
        """Bring the database up to date and load the demo club where it is wanted and not there yet."""
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        if demo and "load_demo" in get_commands() and not Member.objects.filter(is_demo=True).exists():
            self.stdout.write("Loading the demo club ...")
            call_command("load_demo")
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        connections.close_all()

    def _announce(self, host: str, port: int, children: Children) -> None:
        """Wait until the site answers, then say where it is and who may log in."""
        shown = {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104
        _await_answer(host, port, children)
        self.stdout.write(f"\n{settings.SITE_NAME} is open at http://{shown}:{port}/   (Ctrl-C stops it)\n")
        accounts = _demo_accounts()
        if accounts:
            width = max(len(name) for name, _password, _role in accounts)
            secret = max(len(password) for _name, password, _role in accounts)
            self.stdout.write("\nDemo accounts (name, password, role):")
            for name, password, role in accounts:
                self.stdout.write(f"  {name:{width}}  {password:{secret}}  {role}")
            self.stdout.write("")
        self.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket, handed to the web server: a port taken by something else shows at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        reason = error.strerror or error
        raise CommandError(
            f"Cannot listen on {host}:{port} ({reason}). Another port: PORT={port % 65535 + 1} make serve"
        ) from None


def _web_server(listener: socket.socket) -> list[str]:
    env = Env(os.environ)
    return [
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
        *("--bind", f"fd://{listener.fileno()}"),
        *("--worker-class", "gthread"),
        *("--workers", str(env.integer("WEB_WORKERS", default=2, least=1, most=64))),
        *("--threads", str(env.integer("WEB_THREADS", default=4, least=1, most=64))),
        *("--graceful-timeout", str(GRACE - 5)),
        *("--log-level", "warning"),
    ]


def _worker() -> list[str]:
    env = Env(os.environ)
    return [
        # Whoever tries the demo as root in a container has been told so by others.
        *(sys.executable, "-W", "ignore:You're running the worker with superuser privileges"),
        *("-m", "celery", "--app", "config", "--quiet", "worker"),
        *("--beat", "--scheduler", "celery.beat:Scheduler"),
        *("--concurrency", str(env.integer("WORKER_PROCESSES", default=2, least=1, most=64))),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("--loglevel", "WARNING"),
    ]


def _start(command: list[str], *, keep: socket.socket | None = None) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own: the terminal's Ctrl-C reaches it through us, and only once."""
    handed = (keep.fileno(),) if keep else ()
    return subprocess.Popen(  # noqa: S603
        command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, pass_fds=handed, start_new_session=True
    )


def _await_answer(host: str, port: int, children: Children) -> None:
    near = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        _check(children)
        try:
            with urllib.request.urlopen(f"http://{near}:{port}/healthz", timeout=2):
                return
        except urllib.error.HTTPError:
            return  # it answers, though not to this host name: ALLOWED_HOSTS says which
        except OSError:
            time.sleep(0.05)
    raise CommandError(f"The site did not answer within {PATIENCE} seconds.")


def _watch(children: Children) -> None:
    while True:
        _check(children)
        time.sleep(0.5)


def _check(children: Children) -> None:
    for name, child in children.items():
        if (code := child.poll()) is not None:
            raise CommandError(f"The {name} ended by itself (code {code}); stopping the rest.")


def _end(children: Children) -> None:
    """Ask every child to stop, wait, and end whatever is left of its process group."""
    for child in children.values():
        if child.poll() is None:
            child.terminate()
    deadline = time.monotonic() + GRACE
    for child in children.values():
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(max(0.0, deadline - time.monotonic()))
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue  # the usual case: it took its own children with it
        child.wait()


def _demo_accounts() -> list[tuple[str, str, str]]:
    """User name, password and role of the demo accounts that are in the database."""
    if not settings.DEBUG or find_spec("campaigns.demo") is None:
        return []
    accounts = import_module("campaigns.demo").ACCOUNTS
    try:
        known = set(Member.objects.filter(is_demo=True).values_list("username", flat=True))
    finally:
        connections.close_all()
    return [(name, password, str(role)) for name, password, role in accounts if name in known]
