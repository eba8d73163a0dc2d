"""Forms over stored rows: nobody undoes unawares what somebody else saved meanwhile."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.models import ClubSettings, Member, SignupMode
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.web.html import Page, filled_in

pytestmark = pytest.mark.django_db


def opened(client: Client, address: str) -> dict[str, Any]:
    """What a page's form says when it is opened."""
    page = Page(client.get(address).content.decode())
    return filled_in(next(form for form in page.all("form") if form["action"] == address))


def again(page: bytes, address: str) -> dict[str, Any]:
    return filled_in(next(form for form in Page(page.decode()).all("form") if form["action"] == address))


def text(answer: Any) -> str:
    return unescape(answer.content.decode())


@pytest.fixture
def admins() -> list[Client]:
    ClubSettings(name="The Ford", tagline="Dice and ale", invitation_code="mead").save()
    return [client_of(MemberFactory.create(is_staff=True), confirmed=True) for _n in range(2)]


def test_club_settings_do_not_overwrite_what_another_admin_saved(admins: list[Client]) -> None:
    """One closes the sign-up while another, whose page says that it is open, changes the motto."""
    one, other = admins
    address = reverse("club:settings")
    first, second = opened(one, address), opened(other, address)
    assert other.post(address, {**second, "signup_mode": "closed", "name": "The Mill"}).status_code == 302
    refused = one.post(address, {**first, "tagline": "Ale and dice", "name": "The Bridge"})
    club = ClubSettings.load()
    assert (club.signup_mode, club.tagline) == (SignupMode.CLOSED, "Dice and ale")
    assert "Something else has been saved here since you opened the page" in text(refused)
    assert "Changed in the meantime: this is how it is now." in text(refused)
    assert "Meanwhile “The Mill” was saved here." in text(refused)
    shown = again(refused.content, address)
    # What was typed is kept, what was not touched is as it stands now.
    assert (shown["tagline"], shown["name"], shown["signup_mode"]) == (["Ale and dice"], ["The Bridge"], ["closed"])
    assert one.post(address, shown).status_code == 302
    club.refresh_from_db()
    assert (club.signup_mode, club.tagline, club.name) == (SignupMode.CLOSED, "Ale and dice", "The Bridge")


def test_what_an_open_form_says_twice_is_no_change(admins: list[Client]) -> None:
    one, other = admins
    address = reverse("club:settings")
    first, second = opened(one, address), opened(other, address)
    assert other.post(address, second).status_code == 302
    assert one.post(address, {**first, "tagline": "Ale"}).status_code == 302


@pytest.mark.parametrize("seen", ["", "{", "[]", '{"name": 1}', "null"])
def test_a_form_that_does_not_say_what_it_showed_breaks_nothing(admins: list[Client], seen: str) -> None:
    address = reverse("club:settings")
    sent = {**opened(admins[0], address), "seen": seen}
    assert admins[0].post(address, sent).status_code in (200, 302)


def test_a_profile_in_two_tabs(client: Client) -> None:
    member = MemberFactory.create(display_name="Ann")
    client.force_login(member, backend="club.auth.MemberBackend")
    address = reverse("club:profile")
    first = opened(client, address)
    client.post(reverse("club:set_appearance"), {"scheme": "dark"})
    refused = client.post(address, {**first, "display_name": "Anna"}, headers={"accept-language": "fr"})
    assert "Autre chose a été enregistré" in text(refused)
    stored = Member.objects.get(pk=member.pk)
    assert (stored.display_name, stored.colour_scheme) == ("Ann", "dark")
    client.post(address, again(refused.content, address))
    stored.refresh_from_db()
    assert (stored.display_name, stored.colour_scheme) == ("Anna", "dark")
