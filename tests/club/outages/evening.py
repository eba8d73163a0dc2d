"""The parts of ``scripts/outages``: members who write and read, pages that are told, and what is printed of it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.urls import reverse

from campaigns.matches.models.match import MatchEntry
from club.models import Member
from club.streams import tickets
from club.streams.kinds import Watched
from tests.club.outages.servers import Server
from tests.club.streams.load_parts import KILL, LOGGED_IN, Pad, Web, session_of
from tests.factories.club import MemberFactory
from tests.factories.matches import pad

GOOD: Final = (200, 204, 302)
PATIENCE: Final = 30.0
SETTLED: Final = 10.0
"""Seconds after the return of a server from which every open page must be told of changes."""
LAST: Final = 5.0
"""In so many last seconds of a part, whoever was thrown out more than a minute before must hear nothing."""
MAILS: Final = 4
COLUMNS: Final = (
    "broker", "away", "answers while it was", "slowest", "/healthz", "/readyz knows", "first good", "last bad",
    "deaf", "lost", "doubled", "mails", "outcasts",
)  # fmt: skip


def head() -> str:
    """The table's head."""
    return f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}\n"


@dataclass
class Answer:
    """When it was asked for, how long it took, and what it was; 0 for none."""

    asked: float
    took: float
    status: int


@dataclass
class Ear:
    """An open page: when it last heard a mark."""

    pad: Pad
    member: int
    heard: float = 0.0


@dataclass
class Part:
    """What was met with in one outage."""

    answers: list[Answer] = field(default_factory=list)
    health: list[Answer] = field(default_factory=list)
    ready: list[tuple[float, bool]] = field(default_factory=list)


class Evening:
    """All outages with one broker."""

    def __init__(self, asked: argparse.Namespace, broker: str, servers: Sequence[Server], port: int) -> None:
        self.asked, self.broker, self.servers, self.port = asked, broker, servers, port
        self.web = Web(port)
        self.part = Part()
        self.sent: set[str] = set()
        self.accepted: set[str] = set()
        self.numbers = itertools.count()
        people = [MemberFactory.create(email=f"{broker}{number}@example.org") for number in range(asked.members)]
        self.people = people
        self.pads = [Pad("pad", pad([one, "Gail"], recorder=one).pk, session_of(one)) for one in people]
        readers = [MemberFactory.create() for _ in range(max(1, (asked.streams - asked.members) // 8))]
        for one in readers:
            session_of(one)
        who = itertools.chain(people, itertools.cycle(readers))
        self.ears = [Ear(self.pads[n % len(self.pads)], next(who).pk) for n in range(asked.streams)]
        self.outcasts = [MemberFactory.create() for _ in servers]
        for one in self.outcasts:
            session_of(one)
        connection.close()

    def run(self) -> None:
        """Go through all outages, and print a line for each."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        going = [asyncio.create_task(self._listens(ear)) for ear in self.ears]
        going += [asyncio.create_task(self._writes(one)) for one in self.pads]
        going += [asyncio.create_task(self._watches())]
        await asyncio.sleep(SETTLED)
        for number, server in enumerate(self.servers):
            await self._outage(server, self.outcasts[number], number)
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)

    async def _outage(self, server: Server, outcast: Member, number: int) -> None:
        asked = self.asked
        ear = Ear(self.pads[0], outcast.pk)
        listening = asyncio.create_task(self._listens(ear))
        await asyncio.sleep(2)
        self.part = part = Part()
        await asyncio.to_thread(self._throw_out, outcast)
        down = time.monotonic()
        await asyncio.to_thread(server.stop)
        stopped = time.monotonic()
        wanted = [one.email for one in self.people[number * MAILS : (number + 1) * MAILS]]
        mails = [asyncio.create_task(self._asks_for_a_password(address)) for address in wanted]
        await asyncio.sleep(asked.seconds - (time.monotonic() - stopped))
        up = time.monotonic()
        await asyncio.to_thread(server.start)
        back = time.monotonic()
        await asyncio.sleep(SETTLED)
        settled = time.monotonic()
        await asyncio.sleep(max(asked.after - SETTLED, 61.0 - (settled - down) + LAST))
        end = time.monotonic()
        await asyncio.gather(*mails)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        while_down = [one for one in part.answers if down <= one.asked < up]
        after = [one for one in part.answers if one.asked >= back]
        first = min((one.asked + one.took - back for one in after if one.status in GOOD), default=-1.0)
        bad = [one.asked - back for one in after if one.status not in GOOD]
        knows = next((when - down for when, is_ready in part.ready if when >= down and not is_ready), -1.0)
        told = {
            "broker": self.broker,
            "away": f"{server.name}, {asked.seconds} s",
            "answers while it was": _counted(while_down),
            "slowest": f"{max((one.took for one in while_down), default=0):.1f} s",
            "/healthz": f"{max((one.took for one in part.health if down <= one.asked < up), default=0):.2f} s",
            "/readyz knows": f"{knows:.1f} s",
            "first good": f"{first:.2f} s",
            "last bad": f"{max(bad):.2f} s" if bad else "none",
            "deaf": str(sum(one.heard < settled for one in self.ears)),
            "outcasts": str(int(ear.heard > end - LAST)),
            **await asyncio.to_thread(self._stored),
            "mails": await self._delivered(wanted, back),
        }
        sys.stdout.write(f"| {' | '.join(told[name] for name in COLUMNS)} |\n")
        sys.stdout.flush()

    def _throw_out(self, outcast: Member) -> None:
        Member.objects.filter(pk=outcast.pk).update(is_active=False)
        connection.close()

    def _stored(self) -> dict[str, str]:
        """Entries that were accepted and are not there, and those that are there more than once."""
        found = Counter(MatchEntry.objects.filter(client_id__startswith="outage-").values_list("client_id", flat=True))
        connection.close()
        lost = sum(one not in found for one in self.accepted)
        return {"lost": str(lost), "doubled": str(sum(count - 1 for count in found.values()))}

    async def _delivered(self, wanted: Sequence[str], back: float) -> str:
        """How many of the mails asked for came, each how often, and how long the last one took after the return."""
        mail: Any = self.servers[2]
        until = time.monotonic() + 400
        while not set(wanted) <= {to for _when, to in mail.taken} and time.monotonic() < until:
            await asyncio.sleep(1)
        came = [(when, to) for when, to in mail.taken if to in wanted]
        last = max((when - back for when, _to in came), default=0.0)
        return (
            f"{len({to for _when, to in came})} of {len(wanted)}, {len(came)} in all, last after {max(0.0, last):.0f} s"
        )

    # Who uses the site

    async def _ask(self, kept: list[Answer], path: str, cookies: str = "", data: dict[str, str] | None = None) -> int:
        asked = time.monotonic()
        status, _page = await self._answer(path, cookies, data)
        kept.append(Answer(asked, time.monotonic() - asked, status))
        return status

    async def _answer(self, path: str, cookies: str, data: dict[str, str] | None) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.web.ask(path, cookies, data)
        except OSError:
            return 0, b""

    async def _writes(self, one: Pad) -> None:
        """A member: an entry, sent again until it is taken, taken back, and a page in between."""
        enter, undo = (reverse(f"campaigns:match_{name}", args=[one.pk]) for name in ("enter", "undo"))
        pages = itertools.cycle(("/", reverse("campaigns:match_pad", args=[one.pk]), reverse("campaigns:news")))
        await asyncio.sleep(random.random() * self.asked.every)
        while True:
            name = f"outage-{one.pk}-{next(self.numbers)}"
            await self._until_taken(one, enter, {**KILL, "client_id": name})
            self.accepted.add(name)
            await self._ask(self.part.answers, next(pages), one.cookies)
            await asyncio.sleep(self.asked.every)
            await self._until_taken(one, undo, {})
            await asyncio.sleep(self.asked.every)

    async def _until_taken(self, one: Pad, path: str, data: dict[str, str]) -> None:
        while await self._ask(self.part.answers, path, one.cookies, data) not in GOOD:
            await asyncio.sleep(self.asked.every)

    async def _asks_for_a_password(self, address: str) -> None:
        path = reverse("account_reset_password")
        cookies = self.pads[0].cookies.rpartition("; ")[2]
        while await self._ask(self.part.answers, path, cookies, {"email": address}) not in GOOD:
            await asyncio.sleep(self.asked.every)

    async def _watches(self) -> None:
        """A monitor."""
        while True:
            await self._ask(self.part.health, "/healthz")
            part, asked = self.part, time.monotonic()
            _status, told = await self._answer("/readyz", "", None)
            with_body: Callable[[bytes], Any] = json.loads
            checks = with_body(told)["checks"] if told.startswith(b"{") else {}
            names = ("database", "broker", "cache", "mail")
            part.ready.append((time.monotonic(), all(checks.get(one, {}).get("ok", False) for one in names)))
            await asyncio.sleep(max(0.0, 0.5 - (time.monotonic() - asked)))

    async def _listens(self, ear: Ear) -> None:
        """A page that is open: a stream, and another one when it ends."""
        while True:
            with contextlib.suppress(OSError):
                await self._stream(ear)
            await asyncio.sleep(0.5 + random.random())

    async def _stream(self, ear: Ear) -> None:
        watched = (Watched(ear.pad.kind, (ear.pad.pk,)),)
        address = tickets.issue(watched, **LOGGED_IN[ear.member]).address()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    ear.heard = time.monotonic()
        finally:
            writer.close()


def _counted(answers: Sequence[Answer]) -> str:
    found = Counter(one.status for one in answers)
    return ", ".join(f"{count} × {status or 'none'}" for status, count in sorted(found.items()))
