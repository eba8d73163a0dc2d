"""What a reader may not see stands nowhere: every page that can be reached is searched for secret names."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter, deque
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from club.visibility import Visibility
from tests.web.access_table import SEES, TABLE, Right
from tests.web.cast import As, Cast
from tests.web.test_access import address_of

LEFT_OUT = ("/static/", "/admin/", "/accounts/", "/rules/", "/about/")
LINK = re.compile(r'<(?!link|use)[a-z]+ [^>]*?(?:href|hx-get)="([^"]+)"')
PAPER = (
    "rosters:sheet_pdf",
    "rosters:cards_pdf",
    "rosters:tokens_pdf",
    "rosters:templates_pdf",
    "rosters:modules_pdf",
    "rosters:table_pdf",
    "rosters:blank_sheet",
    "rosters:blank_cards",
    "campaigns:battle_report",
    "campaigns:booklet",
    "campaigns:house_templates",
    "campaigns:match_card_set_pdf",
    "campaigns:match_cards_practice_pdf",
    "campaigns:match_report",
    "campaigns:score_sheet",
    "campaigns:table_reference",
)
"""A PDF is no text: it is not asked for here. Who may have it is for the access table to say."""
UNGUESSED = (
    *PAPER,
    "campaigns:calendar_secret",
    "campaigns:calendar_secret_campaign",
    "campaigns:join_link",
    "campaigns:match_by_code",
    "campaigns:shared_replay",
    "campaigns:shared_replay_data",
    "rosters:picture",
    "rosters:returned",
    "evenings:door",
    "play:lead",
    "tables:seat",
)
"""Who holds a join link is told which campaign it opens, who holds a replay's sees the battle, who holds that of a seat
the table, who holds a member's calendar address what the member reads."""
VARIANTS = 1
"""How many queries (?at=, ?page=) of one address are followed."""
ALIKE = 12
"""How many pages of one address's kind (fighters, portraits) are found by links, besides those that are guessed."""


def secrets(stage: Cast) -> dict[str, frozenset[As]]:
    """Every name that is not everybody's to read, and who may read it."""
    told = {ground.secret: SEES[ground.visibility] for ground in stage.grounds.values()}
    # User names are for logging in: where a name is shown, nobody reads the other one.
    alone = stage.grounds[Visibility.PRIVATE].alone.name
    return told | {
        alone: frozenset({As.OWNER, As.ADMIN}),
        stage.hidden.name: Right.MEMBERS.value,
        stage.hidden.username: frozenset(),
    }


def starts(stage: Cast) -> Iterator[str]:
    """The front door, searches, every player's page, and every address there is, guessed."""
    yield "/"
    for name in ("rosters:list", "campaigns:list"):
        for word in ("Hush", "Club", "eil"):
            yield f"{reverse(name)}?q={word}"
    for member in [*stage.people.values(), stage.hidden]:
        yield reverse("campaigns:player", args=[member.pk])
    for name, rule in TABLE.items():
        if rule.about and rule.get is not Right.NOBODY and name not in UNGUESSED:
            for ground in stage.grounds.values():
                yield address_of(name, rule, ground)


def crawl(client: Client, stage: Cast) -> Iterator[tuple[str, str]]:
    """Every page that can be reached and what it says, files included."""
    waiting, known = deque(starts(stage)), set(starts(stage))
    variants, alike = dict[str, int](), Counter[str]()
    while waiting:
        address = waiting.popleft()
        answer = client.get(address)
        if answer.status_code in (301, 302):
            links = [answer.headers["Location"]]
        elif "pdf" in answer.headers["Content-Type"]:
            raise AssertionError(f"{address} belongs to what is on paper")
        else:
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            packed = answer.headers["Content-Type"] == "application/zip"
            text = _unpacked(content) if packed else content.decode(errors="replace")  # pictures, too
            yield address, text
            links = list(_links(text)) if answer.headers["Content-Type"].startswith("text/html") else []
        for link in links:
            parts = urlsplit(urljoin(address, link))
            target = parts._replace(scheme="", netloc="", fragment="").geturl()
            if parts.netloc or parts.path.startswith(LEFT_OUT) or target in known:
                continue
            name = _name_of(parts.path)
            variants[parts.path] = variants.get(parts.path, 0) + bool(parts.query)
            if name not in PAPER and variants[parts.path] <= VARIANTS and alike[name] < ALIKE:
                alike[name] += 1
                known.add(target)
                waiting.append(target)


def _name_of(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return path


def _unpacked(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist())


def _links(text: str) -> Iterator[str]:
    yield from (unescape(link) for link in LINK.findall(text))


@pytest.mark.slow
@pytest.mark.parametrize("role", [As.VISITOR, As.MEMBER, As.APPLICANT, As.PLAYER, As.REFEREE])
def test_no_secret_is_told(role: As, stage: Cast) -> None:
    client = Client(headers={"accept-language": "en"})
    if role in stage.people:
        client.force_login(stage.people[role])
    told: dict[str, str] = {}
    pages = 0
    for address, text in crawl(client, stage):
        pages += 1
        if role is As.APPLICANT:  # he asked to be let in: he knows what the campaign is called, and no more
            private = stage.grounds[Visibility.PRIVATE]
            for asked in (private.campaign, private.season):
                text = text.replace(asked.name, "")
        for secret in secrets(stage):
            if secret not in told and secret in text:
                told[secret] = address
    assert pages > 60
    may = {secret for secret, readers in secrets(stage).items() if role in readers}
    assert {secret: address for secret, address in told.items() if secret not in may} == {}
    assert may - set(told) == set(), "not told to who may read it: the search is blind"


@pytest.mark.parametrize("name", PAPER)
def test_what_is_not_asked_for_is_no_text(name: str, stage: Cast) -> None:
    client = Client()
    client.force_login(stage.people[As.OWNER])
    answer = client.get(address_of(name, TABLE[name], next(iter(stage.grounds.values()))))
    assert answer.headers["Content-Type"] == "application/pdf"
