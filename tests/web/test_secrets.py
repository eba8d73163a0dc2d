"""What a reader may not see stands nowhere: every page that can be reached is searched for secret names."""

from __future__ import annotations

import io
import re
import zipfile
from collections import deque
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from club.visibility import Visibility
from tests.web.access_table import SEES, TABLE, Right
from tests.web.cast import As, Cast
from tests.web.test_access import address_of

LEFT_OUT = ("/static/", "/admin/", "/accounts/", "/rules/", "/about/")
LINK = re.compile(r'<(?!link|use)[a-z]+ [^>]*?(?:href|hx-get)="([^"]+)"')
UNGUESSED = (
    "campaigns:join_link",
    "campaigns:match_by_code",
    "campaigns:shared_replay",
    "campaigns:shared_replay_data",
    "rosters:sheet_pdf",
    "rosters:cards_pdf",
    "rosters:picture",
    "rosters:returned",
    "rosters:tokens_pdf",
    "rosters:modules_pdf",
    "rosters:table_pdf",
    "campaigns:table_reference",
    "rosters:blank_sheet",
    "rosters:blank_cards",
    "campaigns:score_sheet",
    "tables:seat",
)
"""Who holds a join link is told which campaign it opens, who holds a replay's sees the battle, who holds that of a seat
the table; a PDF is no text."""
VARIANTS = 1
"""How many queries (?at=, ?page=) of one address are followed."""


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
    waiting, known, variants = deque(starts(stage)), set(starts(stage)), dict[str, int]()
    while waiting:
        address = waiting.popleft()
        answer = client.get(address)
        if answer.status_code in (301, 302):
            links = [answer.headers["Location"]]
        elif "pdf" in answer.headers["Content-Type"]:
            continue
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
            variants[parts.path] = variants.get(parts.path, 0) + bool(parts.query)
            if variants[parts.path] <= VARIANTS:
                known.add(target)
                waiting.append(target)


def _unpacked(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist())


def _links(text: str) -> Iterator[str]:
    yield from (unescape(link) for link in LINK.findall(text))


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
