"""Another site of the club signs members in by this one: authlib asks as a forum would, through a real server."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from hashlib import sha256
from html import unescape
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.idp.oidc import views
from allauth.idp.oidc.models import Client as Site, Token
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from django.conf import settings as site_settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone
from joserfc import jwt
from joserfc.jwk import KeySet
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from requests.auth import HTTPBasicAuth

from campaigns.league.models import Role
from club.departure import close_account
from club.models import Member, SecondStepFor, SiteConsent, SiteKey
from club.own_data import archive
from club.sites import keys, operations
from club.sites.adapter import SCOPES, ClubOIDCAdapter
from club.sites.groups import groups_of
from club.visibility import Visibility
from tests.clients import client_of
from tests.factories import campaigns
from tests.factories.club import PASSWORD, MemberFactory, club_settings, member_with_address

pytestmark = pytest.mark.django_db(transaction=True)

BACK = "https://forum.example/auth/oidc/callback"
ALL = "openid profile email groups"


def new_site(name: str = "The Forum", back: str = BACK) -> tuple[Site, str]:
    """A site as an admin's page makes it, and its secret."""
    secret = ClubOIDCAdapter().generate_client_secret()
    site = Site(name=name)
    site.set_secret(secret)
    site.set_redirect_uris([back])
    site.set_scopes(list(SCOPES))
    site.set_grant_types(["authorization_code", "refresh_token"])
    site.save()
    return site, secret


class Forum:
    """The other site: its server asks this one's over the network, its visitors come with browsers of the tests."""

    def __init__(self, here: str) -> None:
        self.here = here
        self.site, self.secret = new_site()

    def session(self, **changed: Any) -> OAuth2Session:
        known = {
            "client_id": self.site.id,
            "client_secret": self.secret,
            "scope": ALL,
            "redirect_uri": BACK,
            "code_challenge_method": "S256",
        }
        return OAuth2Session(**(known | changed))

    def asks(self, session: OAuth2Session | None = None, **more: Any) -> tuple[str, str, str]:
        """Where a visitor is sent: the address, its state, the verifier that belongs to its challenge."""
        verifier = generate_token(48)
        session = session or self.session()
        address, state = session.create_authorization_url(
            f"{self.here}/identity/o/authorize", code_verifier=verifier, nonce="n-0S6", **more
        )
        return address, state, verifier

    def fetch(self, back: str, verifier: str, **changed: Any) -> tuple[OAuth2Session, dict[str, Any]]:
        """Exchange the code that a visitor came back with."""
        session = self.session(**changed)
        told = session.fetch_token(
            f"{self.here}/identity/o/api/token", authorization_response=back, code_verifier=verifier
        )
        return session, told

    def who(self, session: OAuth2Session) -> dict[str, Any]:
        answer = session.get(f"{self.here}/identity/o/api/userinfo")
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture
def forum(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Forum:
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    return Forum(live_server.url)


@pytest.fixture
def zoe(transactional_db: None) -> Member:
    return member_with_address(username="zoe", display_name="Zoé")


@pytest.fixture
def browser(forum: Forum, zoe: Member) -> Client:
    return at(forum, client_of(zoe))


def at(forum: Forum, client: Client) -> Client:
    """Let a browser of the tests ask the host that the forum knows."""
    client.defaults["HTTP_HOST"] = urlsplit(forum.here).netloc
    return client


def path_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


def led_to(page: str) -> str:
    found = re.search(r'http-equiv="refresh" content="0;url=([^"]+)"', page)
    assert found is not None, page
    return unescape(found[1])


def fields(page: str) -> dict[str, list[str]]:
    """What stands hidden in the page's form."""
    main = page[page.index("<main") :]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", main):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        assert name is not None and value is not None, tag
        found.setdefault(name[1], []).append(unescape(value[1]))
    return found


def agree(browser: Client, address: str, action: str = "grant", **more: str) -> str:
    """Read the page, agree, and return where that leads."""
    page = browser.get(path_of(address)).content.decode()
    answer = browser.post("/identity/o/authorize", {**fields(page), "action": action, **more})
    return led_to(answer.content.decode())


def sign_in(forum: Forum, browser: Client, **changed: Any) -> tuple[OAuth2Session, dict[str, Any]]:
    address, _state, verifier = forum.asks(forum.session(**changed))
    return forum.fetch(agree(browser, address), verifier)


# There and back


def test_a_member_signs_in_to_the_forum(forum: Forum, browser: Client, zoe: Member) -> None:
    address, state, verifier = forum.asks()
    page = browser.get(path_of(address)).content.decode()
    assert "Sign in to The Forum" in page
    assert "You are Zoé here." in page
    assert "forum.example" in page
    assert all(str(told) in page for told in SCOPES.values())
    back = agree(browser, address)
    assert back.startswith(f"{BACK}?")
    assert parse_qs(urlsplit(back).query)["state"] == [state]
    session, told = forum.fetch(back, verifier)
    assert forum.who(session) == {
        "sub": str(zoe.pk),
        "name": "Zoé",
        "preferred_username": "zoe",
        "email": "zoe@example.org",
        "email_verified": True,
        "groups": ["member"],
    }
    discovered = session.get(f"{forum.here}/.well-known/openid-configuration", withhold_token=True).json()
    assert discovered["issuer"] == forum.here
    key = KeySet.import_key_set(session.get(discovered["jwks_uri"], withhold_token=True).json())
    said = jwt.decode(told["id_token"], key, algorithms=["RS256"]).claims
    assert (said["iss"], said["aud"], said["nonce"]) == (forum.here, forum.site.id, "n-0S6")
    assert (said["sub"], said["groups"]) == (str(zoe.pk), ["member"])


def test_only_what_was_asked_for_is_told(forum: Forum, browser: Client, zoe: Member) -> None:
    session, _told = sign_in(forum, browser, scope="openid")
    assert forum.who(session) == {"sub": str(zoe.pk)}
    page = browser.get(path_of(forum.asks(forum.session(scope="openid profile"))[0])).content.decode()
    assert "Sign in to The Forum" in page, "more than before is asked for anew"


def test_an_unconfirmed_address_is_told_as_such(forum: Forum, browser: Client, zoe: Member) -> None:
    EmailAddress.objects.filter(user=zoe).update(verified=False)
    session, _told = sign_in(forum, browser, scope="openid email")
    assert forum.who(session)["email_verified"] is False


def test_a_member_with_several_addresses_says_which_is_told(forum: Forum, browser: Client, zoe: Member) -> None:
    EmailAddress.objects.create(user=zoe, email="club@example.org", verified=True)
    address, _state, verifier = forum.asks()
    session, _told = forum.fetch(agree(browser, address, email="club@example.org"), verifier)
    assert forum.who(session)["email"] == "club@example.org"
    address, _state, verifier = forum.asks()
    session, _told = forum.fetch(led_to(browser.get(path_of(address)).content.decode()), verifier)
    assert forum.who(session)["email"] == "club@example.org", "and it is the same the next time"
    answer = browser.get(path_of(forum.asks(prompt="none")[0]))
    assert "error=consent_required" in answer["Location"], "unseen, the main one would be told"
    EmailAddress.objects.filter(email="club@example.org").delete()
    assert "Agree and go on" in browser.get(path_of(forum.asks()[0])).content.decode()


def test_what_was_agreed_to_is_not_asked_for_again(forum: Forum, browser: Client) -> None:
    sign_in(forum, browser)
    address, _state, verifier = forum.asks()
    back = led_to(browser.get(path_of(address)).content.decode())
    session, _told = forum.fetch(back, verifier)
    assert forum.who(session)["preferred_username"] == "zoe"
    assert SiteConsent.objects.count() == 1
    page = browser.get(path_of(forum.asks(prompt="consent")[0])).content.decode()
    assert "Agree and go on" in page


def test_a_visitor_logs_in_first(forum: Forum, zoe: Member) -> None:
    visitor = at(forum, client_of())
    address, _state, verifier = forum.asks()
    asked = visitor.get(path_of(address))
    assert asked["Location"].startswith("/accounts/login/?next=")
    answer = visitor.post(asked["Location"], {"login": "zoe", "password": PASSWORD}, follow=True)
    assert "Agree and go on" in answer.content.decode()
    session, _told = forum.fetch(agree(visitor, address), verifier)
    assert forum.who(session)["sub"] == str(zoe.pk)


def test_whoever_must_have_a_second_step_sets_it_up_first(forum: Forum) -> None:
    club_settings(second_step_for=SecondStepFor.ADMINS)
    browser = at(forum, client_of(MemberFactory.create(club_admin=True)))
    assert browser.get(path_of(forum.asks()[0]))["Location"] == "/accounts/2fa/"


def test_whoever_says_no_is_led_back_with_that(forum: Forum, browser: Client) -> None:
    address, state, _verifier = forum.asks()
    told = parse_qs(urlsplit(agree(browser, address, "cancel")).query)
    assert told == {"error": ["access_denied"], "state": [state]}
    assert not SiteConsent.objects.exists()


def test_a_token_is_refreshed_and_the_old_one_is_worth_nothing(forum: Forum, browser: Client) -> None:
    session, told = sign_in(forum, browser)
    fresh = session.refresh_token(f"{forum.here}/identity/o/api/token", refresh_token=told["refresh_token"])
    assert fresh["access_token"] != told["access_token"]
    assert forum.who(session)["preferred_username"] == "zoe"
    with pytest.raises(OAuthError, match="invalid_grant"):
        session.refresh_token(f"{forum.here}/identity/o/api/token", refresh_token=told["refresh_token"])


@pytest.mark.databases
def test_a_token_to_refresh_by_is_good_for_one_of_two_who_come_at_once(forum: Forum, browser: Client) -> None:
    _session, told = sign_in(forum, browser)
    known = {"grant_type": "refresh_token", "refresh_token": told["refresh_token"]}
    who = HTTPBasicAuth(forum.site.id, forum.secret)
    with ThreadPoolExecutor(4) as pool:
        asked = [
            pool.submit(requests.post, f"{forum.here}/identity/o/api/token", known, auth=who, timeout=60)
            for _each in range(4)
        ]
    answers = [one.result() for one in asked]
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    assert Token.objects.filter(type=Token.Type.REFRESH_TOKEN).count() == 1


@pytest.mark.parametrize("change", ["taken back", "inactive", "demo"])
def test_nothing_is_refreshed_for_who_does_not_agree_or_may_not_be_here(
    forum: Forum, browser: Client, zoe: Member, change: str
) -> None:
    """Even where a token was renewed at the very moment in which it was all taken back."""
    session, told = sign_in(forum, browser)
    if change == "taken back":
        SiteConsent.objects.all().delete()
    else:
        Member.objects.filter(pk=zoe.pk).update(**({"is_active": False} if change == "inactive" else {"is_demo": True}))
    with pytest.raises(OAuthError, match="invalid_grant"):
        session.refresh_token(f"{forum.here}/identity/o/api/token", refresh_token=told["refresh_token"])


# What is refused


def refused(forum: Forum, back: str, verifier: str, **changed: Any) -> str:
    with pytest.raises(OAuthError) as refusal:
        forum.fetch(back, verifier, **changed)
    return str(refusal.value.error)


def test_a_code_is_good_once(forum: Forum, browser: Client) -> None:
    address, _state, verifier = forum.asks()
    back = agree(browser, address)
    forum.fetch(back, verifier)
    assert refused(forum, back, verifier) == "invalid_grant"


def test_a_code_is_spent_as_soon_as_somebody_asks_with_it(
    forum: Forum, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes while the first is still answered finds the code there, and has none the less come too late."""
    address, _state, verifier = forum.asks()
    back = agree(browser, address)
    second: list[str] = []
    exchange = views.token

    def slow(request: HttpRequest) -> HttpResponse:
        second.append(refused(forum, back, verifier))
        return exchange(request)

    monkeypatch.setattr(views, "token", slow)
    _session, told = forum.fetch(back, verifier)
    assert told["access_token"]
    assert second == ["invalid_grant"]


def test_a_code_is_spent_although_a_token_to_refresh_by_comes_along(forum: Forum, browser: Client) -> None:
    _session, told = sign_in(forum, browser)
    asked = {"grant_type": "authorization_code", "code": "abc", "refresh_token": told["refresh_token"]}
    who = HTTPBasicAuth(forum.site.id, forum.secret)
    requests.post(f"{forum.here}/identity/o/api/token", asked, auth=who, timeout=60)
    spent = f"spent-code:{sha256(b'abc').hexdigest()}"
    assert cache.get(spent) is True


def test_a_code_is_good_for_a_minute(forum: Forum, browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    address, _state, verifier = forum.asks()
    back = agree(browser, address)
    later = time.time() + 61
    monkeypatch.setattr(time, "time", lambda: later)
    assert refused(forum, back, verifier) == "invalid_grant"


def test_a_code_is_good_for_who_has_the_secret(forum: Forum, browser: Client) -> None:
    address, _state, verifier = forum.asks()
    back = agree(browser, address)
    assert refused(forum, back, verifier, client_secret="guessed") == "invalid_client"
    address, _state, verifier = forum.asks()
    back = led_to(browser.get(path_of(address)).content.decode())  # agreed to before: another code
    wiki, secret = new_site("The Wiki", BACK)
    assert refused(forum, back, verifier, client_id=wiki.id, client_secret=secret) == "invalid_grant"


def test_a_code_is_good_for_who_has_the_verifier(forum: Forum, browser: Client) -> None:
    address, _state, _verifier = forum.asks()
    assert refused(forum, agree(browser, address), generate_token(48)) == "invalid_grant"


def test_a_code_is_good_for_the_address_it_was_sent_to(forum: Forum, browser: Client) -> None:
    address, _state, verifier = forum.asks()
    back = agree(browser, address)
    assert refused(forum, back, verifier, redirect_uri="https://forum.example/other") in (
        "invalid_grant",
        "mismatching_redirect_uri",
        "invalid_request",
    )


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/auth/oidc/callback",
        "https://forum.example/auth/oidc/callback/",
        "https://forum.example/auth/oidc/callback?more=1",
        "https://forum.example/auth/oidc/callback#there",
        "https://evil.example\\@forum.example/auth/oidc/callback",
        "https://forum.example@evil.example/auth/oidc/callback",
        "http://forum.example/auth/oidc/callback",
        "",
    ],
)
def test_nobody_is_led_to_an_address_that_the_site_has_not_given(forum: Forum, browser: Client, back: str) -> None:
    for more in ({}, {"prompt": "none"}):
        answer = browser.get(path_of(forum.asks(forum.session(redirect_uri=back), **more)[0]))
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert "Tell the club admin" in answer.content.decode()


def test_an_unknown_site_is_told_nothing(forum: Forum, browser: Client) -> None:
    answer = browser.get(path_of(forum.asks(forum.session(client_id="nobody"))[0]))
    assert "Location" not in answer
    assert "Tell the club admin" in answer.content.decode()


def test_a_site_may_ask_what_the_admin_lets_it(forum: Forum, browser: Client) -> None:
    forum.site.set_scopes(["openid", "profile"])
    forum.site.save()
    answer = browser.get(path_of(forum.asks()[0]))
    assert "error=invalid_scope" in answer["Location"]


@pytest.mark.parametrize("kind", ["token", "id_token token", "code token"])
def test_no_token_ever_goes_through_a_browser(forum: Forum, browser: Client, kind: str) -> None:
    address = forum.asks()[0].replace("response_type=code", f"response_type={kind}")
    answer = browser.get(path_of(address))
    assert "access_token" not in answer.get("Location", "")
    assert "error=" in answer.get("Location", "error=")


def test_consent_is_no_forgery(forum: Forum, zoe: Member) -> None:
    browser = at(forum, Client(enforce_csrf_checks=True, headers={"accept-language": "en"}))
    browser.force_login(zoe)
    page = browser.get(path_of(forum.asks()[0])).content.decode()
    sent = {**fields(page), "action": "grant"}
    del sent["csrfmiddlewaretoken"]
    assert browser.post("/identity/o/authorize", sent).status_code == HTTPStatus.FORBIDDEN
    assert browser.post("/identity/o/authorize", {**sent, "request": "made:up"}).status_code == HTTPStatus.FORBIDDEN
    assert not SiteConsent.objects.exists()


def test_one_sites_consent_is_not_anothers(forum: Forum, browser: Client) -> None:
    sign_in(forum, browser)
    wiki, _secret = new_site("The Wiki", "https://wiki.example/back")
    theirs = forum.session(client_id=wiki.id, redirect_uri="https://wiki.example/back")
    answer = browser.get(path_of(forum.asks(theirs, prompt="none")[0]))
    assert answer["Location"].startswith("https://wiki.example/back?error=consent_required&state=")
    assert "Agree and go on" in browser.get(path_of(forum.asks(theirs)[0])).content.decode()
    answer = browser.get(path_of(forum.asks(prompt="none")[0]))
    assert parse_qs(urlsplit(answer["Location"]).query)["code"]


def test_unseen_a_visitor_is_told_of(forum: Forum, zoe: Member) -> None:
    answer = at(forum, client_of()).get(path_of(forum.asks(prompt="none")[0]))
    assert answer["Location"].startswith(f"{BACK}?error=login_required")


# Who goes


def test_a_deactivated_member_is_nobody(forum: Forum, browser: Client, zoe: Member) -> None:
    session, told = sign_in(forum, browser)
    address, _state, verifier = forum.asks()
    waiting = led_to(browser.get(path_of(address)).content.decode())
    zoe.is_active = False
    zoe.save()
    answer = session.get(f"{forum.here}/identity/o/api/userinfo")
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert "zoe" not in answer.text
    with pytest.raises(OAuthError, match="invalid_grant"):
        session.refresh_token(f"{forum.here}/identity/o/api/token", refresh_token=told["refresh_token"])
    assert refused(forum, waiting, verifier) == "invalid_grant"


def test_taking_it_back_ends_all_of_it(forum: Forum, browser: Client, zoe: Member) -> None:
    session, _told = sign_in(forum, browser)
    address, _state, verifier = forum.asks()
    waiting = led_to(browser.get(path_of(address)).content.decode())
    assert "Sites you sign in to" in browser.get("/me/").content.decode()
    page = browser.get("/me/sites/").content.decode()
    assert "The Forum" in page
    assert all(str(told) in page for told in SCOPES.values())
    row = SiteConsent.objects.get()
    stranger = client_of(MemberFactory.create())
    assert stranger.post(f"/me/sites/{row.pk}/revoke/").status_code == HTTPStatus.NOT_FOUND
    assert browser.post(f"/me/sites/{row.pk}/revoke/")["Location"] == "/me/sites/"
    assert not SiteConsent.objects.exists() and not Token.objects.exists()
    assert session.get(f"{forum.here}/identity/o/api/userinfo").status_code == HTTPStatus.UNAUTHORIZED
    assert refused(forum, waiting, verifier) == "invalid_grant", "nor is a code good that was on its way"
    assert "There is none yet" in browser.get("/me/sites/").content.decode()


def test_closing_the_account_ends_all_of_it(forum: Forum, browser: Client, zoe: Member) -> None:
    session, _told = sign_in(forum, browser)
    close_account(member=zoe)
    assert not SiteConsent.objects.exists() and not Token.objects.exists()
    assert session.get(f"{forum.here}/identity/o/api/userinfo").status_code == HTTPStatus.UNAUTHORIZED


def test_a_site_that_the_admin_removes_knows_nobody(forum: Forum, browser: Client) -> None:
    session, _told = sign_in(forum, browser)
    forum.site.delete()
    assert not SiteConsent.objects.exists() and not Token.objects.exists()
    answer = session.get(f"{forum.here}/identity/o/api/userinfo")
    assert answer.status_code == HTTPStatus.NOT_FOUND, "and without any site there are no such addresses"


def test_a_site_gives_a_token_back(forum: Forum, browser: Client) -> None:
    session, told = sign_in(forum, browser)
    session.revoke_token(f"{forum.here}/identity/o/api/revoke", token=told["access_token"])
    assert session.get(f"{forum.here}/identity/o/api/userinfo").status_code == HTTPStatus.UNAUTHORIZED


def test_a_members_own_data_tell_of_it(forum: Forum, browser: Client, zoe: Member) -> None:
    sign_in(forum, browser)
    with zipfile.ZipFile(io.BytesIO(archive(zoe))) as file:
        [told] = json.loads(file.read("account.json"))["sites_signed_in_to"]
    assert (told["site"], told["told"]) == ("The Forum", ["email", "groups", "openid", "profile"])


# Groups


def test_groups_say_what_others_may_know(forum: Forum, browser: Client, zoe: Member) -> None:
    assert groups_of(MemberFactory.create(club_admin=True)) == ["admin", "member"]
    private = campaigns.campaign(name="Whispers", visibility=Visibility.PRIVATE, referee=zoe)
    assert groups_of(zoe) == ["member", "referee"], "that there is one, not which"
    public = campaigns.campaign(name="The long march", visibility=Visibility.PUBLIC, referee=zoe)
    session, _told = sign_in(forum, browser)
    told = forum.who(session)["groups"]
    assert told == ["member", "referee", f"referee:{public.slug}"]
    assert private.slug not in json.dumps(forum.who(session))
    for one in (public, private):
        one.closed = True
        one.save()
    assert forum.who(session)["groups"] == ["member"], "what is over is refereed no more"


def test_who_plays_referees_nothing(zoe: Member) -> None:
    campaign = campaigns.campaign(visibility=Visibility.PUBLIC)
    campaign.memberships.create(member=zoe, role=Role.PLAYER)
    assert groups_of(zoe) == ["member"]


# The site's own side


def test_without_a_site_there_is_nothing(transactional_db: None) -> None:
    for path in (
        "/.well-known/openid-configuration", "/.well-known/jwks.json", "/identity/o/authorize", "/identity/o/api/token",
        "/identity/o/api/userinfo", "/identity/o/api/revoke", "/identity/o/api/device/code", "/identity/o/logout",
    ):  # fmt: skip
        assert client_of().get(path).status_code == HTTPStatus.NOT_FOUND, path
        assert client_of().post(path).status_code == HTTPStatus.NOT_FOUND, path


def test_the_site_says_what_it_offers_and_no_more(forum: Forum) -> None:
    said = at(forum, client_of()).get("/.well-known/openid-configuration").json()
    offered = {name: value for name, value in said.items() if name.endswith(("_endpoint", "_uri"))}
    base = forum.here
    assert offered == {
        "authorization_endpoint": f"{base}/identity/o/authorize",
        "token_endpoint": f"{base}/identity/o/api/token",
        "userinfo_endpoint": f"{base}/identity/o/api/userinfo",
        "revocation_endpoint": f"{base}/identity/o/api/revoke",
        "jwks_uri": f"{base}/.well-known/jwks.json",
    }
    assert said["response_types_supported"] == ["code"]
    assert said["scopes_supported"] == ["openid", "profile", "email", "groups"]
    assert said["token_endpoint_auth_methods_supported"] == ["client_secret_basic", "client_secret_post"]
    assert at(forum, client_of()).post("/identity/o/api/device/code").status_code == HTTPStatus.NOT_FOUND


def test_the_key_is_made_once_and_no_backup_tells_it(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    pem = keys.private_key()
    assert pem == keys.private_key()
    assert "PRIVATE" not in SiteKey.objects.get().private
    monkeypatch.setattr(site_settings, "SECRET_KEY", "another-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH")
    fresh = keys.private_key()
    assert fresh != pem
    assert SiteKey.objects.count() == 1


def test_codes_are_found_by_whichever_process_is_asked(forum: Forum, browser: Client) -> None:
    """Another process has another memory: what stands in this one's may as well be gone."""
    address, _state, verifier = forum.asks()
    back = agree(browser, address)
    cache.clear()
    session, _told = forum.fetch(back, verifier)
    assert forum.who(session)["preferred_username"] == "zoe"


def test_tokens_that_have_run_out_are_forgotten(forum: Forum, browser: Client) -> None:
    sign_in(forum, browser)
    assert operations.forget() == 0
    Token.objects.filter(type=Token.Type.ACCESS_TOKEN).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert operations.forget() == 1
    assert Token.objects.get().type == Token.Type.REFRESH_TOKEN


def test_nothing_that_opens_anything_is_stored_as_it_is(forum: Forum, browser: Client) -> None:
    _session, told = sign_in(forum, browser)
    with connection.cursor() as cursor:
        cursor.execute("SELECT hash FROM allauth_idp_oidc_token UNION ALL SELECT secret FROM allauth_idp_oidc_client")
        stored = " ".join(row[0] for row in cursor.fetchall())
    for secret in (told["access_token"], told["refresh_token"], forum.secret):
        assert secret not in stored


def test_the_server_of_a_forum_is_no_stranger(forum: Forum, browser: Client, settings: Settings) -> None:
    """All its visitors come with one address, and none of them should wait for the others."""
    settings.STRANGERS_A_SECOND = 1
    _session, told = sign_in(forum, browser)
    said = {"user-agent": "python-requests/2", "authorization": f"Bearer {told['access_token']}"}
    server = at(forum, Client(headers=said))
    statuses = {server.get("/identity/o/api/userinfo").status_code for _time in range(40)}
    assert statuses == {HTTPStatus.OK}


# The admin's page

ADD, LIST = "/admin/allauth_idp_oidc/client/add/", "/admin/allauth_idp_oidc/client/"


@pytest.fixture
def admin(transactional_db: None) -> Client:
    return client_of(MemberFactory.create(club_admin=True))


def secret_of(page: str) -> str:
    found = re.search(r"Client secret</dt><dd><code>([^<]+)</code>", page)
    assert found is not None, page
    return found[1]


def test_an_admin_names_a_site_and_sees_its_secret_once(admin: Client) -> None:
    form = {"name": "The Wiki", "redirect_uris": " https://wiki.example/back \r\n\r\n", "asks": ["profile", "groups"]}
    answer = admin.post(ADD, form)
    secret = secret_of(answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    site = Site.objects.get()
    assert site.check_secret(secret)
    assert secret not in site.secret
    assert site.get_redirect_uris() == ["https://wiki.example/back"]
    assert site.get_scopes() == ["openid", "profile", "groups"]
    assert (site.type, site.get_response_types(), site.skip_consent) == ("confidential", ["code"], False)
    for page in (LIST, f"{LIST}{site.pk}/change/", f"{LIST}{site.pk}/history/"):
        shown = admin.get(page).content.decode()
        assert secret not in shown and site.secret not in shown
    admin.post(f"{LIST}{site.pk}/change/", {**form, "name": "The Wiki, moved"})
    site.refresh_from_db()
    assert site.name == "The Wiki, moved"
    assert site.check_secret(secret), "which changing the rest leaves as it is"


def test_a_lost_secret_is_replaced(admin: Client) -> None:
    site, old = new_site()
    answer = admin.post(LIST, {"action": "make_new_secret", "_selected_action": [site.pk]})
    secret = secret_of(answer.content.decode())
    site.refresh_from_db()
    assert site.check_secret(secret)
    assert not site.check_secret(old)


@pytest.mark.parametrize(
    "back",
    [
        "", "wiki.example/back", "http://wiki.example/back", "https://*.example/back", "https://me@wiki.example/back",
        "https://wiki.example/back#x", "javascript:alert(1)", "https:///back", "https://wiki.example:0/", "https://w\\x/",
        "https://wiki.example/ok\nhttp://wiki.example/back",
    ],
)  # fmt: skip
def test_an_address_that_would_let_others_in_is_refused(admin: Client, back: str) -> None:
    answer = admin.post(ADD, {"name": "The Wiki", "redirect_uris": back, "asks": ["profile"]})
    assert list(answer.context["adminform"].form.errors) == ["redirect_uris"]
    assert not Site.objects.exists()


def test_no_other_member_names_sites(zoe: Member) -> None:
    browser: Callable[..., Any] = client_of(zoe).post
    assert browser(ADD, {"name": "Mine"}).status_code == HTTPStatus.FOUND
    assert not Site.objects.exists()
