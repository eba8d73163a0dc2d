"""A database that takes nothing down is read as ever: looking at a page writes nothing that the page needs."""

from __future__ import annotations

import pytest
from django.test import Client

from club.models import Member
from tests.clients import client_of
from tests.club.outages.kit import writing_nothing
from tests.web.pages import pages

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


SETTING_UP = {"account_email"}
"""allauth writes down the address of an account made by an admin when its owner first looks at it: back soon."""


def test_every_page_is_shown_while_nothing_can_be_written(demo: None) -> None:
    """One of each address and reader."""
    asked = {(shown.name, shown.reader): shown for shown in pages() if not shown.sent}
    clients: dict[str, Client] = {}
    failed = []
    for shown in asked.values():
        if shown.reader not in clients:
            reader = Member.objects.get(username=shown.reader) if shown.reader else None
            clients[shown.reader] = client_of(reader, confirmed=True)
            clients[shown.reader].raise_request_exception = False
        with writing_nothing():
            answer = shown.fetch(clients[shown.reader])
        if answer.status_code >= 500 and shown.name not in SETTING_UP:
            failed.append(str(shown))
    assert failed == []
