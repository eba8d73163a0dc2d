"""``robots.txt``: each address of the site is looked up in it as a crawler would (RFC 9309)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from club.found import openings


class Rules:
    """A file as a crawler reads it: the longest rule that fits decides, of equal ones ``Allow``; without any, go."""

    def __init__(self, text: str) -> None:
        self.lines = [tuple(part.strip() for part in line.split(":", 1)) for line in text.splitlines() if line]
        self.rules = [(kind == "Allow", rule) for kind, rule in self.lines if kind in ("Allow", "Disallow")]

    def lets(self, path: str) -> bool:
        fitting = [(len(rule), allows) for allows, rule in self.rules if self._fits(rule, path)]
        return max(fitting, default=(0, True))[1]

    @staticmethod
    def _fits(rule: str, path: str) -> bool:
        pattern = re.escape(rule).replace(r"\*", ".*")
        return re.match(pattern.removesuffix(r"\$") + ("$" if rule.endswith("$") else ""), path) is not None


@pytest.fixture
def rules() -> Rules:
    answer = Client().get("/robots.txt")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return Rules(answer.content.decode())


def addresses(resolver: URLResolver, before: str = "/", space: str = "") -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        pattern = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}", pattern
        else:
            yield from addresses(one, pattern, f"{space}{one.namespace}:" if one.namespace else space)


def samples(pattern: str) -> Iterator[str]:
    """Paths that an address may have."""
    for text, number in (("some-name", "7"), ("edit", "12345")):
        yield re.sub(r"<int:[^>]*>", number, re.sub(r"<(?!int:)[^>]*>", text, pattern))


def test_every_address_is_open_or_closed_as_the_rooms_say(rules: Rules) -> None:
    opened = openings.opened()
    plain = [(name, pattern) for name, pattern in addresses(get_resolver()) if not re.search(r"[(^]", pattern)]
    asked = [(name, path) for name, pattern in plain for path in samples(pattern)]
    wrong = [f"{name} {path}" for name, path in asked if rules.lets(path) != (name in opened)]
    assert wrong == []


@pytest.mark.parametrize(
    "path",
    [
        "/warbands/1/journal/",
        "/warbands/1/sheet.pdf",
        "/warbands/1/sheet/",
        "/warbands/1/export/",
        "/warbands/?page=2",
        "/warbands/1/?at=3",
        "/odds/",
        "/odds/?weapon=sword",
        "/paper/",
        "/paper/human/sheet.pdf",
        "/campaigns/a/chronicle/?page=3",
        "/campaigns/a/season/statistics/",
        "/campaigns/a/calendar.ics",
        "/campaigns/a/battles/1/replay/?event=4",
        "/campaigns/a/battles/1/replay/events.json",
        "/campaigns/a/battles/1/forecast/",
        "/scores/",
        "/scores/?page=9",
        "/scores/matches.csv",
        "/scores/statistics/",
        "/evenings/?page=2",
        "/embed/standings/a/",
        "/feeds/results/a.atom",
        "/oembed",
        "/share/campaign/a/",
        "/search/",
        "/live/ticket",
        "/accounts/login/",
        "/admin/",
        "/me/",
        "/s/ABC/",
        "/join/code/",
        "/invitation/code/",
        "/tables/seat/key/",
        "/evenings/door/link/",
        "/calendars/secret.ics",
        "/no/such/page",
    ],
)
def test_what_is_nobodys_to_find_or_has_no_end_is_closed(rules: Rules, path: str) -> None:
    assert not rules.lets(path)


@pytest.mark.parametrize(
    "path", ["/", "/campaigns/a/", "/campaigns/a/standings/", "/players/3/", "/warbands/3/", "/evenings/3/", "/rules/",
             "/campaigns/a/battles/3/replay/", "/cards/standings/a.png", "/static/css/base.css", "/sitemap.xml"]
)  # fmt: skip
def test_what_is_to_be_found_is_open(rules: Rules, path: str) -> None:
    assert rules.lets(path)


def test_it_names_the_sitemap(rules: Rules) -> None:
    assert ("Sitemap", f"{settings.SITE_URL}{reverse('found:sitemap')}") in rules.lines
    assert ("User-agent", "*") in rules.lines


def test_it_is_for_every_crawler_and_knows_nobody() -> None:
    answer = Client(headers={"cookie": "sessionid=x"}).get("/robots.txt")
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
