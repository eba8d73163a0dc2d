"""Logging in and out, passwords, mails, and demo accounts."""

import re

import pytest
from django.core import mail
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client
from pytest_django import Settings

from club.checks import no_demo_accounts_at_deployment, no_demo_accounts_in_production
from club.models import Member
from tests.factories.club import PASSWORD, MemberFactory, club_settings

pytestmark = pytest.mark.django_db


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("name", ["alix", "alix@example.org"])
def test_a_member_logs_in_by_name_or_address(visitor: Client, member: Member, name: str) -> None:
    response = visitor.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert response.status_code == 302
    assert logged_in(visitor)


def test_logging_in_leads_back_to_the_page_asked_for(visitor: Client, member: Member) -> None:
    asked = visitor.get("/me/?tab=look")
    assert asked["Location"] == "/accounts/login/?next=%2Fme%2F%3Ftab%3Dlook"
    response = visitor.post(asked["Location"], {"login": "alix", "password": PASSWORD, "next": "/me/?tab=look"})
    assert response["Location"] == "/me/?tab=look"


def test_the_way_back_never_leads_to_another_site(visitor: Client, member: Member) -> None:
    data = {"login": "alix", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert visitor.post("/accounts/login/", data)["Location"] == "/"


def test_a_refused_post_leads_back_to_the_page_of_its_form(visitor: Client) -> None:
    response = visitor.post("/me/", headers={"referer": "http://testserver/about/?page=2"})
    assert response["Location"] == "/accounts/login/?next=%2Fabout%2F%3Fpage%3D2"
    response = visitor.post("/me/", headers={"referer": "http://elsewhere.example/"})
    assert response["Location"] == "/accounts/login/"


def test_an_htmx_request_of_a_visitor_leaves_the_page(visitor: Client) -> None:
    response = visitor.get("/me/", headers={"hx-request": "true", "hx-current-url": "http://testserver/about/"})
    assert (response.status_code, response["HX-Redirect"]) == (204, "/accounts/login/?next=%2Fabout%2F")


def test_a_wrong_password_is_told_without_losing_the_name(visitor: Client, member: Member) -> None:
    response = visitor.post("/accounts/login/", {"login": "alix", "password": "wrong"})
    assert response.status_code == 200
    assert response.context["form"].non_field_errors()
    assert 'value="alix"' in response.content.decode()
    assert not logged_in(visitor)


def test_logging_out_takes_a_post(member_client: Client) -> None:
    assert member_client.get("/accounts/logout/").status_code == 200
    assert logged_in(member_client)
    member_client.post("/accounts/logout/")
    assert not logged_in(member_client)


def test_a_forgotten_password_is_replaced_through_a_mailed_link(visitor: Client, member: Member) -> None:
    club_settings(name="The Wolves")
    visitor.post("/accounts/password/reset/", {"email": "alix@example.org"})
    [sent] = mail.outbox
    assert sent.to == ["alix@example.org"]
    assert sent.subject == "[The Wolves] Choose a new password"
    assert "alix" in sent.body
    assert "The Wolves" in sent.body
    link = re.search(r"https?://testserver(/accounts/password/reset/key/\S+)", sent.body)
    assert link is not None
    form = visitor.get(link[1], follow=True)
    address = form.redirect_chain[-1][0]
    visitor.post(address, {"password1": "another-sword-8", "password2": "another-sword-8"})
    member.refresh_from_db()
    assert member.check_password("another-sword-8")
    assert "token_fail" in visitor.get(link[1], follow=True).context, "a link works once"


def test_an_unknown_address_gets_the_same_answer_as_a_known_one(visitor: Client, member: Member) -> None:
    known = visitor.post("/accounts/password/reset/", {"email": "alix@example.org"})
    unknown = visitor.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_a_member_changes_the_password(member_client: Client, member: Member) -> None:
    new = {"password1": "another-sword-8", "password2": "another-sword-8"}
    refused = member_client.post("/accounts/password/change/", {"oldpassword": "wrong", **new})
    assert list(refused.context["form"].errors) == ["oldpassword"]
    member_client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new})
    member.refresh_from_db()
    assert member.check_password("another-sword-8")


def test_a_member_adds_an_address(member_client: Client, member: Member) -> None:
    member_client.post("/accounts/email/", {"action_add": "", "email": "second@example.org"})
    assert "second@example.org" in member_client.get("/accounts/email/").content.decode()
    assert mail.outbox[-1].to == ["second@example.org"]


@pytest.mark.parametrize(
    "path",
    [
        "login/",
        "signup/",
        "password/reset/",
        "password/reset/done/",
        "password/reset/key/x-y/",
        "password/reset/key/done/",
        "confirm-email/",
        "confirm-email/nonsense/",
        "inactive/",
    ],
)
def test_every_account_page_for_visitors_is_in_the_house_style(visitor: Client, path: str) -> None:
    page = visitor.get(f"/accounts/{path}").content.decode()
    assert "site-header" in page
    assert page.count("<h1") == 1


@pytest.mark.parametrize("path", ["logout/", "email/", "password/change/", "reauthenticate/"])
def test_every_account_page_for_members_is_in_the_house_style(member_client: Client, path: str) -> None:
    page = member_client.get(f"/accounts/{path}").content.decode()
    assert "site-header" in page
    assert page.count("<h1") == 1


def test_a_demo_account_logs_in_while_trying_the_site_out(visitor: Client, settings: Settings) -> None:
    settings.DEBUG = True
    MemberFactory.create(username="demo", is_demo=True)
    visitor.post("/accounts/login/", {"login": "demo", "password": PASSWORD})
    assert logged_in(visitor)


@pytest.mark.parametrize("path", ["/accounts/login/", "/admin/login/"])
def test_a_demo_account_never_logs_in_on_a_production_site(visitor: Client, path: str) -> None:
    MemberFactory.create(username="demo", is_demo=True, club_admin=True)
    visitor.post(path, {"login": "demo", "username": "demo", "password": PASSWORD})
    assert not logged_in(visitor)


def test_a_demo_session_ends_when_the_site_goes_into_production(visitor: Client, settings: Settings) -> None:
    settings.DEBUG = True
    MemberFactory.create(username="demo", is_demo=True)
    visitor.post("/accounts/login/", {"login": "demo", "password": PASSWORD})
    assert visitor.get("/me/").status_code == 200
    settings.DEBUG = False
    assert visitor.get("/me/").status_code == 302


def test_the_system_check_refuses_demo_accounts_in_production(settings: Settings) -> None:
    MemberFactory.create(is_demo=True)
    with pytest.raises(SystemCheckError, match=r"club\.E001"):
        call_command("check", databases=["default"])
    settings.DEBUG = True
    assert no_demo_accounts_in_production(databases=["default"]) == []


def test_the_deployment_check_names_no_database_and_finds_them_too(settings: Settings) -> None:
    MemberFactory.create(is_demo=True)
    with pytest.raises(SystemCheckError, match=r"club\.E001"):
        call_command("check", deploy=True)
    settings.DEBUG = True
    assert no_demo_accounts_at_deployment() == []


def test_the_system_check_is_content_with_real_members() -> None:
    MemberFactory.create()
    assert no_demo_accounts_in_production(databases=["default"]) == []
