"""The contract holds over every operation: no 5xx, and no answer that it does not describe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings, strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from club.api import middleware, structs
from club.api.document import operations
from club.models import Scope
from config import api
from config.wsgi import application
from tests.programs import Program
from tests.thorough import THOROUGH
from tests.web.api_table import API
from tests.web.cast import As, Cast

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 12 if THOROUGH else 4
CONTRACT = api.contract("http://localhost/")
PATHS = {operation["operationId"]: (path, method.upper()) for path, method, operation in operations(CONTRACT)}


@pytest.fixture(scope="module")
def owner(played: Cast) -> Program:
    return Program(played.people[As.OWNER], *(scope for scope in Scope if scope is not Scope.ADMIN))


@contextmanager
def one_connection() -> Iterator[None]:
    """A request through the real door closes its connection afterwards; here it is the test's.

    (Django's own client connects what closes it anew after each of its requests.)
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("name", API)
def test_whatever_is_sent_the_answer_is_one_that_the_contract_describes(
    name: str, owner: Program, stage: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """About things that are there and that are not, with versions that were seen and that were not."""
    monkeypatch.setattr(middleware, "A_MINUTE", 10**9)
    rule, ground = API[name], stage.grounds["public"]
    path, method = PATHS[name]
    known: dict[str, Any] = dict(rule.about(ground)) if rule.about else {}
    with one_connection():
        operation = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)[path][method]
    seen = owner.get(path.rpartition("/")[0].format(**known).strip("/")).headers.get("ETag", "")
    answered = set[int]()

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(), real=st.booleans(), fresh=st.booleans())
    def send(case: Any, real: bool, fresh: bool) -> None:
        if real:
            case.path_parameters = known
        own = {"Authorization": f"Bearer {owner.token}", "Accept-Encoding": "identity"}
        case.headers = {**(case.headers or {}), **own}
        if fresh and seen and "If-Match" in case.headers:
            case.headers["If-Match"] = seen
        with transaction.atomic():
            answer = case.call()
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS)
        answered.add(answer.status_code)

    with one_connection():
        send()
    assert answered
    assert 401 not in answered


def test_the_first_reader_of_the_contract_waits_for_one_description_of_all_types(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Types describe themselves all together; anew for each of them it took ten seconds in every process."""
    asked = 0
    describe = msgspec.json.schema_components

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal asked
        asked += 1
        return describe(*args, **kwargs)

    monkeypatch.setattr(msgspec.json, "schema_components", counted)
    structs._all_described.cache_clear()
    api._contract.cache_clear()
    assert api.contract("http://localhost/") == CONTRACT
    assert asked == 1
