"""Parts of pages on other sites, oEmbed, feeds and pictures: what strangers may see, whoever asks."""

from __future__ import annotations

import json
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.league.models import Campaign
from club.announcements.operations import announce
from club.models import Member
from club.visibility import Visibility
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast, fight
from tests.factories.club import MemberFactory
from tests.web.html import Page

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def fought() -> Cast:
    here = cast(visibility=Visibility.PUBLIC)
    fight(here.campaign, [here.warband, here.other])
    return here


def embed(client: Client, kind: str, key: object, query: str = "", **headers: str) -> tuple[int, str]:
    answer = client.get(f"/embed/{kind}/{key}/{query}", headers={"accept-language": "en", **headers})
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("kind", ["standings", "battles", "results"])
def test_anybody_may_frame_it_and_it_is_small_and_still(fought: Cast, kind: str) -> None:
    answer = Client().get(f"/embed/{kind}/{fought.campaign.slug}/?rows=20")
    assert answer.status_code == 200
    assert not answer.headers.get("X-Frame-Options")
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    css = (settings.BASE_DIR / "static/css/found/embed.css").read_bytes()
    assert len(answer.content) + len(css) < 20_000
    page = Page(answer.content.decode())
    assert page.faults == []
    assert not page.all("script", "form", "iframe", "img", "style")
    assert [link["href"] for link in page.all("link")] == ["/static/css/found/embed.css"]
    for link in page.all("a"):
        assert link["href"].startswith(f"{settings.SITE_URL}/")
        assert (link["target"], link["rel"]) == ("_blank", "noopener")


def test_no_cookie_is_read_or_set(fought: Cast) -> None:
    referee = client_of(fought.referee)
    address = f"/embed/standings/{fought.campaign.slug}/"
    for client in (Client(), referee):
        answer = client.get(address, headers={"accept-language": "en"})
        assert not answer.cookies
        assert "Cookie" not in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "public, max-age=60"
    as_referee = referee.get(address, headers={"accept-language": "en"}).content
    assert as_referee == Client().get(address, headers={"accept-language": "en"}).content


@pytest.mark.parametrize("visibility", [Visibility.CLUB, Visibility.PRIVATE])
def test_members_cookies_open_nothing(fought: Cast, visibility: Visibility) -> None:
    Campaign.objects.filter(pk=fought.campaign.pk).update(visibility=visibility)
    slug = fought.campaign.slug
    addresses = [
        *(f"/embed/{kind}/{slug}/" for kind in ("standings", "battles", "results")),
        f"/feeds/results/{slug}.atom",
        f"/cards/standings/{slug}.png",
        f"/share/campaign/{slug}/",
        f"/oembed?url={settings.SITE_URL}/campaigns/{slug}/",
    ]
    for client in (Client(), client_of(fought.referee), client_of(MemberFactory.create(club_admin=True))):
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 404, address
            assert fought.campaign.name not in answer.content.decode("utf-8", "replace"), address


def test_who_had_framed_what_is_gone_sees_a_word(fought: Cast) -> None:
    Campaign.objects.filter(pk=fought.campaign.pk).update(visibility=Visibility.CLUB)
    answer = Client().get(f"/embed/standings/{fought.campaign.slug}/", headers={"accept-language": "en"})
    assert answer.content.decode() == "There is nothing to see here any more."
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]


def test_look_language_and_length_are_chosen(fought: Cast) -> None:
    slug = fought.campaign.slug
    status, dark = embed(Client(), "standings", slug, "?theme=dark&lang=fr&rows=1")
    [html] = Page(dark).all("html")
    assert (status, html["data-theme"], html["lang"]) == (200, "dark", "fr")
    assert "Classement" in dark
    assert len(Page(dark).all("li")) == 1
    _status, plain = embed(Client(), "standings", slug)
    [html] = Page(plain).all("html")
    assert (html["data-theme"], html["lang"]) == ("auto", "en")


@pytest.mark.parametrize("query", ["?theme=pink", "?lang=de", "?rows=0", "?rows=21", "?rows=many"])
def test_other_choices_are_refused(fought: Cast, query: str) -> None:
    status, said = embed(Client(), "standings", fought.campaign.slug, query)
    assert status == 400
    assert "<script" not in said


@pytest.mark.parametrize("kind", ["nothing", "evening", "leaderboard"])
def test_there_is_no_such_part_of_it(fought: Cast, kind: str) -> None:
    assert embed(Client(), kind, fought.campaign.slug)[0] == 404


def test_the_next_evening_is_always_there() -> None:
    assert embed(Client(), "evening", "next")[0] == 200


def test_names_are_text() -> None:
    here = cast(visibility=Visibility.PUBLIC)
    Campaign.objects.filter(pk=here.campaign.pk).update(name='<img src=x onerror="alert(1)">')
    _status, html = embed(Client(), "standings", here.campaign.slug)
    assert "<img" not in html
    answer = Client().get(f"/oembed?url={settings.SITE_URL}/campaigns/{here.campaign.slug}/").json()
    assert "<img" not in answer["html"]
    assert Client().get(f"/cards/standings/{here.campaign.slug}.png").content.startswith(b"\x89PNG")


# oEmbed


def oembed(url: str, more: str = "") -> tuple[int, dict[str, object]]:
    answer = Client().get(f"/oembed?url={url}{more}")
    return answer.status_code, json.loads(answer.content) if answer.status_code == 200 else {}


def test_oembed_gives_the_frame_of_a_page(fought: Cast) -> None:
    slug = fought.campaign.slug
    status, said = oembed(f"{settings.SITE_URL}/campaigns/{slug}/", "&maxwidth=300&maxheight=200")
    assert status == 200
    assert (said["version"], said["type"]) == ("1.0", "rich")
    assert (said["width"], said["height"]) == (300, 200)
    [frame] = Page(str(said["html"])).all("iframe")
    assert frame["src"] == f"{settings.SITE_URL}/embed/standings/{slug}/"
    assert fought.campaign.name in frame["title"]
    assert (frame["width"], frame["height"]) == ("300", "200")


@pytest.mark.parametrize(
    "url",
    ["", "nonsense", "https://elsewhere.example/campaigns/a/", "{site}/no/such/page/", "{site}/about/", "{site}/me/",
     "{site}/campaigns/none/", "//testserver/campaigns/none/", "{site}.evil.example/campaigns/a/"],
)  # fmt: skip
def test_oembed_knows_nothing_of_other_pages(url: str) -> None:
    assert oembed(url.replace("{site}", settings.SITE_URL))[0] == 404


def test_oembed_speaks_no_xml(fought: Cast) -> None:
    assert oembed(f"{settings.SITE_URL}/campaigns/{fought.campaign.slug}/", "&format=xml")[0] == 501


def test_pages_tell_of_their_frame_and_feed(fought: Cast) -> None:
    html = Client().get(fought.campaign.get_absolute_url()).content.decode()
    links = {link["type"]: link["href"] for link in Page(html).all("link") if link["rel"] == "alternate"}
    assert Client().get(links["application/json+oembed"].removeprefix(settings.SITE_URL)).status_code == 200
    assert Client().get(links["application/atom+xml"]).status_code == 200


# Feeds


def entries(address: str) -> list[ElementTree.Element]:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 (our own)
    for one in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{one}"), one
    return feed.findall(f"{ATOM}entry")


def test_a_campaigns_battles_can_be_followed(fought: Cast) -> None:
    [entry] = entries(f"/feeds/results/{fought.campaign.slug}.atom")
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert Client().get(link.attrib["href"].removeprefix(settings.SITE_URL)).status_code == 200


def test_what_the_board_announces_to_everybody_can_be_followed() -> None:
    board = MemberFactory.create(club_admin=True)
    tomorrow = timezone.localdate() + timedelta(days=1)
    announce(author=board, title="For all", text="**Bring** <b>dice</b>", public=True)
    announce(author=board, title="For members")
    announce(author=board, title="To come", public=True, shown_from=tomorrow)
    [entry] = entries("/feeds/announcements.atom")
    assert entry.findtext(f"{ATOM}title") == "For all"
    assert "<strong>Bring</strong>" in (entry.findtext(f"{ATOM}summary") or "")
    assert "<b>" not in (entry.findtext(f"{ATOM}summary") or "")


def test_a_feed_that_has_not_changed_is_not_sent_again(fought: Cast) -> None:
    address = f"/feeds/results/{fought.campaign.slug}.atom"
    mark = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"if-none-match": mark}).status_code == 304


# Pictures


def test_a_hidden_member_has_no_picture_and_no_name() -> None:
    hidden = MemberFactory.create(hidden=True)
    assert Client().get(f"/cards/player/{hidden.pk}.png").status_code == 404
    assert Member.objects.get(pk=hidden.pk).hidden


@pytest.mark.parametrize("key", ["0", "99999999", "x", "1e3", "999999999999999999999"])
@pytest.mark.parametrize("kind", ["warband", "player", "evening", "standings", "leaderboard", "club"])
def test_there_is_no_picture_of_nothing(kind: str, key: str) -> None:
    assert Client().get(reverse("found:card", args=[kind, key])).status_code == 404
