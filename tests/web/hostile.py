"""Hostile requests: values nobody means well with, in every field, query and part of every address, in several roles.

``scripts/hostile`` sends tens of thousands, ``test_hostile.py`` some hundred. A seed leads to the same requests again.
"""

from __future__ import annotations

import ast
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signals import got_request_exception
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from rosters.forms import FORMS
from tests.web.access_table import DOORS, TABLE
from tests.web.cast import As, Cast
from tests.web.html import Page

ROLES = (As.VISITOR, As.MEMBER, As.PLAYER, As.OWNER, As.REFEREE, As.ADMIN)
"""Referees and owners get further than others, and are drawn more often."""
WEIGHTS = (2, 2, 2, 5, 5, 4)
MEGABYTES = 768
"""How much the process may grow while it answers one request."""
SLOW = 5.0
"""Seconds from which an answer is told as slow."""

LINE_MOST = 4000
"""Servers refuse a longer address by themselves."""
NESTED = 3000
VALUES: tuple[str, ...] = (
    # Format strings, of both kinds
    "%s", "%25s", "%n%n%n", "%(x)s", "%2000000000s", "%1$s", "%", "{}", "{0}", "{0.__class__}", "{:>2000000000}",
    # Emptiness, NUL, control characters, line ends
    "", " ", "\0", "a\0b", "\r\nSet-Cookie: a=b", "\n", "\t", "\x1b[2J", "\x7f",
    # Numbers that are none, or too large, or written oddly
    "-1", "0", "00", "+1", "1.5", "1e9", "1e400", "-0", "NaN", "nan", "Infinity", "-inf", "0x10", "1_000", "1,5",
    "2147483648", "9223372036854775807", "9223372036854775808", "9" * 18, "9" * 19, "9" * 40, "9" * 5000,
    "-9223372036854775809", "٣", "１２", "²", "½", "Ⅷ", "𝟙", "१२३",
    # Letters that lead astray
    "\u202egnp.exe", "\u2066x\u2069", "\ufeff", "\u200b", "e\u0301" * 40, "\U0001f9d9\u200d\u2642\ufe0f", "İ", "ß" * 60,
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    # Text that is long
    "x" * 61, "x" * 300, "x" * 10_000, "x" * 300_000, "é" * 100_000, "1 " * 20_000, "," * 5_000, "-" * 5_000,
    # Brackets and JSON
    "[" * NESTED, "{" * NESTED, "(" * NESTED, '{"a":' * NESTED, "[]", "{}", "null", "true", "[null]", '"x"', '{"a": 1',
    '{"kind": []}', '{"a": "\\ud800"}', '{"a": "\\u0000"}', '{"a": 1e999}', '{"a": ' + "9" * 5000 + "}",
    # Ways to other places, markup, SQL, patterns
    "../../../../etc/passwd", "..%2f..%2f", "/etc/passwd", "C:\\boot.ini", "file:///etc/passwd", "//evil.example/",
    "https://evil.example/", "javascript:alert(1)", "http://[", "http://[::1", "\\\\evil.example\\x",
    "<script>alert(1)</script>", "\"'><img src=x>", "' OR 1=1 --", "'; DROP TABLE club_member; --", "(a+)+$", "*", "\\",
    "$(id)", "{{ 7*7 }}", "{% debug %}", "None", "undefined", "__class__", "__proto__", "constructor",
    # Days and times
    "0000-00-00", "9999-12-31", "10000-01-01", "1970-01-01", "2024-02-30", "9999-12-31T23:59", "0001-01-01T00:00",
    "2026-03-29T02:30", "T", "24:00",
)  # fmt: skip
"""Each of them alone is enough to trip over."""

HEADERS = (
    "HX-Request", "HX-Target", "HX-Current-URL", "HX-Trigger", "HX-Prompt", "Referer", "Accept-Language", "Accept",
    "X-Forwarded-For", "User-Agent", "If-None-Match", "If-Modified-Since", "Range", "Origin", "X-Requested-With",
)  # fmt: skip
UNREADY = ("readyz", 503)
"""What that address is for: nobody works here, and it says so."""
COOKIES = ("appearance", "card-guest", "django_language", "sessionid", "csrftoken", "messages")


@dataclass(frozen=True)
class Target:
    """An address, by its URL name; ``parts`` are what its path is made of."""

    name: str
    path: str
    parts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sent:
    """One request, as it was sent."""

    number: int
    role: As
    method: str
    name: str
    path: str
    query: str
    data: dict[str, list[str]]
    headers: dict[str, str]
    files: dict[str, bytes]

    def __str__(self) -> str:
        shown = {name: [_short(value) for value in values] for name, values in self.data.items()}
        about = f"#{self.number} {self.role} {self.method} {_short(self.path)}"
        whole = f"{about}?{_short(self.query)} {shown} {self.headers or ''} {sorted(self.files) or ''}".strip()
        return whole if len(whole) < 1500 else f"{whole[:1500]}…"


@dataclass
class Told:
    """What came of the requests."""

    seed: int
    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    addresses: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[str]] = field(default_factory=dict)
    slow: list[tuple[float, str]] = field(default_factory=list)
    grown: int = 0
    """Megabytes that the process is larger at its largest than before the first request."""

    def __str__(self) -> str:
        lines = [
            f"{self.sent} requests to {len(self.addresses)} addresses, seed {self.seed}: "
            + ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items())),
            f"largest growth {self.grown} MB, slowest {max((s for s, _ in self.slow), default=0.0):.1f} s",
        ]
        lines += [f"slow, {seconds:.1f} s: {sent}" for seconds, sent in sorted(self.slow)[-5:] if seconds > SLOW]
        for fault, requests in self.faults.items():
            lines += [f"\n{len(requests)} × {fault}", *(f"    {one}" for one in requests[:3])]
        return "\n".join(lines)


def _short(text: str) -> str:
    shown = ascii(text)
    return shown if len(shown) < 90 else f"{shown[:60]}…({len(text)})"


def query_names() -> dict[str, set[str]]:
    """The names that views read from addresses and forms, as they stand in the source."""
    found: dict[str, set[str]] = {"GET": set(), "POST": set()}
    for room in ("club", "rosters", "campaigns"):
        for path in sorted((settings.BASE_DIR / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                for where, name in _read(node):
                    found[where].add(name)
    return found


def _read(node: ast.AST) -> Iterator[tuple[str, str]]:
    """``….GET.get("x")``, ``….GET["x"]``, ``"x" in ….GET``, and fields of forms: ``x = forms.…Field(``."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(attr="GET" | "POST" as where)), args=[ast.Constant(name), *_]
        ):
            yield where, str(name)
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(str(name)), *_]):
            yield "GET", name
        case ast.Subscript(value=ast.Attribute(attr="GET" | "POST" as where), slice=ast.Constant(name)):
            yield where, str(name)
        case ast.Compare(left=ast.Constant(name), comparators=[ast.Attribute(attr="GET" | "POST" as where)]):
            yield where, str(name)
        case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Attribute(attr=kind))) if "Field" in kind:
            yield "POST", name


class Storm:
    """Draws requests and sends them; what they change is taken back at once."""

    def __init__(self, cast: Cast, seed: int, say: Callable[[str], None] = lambda line: None) -> None:
        self.say = say
        self.dice = random.Random(seed)
        self.told = Told(seed)
        self.grounds = list(cast.grounds.values())
        self.clients = {role: Client(raise_request_exception=False) for role in ROLES}
        for role in ROLES:
            if role is not As.VISITOR:
                self.clients[role].force_login(cast.people[role])
        self.sessions = {role: {n: m.value for n, m in client.cookies.items()} for role, client in self.clients.items()}
        self.targets = [*self._own(), *self._doors(), *self._admin()]
        self.names = query_names()
        self.forms: dict[str, list[dict[str, list[str]]]] = {}
        """Forms as the pages offer them: by the path they are sent to, what they would send."""
        self.refused: set[tuple[str, str]] = set()
        """Methods that an address does not take, by its name."""
        self.raised: list[str] = []

    # What there is

    def _own(self) -> Iterator[Target]:
        for name, rule in TABLE.items():
            grounds = self.grounds if rule.about else self.grounds[:1]
            for ground in grounds:
                parts = dict(rule.about(ground)) if rule.about else {}
                yield Target(name.split()[0], reverse(name.split()[0], kwargs=parts), parts)
        for ground in self.grounds:
            for kind in FORMS:
                for band in (ground.warband, ground.draft):
                    parts = {"pk": band.pk, "kind": kind}
                    yield Target("rosters:step", reverse("rosters:step", kwargs=parts), parts)
        for game in ("bagarre", "badass_force", "baf", "bebop"):
            for name in ("campaigns:match_open", "campaigns:match_record", "campaigns:match_cards_practice"):
                yield Target(name, reverse(name, kwargs={"game": game}), {"game": game})

    def _doors(self) -> Iterator[Target]:
        for name, door in DOORS.items():
            yield Target(name, reverse(name, kwargs=dict(door.kwargs)), dict(door.kwargs))

    def _admin(self) -> Iterator[Target]:
        for pattern in get_resolver().url_patterns:
            if isinstance(pattern, URLResolver) and pattern.namespace == "admin":
                for name in _names(pattern):
                    for kwargs in ({}, {"object_id": "1"}, {"app_label": "club"}, {"url": "x"}):
                        try:
                            path = reverse(f"admin:{name}", kwargs=kwargs)
                        except NoReverseMatch:
                            continue
                        yield Target(f"admin:{name}", path, dict(kwargs))

    def look_around(self, *roles: As) -> None:
        """Read every page as these roles see it, and keep the forms on it."""
        for target in self.targets:
            for role in roles:
                answer = self._answer(Sent(0, role, "GET", target.name, target.path, "", {}, {}, {}))
                if answer.status_code == 405:
                    self.refused |= {(target.name, "GET"), (target.name, "HEAD")}
                    break
                if answer.status_code == 200 and "html" in answer.headers.get("Content-Type", ""):
                    self._keep_forms(target.path, answer.content.decode())

    def _keep_forms(self, here: str, text: str) -> None:
        for element in Page(text).elements:
            if element.tag == "form":
                path, _query = _split(element["action"] or element["hx-post"] or here)
                values: dict[str, list[str]] = {}
                for inner in element.walk():
                    if inner.tag in ("input", "select", "textarea", "button") and inner["name"]:
                        options = [option["value"] for option in inner.walk() if option.tag == "option"]
                        values.setdefault(inner["name"], []).extend(options or [inner["value"]])
                kept = self.forms.setdefault(path, [])
                if values not in kept and len(kept) < 40:
                    kept.append(values)
            elif element.tag == "a" and "?" in element["href"]:
                path, query = _split(element["href"])
                if query and query not in self.forms.setdefault(path, []) and len(self.forms[path]) < 40:
                    self.forms[path].append(query)

    # What is asked

    def draw(self, number: int) -> Sent:
        """One request: what a form would send, with something hostile in it; or something hostile alone."""
        dice = self.dice
        target = dice.choice(self.targets)
        path = target.path
        if target.parts and dice.random() < 0.12:
            path = self._broken(target)
        method = dice.choice(("GET", "GET", "GET", "POST", "POST", "POST", "POST", "HEAD"))
        if (target.name, method) in self.refused and dice.random() < 0.95:
            method = "POST" if method != "POST" else "GET"
        values = self._values(path)
        data, query = (values, {}) if method == "POST" else ({}, values)
        if method == "POST" and dice.random() < 0.15:
            query = self._values(path)
        headers: dict[str, str] = {}
        for _ in range(dice.choice((0, 0, 0, 1, 2))):
            headers[dice.choice(HEADERS)] = _latin(self.value()[:4000])
        if dice.random() < 0.25:
            headers["HX-Request"] = "true"
        if dice.random() < 0.06:
            headers["Cookie"] = f"{dice.choice(COOKIES)}={_latin(self.value()[:3000])}"
        files = {}
        if method == "POST" and dice.random() < 0.08:
            files = {dice.choice(("file", "data", "upload", *list(data)[:3])): self.value().encode()}
        role = dice.choices(ROLES, WEIGHTS)[0]
        text = urlencode(query, doseq=True, errors="replace")
        return Sent(number, role, method, target.name, path, text[:LINE_MOST], data, headers, files)

    def _values(self, path: str) -> dict[str, list[str]]:
        dice, offered = self.dice, self.forms.get(path)
        values: dict[str, list[str]] = {}
        if offered and dice.random() < 0.9:
            for name, some in dice.choice(offered).items():
                values[name] = [dice.choice(some)] if some else [""]
        names = list(values)
        known = sorted(self.names["GET"] | self.names["POST"])
        for _ in range(dice.choice((0, 1, 1, 1, 2, 3, 6))):
            name = dice.choice(names) if names and dice.random() < 0.75 else dice.choice(known)
            values[name] = [self.value() for _ in range(dice.choice((1, 1, 1, 1, 2, 5)))]
        if dice.random() < 0.03:
            values[self.value()[:200]] = [self.value()]
        if names and dice.random() < 0.1:
            values.pop(dice.choice(names), None)
        return values

    def value(self) -> str:
        """Something hostile, at times two of them joined."""
        one = self.dice.choice(VALUES)
        if self.dice.random() < 0.1:
            one += self.dice.choice(VALUES)
        return one

    def _broken(self, target: Target) -> str:
        """The target's path with something hostile in it."""
        parts = dict(target.parts)
        name = self.dice.choice(list(parts))
        value = self.value()[:1500]
        known = f"/{parts[name]}"
        with_it = f"/{quote(value, safe='')}"
        place = target.path.rfind(known)
        return target.path[:place] + with_it + target.path[place + len(known) :] if place >= 0 else target.path

    # What comes of it

    def blow(self, count: int) -> Told:
        """Send ``count`` requests."""
        before = _largest()
        got_request_exception.connect(self._heard)
        try:
            with bounded():
                for number in range(1, count + 1):
                    self._one(self.draw(number))
                    if number % 1000 == 0:
                        self.say(f"{number} requests, {len(self.told.faults)} kinds of faults")
        finally:
            got_request_exception.disconnect(self._heard)
        self.told.grown = _largest() - before
        return self.told

    def _one(self, sent: Sent) -> None:
        begun = time.monotonic()
        self.raised.clear()
        try:
            status = self._answer(sent).status_code
        except Exception as error:
            self.raised.append(_where(error))
            status = 599
        self.told.sent += 1
        self.told.statuses[status] += 1
        self.told.addresses[sent.name] += 1
        if status == 405:
            self.refused.add((sent.name, sent.method))
        self.told.slow = sorted([*self.told.slow, (time.monotonic() - begun, str(sent))])[-5:]
        if status >= 500 and (sent.name, status) != UNREADY:
            fault = self.raised[0] if self.raised else f"status {status}"
            if fault not in self.told.faults:
                self.say(f"{fault}\n    {sent}")
            self.told.faults.setdefault(fault, []).append(str(sent))

    def _answer(self, sent: Sent) -> Any:
        client = self.clients[sent.role]
        data: Any = sent.data
        kind = "application/x-www-form-urlencoded"
        cache.clear()  # nobody is to be kept out for guessing
        with transaction.atomic():
            try:
                if sent.files:
                    uploads = {n: SimpleUploadedFile("../x\r\n%s.json", body) for n, body in sent.files.items()}
                    posted = {**{n: v for n, v in data.items() if n}, **uploads}
                    return client.post(sent.path, posted, headers=sent.headers, query_params=QueryDict(sent.query))
                body = urlencode(data, doseq=True, errors="replace")
                address = f"{sent.path}?{sent.query}" if sent.query else sent.path
                return client.generic(sent.method, address, body, kind, headers=sent.headers)
            finally:
                transaction.set_rollback(True)
                client.cookies.clear()
                client.cookies.load(self.sessions[sent.role])

    def _heard(self, request: HttpRequest | None = None, **_: object) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            self.raised.append(_where(error))


def _names(resolver: URLResolver) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield pattern.name
        else:
            yield from _names(pattern)


def _split(address: str) -> tuple[str, dict[str, list[str]]]:
    parts = urlsplit(address)
    return parts.path, {name: list(values) for name, values in QueryDict(parts.query).lists()}


def _latin(text: str) -> str:
    """As a server hands headers on: bytes as Latin-1, one line, without NUL, which gunicorn refuses by itself."""
    line = text.replace("\r", " ").replace("\n", " ").replace("\0", " ")
    return line.encode("utf-8", "replace").decode("latin-1")


def _where(error: BaseException) -> str:
    """The kind of error and the innermost lines of the site it went through."""
    root = f"{settings.BASE_DIR}/"
    frames = traceback.extract_tb(error.__traceback__)
    foreign = (f"{root}.venv", f"{root}tests")
    own = [one for one in frames if one.filename.startswith(root) and not one.filename.startswith(foreign)]
    lines = " > ".join(f"{one.filename.removeprefix(root)}:{one.lineno}" for one in own[-2:] or frames[-3:])
    return f"{type(error).__name__} at {lines}: {str(error)[:160]}"


def _largest() -> int:
    """Megabytes of the process at its largest so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@contextmanager
def bounded(megabytes: int = MEGABYTES) -> Iterator[None]:
    """Let the process grow only so far: what wants more gets ``MemoryError``."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + megabytes * 1024 * 1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
