"""Who may open an account, and what an account starts with."""

import pytest
from django.test import Client

from club.models import Member, SignupMode
from tests.factories.club import MemberFactory, club_settings

pytestmark = pytest.mark.django_db

FORM = {
    "username": "odo",
    "display_name": "Odo of Metz",
    "email": "odo@example.org",
    "password1": "a-long-sword-7",
    "password2": "a-long-sword-7",
    "language": "fr",
}


def test_anyone_may_join_an_open_club(visitor: Client) -> None:
    response = visitor.post("/accounts/signup/", FORM)
    assert response.status_code == 302
    member = Member.objects.get(username="odo")
    assert (member.display_name, member.email, member.language) == ("Odo of Metz", "odo@example.org", "fr")
    assert not member.is_staff
    assert visitor.get("/me/").status_code == 200


def test_an_open_club_asks_for_no_code(visitor: Client) -> None:
    assert "invitation_code" not in visitor.get("/accounts/signup/").context["form"].fields


def test_an_invitation_club_wants_its_code(visitor: Client) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Vieille Tour")
    response = visitor.post("/accounts/signup/", {**FORM, "invitation_code": "old tower"})
    assert response.status_code == 200
    assert response.context["form"].errors.as_data()["invitation_code"][0].code == "wrong_code"
    page = response.content.decode()
    assert 'id="id_invitation_code_error"' in page
    assert 'value="Odo of Metz"' in page, "what was typed is still there"
    assert not Member.objects.exists()


def test_the_code_cannot_be_left_out(visitor: Client) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Vieille Tour")
    response = visitor.post("/accounts/signup/", FORM)
    assert list(response.context["form"].errors) == ["invitation_code"]


def test_the_code_opens_the_door_whatever_its_capitals(visitor: Client) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Vieille Tour")
    visitor.post("/accounts/signup/", {**FORM, "invitation_code": " vieille TOUR "})
    assert Member.objects.filter(username="odo").exists()


def test_an_invitation_club_without_a_code_lets_nobody_in(visitor: Client) -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="")
    visitor.post("/accounts/signup/", {**FORM, "invitation_code": "  "})
    assert not Member.objects.exists()


def test_a_closed_club_opens_no_account(visitor: Client) -> None:
    club_settings(signup_mode=SignupMode.CLOSED)
    response = visitor.post("/accounts/signup/", FORM)
    assert "account/signup_closed.html" in [template.name for template in response.templates]
    assert not Member.objects.exists()
    assert "/accounts/signup/" not in visitor.get("/").content.decode()


def test_a_weak_password_is_refused_beside_its_field(visitor: Client) -> None:
    response = visitor.post("/accounts/signup/", {**FORM, "password1": "12345678", "password2": "12345678"})
    assert list(response.context["form"].errors) == ["password1"]


def test_a_name_like_a_members_is_refused_but_told_only_where_an_account_would_open(visitor: Client) -> None:
    MemberFactory.create(username="zoe", display_name="Zoé")
    for field, name in (("display_name", "Zoe\u0301"), ("username", "zoé")):
        answer = visitor.post("/accounts/signup/", {**FORM, field: name})
        assert list(answer.context["form"].errors) == [field]
        answer = visitor.post("/accounts/signup/", {**FORM, field: name, "password2": "another"})
        assert field not in answer.context["form"].errors


def test_who_has_just_joined_is_welcomed_and_not_welcomed_back(visitor: Client) -> None:
    page = visitor.post("/accounts/signup/", {**FORM, "language": ""}, follow=True).content.decode()
    assert "Welcome, Odo of Metz." in page
    assert "Welcome back" not in page
    visitor.logout()
    page = visitor.post(
        "/accounts/login/", {"login": "odo", "password": FORM["password1"]}, follow=True
    ).content.decode()
    assert "Welcome back, Odo of Metz." in page
    assert "Welcome, Odo" not in page
