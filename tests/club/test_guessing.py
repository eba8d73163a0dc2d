"""Guessing passwords is slow, and nobody locks anybody else out by it."""

from __future__ import annotations

import time

import pytest
from django.core import mail
from django.test import Client

from club.models import Member, SignupMode
from tests.club.test_signup import FORM
from tests.factories.club import PASSWORD, MemberFactory, club_settings

pytestmark = pytest.mark.django_db

STRANGER, HOME = "203.0.113.7", "198.51.100.20"


class Clock:
    """The time by which tries are counted."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "time", made.time)
    return made


def tries(address: str, login: str = "alix", *, right: bool = False, host: str = "testserver") -> str:
    """What comes of one try: ``in``, ``wrong`` or ``blocked``."""
    answer = Client(REMOTE_ADDR=address, headers={"host": host, "accept-language": "en"}).post(
        "/accounts/login/", {"login": login, "password": PASSWORD if right else "wrong"}
    )
    if answer.status_code == 302:
        return "in"
    [error] = answer.context["form"].non_field_errors()
    return "blocked" if "Too many" in error else "wrong"


def test_a_stranger_locks_nobody_out(member: Member) -> None:
    assert [tries(STRANGER) for _ in range(6)] == ["wrong"] * 5 + ["blocked"]
    assert tries(STRANGER, right=True) == "blocked", "the guesser has to wait, even with the right one"
    assert tries(HOME, right=True) == "in"


def test_other_names_of_an_account_and_of_the_site_give_no_more_tries(member: Member) -> None:
    ways = [
        ("alix", "testserver"),
        ("ALIX", "testserver"),
        ("alix@example.org", "testserver:81"),
        ("alix", "localhost:82"),
    ]
    assert [tries(STRANGER, login, host=host) for login, host in ways] == ["wrong"] * 4
    assert [tries(STRANGER, login, host=host) for login, host in ways] == ["wrong"] + ["blocked"] * 3


def test_a_name_that_nobody_has_is_counted_alike(member: Member) -> None:
    assert [tries(STRANGER, "nobody") for _ in range(6)] == ["wrong"] * 5 + ["blocked"]


def test_one_address_tries_few_passwords_on_all_accounts_together(member: Member, clock: Clock) -> None:
    assert [tries(STRANGER, f"name-{number}") for number in range(11)] == ["wrong"] * 10 + ["blocked"]
    found = []
    for minute in range(12):
        clock.now += 61
        found += [tries(STRANGER, f"name-{minute}-{number}") for number in range(10)]
    assert found.count("wrong") == 90, "a hundred an hour, ten of them before"


def test_one_address_tries_thirty_passwords_a_day_on_one_account(member: Member, clock: Clock) -> None:
    found = []
    for _ in range(10):
        found += [tries(STRANGER) for _ in range(5)]
        clock.now += 301
    assert found == ["wrong"] * 30 + ["blocked"] * 20
    assert tries(HOME, right=True) == "in"
    clock.now += 86_400
    assert tries(STRANGER, right=True) == "in"


def test_who_has_no_invitation_learns_no_names(visitor: Client, member: Member) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Vieille Tour")
    taken = {**FORM, "username": "alix", "email": "alix@example.org", "invitation_code": "guess"}
    told = [
        visitor.post("/accounts/signup/", sent).context["form"].errors for sent in (taken, {**FORM, **taken | FORM})
    ]
    assert [list(errors) for errors in told] == [["invitation_code"], ["invitation_code"]]
    right = visitor.post("/accounts/signup/", {**taken, "invitation_code": "vieille tour"})
    assert list(right.context["form"].errors) == ["username"]


def test_the_password_of_a_closed_account_is_guessed_as_slowly(visitor: Client) -> None:
    MemberFactory.create(username="gone", is_active=False)
    assert [tries(STRANGER, "gone") for _ in range(6)] == ["wrong"] * 5 + ["blocked"]


def test_a_stranger_cannot_use_up_somebodys_mails_for_new_passwords(member: Member) -> None:
    def asked(address: str) -> int:
        before = len(mail.outbox)
        answer = Client(REMOTE_ADDR=address).post("/accounts/password/reset/", {"email": "alix@example.org"})
        assert answer["Location"] == "/accounts/password/reset/done/", "the answer never differs"
        return len(mail.outbox) - before

    assert [asked(STRANGER) for _ in range(8)] == [1] * 3 + [0] * 5
    assert asked(HOME) == 1


def test_one_address_does_not_flood_the_mailboxes_of_everybody() -> None:
    stranger = Client(REMOTE_ADDR=STRANGER)
    codes = [
        stranger.post("/accounts/password/reset/", {"email": f"nobody-{number}@example.org"}).status_code
        for number in range(21)
    ]
    assert codes == [302] * 20 + [429]


TAKEN = {**FORM, "username": "alix"}


def test_a_taken_name_is_told_only_to_who_would_otherwise_have_an_account(visitor: Client, member: Member) -> None:
    weak = {"password1": "12345678", "password2": "12345678"}
    answers = [visitor.post("/accounts/signup/", {**form, **weak}) for form in (TAKEN, FORM)]
    assert [list(answer.context["form"].errors) for answer in answers] == [["password1"]] * 2
    assert list(visitor.post("/accounts/signup/", TAKEN).context["form"].errors) == ["username"]


def test_taken_names_are_told_ten_times_an_hour(member: Member, clock: Clock) -> None:
    stranger = Client(REMOTE_ADDR=STRANGER)

    def told(form: dict[str, str]) -> list[str]:
        clock.now += 60
        return list(stranger.post("/accounts/signup/", form).context["form"].errors)

    assert [told(TAKEN) for _ in range(12)] == [["username"]] * 10 + [["__all__"]] * 2
    assert told(FORM) == ["__all__"], "a free name gets the same answer"
    assert not Member.objects.filter(username="odo").exists()
    clock.now += 3600
    assert stranger.post("/accounts/signup/", FORM).status_code == 302


def test_nobody_learns_whether_an_address_has_an_account(visitor: Client, member: Member) -> None:
    answer = visitor.post("/accounts/signup/", {**FORM, "email": "alix@example.org"})
    assert answer.status_code == 302
    visitor.post("/accounts/logout/")
    mail.outbox.clear()
    visitor.post("/accounts/password/reset/", {"email": "alix@example.org"})
    assert ["alix" in sent.body for sent in mail.outbox] == [True], "the address is still that of who confirmed it"
    assert "odo" not in mail.outbox[0].body
