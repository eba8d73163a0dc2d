"""``manage.py serve``: the whole site on this machine, web and worker together, until it is told to stop."""

import os
import socket
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command, get_commands
from django.core.management.base import BaseCommand
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation.reloader import translation_file_changed

from club.models import Member
from config import processes
from config.apps import close_pools
from config.env import Env
from config.place import Place, Stage
from config.warm import warm_all
from scripts.compile_messages import compile_messages

# Seconds until an unanswered start is given up.
PATIENCE = 60
# Addresses that mean "every interface": nobody can type them into a browser.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


class Command(BaseCommand):
    help = "Prepare the database, then run the site and its worker together until Ctrl-C."
    # The worker's start runs the system checks; they need not be waited for.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        env = Env(os.environ)
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.integer("PORT", default=8000, least=1, most=65535))
        parser.add_argument("--no-demo", action="store_true", help="leave the demo club out")

    def handle(self, *, host: str, port: int, no_demo: bool, **options: Any) -> None:
        env = Env(os.environ)
        web_server, worker = processes.web_server(env), processes.worker(env)
        ears = processes.Ears()
        children = processes.Children()
        place = Place(settings.VAR, port)
        try:
            self._compile_translations()
            self._take(place, host, port)
            with _listen(host, port) as listener:
                accounts = self._prepare(demo=settings.DEBUG and not no_demo)
                with ears.covered():
                    application = get_wsgi_application()
                    warm_all()  # here once, for every web process
                    children.start("web server", web_server, application, listener)
            # The worker has time: whoever opened the browser has not.
            _await_answer(host, port, children)
            with ears.covered():
                children.start("worker", worker)
            self._announce(host, port, accounts)
            while True:
                children.check()
                time.sleep(0.5)
        except processes.Stopped:
            place.tell(Stage.STOPPING)
            self.stdout.write("\nStopping ...")
        except processes.ChildEnded as error:
            raise CommandError(str(error)) from None
        finally:
            ears.is_covered = True
            place.tell(Stage.STOPPING)
            children.end()
            place.leave()
        self.stdout.write("Stopped.")

    def _compile_translations(self) -> None:
        """Compile what is new; without its compiled form a language would show in parts only."""
        try:
            written = compile_messages(settings.BASE_DIR)
        except OSError as error:
            raise CommandError(f"The translations are not compiled, and now they cannot be: {error}") from None
        for path in written:
            self.stdout.write(f"Compiled {path.relative_to(settings.BASE_DIR)}")
            # What was read before, if anything, is forgotten.
            translation_file_changed(sender=None, file_path=path)

    def _take(self, place: Place, host: str, port: int) -> None:
        """Make sure that no other site started here holds the port; one that is stopping is waited for."""
        deadline = None
        while not place.take():
            process, stage = place.holder()
            if stage != Stage.STOPPING:
                raise _cannot_listen(host, port, f"the site is running here already, process {process}")
            if deadline is None:
                self.stdout.write(f"The site that ran here is still stopping (process {process}); waiting for it ...")
                self.stdout.flush()
                deadline = time.monotonic() + processes.GRACE + 15
            if time.monotonic() > deadline:
                raise _cannot_listen(host, port, f"the site that ran here does not stop, process {process}")
            time.sleep(0.1)

    def _prepare(self, *, demo: bool) -> list[tuple[str, str, str]]:
        """Bring the database up to date, load the demo club where it is wanted and not there yet.

        Answers with the demo accounts that exist.
        """
        connection = connections["default"]
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        if demo and "load_demo" in get_commands() and not Member.objects.filter(is_demo=True).exists():
            self.stdout.write("Loading the demo club ...")
            call_command("load_demo")
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        accounts = _demo_accounts()
        # The children open connections of their own.
        connections.close_all()
        close_pools()
        return accounts

    def _announce(self, host: str, port: int, accounts: list[tuple[str, str, str]]) -> None:
        """Say where the site is and who may log in."""
        shown = "localhost" if host in ("127.0.0.1", *EVERYWHERE) else _bracketed(host)
        self.stdout.write(f"\n{settings.SITE_NAME} is open at http://{shown}:{port}/   (Ctrl-C stops it)")
        if accounts:
            self.stdout.write("\nDemo accounts (name, password, role):")
            names = max(len(name) for name, _password, _role in accounts)
            passwords = max(len(password) for _name, password, _role in accounts)
            for name, password, role in accounts:
                self.stdout.write(f"  {name:{names}}  {password:{passwords}}  {role}")
        self.stdout.flush()


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int) -> socket.socket:
    try:
        return processes.listen(host, port)
    except OSError as error:
        raise _cannot_listen(host, port, error.strerror or str(error)) from None


def _cannot_listen(host: str, port: int, reason: str) -> CommandError:
    return CommandError(
        f"Cannot listen on {_bracketed(host)}:{port} ({reason}). Another port: PORT={port % 65535 + 1} make serve"
    )


def _await_answer(host: str, port: int, children: processes.Children) -> None:
    """Wait until the site answers; raise ``CommandError`` when it does not within ``PATIENCE``."""
    address = f"http://{_bracketed(EVERYWHERE.get(host, host))}:{port}/healthz"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        children.check()
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError:
            return  # it answers, though not to this host name: ALLOWED_HOSTS says which
        except OSError:
            time.sleep(0.05)
    raise CommandError(f"The site did not answer within {PATIENCE} seconds.")


def _demo_accounts() -> list[tuple[str, str, str]]:
    """User name, password and role of the demo accounts that are in the database."""
    if not settings.DEBUG:
        return []
    known = set(Member.objects.filter(is_demo=True).values_list("username", flat=True))
    if not known:
        return []
    from campaigns.demo import ACCOUNTS  # the demo's own rules and words, needed only where it is loaded

    return [(name, password, str(role)) for name, password, role in ACCOUNTS if name in known]
