"""The second step of logging in: an app's codes, recovery codes, who must have it, and what a lost one takes."""

from __future__ import annotations

import base64
import hmac
import io
import json
import struct
import time
import zipfile
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from campaigns.league.models import Role
from club.departure import close_account
from club.models import Member, SecondStepFor
from club.own_data import archive
from club.second_step import SecondStepAdapter
from tests.clients import client_of
from tests.factories import campaigns
from tests.factories.club import PASSWORD, MemberFactory, club_settings, member_with_address

pytestmark = pytest.mark.django_db

LOGIN, STEP, SETUP = "/accounts/login/", "/accounts/2fa/authenticate/", "/accounts/2fa/"
APP, CODES = "/accounts/2fa/totp/activate/", "/accounts/2fa/recovery-codes/"


NOON = 1_800_000_000.0


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time stand still: no code runs out between being read and being typed."""
    monkeypatch.setattr(time, "time", lambda: NOON)


def code_of(secret: str) -> str:
    """What an app shows at noon, by RFC 4226 and RFC 6238."""
    mac = hmac.digest(base64.b32decode(secret, casefold=True), struct.pack(">Q", int(NOON) // 30), "sha1")
    start = mac[-1] & 15
    return f"{(int.from_bytes(mac[start : start + 4]) & 0x7FFFFFFF) % 10**6:06}"


def wrong(secret: str) -> str:
    return str((int(code_of(secret)) + 1) % 1_000_000).zfill(6)


def log_in(client: Client, name: str = "alix") -> str:
    """Where the right password leads to."""
    return str(client.post(LOGIN, {"login": name, "password": PASSWORD}).headers.get("Location", ""))


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def confirm(client: Client, path: str) -> None:
    """Give the password once more, as asked for before a sensitive change."""
    asked = client.get(path)
    assert asked.status_code == 302, "a change takes the password once more"
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    client.post(asked["Location"], {"password": PASSWORD})


def set_up(client: Client) -> tuple[str, list[str]]:
    """Set an app up as a member does, and return its secret and the recovery codes."""
    confirm(client, APP)
    page = client.get(APP)
    secret: str = page.context["form"].secret
    assert secret in page.content.decode()
    assert client.post(APP, {"code": wrong(secret)}).status_code == 200
    done = client.post(APP, {"code": code_of(secret)})
    assert done["Location"] == CODES
    return secret, list(client.get(CODES).context["unused_codes"])


@pytest.fixture
def owner(member: Member) -> tuple[Client, str, list[str]]:
    """Alix in a browser of hers, with an app; its secret; her recovery codes."""
    client = Client(headers={"accept-language": "en"})
    log_in(client)
    secret, codes = set_up(client)
    cache.clear()  # the code that was typed to set it up may be typed again
    return client, secret, codes


def test_the_password_alone_no_longer_lets_in(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    _client, secret, _codes = owner
    assert log_in(visitor) == STEP
    assert not logged_in(visitor)
    assert visitor.get("/me/").status_code == 302
    page = visitor.post(STEP, {"code": wrong(secret)})
    assert list(page.context["form"].errors) == ["code"]
    assert not logged_in(visitor)
    assert visitor.post(STEP, {"code": code_of(secret)}).status_code == 302
    assert visitor.get("/me/").status_code == 200


def test_a_code_lets_in_once(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    _client, secret, _codes = owner
    code, other = code_of(secret), Client()
    for browser in (visitor, other):
        log_in(browser)
        browser.post(STEP, {"code": code})
    assert [logged_in(visitor), logged_in(other)] == [True, False]


def test_codes_are_guessed_slowly(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    _client, secret, _codes = owner
    log_in(visitor)
    for _ in range(5):
        visitor.post(STEP, {"code": wrong(secret)})
    page = visitor.post(STEP, {"code": code_of(secret)})
    assert "Too many" in str(page.context["form"].errors)
    assert not logged_in(visitor)


def test_a_recovery_code_lets_in_once_and_codes_are_shown_once(
    owner: tuple[Client, str, list[str]], visitor: Client
) -> None:
    client, _secret, codes = owner
    assert len(set(codes)) == 10
    for result in (True, False):
        browser = Client()
        log_in(browser)
        browser.post(STEP, {"code": codes[0]})
        assert logged_in(browser) is result
    page = client.get(CODES).content.decode()
    assert not any(code in page for code in codes)
    assert "9 codes are left" in page


def test_the_codes_can_be_downloaded_from_the_page_that_shows_them(member_client: Client) -> None:
    member_client.post(LOGIN, {"login": "alix", "password": PASSWORD})
    confirm(member_client, APP)
    secret = member_client.get(APP).context["form"].secret
    member_client.post(APP, {"code": code_of(secret)})
    answer = member_client.get(CODES)
    file = "\n".join(answer.context["unused_codes"]) + "\n"
    assert f"data:text/plain,{file}" in unquote(answer.content.decode())


def test_new_codes_take_the_place_of_the_old_ones(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    client, _secret, codes = owner
    client.post("/accounts/2fa/recovery-codes/generate/")
    new = client.get(CODES).context["unused_codes"]
    assert not set(new) & set(codes)
    log_in(visitor)
    visitor.post(STEP, {"code": codes[1]})
    assert not logged_in(visitor)
    visitor.post(STEP, {"code": new[1]})
    assert logged_in(visitor)


def test_switched_off_the_password_is_enough_again(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    client, _secret, _codes = owner
    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists(), "recovery codes go, too"
    assert log_in(visitor) == "/"


def test_a_new_password_does_not_switch_it_off(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    mail.outbox.clear()
    visitor.post("/accounts/password/reset/", {"email": "alix@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/reset/key/" in word).partition("testserver")[2]
    address = visitor.get(link)["Location"]
    visitor.post(address, {"password1": "another-sword-8", "password2": "another-sword-8"})
    assert visitor.post(LOGIN, {"login": "alix", "password": "another-sword-8"})["Location"] == STEP
    assert not logged_in(visitor)


@pytest.mark.django_db(transaction=True)  # a mail waits for the commit
def test_its_owner_is_told_of_changes_by_mail(visitor: Client, member: Member) -> None:
    log_in(visitor)
    set_up(visitor)
    visitor.post("/accounts/2fa/totp/deactivate/")
    assert [sent.to for sent in mail.outbox] == [["alix@example.org"]] * 2
    assert "was set up" in mail.outbox[0].body
    assert "was switched off" in mail.outbox[1].subject


def test_the_pages_are_nobody_elses(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    for path in (SETUP, APP, CODES, "/accounts/sessions/"):
        assert visitor.get(path)["Location"].startswith(LOGIN), path
    stranger = client_of(MemberFactory.create())
    assert stranger.get(SETUP).context["authenticators"] == {}
    assert stranger.get(CODES).status_code == 404


# Secrets


def test_the_database_does_not_hold_the_secret(owner: tuple[Client, str, list[str]]) -> None:
    _client, secret, _codes = owner
    kept = str([row.data for row in Authenticator.objects.all()])
    assert secret not in kept
    assert "gAAAA" in kept, "what Fernet seals begins like this"


def test_the_members_own_data_tell_that_it_is_there_and_not_what_it_is(
    owner: tuple[Client, str, list[str]], member: Member
) -> None:
    _client, secret, codes = owner
    with zipfile.ZipFile(io.BytesIO(archive(member))) as packed:
        text = packed.read("account.json").decode()
    account = json.loads(text)
    assert [step["kind"] for step in account["second_step"]] == ["totp", "recovery_codes"]
    assert [row["address"] for row in account["logged_in"]] == ["127.0.0.1"]
    assert not any(word in text for word in (secret, *codes, "gAAAA"))


def test_another_key_opens_nothing_and_a_former_one_does(settings: Settings) -> None:
    sealed = SecondStepAdapter().encrypt("JBSWY3DPEHPK3PXP")
    settings.SECRET_KEY, former = "x" * 60, settings.SECRET_KEY
    opened = [SecondStepAdapter().decrypt(sealed) for _ in range(2)]
    assert len({*opened, "JBSWY3DPEHPK3PXP", ""}) == 4, "each time one that nobody could know"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert SecondStepAdapter().decrypt(sealed) == "JBSWY3DPEHPK3PXP"


# Who must


def test_an_admin_without_it_is_led_to_set_it_up(visitor: Client) -> None:
    admin = member_with_address(username="alix", is_staff=True, is_superuser=True)
    assert log_in(visitor) == "/"
    assert visitor.get("/admin/").status_code == 200
    club_settings(second_step_for=SecondStepFor.ADMINS)
    for path in ("/", "/me/", "/club/settings/", "/admin/", "/admin/club/member/", "/accounts/password/change/"):
        assert visitor.get(path).headers.get("Location") == SETUP, path
    assert visitor.post("/club/settings/", {"name": "Mine"})["Location"] == SETUP
    assert visitor.get("/", headers={"hx-request": "true"})["HX-Redirect"] == SETUP
    assert "The Wolves requires a second step" in visitor.get(SETUP).content.decode()
    set_up(visitor)
    assert visitor.get("/admin/").status_code == 200
    assert "requires a second step" not in visitor.get(SETUP).content.decode()
    assert Authenticator.objects.filter(user=admin, type="totp").exists()


def test_who_must_have_it_may_still_leave(visitor: Client) -> None:
    club_settings(second_step_for=SecondStepFor.ADMINS)
    member_with_address(username="alix", is_staff=True)
    log_in(visitor)
    visitor.post("/accounts/logout/")
    assert not logged_in(visitor)


def test_a_required_step_that_is_taken_away_is_asked_for_again(visitor: Client) -> None:
    club_settings(second_step_for=SecondStepFor.ADMINS)
    member_with_address(username="alix", is_staff=True)
    log_in(visitor)
    set_up(visitor)
    visitor.post("/accounts/2fa/totp/deactivate/")
    assert visitor.get("/club/settings/")["Location"] == SETUP


@pytest.mark.parametrize(
    ("required", "led"),
    [
        (SecondStepFor.NOBODY, []),
        (SecondStepFor.ADMINS, ["admin"]),
        (SecondStepFor.REFEREES, ["admin", "referee"]),
    ],
)
def test_the_club_chooses_of_whom_it_is_required(required: SecondStepFor, led: list[str]) -> None:
    fought = campaigns.cast()
    people = {
        "admin": MemberFactory.create(is_staff=True),
        "referee": fought.campaign.memberships.get(role=Role.REFEREE).member,
        "player": fought.player,
        "member": MemberFactory.create(),
    }
    club_settings(second_step_for=required)
    found = [who for who, member in people.items() if client_of(member).get("/").status_code == 302]
    assert found == led


def test_the_referee_of_what_is_over_decides_about_nobody() -> None:
    fought = campaigns.cast()
    referee = fought.campaign.memberships.get(role=Role.REFEREE).member
    club_settings(second_step_for=SecondStepFor.REFEREES)
    fought.campaign.closed = True
    fought.campaign.save()
    assert client_of(referee).get("/").status_code == 200


def test_the_admins_own_door_asks_for_the_second_step(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    Member.objects.filter(username="alix").update(is_staff=True, is_superuser=True)
    visitor.post("/admin/login/", {"username": "alix", "password": PASSWORD})
    assert not logged_in(visitor)
    assert visitor.get("/admin/login/")["Location"].startswith(LOGIN)


def test_the_setting_is_made_by_the_admin(admin_client_of_club: Client) -> None:
    page = admin_client_of_club.get("/club/settings/").content.decode()
    assert "Two-step sign-in is required for" in page
    form = {"name": "The Wolves", "signup_mode": "open", "former_warbands": "keep", "second_step_for": "admins"}
    admin_client_of_club.post("/club/settings/", form)
    assert admin_client_of_club.get("/about/")["Location"] == SETUP


# Lost ones


def test_an_admin_removes_a_lost_second_step(
    owner: tuple[Client, str, list[str]], admin_client_of_club: Client, visitor: Client, member: Member
) -> None:
    client, _secret, _codes = owner
    ticked = {"action": "remove_second_steps", "_selected_action": [member.pk]}
    admin_client_of_club.post("/admin/club/member/", ticked)
    assert not Authenticator.objects.exists()
    assert client.get("/me/").status_code == 302, "whoever was logged in as her is no more"
    assert log_in(visitor) == "/"
    [entry] = LogEntry.objects.all()
    assert (entry.object_id, entry.change_message) == (str(member.pk), "second step removed")


def test_the_webmaster_removes_one_by_command(owner: tuple[Client, str, list[str]], visitor: Client) -> None:
    call_command("remove_second_step", "ALIX")
    assert log_in(visitor) == "/"
    for name in ("alix", "nobody"):
        with pytest.raises(CommandError):
            call_command("remove_second_step", name)


def test_the_admin_pages_show_no_secrets(admin_client_of_club: Client) -> None:
    for path in ("mfa/authenticator", "usersessions/usersession"):
        assert admin_client_of_club.get(f"/admin/{path}/").status_code == 404


def test_closing_the_account_takes_it_along(owner: tuple[Client, str, list[str]], member: Member) -> None:
    client, _secret, _codes = owner
    close_account(member=member)
    assert not Authenticator.objects.exists()
    assert client.get("/me/").status_code == 302
