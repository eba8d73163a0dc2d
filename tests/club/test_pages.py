"""Noticeboard, about page, profile, language, look, club settings, refusals."""

import tomllib
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from club import noticeboard
from club.models import ClubSettings, Member, SignupMode
from tests.factories.club import PASSWORD, MemberFactory, club_settings

pytestmark = pytest.mark.django_db

PROFILE = {"display_name": "Alix", "language": "", "colour_scheme": "auto"}


def language_of(page: bytes) -> str:
    return page.decode().partition('<html lang="')[2][:2]


def test_the_noticeboard_carries_the_club_s_name(visitor: Client) -> None:
    club_settings(name="The Wolves", tagline="Dice provided")
    page = visitor.get("/").content.decode()
    assert "<h1>The Wolves</h1>" in page
    assert "Dice provided" in page


def test_other_rooms_hang_their_notices(visitor: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(noticeboard, "_providers", [])
    monkeypatch.setattr(noticeboard, "_last", [])

    def _last(request: HttpRequest) -> list[tuple[str, dict[str, Any]]]:
        return [("components/empty.html", {"title": "third"})]

    noticeboard.provider(_last, last=True)

    @noticeboard.provider
    def _pair(request: HttpRequest) -> list[tuple[str, dict[str, Any]]]:
        return [("components/empty.html", {"title": "first"})]

    @noticeboard.provider
    def _panel(request: HttpRequest) -> list[noticeboard.Notice]:
        return [noticeboard.Notice("components/empty.html", {"title": "second"}, wide=True)]

    noticeboard.provider(_pair)
    hung = noticeboard.panels(RequestFactory().get("/"))
    assert [(panel.context["title"], panel.wide) for panel in hung] == [
        ("first", False),
        ("second", True),
        ("third", False),
    ]
    page = visitor.get("/").content.decode()
    assert page.index("second") < page.index("first") < page.index("third"), "what is wide hangs in the main column"


def test_the_about_page_tells_version_and_credits(visitor: Client) -> None:
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    page = visitor.get("/about/").content.decode()
    for expected in (version, "Game-icons.net", "CC BY 3.0", "SIL OFL 1.1"):
        assert expected in page


def test_a_member_changes_the_profile(member_client: Client, member: Member) -> None:
    data = {
        "display_name": "Alix of Metz",
        "language": "fr",
        "hidden": "on",
        "colour_scheme": "dark",
        "large_print": "on",
    }
    response = member_client.post("/me/", data)
    assert response["Location"] == "/me/"
    member.refresh_from_db()
    assert (member.display_name, member.language, member.colour_scheme) == ("Alix of Metz", "fr", "dark")
    assert member.hidden
    assert member.large_print
    page = member_client.get("/me/").content.decode()
    assert '<html lang="fr" data-scheme="dark" data-print="large" ' in page


def test_a_profile_that_makes_no_sense_is_shown_again(member_client: Client, member: Member) -> None:
    response = member_client.post("/me/", {**PROFILE, "display_name": "x" * 61})
    assert list(response.context["form"].errors) == ["display_name"]
    assert "x" * 61 in response.content.decode()
    member.refresh_from_db()
    assert member.display_name == "Alix"


def test_nobody_becomes_admin_through_the_profile(member_client: Client, member: Member) -> None:
    member_client.post("/me/", {**PROFILE, "is_staff": "on", "is_superuser": "on", "is_demo": "on"})
    member.refresh_from_db()
    assert not (member.is_staff or member.is_superuser or member.is_demo)


def test_a_hidden_member_has_no_name_for_visitors(member: Member, visitor: Client) -> None:
    member.hidden = True
    request = visitor.get("/").wsgi_request
    assert member.name_for(request.user) == "a member"
    assert member.name_for(MemberFactory.create()) == "Alix"


def test_the_name_falls_back_to_the_user_name() -> None:
    assert MemberFactory.build(username="odo", display_name="").name == "odo"


def test_a_visitor_switches_the_language(visitor: Client) -> None:
    assert language_of(visitor.get("/about/").content) == "en"
    response = visitor.post("/language/", {"language": "fr", "next": "/about/"})
    assert response["Location"] == "/about/"
    assert language_of(visitor.get("/about/").content) == "fr"


def test_a_member_s_language_is_kept_in_the_profile_and_wins(
    member_client: Client, member: Member, visitor: Client
) -> None:
    member_client.post("/language/", {"language": "fr", "next": "/about/"})
    member.refresh_from_db()
    assert member.language == "fr"
    visitor.post("/language/", {"language": "en"})
    visitor.force_login(member)
    assert language_of(visitor.get("/about/").content) == "fr", "on any browser, whatever its cookie"


def test_the_automatic_language_forgets_the_cookie(member_client: Client, member: Member) -> None:
    member_client.post("/language/", {"language": "fr"})
    member_client.post("/me/", PROFILE)
    assert language_of(member_client.get("/about/").content) == "en"


def test_an_unknown_language_changes_nothing(member_client: Client, member: Member) -> None:
    member_client.post("/language/", {"language": "de"})
    member.refresh_from_db()
    assert member.language == ""


def test_a_visitor_s_look_is_kept_in_a_cookie(visitor: Client) -> None:
    assert 'data-scheme="auto" data-print="normal"' in visitor.get("/about/").content.decode()
    response = visitor.post("/appearance/", {"scheme": "dark", "next": "/about/"})
    assert response["Location"] == "/about/"
    visitor.post("/appearance/", {"print": "large"})
    assert 'data-scheme="dark" data-print="large"' in visitor.get("/about/").content.decode()


def test_a_member_s_look_is_kept_in_the_profile(member_client: Client, member: Member) -> None:
    member_client.post("/appearance/", {"scheme": "light"})
    member_client.post("/appearance/", {"print": "large"})
    member.refresh_from_db()
    assert (member.colour_scheme, member.large_print) == ("light", True)


@pytest.mark.parametrize("cookie", ["", "purple.huge", "dark", "<script>", "."])
def test_an_odd_cookie_does_no_harm(visitor: Client, cookie: str) -> None:
    visitor.cookies["appearance"] = cookie
    page = visitor.get("/about/").content.decode()
    assert 'data-print="normal"' in page
    assert "<script>.normal" not in page


def test_the_look_never_leads_to_another_site(visitor: Client) -> None:
    response = visitor.post("/appearance/", {"scheme": "dark", "next": "https://elsewhere.example/"})
    assert response["Location"] == "/"


@pytest.mark.parametrize("address", ["17", "-1", "club:home", "//elsewhere.example/", "javascript:alert(1)"])
def test_the_look_leads_home_where_it_is_told_no_address_of_ours(visitor: Client, address: str) -> None:
    assert visitor.post("/appearance/", {"scheme": "dark", "next": address})["Location"] == "/"


@pytest.mark.parametrize("path", ["/language/", "/appearance/"])
def test_switches_take_a_post(visitor: Client, path: str) -> None:
    assert visitor.get(path).status_code == 405


@pytest.mark.parametrize("address", ["/?q=a%00b", "/about/?%00=1", "/about%00/"])
def test_an_address_with_a_nul_is_not_understood(visitor: Client, address: str) -> None:
    assert visitor.get(address).status_code == 400


def test_an_unknown_host_is_not_understood(visitor: Client) -> None:
    assert visitor.get("/about/", headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.parametrize(
    "path", ["/", "/me/", "/about/", "/warbands/", "/no/such/page/", "/club/settings/", "/language/"]
)
def test_what_a_member_reads_is_kept_nowhere(visitor: Client, member_client: Client, path: str) -> None:
    kept = member_client.get(path)["Cache-Control"]
    assert {"private", "no-store"} <= {word.strip() for word in kept.split(",")}
    assert "no-store" not in visitor.get(path).headers.get("Cache-Control", "")


def test_the_pages_that_let_in_and_out_are_kept_nowhere(visitor: Client, member: Member) -> None:
    answer = visitor.post("/accounts/login/", {"login": member.username, "password": PASSWORD})
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (302, True)
    answer = visitor.post("/accounts/logout/")
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (302, True)


def test_a_nul_that_is_only_spelled_out_is_text(visitor: Client) -> None:
    assert visitor.get("/?q=%2500").status_code == 200


def test_the_club_admin_changes_the_club(admin_client_of_club: Client) -> None:
    data = {"name": "The Bears", "tagline": "", "signup_mode": "invitation", "invitation_code": "honey"}
    assert admin_client_of_club.post("/club/settings/", data).status_code == 302
    club = ClubSettings.load()
    assert (club.name, club.signup_mode, club.invitation_code) == ("The Bears", SignupMode.INVITATION, "honey")
    assert ClubSettings.objects.count() == 1


def test_an_invitation_needs_a_code(admin_client_of_club: Client) -> None:
    data = {"name": "The Bears", "signup_mode": "invitation", "invitation_code": " "}
    response = admin_client_of_club.post("/club/settings/", data)
    assert list(response.context["form"].errors) == ["invitation_code"]


def test_only_the_club_admin_sees_the_club_s_settings(visitor: Client, member_client: Client) -> None:
    assert visitor.get("/club/settings/").status_code == 302
    assert member_client.get("/club/settings/").status_code == 403
    assert member_client.post("/club/settings/", {"name": "Mine"}).status_code == 403
    assert "/club/settings/" not in member_client.get("/").content.decode()


def test_the_admin_s_own_pages(admin_client_of_club: Client, member_client: Client) -> None:
    for name in ("admin:index", "admin:club_member_changelist", "admin:club_clubsettings_changelist"):
        assert admin_client_of_club.get(reverse(name)).status_code == 200
        assert member_client.get(reverse(name), follow=True).status_code == 403


def test_the_admin_s_pages_have_no_door_of_their_own(visitor: Client) -> None:
    response = visitor.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/?next=")


def test_the_club_s_settings_are_never_deleted_or_doubled(admin_client_of_club: Client) -> None:
    club_settings()
    assert admin_client_of_club.get("/admin/club/clubsettings/add/").status_code == 403
    assert admin_client_of_club.post("/admin/club/clubsettings/1/delete/").status_code == 403


def test_refusals_are_in_the_house_style(visitor: Client, member_client: Client) -> None:
    missing = visitor.get("/no/such/page/")
    assert missing.status_code == 404
    assert "site-header" in missing.content.decode()
    refused = member_client.get("/club/settings/").content.decode()
    assert "site-header" in refused
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    unsealed = strict.post("/language/", {"language": "fr"})
    assert unsealed.status_code == 403
    assert "out of date" in unsealed.content.decode()


def test_a_crash_is_told_in_the_house_style(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(request: HttpRequest) -> list[noticeboard.Notice]:
        raise RuntimeError("the board fell down")

    monkeypatch.setattr(noticeboard, "_providers", [fall])
    visitor.raise_request_exception = False
    response = visitor.get("/")
    assert response.status_code == 500
    page = response.content.decode()
    assert "site-header" in page
    assert "the board fell down" not in page


def test_a_page_asks_the_database_little(member_client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(3):  # session, member, club
        member_client.get("/about/")
