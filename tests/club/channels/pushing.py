"""How soon a push service has what happened (``scripts/load --push 500``): from the change to its hand.

The web server and two workers run as docs/operating.md has them, on a database of their own; the push service is one of
the tests', on this machine. An evening is called off and restored in turn, by its organiser's own request; everybody
who said to come has a device that is told. Then one change after another tells a few.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.urls import reverse

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.operations.coming import answer
from campaigns.evenings.people import Comer
from club.models import Member, PushDelivery, PushState
from engines.evenings import Answer
from tests.club.channels.browsers import rings
from tests.club.outward.servers import receiving
from tests.club.streams.load_parts import Spent, Web, at, say, session_of
from tests.factories.club import MemberFactory
from tests.factories.evenings import an_evening

if TYPE_CHECKING:
    from tests.club.outward.servers import Asked, Handler, Receiver
    from tests.club.streams.load import Server

SMALL: Final = 20
"""How many small evenings there are."""
BAR: Final = 5.0
"""Seconds within which 95 of 100 messages are in a push service's hand."""
ROUNDS: Final = 6
FEW: Final = 3
"""How many come to a small evening."""
TAKES: Final = 0.1
"""Seconds that the push service takes to answer, as those on the net do."""
PATIENCE: Final = 90.0
WORKERS: Final = 2
ROOT = Path(__file__).resolve().parents[3]


class Service:
    """The push service: when which device's messages came, by ``time.monotonic()``."""

    def __init__(self) -> None:
        self.came: list[tuple[str, float]] = []

    def answer(self, handler: Handler, asked: Asked) -> None:
        self.came.append((asked.path, time.monotonic()))
        time.sleep(TAKES)
        handler.reply(201)


@contextmanager
def workers() -> Iterator[None]:
    """The workers, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="push-") as folder:
        logs = [Path(folder, f"worker{number}.log") for number in range(WORKERS)]
        started = []
        try:
            for number, log in enumerate(logs):
                command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "2"]
                command += ["--hostname", f"push{number}@localhost", "--loglevel", "INFO"]
                with log.open("wb") as out:
                    started.append(subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT))
            until = time.monotonic() + PATIENCE
            while not all(b" ready." in log.read_bytes() for log in logs):
                if time.monotonic() > until:
                    raise SystemExit("the workers do not come up")
                time.sleep(0.2)
            yield
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.wait(PATIENCE)


type Evenings = list[tuple[int, list[Member]]]
"""Their numbers, and who comes."""


class Pushing:
    """One run."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.organiser = MemberFactory.create()
        self.cookies = session_of(self.organiser)
        people = [Member(username=f"told{number}", password="!") for number in range(asked.push)]
        self.people = Member.objects.bulk_create(people)

    def run(self, server: Server) -> None:
        """Measure, and say what came out."""
        service = Service()
        with receiving(service.answer) as receiver:
            everybody = self._evening(self.people)
            few = [self._evening(self.people[first : first + FEW]) for first in range(0, SMALL * FEW, FEW)]
            self._subscribe(receiver)
            self._say_what_is_there()
            with workers():
                parts = {"one change tells all": [everybody], f"{SMALL} changes tell {FEW} each": few}
                for what, evenings in parts.items():
                    asyncio.run(self._measure(server, service, what, evenings))

    def _evening(self, people: list[Member]) -> tuple[int, list[Member]]:
        """Return the number of an evening, and who comes to it."""
        evening = an_evening(self.organiser)
        with transaction.atomic():
            for person in people:
                answer(evening=evening, comer=Comer(member=person), said=Answer.YES)
        return evening.pk, people

    def _subscribe(self, receiver: Receiver) -> None:
        with transaction.atomic():
            for person in self.people:
                rings(person, receiver, f"/push/{person.pk}")

    def _say_what_is_there(self) -> None:
        broker = urlsplit(settings.CELERY_BROKER_URL).scheme
        workers_ = f"{WORKERS} workers with {broker} between them"
        say(f"{connection.vendor}, {self.asked.workers} web processes, {workers_}, {self.asked.push} subscribers")

    async def _measure(self, server: Server, service: Service, what: str, evenings: Evenings) -> None:
        """Call evenings off and restore them, in turn; say how long messages took from the request on."""
        web, waits, twice, lost = Web(server.port), list[float](), 0, 0
        spent = Spent(server)
        for turn in range(ROUNDS):
            address = "evenings:restore" if turn % 2 else "evenings:cancel"
            service.came.clear()
            asked: dict[str, float] = {}
            for pk, people in evenings:
                version = await asyncio.to_thread(_version, pk)
                asked |= dict.fromkeys((f"/push/{person.pk}" for person in people), time.monotonic())
                data = {"because": f"{turn}", "version": str(version)}
                status, _page = await web.ask(reverse(address, args=[pk]), self.cookies, data)
                if status >= 400:
                    raise SystemExit(f"the change was answered {status}")
            expected = len(asked)
            until = time.monotonic() + PATIENCE
            while len(service.came) < expected and time.monotonic() < until:
                await asyncio.sleep(0.05)
            await asyncio.sleep(1)  # what came twice comes soon
            seen = Counter(path for path, _when in service.came)
            lost += expected - len(seen)
            twice += sum(seen.values()) - len(seen)
            waits += [when - asked[path] for path, when in service.came]
        spent.say()
        again = await asyncio.to_thread(_again)
        held = at(waits, 0.95) <= BAR and not lost and not twice
        shares = ", ".join(f"{share:.0%} {at(waits, share):.2f} s" for share in (0.5, 0.95, 0.99))
        say(f"{what}: {shares}, the last {max(waits):.2f} s ({len(waits)})")
        say(f"  lost {lost}, twice {twice}; so far {again} took more than one attempt")
        say(f"  95 of 100 within {BAR:g} s: the bar {'holds' if held else 'does not hold'}")


def _version(pk: int) -> int:
    """Return the version of an evening that its page would say."""
    found = ClubEvening.objects.values_list("version", flat=True).get(pk=pk)
    connection.close()
    return found


def _again() -> int:
    """Return how many messages took more than one attempt so far."""
    found = PushDelivery.objects.filter(Q(attempts__gt=1) | Q(state=PushState.WAITING)).count()
    connection.close()
    return found
