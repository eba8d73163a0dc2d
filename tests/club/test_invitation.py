"""The club's own invitation: its link, the page it leads to, and the account that opens there."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from club.models import Member, SignupMode
from tests.clients import client_of
from tests.factories.club import MemberFactory, club_settings

pytestmark = pytest.mark.django_db

FORM = {"username": "odo", "password1": "a-long-sword-7"}
PAGE = reverse("club:invitation")
SETTINGS, POSTER = reverse("club:settings"), reverse("club:poster")
CODE = "Vieille Tour/7"


def link(code: str = CODE) -> str:
    return reverse("club:invitation_link", args=[code])


@pytest.fixture
def by_invitation() -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code=CODE, asks_for_email=False)


@pytest.mark.usefixtures("by_invitation")
def test_the_link_says_who_invites_and_stands_for_the_code(visitor: Client) -> None:
    shown = visitor.get(link())
    assert "The Wolves" in shown.content.decode()
    assert list(shown.context["form"].fields) == ["username", "password1"]
    assert visitor.post(link(), FORM)["Location"] == "/"
    assert Member.objects.get().username == "odo"
    assert visitor.get(reverse("club:profile")).status_code == 200, "logged in"


@pytest.mark.usefixtures("by_invitation")
def test_without_the_code_the_page_asks_for_it(visitor: Client) -> None:
    assert "invitation_code" in visitor.get(PAGE).context["form"].fields
    refused = visitor.post(PAGE, FORM)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["invitation_code"]
    assert visitor.post(PAGE, {**FORM, "invitation_code": CODE.upper()}).status_code == 302


@pytest.mark.usefixtures("by_invitation")
def test_a_wrong_link_opens_nothing_and_guessing_is_slowed_down(visitor: Client) -> None:
    for number in range(10):
        assert visitor.get(link(f"wrong {number}"))["Location"] == PAGE
    assert visitor.post(link("wrong"), FORM)["Location"] == PAGE
    assert visitor.get(link())["Location"] == PAGE, "whoever guesses has to wait, even with the right one"
    assert "Too many tries" in visitor.get(PAGE).content.decode()
    assert not Member.objects.exists()
    assert Client(REMOTE_ADDR="198.51.100.20").get(link()).status_code == 200


def test_an_open_clubs_link_needs_no_code_and_asks_for_mail_where_the_club_does(visitor: Client) -> None:
    club_settings()
    assert list(visitor.get(PAGE).context["form"].fields) == ["username", "email", "password1"]
    assert list(visitor.post(PAGE, FORM).context["form"].errors) == ["email"]
    visitor.post(PAGE, {**FORM, "email": "odo@example.org"})
    assert [to for sent in mail.outbox for to in sent.to] == ["odo@example.org"], "asked to confirm it"


def test_a_closed_club_shows_its_name_and_opens_no_account(visitor: Client) -> None:
    club_settings(signup_mode=SignupMode.CLOSED)
    assert "A club admin makes you one" in visitor.get(PAGE).content.decode()
    visitor.post(PAGE, FORM)
    assert not Member.objects.exists()


def test_a_weak_password_and_a_taken_name_are_refused_as_at_the_door(visitor: Client, member: Member) -> None:
    club_settings(asks_for_email=False)
    assert list(visitor.post(PAGE, {**FORM, "password1": "12345678"}).context["form"].errors) == ["password1"]
    assert list(visitor.post(PAGE, {**FORM, "username": "alix"}).context["form"].errors) == ["username"]


def test_nobody_is_led_elsewhere(visitor: Client) -> None:
    club_settings(asks_for_email=False)
    for address in (f"{PAGE}?next=https://example.org/", PAGE):
        answer = Client().post(address, {**FORM, "username": f"odo{len(address)}", "next": "https://example.org/"})
        assert answer["Location"] == "/"


def test_a_member_is_told_that_he_is_in(member_client: Client) -> None:
    assert "already" in member_client.get(PAGE, follow=True).content.decode()


def test_an_admin_passes_it_on(admin_client_of_club: Client, member_client: Client) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code=CODE)
    for page in (SETTINGS, POSTER):
        shown = admin_client_of_club.get(page).content.decode()
        assert f"http://testserver{link()}" in shown
        assert 'class="qr' in shown
        assert member_client.get(page).status_code == 403
    club_settings(signup_mode=SignupMode.CLOSED)
    assert 'class="qr' not in admin_client_of_club.get(POSTER).content.decode()


@pytest.mark.parametrize("code", [".", "..", " .. ", "tower/..", "./tower"])
def test_a_code_that_cannot_stand_in_a_link_is_refused_with_a_sentence(admin_client_of_club: Client, code: str) -> None:
    """Browsers read a part of dots as "here" or "one up"; "..." is a name like any other."""
    form = admin_client_of_club.get(SETTINGS).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent |= {"signup_mode": SignupMode.INVITATION.value, "invitation_code": code}
    refused = admin_client_of_club.post(SETTINGS, sent).context["form"]
    assert refused.errors == {"invitation_code": ["A code of dots alone cannot stand in a link: choose another one."]}
    assert refused["invitation_code"].value() == code
    assert admin_client_of_club.post(SETTINGS, sent | {"invitation_code": "..."}).status_code == 302


def test_mail_may_be_left_out_at_the_door_where_the_club_does_not_ask(visitor: Client) -> None:
    club_settings(asks_for_email=False)
    form = {**FORM, "password2": FORM["password1"], "email": ""}
    assert visitor.post(reverse("account_signup"), form).status_code == 302
    assert Member.objects.get().email == ""


# Crest and colour


def test_crest_and_colour_are_shown_on_every_page(admin_client_of_club: Client, visitor: Client) -> None:
    sent = {"name": "The Wolves", "signup_mode": "open", "crest": "orc", "accent": "pine"}
    assert admin_client_of_club.post(SETTINGS, sent).status_code == 302
    shown = visitor.get(reverse("club:about")).content.decode()
    assert 'data-accent="pine"' in shown
    assert 'content="#1f5137"' in shown
    assert "races.svg#orc" in shown.partition("</header>")[0]
    admin_client_of_club.post(SETTINGS, {"name": "The Wolves", "signup_mode": "open"})
    assert 'data-accent="pine"' in visitor.get(reverse("club:about")).content.decode(), "a form that asks less"


def test_a_crest_that_is_none_is_refused(admin_client_of_club: Client) -> None:
    sent = {"name": "The Wolves", "signup_mode": "open", "crest": "no-such", "accent": "gold"}
    assert set(admin_client_of_club.post(SETTINGS, sent).context["form"].errors) == {"crest", "accent"}


def test_the_second_step_still_holds_for_admins(visitor: Client) -> None:
    """Nobody is an admin by an invitation."""
    club_settings(asks_for_email=False, second_step_for="admins")
    visitor.post(PAGE, FORM)
    assert visitor.get("/").status_code == 200
    assert client_of(MemberFactory.create(club_admin=True)).get("/").status_code == 302
