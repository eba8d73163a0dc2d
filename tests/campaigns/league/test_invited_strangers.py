"""A stranger with a join link sees who invites to what, signs up on that page, and is in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.league.models import Campaign, Role
from club.models import Member, SignupMode
from club.visibility import Visibility
from tests.clients import client_of
from tests.factories.campaigns import campaign, join, membership
from tests.factories.club import MemberFactory, club_settings
from tests.factories.matches import season

pytestmark = pytest.mark.django_db

FORM = {"username": "odo", "password1": "a-long-sword-7"}


def link(to: Campaign) -> str:
    return reverse("campaigns:join_link", args=[to.join_code])


@pytest.fixture(autouse=True)
def _club() -> None:
    club_settings(signup_mode=SignupMode.INVITATION, invitation_code="Tower", asks_for_email=False)


def odo() -> Member:
    return Member.objects.get(username="odo")


def test_the_link_carries_the_clubs_invitation_too() -> None:
    made = campaign(MemberFactory.create(display_name="Aline"), visibility=Visibility.PRIVATE)
    stranger = client_of()
    shown = stranger.get(link(made))
    assert all(said in shown.content.decode() for said in ("The Border", "Aline", "The Wolves"))
    assert list(shown.context["form"].fields) == ["username", "password1"]
    assert stranger.post(link(made), FORM)["Location"] == reverse("campaigns:enlist", args=[made.slug])
    assert membership(made, odo()).role == Role.PLAYER


def test_where_a_referee_lets_in_one_has_asked() -> None:
    made = campaign(join_mode="approval")
    answer = client_of().post(link(made), FORM)
    assert answer["Location"] == reverse("campaigns:list")
    assert membership(made, odo()).role == Role.APPLICANT


def test_a_season_welcomes_to_its_own_page() -> None:
    made = season()
    assert client_of().post(link(made), FORM)["Location"] == made.get_absolute_url()


def test_a_refused_form_opens_no_account_and_lets_nobody_in() -> None:
    made = campaign()
    answer = client_of().post(link(made), {**FORM, "password1": "123"})
    assert answer.status_code == 422
    assert "The Border" in answer.content.decode()
    assert made.memberships.count() == 1
    assert not Member.objects.filter(username="odo").exists()


def test_nobody_signs_up_for_what_is_over_or_in_a_closed_club() -> None:
    over, made = campaign(name="Gone"), campaign()
    Campaign.objects.filter(pk=over.pk).update(closed=True)
    assert 'name="username"' not in client_of().get(link(over)).content.decode()
    club_settings(signup_mode=SignupMode.CLOSED)
    shown = client_of().get(link(made)).content.decode()
    assert "A club admin makes you one" in shown
    client_of().post(link(made), FORM)
    assert not Member.objects.filter(username="odo").exists()


def test_a_campaign_that_is_over_opens_no_account_by_post() -> None:
    over = campaign(name="Gone")
    Campaign.objects.filter(pk=over.pk).update(closed=True)
    client_of().post(link(over), FORM)
    assert not Member.objects.filter(username="odo").exists()


def test_the_name_of_a_private_campaign_is_told_by_its_link_alone_and_guesses_are_counted() -> None:
    made = campaign(visibility=Visibility.PRIVATE)
    stranger = Client(REMOTE_ADDR="203.0.113.9", headers={"accept-language": "en"})
    for number in range(10):
        stranger.post(reverse("campaigns:join_link", args=[f"wrong{number}"]), FORM)
    answer = stranger.post(link(made), FORM, follow=True)
    assert "Too many tries" in answer.content.decode()
    assert made.name not in answer.content.decode()
    assert not Member.objects.filter(username="odo").exists()


def test_a_code_that_was_read_out_leads_to_the_same_page() -> None:
    made = campaign()
    answer = client_of().post(reverse("campaigns:join"), {"code": made.join_code.upper()})
    assert answer["Location"] == link(made)


def test_who_hides_is_not_named_to_a_stranger() -> None:
    made = campaign(MemberFactory.create(display_name="Aline", hidden=True))
    assert "Aline" not in client_of().get(link(made)).content.decode()


def test_a_member_logs_in_by_the_small_link_and_comes_back() -> None:
    made = campaign()
    assert f"/accounts/login/?next={link(made)}" in client_of().get(link(made)).content.decode().replace("%2F", "/")
    assert client_of(MemberFactory.create()).post(link(made)).status_code == 302
    assert made.memberships.count() == 2


def test_who_takes_part_is_led_there() -> None:
    made = campaign()
    shown = client_of(join(made)).get(link(made)).content.decode()
    assert "You take part already" in shown


def test_the_page_asks_the_database_little(django_assert_max_num_queries: object) -> None:
    made = campaign()
    for _number in range(6):
        join(made)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        client_of().get(link(made))
