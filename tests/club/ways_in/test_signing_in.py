"""Signing in with an account elsewhere, against a server that answers: who gets in, who does not, and what is kept."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from http import HTTPStatus
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from club.departure import close_account
from club.models import ClubSettings, Member, SecondStepFor
from club.own_data import archive
from club.ways_in.servers import OIDC, Server
from tests.clients import client_of
from tests.club.test_second_step import NOON, set_up
from tests.club.ways_in.elsewhere import CLIENT, SECRET, Elsewhere
from tests.factories.club import PASSWORD, MemberFactory, club_settings, member_with_address

pytestmark = pytest.mark.django_db

BEGIN, BACK = "/accounts/oidc/house/login/", "/accounts/oidc/house/login/callback/"
SIGNUP, WAYS = "/accounts/3rdparty/signup/", "/accounts/3rdparty/"
NEW = {"username": "zoe", "display_name": "Zoé", "email": "zoe@example.org", "language": "fr"}


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def sent_to(client: Client, begin: str = BEGIN, **data: str) -> str:
    """Press the button; where that leads."""
    answer = client.post(begin, data)
    assert answer.status_code == HTTPStatus.FOUND, answer.content.decode()
    return str(answer["Location"])


def come(client: Client, place: Elsewhere, begin: str = BEGIN, **data: str) -> HttpResponse:
    """Press the button, agree elsewhere, and come back."""
    return client.get(place.consent(sent_to(client, begin, **data)))


def connect(member: Member, uid: str = "person-1", provider: str = "house") -> SocialAccount:
    found: SocialAccount = SocialAccount.objects.create(
        user=member, provider=provider, uid=uid, extra_data={"name": "Zoé"}
    )
    return found


# In


def test_whoever_is_connected_logs_in(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    answer = come(visitor, place, next="/about/")
    assert (answer.status_code, answer["Location"]) == (302, "/about/")
    assert visitor.session["_auth_user_id"] == str(member.pk)
    assert place.asked[-2:] == ["/token", "/userinfo"] or "/userinfo" in place.asked


@pytest.mark.parametrize(
    ("name", "uid"), [("discord", "80351110224678912"), ("google", "person-1"), ("oidc/house", "person-1")]
)
def test_every_kind_of_server_lets_its_people_in(
    visitor: Client, member: Member, place: Elsewhere, settings: Settings, name: str, uid: str
) -> None:
    if name == "google":
        place.says = {"iss": "https://accounts.google.com"}
    connect(member, uid, name.rpartition("/")[2])
    come(visitor, place, f"/accounts/{name}/login/")
    assert logged_in(visitor)


def test_the_site_asks_with_pkce_and_a_state_of_its_own(visitor: Client, place: Elsewhere) -> None:
    asked = [parse_qs(urlsplit(sent_to(visitor)).query) for _time in range(2)]
    for query in asked:
        assert query["response_type"] == ["code"]
        assert query["code_challenge_method"] == ["S256"]
        assert query["redirect_uri"] == [f"http://testserver{BACK}"]
        assert set(query["scope"][0].split()) == {"openid", "profile", "email"}
    assert asked[0]["state"] != asked[1]["state"]
    assert asked[0]["code_challenge"] != asked[1]["code_challenge"]


def test_a_link_begins_nothing_by_itself(visitor: Client, place: Elsewhere) -> None:
    page = visitor.get(BEGIN)
    assert page.status_code == HTTPStatus.OK
    assert "Log in with The House" in page.content.decode()
    assert place.asked == []


def test_the_way_back_never_leads_to_another_site(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    assert come(visitor, place, next="https://elsewhere.example/")["Location"] == "/"


# Who is who


def test_an_address_that_both_sides_have_confirmed_joins_the_accounts(visitor: Client, place: Elsewhere) -> None:
    member = member_with_address(username="zoe", email="zoe@example.org")
    come(visitor, place)
    assert visitor.session["_auth_user_id"] == str(member.pk)
    account = SocialAccount.objects.get()
    assert (account.user_id, account.provider, account.uid) == (member.pk, "house", "person-1")
    assert account.extra_data == {"name": "zoe@example.org"}
    [letter] = mail.outbox
    assert letter.to == ["zoe@example.org"]
    assert "The House" in letter.subject
    place.person["email"] = "another@example.org"
    other = client_of()
    come(other, place)
    assert other.session["_auth_user_id"] == str(member.pk), "the account counts, not its address"
    member.refresh_from_db()
    assert member.email == "zoe@example.org"


@pytest.mark.parametrize("said", [False, "false", None, 0, "no"])
def test_an_address_that_the_server_has_not_confirmed_joins_nothing(
    visitor: Client, place: Elsewhere, said: object
) -> None:
    member_with_address(username="zoe", email="zoe@example.org")
    place.person["email_verified"] = said
    answer = come(visitor, place)
    assert answer["Location"] == SIGNUP
    page = visitor.get(SIGNUP).content.decode()
    assert "has not confirmed that zoe@example.org is your address" in page
    assert "Log in to it as usual" in page
    assert not logged_in(visitor)
    assert not SocialAccount.objects.exists()


def test_an_address_that_is_not_confirmed_here_joins_nothing(visitor: Client, place: Elsewhere) -> None:
    member = MemberFactory.create(username="zoe", email="zoe@example.org")
    EmailAddress.objects.create(user=member, email="zoe@example.org", primary=True, verified=False)
    assert come(visitor, place)["Location"] == SIGNUP
    assert not logged_in(visitor)
    member.refresh_from_db()
    assert member.check_password(PASSWORD), "and takes nothing over"


def test_the_page_says_the_same_whether_an_address_has_an_account_or_not(visitor: Client, place: Elsewhere) -> None:
    place.person["email_verified"] = False
    pages = []
    for make in (lambda: None, lambda: member_with_address(username="somebody", email="zoe@example.org")):
        make()
        browser = client_of()
        come(browser, place)
        page = re.sub(r'value="\w{64}"', "", browser.get(SIGNUP).content.decode())
        pages.append(page[page.index("<main") : page.index("</main>")])
    assert "zoe@example.org" in pages[0]
    assert pages[0] == pages[1]


def test_an_account_elsewhere_opens_one_account_here(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(MemberFactory.create())
    browser = client_of(member, confirmed=True)
    answer = come(browser, place, process="connect")
    assert answer["Location"] == WAYS
    assert "belongs to another member" in browser.get(WAYS).content.decode()
    assert not SocialAccount.objects.filter(user=member).exists()


def test_somebody_elses_confirmed_address_is_not_connected(member: Member, place: Elsewhere) -> None:
    member_with_address(username="zoe", email="zoe@example.org")
    come(client_of(member, confirmed=True), place, process="connect")
    assert not SocialAccount.objects.exists()


# The second step


def test_the_second_step_is_asked_for_and_nothing_is_joined_before_it(
    visitor: Client, place: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: NOON)
    member = member_with_address(username="zoe", email="zoe@example.org")
    _secret, (code, *_more) = set_up(client_of(member))
    assert come(visitor, place)["Location"] == "/accounts/2fa/authenticate/"
    assert not logged_in(visitor)
    assert not SocialAccount.objects.exists()
    visitor.post("/accounts/2fa/authenticate/", {"code": code})
    assert logged_in(visitor)
    assert SocialAccount.objects.get().user == member


def test_who_must_have_a_second_step_is_led_to_it(visitor: Client, place: Elsewhere) -> None:
    club_settings(second_step_for=SecondStepFor.ADMINS)
    connect(MemberFactory.create(club_admin=True))
    come(visitor, place)
    assert visitor.get("/me/")["Location"] == "/accounts/2fa/"


# Who stays out


def test_a_member_who_is_shut_out_stays_out(visitor: Client, place: Elsewhere) -> None:
    connect(MemberFactory.create(is_active=False))
    assert come(visitor, place)["Location"] == "/accounts/inactive/"
    assert not logged_in(visitor)


def test_a_demo_account_never_gets_in_on_a_production_site(visitor: Client, place: Elsewhere) -> None:
    connect(MemberFactory.create(is_demo=True))
    come(visitor, place)
    assert not logged_in(visitor)


def refused(answer: HttpResponse, client: Client) -> bool:
    return answer.status_code == HTTPStatus.UNAUTHORIZED and not logged_in(client)


def test_a_code_is_good_once(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    back = place.consent(sent_to(visitor))
    visitor.get(back)
    visitor.post("/accounts/logout/")
    assert refused(visitor.get(back), visitor), "the state is spent"
    state = parse_qs(urlsplit(sent_to(visitor)).query)["state"][0]
    code = parse_qs(urlsplit(back).query)["code"][0]
    assert refused(visitor.get(BACK, {"code": code, "state": state}), visitor), "the server knows the code no more"


def test_a_missing_or_foreign_state_is_refused(visitor: Client, member: Member, place: Elsewhere) -> None:
    """Somebody could otherwise log others in to an account of theirs, and read what they type there."""
    connect(member)
    back = place.consent(sent_to(visitor))
    code = parse_qs(urlsplit(back).query)["code"][0]
    assert refused(visitor.get(BACK, {"code": code}), visitor)
    assert refused(visitor.get(BACK, {"code": code, "state": "made-up"}), visitor)
    stranger = client_of()
    assert refused(stranger.get(back), stranger), "a state is one browser's"
    assert "/token" not in place.asked


def test_a_state_is_one_servers(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    back = place.consent(sent_to(visitor))
    answer = visitor.get(f"/accounts/discord/login/callback/?{urlsplit(back).query}")
    assert refused(answer, visitor)
    assert "/token" not in place.asked


def test_a_code_made_for_another_browser_fits_no_challenge(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    theirs = place.consent(sent_to(client_of()))
    state = parse_qs(urlsplit(sent_to(visitor)).query)["state"][0]
    code = parse_qs(urlsplit(theirs).query)["code"][0]
    assert refused(visitor.get(f"{BACK}?{urlencode({'code': code, 'state': state})}"), visitor)


def test_a_token_for_another_site_or_by_another_server_is_refused(
    visitor: Client, member: Member, place: Elsewhere
) -> None:
    connect(member)
    for wrong in ({"aud": "another-club"}, {"iss": "https://elsewhere.example"}, {"exp": 1}):
        place.says = wrong
        assert refused(come(visitor, place), visitor), wrong


def test_whoever_breaks_it_off_is_told_so(visitor: Client, place: Elsewhere) -> None:
    place.refuses = True
    answer = come(visitor, place)
    assert answer["Location"] == "/accounts/3rdparty/login/cancelled/"
    assert "Nothing has changed" in visitor.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("where", ["/.well-known/openid-configuration", "/token", "/userinfo"])
def test_a_server_that_is_out_of_order_is_a_page_that_says_so(
    visitor: Client, member: Member, place: Elsewhere, where: str
) -> None:
    connect(member)
    if where.startswith("/."):
        place.breaks_at = {where}
        assert refused(visitor.post(BEGIN), visitor)
        return
    back = place.consent(sent_to(visitor))
    place.breaks_at = {where}
    answer = visitor.get(back)
    assert refused(answer, visitor)
    assert "That did not work" in answer.content.decode()


def test_a_server_that_is_away_is_a_page_that_says_so(visitor: Client, settings: Settings) -> None:
    settings.SIGN_IN = [Server(OIDC, "house", "The House", CLIENT, SECRET, "http://127.0.0.1:9")]
    assert refused(visitor.post(BEGIN), visitor)


def test_a_wrong_secret_lets_nobody_in(visitor: Client, member: Member, place: Elsewhere, settings: Settings) -> None:
    connect(member)
    settings.SIGN_IN = [Server(OIDC, "house", "The House", CLIENT, "another", place.address)]
    assert refused(come(visitor, place), visitor)


def test_servers_are_not_asked_without_end(visitor: Client, place: Elsewhere) -> None:
    statuses = [visitor.post(BEGIN).status_code for _time in range(21)]
    assert statuses == [302] * 20 + [429]


# New accounts


def test_somebody_new_opens_an_account(visitor: Client, place: Elsewhere) -> None:
    answer = come(visitor, place)
    assert answer["Location"] == SIGNUP
    page = visitor.get(SIGNUP).content.decode()
    assert 'value="Zoéathome"' in page, "letters that a user name cannot have are left out"
    answer = visitor.post(SIGNUP, NEW)
    assert answer.status_code == HTTPStatus.FOUND, answer.content.decode()
    member = Member.objects.get()
    assert (member.username, member.display_name, member.email, member.language) == (
        "zoe",
        "Zoé",
        "zoe@example.org",
        "fr",
    )
    assert (member.first_name, member.last_name) == ("", "")
    assert not member.has_usable_password()
    assert EmailAddress.objects.get().verified, "the server has confirmed this very address"
    assert logged_in(visitor)
    assert SocialAccount.objects.get().user == member


def test_another_address_than_the_servers_is_confirmed_by_mail(visitor: Client, place: Elsewhere) -> None:
    come(visitor, place)
    visitor.post(SIGNUP, {**NEW, "email": "elsewhere@example.org"})
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("elsewhere@example.org", False)
    assert mail.outbox[-1].to == ["elsewhere@example.org"]


def test_the_clubs_invitation_is_asked_for(visitor: Client, place: Elsewhere) -> None:
    club_settings(signup_mode="invitation", invitation_code="open sesame")
    come(visitor, place)
    assert list(visitor.post(SIGNUP, NEW).context["form"].errors) == ["invitation_code"]
    wrong = visitor.post(SIGNUP, {**NEW, "invitation_code": "sesame open"})
    assert list(wrong.context["form"].errors) == ["invitation_code"]
    assert not Member.objects.exists()
    visitor.post(SIGNUP, {**NEW, "invitation_code": "open sesame"})
    assert Member.objects.get().username == "zoe"


def test_a_closed_club_opens_no_account(visitor: Client, place: Elsewhere) -> None:
    club_settings(signup_mode="closed")
    assert "The club admin opens accounts here" in come(visitor, place).content.decode()
    visitor.post(SIGNUP, NEW)
    assert not Member.objects.exists()


def test_a_name_that_is_taken_is_told_beside_its_field(visitor: Client, place: Elsewhere) -> None:
    MemberFactory.create(username="zoe", display_name="Zoë")
    come(visitor, place)
    assert list(visitor.post(SIGNUP, NEW).context["form"].errors) == ["username"]


def test_without_having_come_from_elsewhere_nobody_signs_up_so(visitor: Client, place: Elsewhere) -> None:
    assert visitor.get(SIGNUP)["Location"] == "/accounts/login/"
    assert visitor.post(SIGNUP, NEW)["Location"] == "/accounts/login/"
    assert not Member.objects.exists()


def test_no_token_of_the_server_is_kept_anywhere(visitor: Client, place: Elsewhere) -> None:
    come(visitor, place)
    [token] = place.tokens
    assert all(token not in json.dumps(row.get_decoded()) for row in Session.objects.all())
    visitor.post(SIGNUP, NEW)
    assert not SocialToken.objects.exists()
    assert SocialAccount.objects.get().extra_data == {"name": "zoe@example.org"}
    assert all(token not in json.dumps(row.get_decoded()) for row in Session.objects.all())


# The account's page


def test_a_member_connects_an_account_after_the_password(member: Member, place: Elsewhere) -> None:
    browser = client_of(member)
    browser.cookies["sessionid"]
    answer = come(browser, place, process="connect")
    assert answer["Location"] == "/accounts/reauthenticate/"
    assert not SocialAccount.objects.exists()
    answer = browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer["Location"] == WAYS
    assert SocialAccount.objects.get().user == member
    page = browser.get(WAYS).content.decode()
    assert "The House" in page and "zoe@example.org" in page
    member.refresh_from_db()
    assert member.email == "alix@example.org"
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["alix@example.org"]
    assert "Another way into your account: The House" in mail.outbox[-1].subject


def test_a_visitor_connects_nothing(visitor: Client, place: Elsewhere) -> None:
    come(visitor, place, process="connect")
    assert not SocialAccount.objects.exists()
    assert not logged_in(visitor)


def test_a_member_leaves_a_server(member: Member, place: Elsewhere) -> None:
    row = connect(member)
    elsewhere = client_of()
    come(elsewhere, place)
    assert logged_in(elsewhere)
    browser = client_of(member, confirmed=True)
    assert browser.post(f"{WAYS}{row.pk}/leave/")["Location"] == WAYS
    assert not SocialAccount.objects.exists()
    assert elsewhere.get("/me/").status_code == HTTPStatus.FOUND, "whoever came by it is out"
    assert browser.get("/me/").status_code == HTTPStatus.OK
    assert "shut" in mail.outbox[-1].subject


def test_leaving_asks_for_the_password(member_client: Client, member: Member, place: Elsewhere) -> None:
    row = connect(member)
    assert "/accounts/reauthenticate/" in member_client.post(f"{WAYS}{row.pk}/leave/")["Location"]
    assert SocialAccount.objects.exists()


def test_nobody_leaves_the_only_way_in(place: Elsewhere) -> None:
    member = MemberFactory.create()
    member.set_unusable_password()
    member.save()
    row = connect(member)
    browser = client_of(member)
    page = browser.get(WAYS).content.decode()
    assert "This is your only way in." in page
    assert re.search(r"<button[^>]*disabled[^>]*>Leave it", page)
    browser.post(f"{WAYS}{row.pk}/leave/")
    assert SocialAccount.objects.exists()
    other = connect(member, "123", "discord")
    browser.post(f"{WAYS}{row.pk}/leave/")
    assert list(SocialAccount.objects.all()) == [other]


def test_a_server_that_the_operator_took_away_is_no_way_in(place: Elsewhere) -> None:
    member = MemberFactory.create()
    member.set_unusable_password()
    member.save()
    row, _gone = connect(member), connect(member, "1", "yesterdays")
    client_of(member).post(f"{WAYS}{row.pk}/leave/")
    assert SocialAccount.objects.count() == 2


def test_a_passkey_that_needs_no_password_is_a_way_in_and_is_then_kept(place: Elsewhere) -> None:
    member = MemberFactory.create()
    member.set_unusable_password()
    member.save()
    row = connect(member)
    passkey = Authenticator.objects.create(
        user=member,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Phone", "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}},
    )
    browser = client_of(member, confirmed=True)
    browser.post(f"{WAYS}{row.pk}/leave/")
    assert not SocialAccount.objects.exists()
    browser.post(f"/accounts/2fa/webauthn/keys/{passkey.pk}/remove/")
    assert Authenticator.objects.filter(pk=passkey.pk).exists()
    assert "only way in" in browser.get("/accounts/2fa/webauthn/").content.decode()


def test_somebody_elses_connection_is_nobodys_business(member: Member, place: Elsewhere) -> None:
    row = connect(MemberFactory.create())
    assert client_of(member, confirmed=True).post(f"{WAYS}{row.pk}/leave/").status_code == HTTPStatus.NOT_FOUND
    assert SocialAccount.objects.exists()


# What the rest of the site knows of it


def test_the_list_of_browsers_says_by_what_they_came_in(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    come(visitor, place)
    assert UserSession.objects.get().data == {"way_in": "house"}
    assert "by The House" in visitor.get("/accounts/sessions/").content.decode()


def test_on_a_shared_device_nobody_stays_logged_in(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    visitor.cookies["shared_device"] = "1"
    come(visitor, place)
    assert visitor.session.get_expire_at_browser_close()


def test_a_members_own_data_tell_of_it(member: Member, place: Elsewhere) -> None:
    connect(member)
    with zipfile.ZipFile(io.BytesIO(archive(member))) as file:
        account = json.loads(file.read("account.json"))
    [told] = account["connected_accounts"]
    assert (told["server"], told["known_there_as"]) == ("The House", "Zoé")


def test_a_closed_account_is_connected_to_nothing(visitor: Client, member: Member, place: Elsewhere) -> None:
    connect(member)
    close_account(member=member)
    assert not SocialAccount.objects.exists()
    assert come(visitor, place)["Location"] == SIGNUP


def test_whoever_has_no_password_closes_the_account_by_its_name(place: Elsewhere) -> None:
    member = MemberFactory.create(username="zoe")
    member.set_unusable_password()
    member.save()
    browser = client_of(member)
    assert list(browser.post("/me/close/", {"username": "somebody"}).context["form"].errors) == ["username"]
    browser.post("/me/close/", {"username": "zoe"})
    member.refresh_from_db()
    assert member.closed is not None


# Without servers


@pytest.fixture
def without(settings: Settings) -> None:
    settings.SIGN_IN = []


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize(
    "path",
    [
        WAYS, SIGNUP, f"{WAYS}login/cancelled/", f"{WAYS}login/error/", f"{WAYS}1/leave/", BEGIN, BACK,
        "/accounts/discord/login/", "/accounts/discord/login/callback/", "/accounts/google/login/",
        "/accounts/google/login/callback/",
    ],
)  # fmt: skip
def test_without_servers_there_are_no_such_pages(member_client: Client, path: str) -> None:
    assert member_client.get(path).status_code == HTTPStatus.NOT_FOUND
    assert member_client.post(path).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.usefixtures("without")
def test_without_servers_no_page_speaks_of_them(visitor: Client, member_client: Client) -> None:
    for browser, path in ((visitor, "/accounts/login/"), (visitor, "/accounts/signup/"), (member_client, "/me/")):
        page = browser.get(path).content.decode()
        assert "3rdparty" not in page and "/accounts/discord" not in page and "Ways in" not in page


def test_only_servers_that_are_named_are_answered(visitor: Client, place: Elsewhere, settings: Settings) -> None:
    settings.SIGN_IN = [one for one in settings.SIGN_IN if one.key == "house"]
    assert visitor.get("/accounts/discord/login/").status_code == HTTPStatus.NOT_FOUND
    assert visitor.get("/accounts/oidc/discord/login/").status_code == HTTPStatus.NOT_FOUND
    assert visitor.get("/accounts/oidc/another/login/").status_code == HTTPStatus.NOT_FOUND
    page = visitor.get("/accounts/login/").content.decode()
    assert "Log in with The House" in page
    assert "Discord" not in page


def test_the_clubs_settings_are_needed_by_nothing_here(place: Elsewhere, visitor: Client) -> None:
    ClubSettings.objects.all().delete()
    come(visitor, place)
    assert visitor.get(SIGNUP).status_code == HTTPStatus.OK
