"""One account where the button was pressed twice. On SQLite files and PostgreSQL."""

from collections import Counter

import pytest
from django.test import Client

from club.models import Member
from tests.campaigns.test_at_once import at_once
from tests.club.test_signup import FORM

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_account_is_opened_once() -> None:
    def send() -> str:
        answer = Client(headers={"accept-language": "en"}).post("/accounts/signup/", FORM)
        return "opened" if answer.status_code == 302 else ",".join(sorted(answer.context["form"].errors))

    outcome = at_once(send, send, send)
    assert outcome["opened"] == 1
    assert outcome <= Counter({"opened": 1, "username": 2, "email,username": 2})
    assert Member.objects.count() == 1
