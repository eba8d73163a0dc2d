"""Who is behind a request: a visitor whom a view's loader let through by mistake is nobody's author."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from club.access import signed_in, visitors_log_in
from club.models import Member


@visitors_log_in
def whoever(request: HttpRequest) -> HttpResponse:
    return HttpResponse(signed_in(request).username)


def asked_by(user: Member | AnonymousUser) -> HttpRequest:
    request = RequestFactory().get("/here/")
    request.user = user
    return request


def test_a_member_is_the_member() -> None:
    assert whoever(asked_by(Member(username="anna"))).content == b"anna"


def test_a_visitor_is_nobody_and_logs_in_first() -> None:
    with pytest.raises(PermissionDenied):
        signed_in(asked_by(AnonymousUser()))
    assert whoever(asked_by(AnonymousUser())).headers["Location"].endswith("?next=%2Fhere%2F")
