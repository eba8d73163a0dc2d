"""What search engines and messengers are told of every page that is to be found."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse

from club.found import openings
from club.models import Member
from tests.clients import client_of
from tests.web.html import Page, meta

LOC = re.compile(r"<loc>([^<]*)</loc>")
EMPTY_WORDS = {"here", "click here", "click this", "go", "this", "start", "right here", "more", "learn more",
               "ici", "cliquez ici", "plus", "lire la suite", "en savoir plus"}  # fmt: skip
"""Link texts that say nothing, in the list that Lighthouse goes by and in French."""


def mapped() -> list[str]:
    """The paths that the sitemap names."""
    index = Client().get(reverse("found:sitemap"))
    assert index.status_code == 200
    parts = [urlsplit(one).path for one in LOC.findall(index.content.decode())]
    whole = [one for part in parts for one in LOC.findall(Client().get(part).content.decode())]
    assert [one for one in whole if not one.startswith(f"{settings.SITE_URL}/")] == []
    assert len(whole) == len(set(whole))
    return [urlsplit(one).path for one in whole]


@pytest.fixture
def found(demo: None) -> dict[str, Page]:
    """Every kind of page that the sitemap names, three of each, as a stranger gets them."""
    kept: dict[str, list[str]] = {}
    for path in mapped():
        kept.setdefault(resolve(path).view_name, []).append(path)
    chosen = [path for paths in kept.values() for path in (paths[0], paths[len(paths) // 2], paths[-1])]
    answers = {path: client_of().get(path) for path in dict.fromkeys(chosen)}
    assert [path for path, answer in answers.items() if answer.status_code != 200] == []
    return {path: Page(answer.content.decode()) for path, answer in answers.items()}


def test_the_sitemap_names_each_kind_of_public_page(found: dict[str, Page]) -> None:
    kinds = {resolve(path).view_name for path in found}
    assert kinds >= {"club:home", "campaigns:campaign", "campaigns:standings", "campaigns:season_standings",
                     "campaigns:player", "rosters:roster", "evenings:evening", "campaigns:replay", "rosters:catalogue",
                     "club:ruling", "campaigns:scenario", "rosters:module", "club:announcement"}  # fmt: skip
    assert kinds <= set(openings.pages())


def test_each_says_what_it_is_once_and_in_plain_words(found: dict[str, Page]) -> None:
    wrong = []
    for path, page in found.items():
        described = meta(page, "description")
        [title] = [one.text for one in page.all("title") if not one.within("svg")]
        wrong += [f"{path}: {described}"] if len(described) != 1 or not 15 <= len(described[0]) <= 155 else []
        wrong += [f"{path}: {described}"] if any("<" in one or "&lt;" in one for one in described) else []
        wrong += [f"{path}: {title}"] if not 5 <= len(title) <= 200 else []
        wrong += [f"{path}: robots"] if meta(page, "robots") else []
    assert wrong == []


def test_each_has_one_address_and_says_its_language_and_size(found: dict[str, Page]) -> None:
    for path, page in found.items():
        canonical = [one["href"] for one in page.all("link") if one["rel"] == "canonical"]
        assert canonical == [f"{settings.SITE_URL}{path}"]
        [html] = page.all("html")
        assert html["lang"] in dict(settings.LANGUAGES)
        assert "width=device-width" in meta(page, "viewport")[0]
        assert [one["hreflang"] for one in page.all("link") if one["hreflang"]] == []


def test_each_shows_itself_beside_a_link(found: dict[str, Page]) -> None:
    pictures = set()
    for path, page in found.items():
        for name in ("og:title", "og:description", "og:type", "og:site_name", "og:image:alt", "twitter:card"):
            assert len(meta(page, name)) == 1, f"{path} {name}"
            assert meta(page, name)[0], f"{path} {name}"
        assert meta(page, "og:url") == [f"{settings.SITE_URL}{path}"]
        [picture] = meta(page, "og:image")
        assert picture.startswith(f"{settings.SITE_URL}/")
        pictures.add(picture.removeprefix(settings.SITE_URL))
    kinds = {one.rpartition("/")[0].split("/", 3)[1:3].__str__(): one for one in pictures}
    for one in kinds.values():
        answer = Client().get(one)
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png"), one
        assert answer.content.startswith(b"\x89PNG")


def test_links_can_be_followed_and_say_where_they_lead(found: dict[str, Page]) -> None:
    wrong = []
    for path, page in found.items():
        for link in page.all("a"):
            address = link["href"]
            said = " ".join([link.text, link["aria-label"], *(e["alt"] + e["aria-label"] for e in link.walk())]).strip()
            if not address or address.startswith("javascript:"):
                wrong.append(f"{path}: {link} cannot be followed")
            if said.casefold() in EMPTY_WORDS or not said:
                wrong.append(f"{path}: {link} says {said!r}")
        wrong += [f"{path}: {one} has no text" for one in page.all("img") if "alt" not in one.attrs]
    assert wrong == []


def test_members_pages_say_nothing_of_the_kind(demo: None) -> None:
    member = client_of(Member.objects.get(username="aline"))
    for path in (reverse("club:home"), reverse("campaigns:list"), reverse("evenings:list"), reverse("club:profile")):
        page = Page(member.get(path).content.decode())
        assert not meta(page, "description"), path
        assert not [one for one in page.all("meta") if one["property"].startswith("og:")], path
        assert not [one for one in page.all("link") if one["rel"] == "canonical"], path
