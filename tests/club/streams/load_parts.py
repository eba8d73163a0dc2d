"""The parts of ``scripts/load``: what is there, the phones, those who change and write, and what is printed of it."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import itertools
import random
import re
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, transaction
from django.urls import reverse

from campaigns.matches.models.match import MatchEntry
from campaigns.wars.battles.operations import Plan, schedule_battle
from campaigns.wars.models.battle import BattleReport
from campaigns.wars.play.watching import PLAYED
from club import devices
from club.models import Member
from club.streams import tickets
from club.streams.kinds import Watched
from config.bench.played import begin, first_activation
from tests.factories.battles import Field, field as field_of
from tests.factories.club import MemberFactory
from tests.factories.matches import pad
from tests.factories.tables import OPEN, open_table

if TYPE_CHECKING:
    from tests.club.streams.load import Server

CSRF = "c" * 32
KILL = {"kind": "kill", "f.killer": "0", "f.victim": "1", "f.means": "weapon"}
TABLES = 5
"""Every so many pads is a card table."""


LOGGED_IN: dict[int, dict[str, Any]] = {}
"""Members by their numbers, as their tickets name them."""


def session_of(member: Member) -> str:
    """Log a member in as the form does; the browser's cookies."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(member.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = member.get_session_auth_hash()
    store.create()
    row = UserSession.objects.create(user=member, session_key=store.session_key, ip="127.0.0.1", user_agent="load")
    LOGGED_IN[member.pk] = {"member": member.pk, "session": row.pk, "seal": devices.seal_of(member)}
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}; {settings.CSRF_COOKIE_NAME}={CSRF}"


@dataclass
class Pad:
    """A pad, a card table or a battle, and who changes it; ``changed`` is when that was last accepted.

    ``code``: the decision that a battle's captain makes, and takes back again, from this ``version`` on.
    """

    kind: str
    pk: int
    cookies: str
    code: str = ""
    version: int = 0
    changed: float = 0.0
    turn: itertools.count[int] = field(default_factory=itertools.count)

    @property
    def status(self) -> str:
        """What an open page asks for."""
        if self.kind == "pad":
            return f"{reverse('campaigns:match_pad_status', args=[self.pk])}?version=0"
        if self.kind == PLAYED:
            return f"{reverse('play:battle', args=[self.pk])}?mark=0"
        return f"{reverse('tables:table_status', args=[self.pk])}?seen=0"

    def change(self) -> tuple[str, dict[str, str]]:
        """Where the next change is sent, and with what: one way and back again."""
        number = next(self.turn)
        if self.kind == PLAYED:
            name = "take_back" if number % 2 else "decide"
            return reverse(f"play:{name}", args=[self.pk]), {"code": self.code, "version": str(self.version + number)}
        if self.kind == "table":
            return reverse("tables:fill", args=[self.pk]), {"seat": "1", "bot": "" if number % 2 else "thumb"}
        if number % 2:
            return reverse("campaigns:match_undo", args=[self.pk]), {}
        return reverse("campaigns:match_enter", args=[self.pk]), {**KILL, "client_id": f"{self.pk}-{number}"}


class Web:
    """Requests to the server, each on a connection of its own, as cheap as can be: the server needs the cores, too."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(self, path: str, cookies: str = "", data: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Send a request as htmx does; return status and body."""
        body = urlencode(data).encode() if data is not None else b""
        lines = [
            f"{'GET' if data is None else 'POST'} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Connection: close",
            "Accept-Encoding: gzip, deflate",
            "HX-Request: true",
            f"Cookie: {cookies}",
        ]
        if data is not None:
            lines += [f"X-CSRFToken: {CSRF}", "Content-Type: application/x-www-form-urlencoded"]
            lines += [f"Content-Length: {len(body)}"]
        answer = await self._send("\r\n".join([*lines, "", ""]).encode() + body)
        head, _blank, rest = answer.partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]) if head else 0, rest

    async def _send(self, request: bytes) -> bytes:
        """Return all that comes until the server closes."""
        loop = asyncio.get_running_loop()
        with socket.socket() as line:
            line.setblocking(False)
            await loop.sock_connect(line, ("127.0.0.1", self.port))
            await loop.sock_sendall(line, request)
            parts = []
            while part := await loop.sock_recv(line, 1 << 18):
                parts.append(part)
        return b"".join(parts)


class Phones:
    """Everybody who looks on."""

    def __init__(self, web: Web, port: int) -> None:
        self.web, self.port = web, port
        self.told: list[float] = []
        self.shown: list[float] = []
        self.lost = 0
        self.ready = 0
        self.tasks: list[asyncio.Task[None]] = []

    def open(self, pad: Pad, member: int, cookies: str) -> None:
        """Let somebody look on."""
        self.tasks.append(asyncio.create_task(self._phone(pad, member, cookies)))

    async def _phone(self, pad: Pad, member: int, cookies: str) -> None:
        address = tickets.issue((Watched(pad.kind, (pad.pk,)),), **LOGGED_IN[member]).address()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            ask = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
            writer.write(ask.encode())
            first = True
            while line := await reader.readline():
                if not line.startswith(b"data: "):
                    continue
                heard, changed = time.perf_counter(), pad.changed
                if first:
                    first = False
                    self.ready += 1
                    continue
                self.told.append(heard - changed)
                status, _page = await self.web.ask(pad.status, cookies)
                if status == 200:
                    self.shown.append(time.perf_counter() - changed)
            self.lost += 1
        finally:
            writer.close()

    async def close(self) -> None:
        """Close all pages."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def at(values: Sequence[float], share: float) -> float:
    """The value below which this share of all lies; 0 without any."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


class Spent:
    """The CPU of a part, in shares of one core: what the site needs, its database, and the phones that are played."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._begun, self._before = time.monotonic(), self._used()

    def _used(self) -> tuple[float, float, float]:
        from tests.club.streams.load import database_cpu

        return self._server.cpu(), database_cpu(str(connection.settings_dict["NAME"])), time.process_time()

    def say(self) -> None:
        """Print it."""
        seconds = time.monotonic() - self._begun
        site, base, phones = ((now - then) / seconds for now, then in zip(self._used(), self._before, strict=True))
        say(f"of one core: {site:.0%} the web processes, {base:.0%} the database, {phones:.0%} the phones played here")


class Load:
    """One run."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        people = [Member(username=f"phone{n}", password="!") for n in range(asked.phones)]
        Member.objects.bulk_create(people)
        with transaction.atomic():
            self.phones = [(member.pk, session_of(member)) for member in people]
        self.pads = [self._played(number) for number in range(min(asked.battles, asked.pads))]
        self.pads += [self._pad(number) for number in range(len(self.pads), asked.pads)]
        self.writers = [self._pad(1) for _ in range(asked.writers * 4 // 5)]
        self.fight = field_of()
        self.battles = [self._battle(self.fight) for _ in range(40 * asked.seconds if asked.writers else 0)]
        self.reporter = session_of(self.fight.players[0])

    def _pad(self, number: int) -> Pad:
        ann, ben = MemberFactory.create(), MemberFactory.create()
        if number % TABLES == 0:
            return Pad("table", open_table(ann, OPEN, OPEN, OPEN).pk, session_of(ann))
        return Pad("pad", pad([ann, ben, "Gail", "Hugo"], recorder=ann).pk, session_of(ann))

    def _played(self, number: int) -> Pad:
        """A battle at the site in which everybody stands, with who is to activate a figure."""
        fight = field_of(names=(f"Axes {number}", f"Blades {number}"))
        played = begin(*fight.warbands)
        return Pad(
            PLAYED, played.pk, session_of(fight.players[0]), code=first_activation(played), version=played.version
        )

    def _battle(self, fight: Field) -> str:
        battle = schedule_battle(campaign=fight.campaign, warbands=fight.warbands, plan=Plan())
        return reverse("campaigns:report", args=[fight.campaign.slug, battle.pk])

    def run(self, server: Server) -> None:
        """Go through all parts, and stop the server while everybody looks on."""
        asyncio.run(self._run(server))

    async def _run(self, server: Server) -> None:
        asked, web = self.asked, Web(server.port)
        phones = Phones(web, server.port)
        say(
            f"{connection.vendor}, {asked.workers} web processes, {asked.phones} phones on {asked.pads} pads, tables "
            f"and battles ({min(asked.battles, asked.pads)})"
        )
        page = reverse("rosters:catalogue")
        for _ in range(10):
            await web.ask(page, self.phones[0][1])
        alone = await self._pages(server, web, page)
        for number, (member, cookies) in enumerate(self.phones):
            phones.open(self.pads[number % len(self.pads)], member, cookies)
            if number % 20 == 19:
                await asyncio.sleep(0.02)
        begun = time.monotonic()
        while phones.ready < asked.phones and time.monotonic() - begun < 60:
            await asyncio.sleep(0.1)
        say(f"streams open: {phones.ready}, refused or lost: {asked.phones - phones.ready}")
        idle = await self._spent(server, asked.seconds)
        say(f"idle: {idle / asked.phones * 1e6:.1f} µs of CPU a phone and second")
        beside = await self._pages(server, web, page, idle)
        changing = asyncio.create_task(self._change_all(web))
        await asyncio.sleep(1)
        phones.told.clear()
        phones.shown.clear()
        spent = Spent(server)
        busy = await self._spent(server, asked.seconds)
        spent.say()
        say(f"a change every {asked.every:g} s a pad: {busy / asked.phones * 1e3:.2f} ms of CPU a phone and second")
        for name, values in (("told", phones.told), ("shown", phones.shown)):
            halves = ", ".join(f"{share:.0%} {at(values, share):.2f} s" for share in (0.5, 0.95, 0.99))
            say(f"{name}: {halves} ({len(values)})")
        _cpu, busy_wall = await self._pages(server, web, page)
        changing.cancel()
        await asyncio.gather(changing, return_exceptions=True)
        await asyncio.sleep(2)
        say(f"another page, CPU: {alone[0]:.1f} ms alone, {beside[0]:.1f} beside idle phones")
        say(f"another page, clock: {alone[1]:.0f} ms alone, {beside[1]:.0f} beside them, {busy_wall:.0f} with changes")
        if asked.writers:
            await self._write(server, web)
        before = phones.lost
        took = await asyncio.to_thread(server.stop)
        await asyncio.sleep(0.5)
        say(f"stopped in {took:.1f} s, all streams ended: {phones.lost - before == phones.ready}")
        await phones.close()

    async def _spent(self, server: Server, seconds: float) -> float:
        """CPU seconds for each second."""
        begun, used = time.monotonic(), server.cpu()
        await asyncio.sleep(seconds)
        return (server.cpu() - used) / (time.monotonic() - begun)

    async def _pages(self, server: Server, web: Web, page: str, usual: float = 0.0) -> tuple[float, float]:
        """Milliseconds that a page takes: of CPU, less what is ``usual`` each second, and by the clock (the median)."""
        begun, used, walls = time.monotonic(), server.cpu(), []
        for _ in range(30):
            sent = time.perf_counter()
            await web.ask(page, self.phones[0][1])
            walls.append(time.perf_counter() - sent)
        spent = server.cpu() - used - usual * (time.monotonic() - begun)
        return spent / len(walls) * 1e3, at(walls, 0.5) * 1e3

    async def _change_all(self, web: Web) -> None:
        async def change(one: Pad) -> None:
            await asyncio.sleep(random.random() * self.asked.every)
            while True:
                address, data = one.change()
                # Nobody can be told before it is written: the answer comes a little later than that.
                sent = time.perf_counter()
                one.changed = sent
                await web.ask(address, one.cookies, data)
                await asyncio.sleep(max(0.0, self.asked.every - (time.perf_counter() - sent)))

        await asyncio.gather(*map(change, self.pads))

    async def _write(self, server: Server, web: Web) -> None:
        """Many write at once: entries on pads, and reports of battles."""
        waits: list[float] = []
        accepted = {"enter": 0, "undo": 0, "report": 0}
        refused: list[int] = []
        until = time.monotonic() + self.asked.seconds
        before = await asyncio.to_thread(self._written)
        form = await self._form(web)

        async def write(address: str, cookies: str, data: dict[str, str], kind: str) -> None:
            sent = time.perf_counter()
            status, _page = await web.ask(address, cookies, data)
            waits.append(time.perf_counter() - sent)
            if status in (200, 204, 302):
                accepted[kind] += 1
            else:
                refused.append(status)

        async def enters(one: Pad) -> None:
            while time.monotonic() < until:
                address, data = one.change()
                await write(address, one.cookies, data, "enter" if data else "undo")

        async def reports() -> None:
            while time.monotonic() < until and self.battles:
                await write(self.battles.pop(), self.reporter, form, "report")

        begun, spent = time.monotonic(), Spent(server)
        reporters = self.asked.writers - len(self.writers)
        await asyncio.gather(*map(enters, self.writers), *(reports() for _ in range(reporters)))
        took = time.monotonic() - begun
        spent.say()
        after = await asyncio.to_thread(self._written)
        stored = tuple(now - then for now, then in zip(after, before, strict=True))
        lost = (accepted["enter"] - stored[0], accepted["report"] - stored[1])
        say(
            f"{self.asked.writers} who write at once: {sum(accepted.values()) / took:.0f} accepted a second "
            f"({accepted['report']} reports), 95% within {at(waits, 0.95):.2f} s; refused {len(refused)}, "
            f"lost {lost[0]} entries and {lost[1]} reports"
        )
        if refused:
            say(f"refused with: {sorted(set(refused))}")

    def _written(self) -> tuple[int, int]:
        """Entries and reports that are stored."""
        found = MatchEntry.objects.count(), BattleReport.objects.count()
        connection.close()
        return found

    async def _form(self, web: Web) -> dict[str, str]:
        """What the report's form sends when nobody has touched it."""
        if not self.battles:
            return {}
        _status, page = await web.ask(self.battles[-1], self.reporter)
        page = gzip.decompress(page) if page.startswith(b"\x1f\x8b") else page
        found: dict[str, Any] = {}
        for tag in re.findall(r"<input[^>]*>", page.decode(errors="replace")):
            name, value = (re.search(rf'\s{what}="([^"]*)"', tag) for what in ("name", "value"))
            kind = re.search(r'type="(\w+)"', tag)
            if name and (kind is None or kind[1] not in ("checkbox", "radio", "submit") or "checked" in tag):
                found[unescape(name[1])] = unescape(value[1]) if value else ""
        found.pop("csrfmiddlewaretoken", None)
        return found
