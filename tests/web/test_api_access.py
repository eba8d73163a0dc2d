"""Every operation of the API, asked for in every role with a token for every scope, answers as its table says."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.urls import get_resolver, reverse

from club.models import Scope
from config.api import api
from tests import empty_site
from tests.programs import Program
from tests.thorough import THOROUGH
from tests.web.api_table import API, WAYS, ApiRule
from tests.web.cast import As, Cast, Ground
from tests.web.test_access import _names

SCOPES = (None, *Scope)
DONE = {200, 201, 412, 422}
"""What may be answered to who may: done, or refused with the reasons."""
WHOLE = THOROUGH and empty_site.on_sqlite()

type Programs = dict[tuple[As, Scope | None], Program]


def names() -> Iterator[str]:
    """The name of every address of the API, derived from the resolver."""
    return (name.removeprefix("api:") for name in _names(get_resolver(), "") if name.startswith("api:"))


@pytest.fixture(scope="module")
def programs(played: Cast) -> Programs:
    """A program of each role for each scope, and one that shows no token."""
    made: Programs = {}
    for role in As:
        for scope in SCOPES:
            member = played.people.get(role)
            if (scope is None) is (role is not As.VISITOR) or (scope is Scope.ADMIN and role is not As.ADMIN):
                continue
            made[role, scope] = Program(member, scope) if member and scope else Program()
    return made


def test_every_operation_stands_in_the_table_and_nothing_else_does() -> None:
    assert sorted(set(names()) - set(WAYS)) == sorted(API)


def test_the_document_has_every_operation() -> None:
    told = api.get_openapi_schema(path_prefix="")
    documented = {operation["operationId"] for methods in told["paths"].values() for operation in methods.values()}
    assert documented == set(API)


def wanted(rule: ApiRule, role: As, scope: Scope | None, visibility: str) -> set[int]:
    """The statuses that the table allows."""
    if scope is None and not rule.visitors:
        return {401}
    if scope is not None and scope not in rule.scopes:
        return {403}
    if rule.about is not None and role not in rule.sees[visibility]:
        return {404}
    if role not in rule.right.value:
        return {403}
    if rule.own is not None and scope is not (Scope.PLAY if role in rule.own else Scope.REFEREE):
        return {403}
    return DONE


def ask(program: Program, rule: ApiRule, name: str, ground: Ground) -> HttpResponse:
    address = reverse(f"api:{name}", kwargs=dict(rule.about(ground)) if rule.about else None)
    address = address.removeprefix("/api/v1/")
    with transaction.atomic():
        if rule.method == "GET":
            answer = program.get(f"{address}?{urlencode(rule.data(ground))}")
        else:
            answer = program.post(address, rule.data(ground), if_match='"0"', idempotency_key="k")
        transaction.set_rollback(True)
    return answer


@pytest.mark.databases
@pytest.mark.parametrize("name", API)
def test_access(name: str, programs: Programs, stage: Cast) -> None:
    rule, wrong = API[name], []
    grounds = list(stage.grounds.values())
    if not (WHOLE and rule.about):
        grounds = [grounds[list(API).index(name) % len(grounds)]]
    for ground in grounds:
        for (role, scope), program in programs.items():
            answer = ask(program, rule, name, ground)
            allowed = wanted(rule, role, scope, ground.visibility)
            if answer.status_code not in allowed:
                wrong.append(f"{role} {scope} ({ground.visibility}): {answer.status_code}, not {sorted(allowed)}")
            if answer.status_code >= 400 and answer["Content-Type"] != "application/problem+json":
                wrong.append(f"{role} {scope}: {answer['Content-Type']}")
    assert wrong == []
