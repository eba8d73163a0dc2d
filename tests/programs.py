"""Programs for tests: they show a token and speak JSON."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from club.models import Member, Scope
from club.tokens import operations, shape

ALL = (Scope.READ, Scope.PLAY, Scope.REFEREE)


class Program:
    """A program of a member's, or of nobody's."""

    def __init__(self, member: Member | None = None, *scopes: str, language: str = "en") -> None:
        self.token = ""
        headers = {"accept-language": language}
        if member is not None:
            self.token = shape.new_token()
            operations.make(member=member, token=self.token, name="Program", scopes=scopes or ALL, days=1)
            headers["authorization"] = f"Bearer {self.token}"
        self.client = Client(headers=headers)

    def get(self, address: str, **headers: str) -> HttpResponse:
        return self.client.get(f"/api/v1/{address}", headers=_dashed(headers))

    def told(self, address: str) -> Any:
        answer = self.get(address)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, address: str, data: object = None, **headers: str) -> HttpResponse:
        body = json.dumps({} if data is None else data)
        return self.client.post(f"/api/v1/{address}", body, content_type="application/json", headers=_dashed(headers))


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
