"""What crawlers cost those who play (``scripts/load --crawler 200``): members' requests alone, and beside a crawler.

The site is the demo club on a server as docs/operating.md has it. A crawler asks for all that the sitemap names, at a
steady rate whatever it is answered: once as a program from one address that says what it is, once as hundreds of
browsers that were never here before. It is a process of its own, so that its work is not taken for the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tests.club.streams.load import Server
    from tests.club.streams.load_parts import Web

BAR: Final = 0.3
"""Seconds that a crawler may cost a member's request."""
PEOPLE: Final = 10
PAUSE: Final = 0.5
"""Seconds between two pages of a member."""
MANNERS: Final = {"one program": (1, "ExampleBot/1.0 (+https://bot.example)"), "500 browsers": (500, "Mozilla/5.0 X")}


@dataclass
class Times:
    """How long members waited, page by page."""

    pages: dict[str, list[float]] = field(default_factory=dict)
    wrong: Counter[int] = field(default_factory=Counter)

    @property
    def all(self) -> list[float]:
        return [one for times in self.pages.values() for one in times]


async def _members(web: Web, people: list[tuple[str, list[str]]], seconds: float) -> Times:
    """Let members read their pages for some seconds."""
    times, until = Times(), time.monotonic() + seconds

    async def read(cookies: str, pages: list[str], number: int) -> None:
        await asyncio.sleep(PAUSE * number / len(people))
        for page in itertools.islice(itertools.cycle(pages), number, None):  # people do not walk in step
            if time.monotonic() > until:
                return
            begun = time.monotonic()
            status, _body = await web.ask(page, cookies)
            times.pages.setdefault(page, []).append(time.monotonic() - begun)
            times.wrong.update([status] if status != 200 else [])
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(read(cookies, pages, number) for number, (cookies, pages) in enumerate(people)))
    return times


async def _walk(port: int, rate: float, seconds: float, manner: str, paths: list[str]) -> Counter[int]:
    """Ask at a steady rate, whatever comes back; return how often which status came."""
    addresses, name = MANNERS[manner]
    met, tasks = Counter[int](), set[asyncio.Task[None]]()

    async def ask(path: str, address: str) -> None:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nUser-Agent: {name}\r\n"
        more = f"X-Forwarded-For: {address}\r\nAccept-Language: fr\r\nAccept-Encoding: gzip\r\n\r\n"
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write((head + more).encode())
            answer = await asyncio.wait_for(reader.read(), 60)
            writer.close()
            met[int(answer.split(b" ", 2)[1]) if answer else 0] += 1
        except OSError:
            met[-1] += 1

    begun = time.monotonic()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
        path, address = paths[number % len(paths)], f"198.51.{number % addresses // 250}.{number % addresses % 250 + 1}"
        task = asyncio.create_task(ask(path, address))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    return met


class Crawl:
    """One run."""

    def __init__(self, asked: argparse.Namespace) -> None:
        from django.core.management import call_command
        from django.test import override_settings

        from club.models import Member
        from tests.club.streams.load_parts import say, session_of

        self.asked, self.say = asked, say
        with override_settings(DEBUG=True):
            call_command("load_demo", verbosity=0)
        Member.objects.update(is_demo=False)
        members = list(Member.objects.order_by("pk")[:PEOPLE])
        self.people = [(session_of(member), self._pages(member)) for member in members]

    @staticmethod
    def _pages(member: object) -> list[str]:
        from campaigns.league.access import listed, visible_campaigns
        from club.models import Member
        from rosters.models import Warband

        assert isinstance(member, Member)
        bands = Warband.objects.filter(owner=member)[:2]
        campaigns = listed(visible_campaigns(member))[:3]
        own = [*(one.get_absolute_url() for one in bands), *(one.get_absolute_url() for one in campaigns)]
        return ["/", *own, "/evenings/", "/news/", "/rules/"]

    def run(self, server: Server) -> None:
        """Measure, and say what came out."""
        asyncio.run(self._run(server))

    async def _run(self, server: Server) -> None:
        from tests.club.streams.load_parts import Spent, Web

        web = Web(server.port)
        paths = await self._paths(web)
        self.say(f"{self.asked.workers} web processes, {PEOPLE} members, {len(paths)} public pages")
        await _members(web, self.people, 10)  # what is loaded at first is not what is measured
        spent = Spent(server)
        alone = await self._measured("members alone", web)
        spent.say()
        again = await self._measured("members alone once more", web)
        self._judge(alone, again)
        for manner in MANNERS:
            walk = [
                sys.executable,
                "-m",
                "tests.club.found.crawl",
                server.port,
                self.asked.crawler,
                self.asked.seconds + 4,
                manner,
            ]
            crawler = subprocess.Popen([str(word) for word in walk], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert crawler.stdin is not None
            crawler.stdin.write(json.dumps(paths).encode())
            crawler.stdin.close()
            spent = Spent(server)
            beside = await self._measured(f"beside {manner}, {self.asked.crawler} requests a second", web)
            spent.say()
            assert crawler.stdout is not None
            answers = await asyncio.to_thread(crawler.stdout.read)
            crawler.wait(60)
            self.say(f"  the crawler was answered {answers.decode().strip()}")
            self._judge(alone, beside)
            await asyncio.sleep(15)

    async def _paths(self, web: Web) -> list[str]:
        """What the sitemap names."""
        cookies = self.people[0][0]
        _status, index = await web.ask("/sitemap.xml", cookies)
        found = []
        for part in re.findall(r"<loc>([^<]*)</loc>", _text(index)):
            _status, listed = await web.ask(urlsplit(part).path, cookies)
            found += [urlsplit(one).path for one in re.findall(r"<loc>([^<]*)</loc>", _text(listed))]
        random.Random(1).shuffle(found)
        return found

    async def _measured(self, what: str, web: Web) -> Times:
        from tests.club.streams.load_parts import at

        times = await _members(web, self.people, self.asked.seconds)
        parts = ", ".join(f"{share:.0%} {at(times.all, share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99))
        worst = max(times.all) * 1000
        self.say(f"{what}: {parts}, the slowest {worst:.0f} ms ({len(times.all)} pages, wrong: {dict(times.wrong)})")
        return times

    def _judge(self, alone: Times, beside: Times) -> None:
        """Compare rank with rank: what the slowest, the second slowest… took more than that of the members alone.

        Besides, each page with itself: what its slowest request took more than its usual one. That counts what members
        cost each other, too: beside it stands what they do without a crawler.
        """
        from tests.club.streams.load_parts import at

        ranks = [n / 1000 for n in range(1001)]
        cost, rank = max((at(beside.all, rank) - at(alone.all, rank), rank) for rank in ranks)
        self.say(
            f"  rank by rank it cost at most {cost * 1000:.0f} ms (of those slower than {rank:.1%}): the bar of "
            f"{BAR * 1000:.0f} ms {'holds' if cost <= BAR else 'does not hold'}"
        )
        for words, times in (("members alone", alone), ("here", beside)):
            more = {page: max(found) - at(alone.pages[page], 0.5) for page, found in times.pages.items()}
            page = max(more, key=lambda one: more[one])
            self.say(
                f"  a page's slowest request took at most {more[page] * 1000:.0f} ms more than usual, {words} ({page})"
            )


def _text(body: bytes) -> str:
    import gzip

    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


if __name__ == "__main__":
    port, rate, seconds, manner = sys.argv[1:]
    seen = asyncio.run(_walk(int(port), float(rate), float(seconds), manner, json.load(sys.stdin)))
    sys.stdout.write(", ".join(f"{status}: {count}" for status, count in sorted(seen.items())) + "\n")
