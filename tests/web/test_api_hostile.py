"""Requests that nobody in their right mind would send, with a token: each is answered, none by a 5xx."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse

from club.api import middleware
from club.api.document import operations
from club.models import Scope
from config import api
from tests.programs import Program
from tests.thorough import MARATHON, THOROUGH
from tests.web.api_table import API
from tests.web.cast import As, Cast, Ground

REQUESTS = 10_000 if MARATHON else 2_000 if THOROUGH else 600
PATHS = {one["operationId"]: (path, method) for path, method, one in operations(api.contract("http://localhost/"))}
NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 2**64, 10**30, 1e308, -0.0, "", " ", "\0", "\ud800", "\u202e",
    "a" * 5000, "%00", "../../etc/passwd", "'; DROP TABLE club_member; --", "<script>alert(1)</script>", "{{ 7*7 }}",
    "\udfffx", "x\ud800", "٣", "1e400", "NaN", "\n\r\t",
    [], {}, [[]], [None], ["a"] * 300, {"a": {"b": {"c": {}}}}, {"kind": "note"},
)  # fmt: skip
BODIES = (b"", b"{", b"\xff\xfe", b"[" * 2000, b'{"a": NaN}', b'{"a":1,"a":2}', b"null", b'"x"', b"1", b"\x00")
HEADERS = ("", "*", '"0"', 'W/"1"', '"999999999999"', '"1', "é", '"0-fr"', "\x7f")


class Vandal:
    """Makes requests by chance, the same each time."""

    def __init__(self, program: Program, ground: Ground) -> None:
        self.program, self.ground, self.chance = program, ground, random.Random(34)

    def value(self) -> Any:
        return self.chance.choice(NASTY)

    def body(self, known: dict[str, Any]) -> bytes:
        """Of what would do: a field less, a field more, a field otherwise; or nothing like it."""
        if self.chance.random() < 0.2:
            return self.chance.choice(BODIES)
        told = dict(known)
        for name in list(told):
            if self.chance.random() < 0.5:
                told[name] = self.value()
            elif self.chance.random() < 0.2:
                del told[name]
        if self.chance.random() < 0.3:
            told[str(self.chance.choice(["version", "page", "figure", "x", "\0", ""]))] = self.value()
        return json.dumps(told).encode()

    def path(self, path: str, known: dict[str, Any]) -> str:
        nasty = ["0", "-1", "99999999999999999999", "x", "%00", "..", "é", "1;2", "a" * 300]
        for name, value in known.items():
            said = value if self.chance.random() < 0.7 else self.chance.choice(nasty)
            path = path.replace(f"{{{name}}}", str(said))
        return path.strip("/")

    def query(self) -> str:
        names = ["limit", "after", "mine", "race", "game", "season", "state", "q", "x"]
        chosen = self.chance.sample(names, self.chance.randrange(3))
        values = ["0", "-1", "1e9", "%00", "%ff", "'", "x" * 500, "9" * 30, "true", "%F0%9F%92%A9"]
        return "&".join(f"{name}={self.chance.choice(values)}" for name in chosen)

    def ask(self, name: str) -> HttpResponse:
        rule, (path, method) = API[name], PATHS[name]
        known = dict(rule.about(self.ground)) if rule.about else {}
        address = f"/api/v1/{self.path(path, known)}?{self.query()}"
        if method == "get":
            return self.program.client.get(address)
        key = self.chance.choice(["k", "", "é", "a b"])
        headers = {"If-Match": self.chance.choice(HEADERS), "Idempotency-Key": key}
        kind = self.chance.choice(["application/json"] * 8 + ["text/plain", "application/x-www-form-urlencoded"])
        body = self.body(dict(rule.data(self.ground)))
        return self.program.client.generic("POST", address, body, content_type=kind, headers=headers)


@pytest.mark.slow
def test_hostile_requests(played: Cast, stage: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "A_MINUTE", 10**9)
    ground = stage.grounds["public"]
    owner = Program(played.people[As.OWNER], *(scope for scope in Scope if scope is not Scope.ADMIN))
    vandal, wrong, answered = Vandal(owner, ground), [], set[int]()
    for number in range(REQUESTS):
        name = list(API)[number % len(API)]
        with transaction.atomic():
            answer = vandal.ask(name)
            transaction.set_rollback(True)
        answered.add(answer.status_code)
        if answer.status_code >= 500 or "<html" in answer.content[:200].decode(errors="replace"):
            wrong.append(f"{name}: {answer.status_code}")
        if answer.status_code >= 400 and answer["Content-Type"] != "application/problem+json":
            wrong.append(f"{name}: {answer['Content-Type']}")
    assert wrong == []
    assert {200, 400, 404, 412, 422} <= answered
