"""What the tests of matches ask, of operations and of pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.matches.models.match import Match, MatchSeat
from club.operations import Refused
from tests.clients import client_of
from tests.factories.matches import END_TURN, kill, pad

HTMX = {"HX-Request": "true"}

as_ = client_of


def refused(call: Any, *codes: str) -> None:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.codes == list(codes)


def standing(match: Match) -> list[tuple[int | None, int | None, bool]]:
    """Place, points and victory by seat, as the books keep them."""
    rows = MatchSeat.objects.filter(match=match).order_by("seat")
    return [(row.place, row.points, row.won) for row in rows]


def over(*people_: Any, limit: int = 2) -> Match:
    """A pad on which the first seat has reached the limit and ended its turn."""
    return pad(people_, entries=[kill(0, 1), END_TURN], options={"limit": limit})


def at(name: str, *args: Any) -> str:
    return reverse(f"campaigns:{name}", args=args)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def rows(*who: str, **more: str) -> dict[str, str]:
    data = {f"seat-{n}-player": value for n, value in enumerate(who)}
    return {"start": "0", "visibility": "club", **data, **more}


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)
