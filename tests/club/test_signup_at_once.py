"""One account, and one row of settings, where the button was pressed twice. On SQLite files and PostgreSQL."""

from collections import Counter

import pytest
from django.test import Client

from club.models import ClubSettings, Member
from tests.campaigns.overlap import overlapping
from tests.campaigns.wars.test_at_once import at_once
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


def test_the_first_settings_are_stored_twice() -> None:
    """Both pages were opened while there were none."""
    wolves, bears = ClubSettings.load(), ClubSettings.load()
    wolves.name, bears.name = "The Wolves", "The Bears"
    assert overlapping(wolves.save, bears.save) == ("None", "None")
    assert ClubSettings.objects.get().name == "The Bears"
