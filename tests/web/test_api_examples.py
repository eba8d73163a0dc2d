"""The contract's examples are what its operations take: each is sent, about things that are there."""

from __future__ import annotations

import pytest
from django.db import transaction

from club.api.document import operations
from club.models import Scope
from config import api
from config.api_examples import EXAMPLES
from tests.factories.club import MemberFactory
from tests.programs import Program
from tests.web.api_table import API
from tests.web.cast import As, Cast

CONTRACT = api.contract("http://localhost/")
TAKING = {one["operationId"]: one for _path, _method, one in operations(CONTRACT) if "requestBody" in one}
UNFIT = {"unfit", "bad_request", "required", "unknown_kind", "unknown_game", "no_answer", "invalid", "report_unfit"}
"""Codes that say that a body is none, whatever it is about."""


def test_every_operation_that_takes_something_shows_what() -> None:
    assert set(EXAMPLES) == set(TAKING)
    for name, operation in TAKING.items():
        assert operation["requestBody"]["content"]["application/json"]["example"] == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_taken_for_what_it_is(name: str, stage: Cast) -> None:
    rule, ground = API[name], stage.grounds["public"]
    role = next(role for role in (As.OWNER, As.REFEREE, As.ADMIN) if role in rule.right.value)
    program = Program(stage.people[role], *(Scope.values if role is As.ADMIN else ()))
    known = dict(rule.about(ground)) if rule.about else {}
    path = next(path for path, _method, one in operations(CONTRACT) if one["operationId"] == name)
    address = path.format(**known).strip("/")
    seen = program.get(address.rpartition("/")[0]).headers.get("ETag", '"0"')
    with transaction.atomic():
        answer = program.post(address, EXAMPLES[name], if_match=seen, idempotency_key="k")
        transaction.set_rollback(True)
    assert answer.status_code in (200, 412, 422), answer.content
    if answer.status_code == 422:
        assert not {reason["code"] for reason in answer.json()["problems"]} & UNFIT, answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["found_warband", "take_in_warband", "new_table"])
def test_what_anybody_may_send_is_done(name: str) -> None:
    path = next(path for path, _method, one in operations(CONTRACT) if one["operationId"] == name)
    answer = Program(MemberFactory.create()).post(path.strip("/"), EXAMPLES[name], idempotency_key="k")
    assert answer.status_code == 200, answer.content
