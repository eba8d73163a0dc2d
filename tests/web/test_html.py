"""Every page is sound: well-formed, labelled, safe from forgery and from foreign scripts."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client

from club.models import Member
from club.rulings import find
from tests.clients import client_of
from tests.web.access_table import DOORS, TABLE, Right
from tests.web.html import Element, Page
from tests.web.pages import Shown, pages

UNLABELLED = ("hidden", "submit", "button", "reset", "image")
NO_PAGE = {"healthz", "live", "metrics", "readyz", "rosters:sheet_pdf", "rosters:cards_pdf", "rosters:picture",
           "rosters:tokens_pdf", "rosters:modules_pdf", "rosters:table_pdf", "campaigns:table_reference",
           "rosters:blank_sheet", "rosters:blank_cards",
           "club:paper",
           "rosters:export", "campaigns:receipt", "campaigns:score_sheet", "campaigns:battle_report",
           "campaigns:booklet", "campaigns:match_report",
           "campaigns:match_cards_practice", "campaigns:match_cards_practice_pdf",
           "campaigns:match_card_set_pdf", "campaigns:match_card_set_file", "account_set_password",
           "account_confirm_login_code", "campaigns:resolution_receipt", "campaigns:replay_data",
           "campaigns:shared_replay_data", "campaigns:card", "campaigns:shared_card",
           "campaigns:match_export_csv", "campaigns:match_export_json", "campaigns:correction_receipt",
           "tables:proof", "campaigns:evening_receipt", "club:own_data", "campaigns:news_open", "mfa_authenticate",
           "mfa_download_recovery_codes",
           "mfa_login_webauthn", "club:end_session"}  # fmt: skip
"""Addresses that answer with a file, a word, or always lead elsewhere."""

Fault = Iterator[str]


@pytest.fixture(scope="module")
def answers(founded: None) -> list[tuple[Shown, object]]:
    """Every page as fetched, once for all the tests here."""
    return [(shown, shown.fetch(_client(shown.reader))) for shown in pages()]


def _client(reader: str) -> Client:
    return client_of(Member.objects.get(username=reader), confirmed=True) if reader else client_of()


def in_all(answers: list[tuple[Shown, object]], check: Callable[[Page], Fault]) -> None:
    """Assert that a check finds no fault in any page; all faults are told at once, each with one page it is on."""
    seen: dict[str, str] = {}
    for shown, answer in answers:
        if not answer.headers["Content-Type"].startswith("text/html"):  # type: ignore[attr-defined]
            continue
        for fault in check(Page(answer.content.decode())):  # type: ignore[attr-defined]
            seen.setdefault(fault, str(shown))
    assert not seen, "\n".join(f"{page}: {fault}" for fault, page in seen.items())


@pytest.fixture
def every(demo: None, answers: list[tuple[Shown, object]]) -> list[tuple[Shown, object]]:
    return answers


@pytest.fixture
def whole(every: list[tuple[Shown, object]]) -> list[tuple[Shown, object]]:
    """Only whole pages, no fragments."""
    return [(shown, answer) for shown, answer in every if not shown.name.endswith("_status")]


def test_every_address_that_can_be_read_has_a_page_here(every: list[tuple[Shown, object]]) -> None:
    readable = {name.split()[0] for name, rule in TABLE.items() if rule.get is not Right.NOBODY} | set(DOORS)
    assert sorted(readable - NO_PAGE - {shown.name for shown, _answer in every}) == []


def test_every_page_answers(every: list[tuple[Shown, object]]) -> None:
    wrong = [
        f"{shown}: {answer.status_code}"  # type: ignore[attr-defined]
        for shown, answer in every
        if answer.status_code not in ({200, 422} if shown.sent else {shown.status})  # type: ignore[attr-defined]
    ]
    assert wrong == []


def test_structure(every: list[tuple[Shown, object]]) -> None:
    in_all(every, lambda page: iter(page.faults))


def test_identifiers_are_unique_and_those_referred_to_exist(whole: list[tuple[Shown, object]]) -> None:
    def check(page: Page) -> Fault:
        count = Counter(element["id"] for element in page.elements if element["id"])
        yield from (f"id {name!r} {times} times" for name, times in count.items() if times > 1)
        for element in page.elements:
            for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list", "form"):
                missing = [word for word in element[name].split() if word not in count]
                if missing and element.tag != "meta":
                    yield f"{name} of {element} refers to {missing}"
            if element.tag == "a" and element["href"].startswith("#") and element["href"][1:] not in count:
                yield f"{element} leads nowhere"

    in_all(whole, check)


def test_one_heading_one_main_part_and_no_level_skipped(whole: list[tuple[Shown, object]]) -> None:
    def check(page: Page) -> Fault:
        for tag in ("h1", "main", "title"):
            found = [element for element in page.all(tag) if not element.within("svg")]
            if len(found) != 1 or not found[0].text:
                yield f"{len(found)} <{tag}>"
        levels = [int(element.tag[1]) for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
        for before, after in itertools.pairwise(levels):
            if after > before + 1:
                yield f"h{after} after h{before}"

    in_all(whole, check)


INSIDE = re.compile(r"<(a|button|label|option|title|script|svg|textarea)\b.*?</\1>", re.DOTALL)
"""What a citation of a ruling stays plain text in."""
CITATION = re.compile(r"\b(?:(?:ruling|décision)[ \u00a0][MABCF]|M)[1-9]\d{0,2}\b")


def test_every_citation_of_a_ruling_is_a_link(every: list[tuple[Shown, object]]) -> None:
    linked = set[str]()
    plain: dict[str, str] = {}
    for shown, answer in every:
        if shown.name in {"club:rulings", "club:ruling"}:
            continue
        html = answer.content.decode("utf-8", "replace")  # type: ignore[attr-defined]
        linked |= {shown.name} if 'class="citation"' in html else set()
        text = re.sub(r"<[^>]*>", " ", INSIDE.sub("", html))
        plain |= {found.group(): str(shown) for found in CITATION.finditer(text) if find(found.group().split()[-1])}
    assert plain == {}
    assert linked >= {"rosters:catalogue", "rosters:odds", "rosters:figure", "rosters:new", "campaigns:new"}
    assert linked >= {"campaigns:campaign", "campaigns:aftermath", "campaigns:replay"}


def test_no_style_and_no_script_stands_in_a_page(every: list[tuple[Shown, object]]) -> None:
    def check(page: Page) -> Fault:
        for element in page.elements:
            if element["style"]:
                yield f"style of {element}"
            yield from (f"{name} of {element}" for name in element.attrs if name.startswith(("on", "hx-on")))
            if element.tag == "style" or (element.tag == "script" and not element["src"]):
                yield f"inline {element}"
            if element["href"].startswith("javascript:") or "js:" in element["hx-vals"]:
                yield f"script in {element}"
            address = element["src"] or (element["href"] if element.tag == "link" else "")
            if address.startswith(("http:", "https:", "//")):
                yield f"{element} comes from elsewhere"

    in_all(every, check)


def test_the_security_policy_of_every_page_is_strict(every: list[tuple[Shown, object]]) -> None:
    for shown, answer in every:
        policy = answer.headers["Content-Security-Policy"]  # type: ignore[attr-defined]
        assert "default-src 'self'" in policy, shown
        assert "unsafe" not in policy, shown
        assert "frame-ancestors 'none'" in policy, shown


def test_every_form_that_changes_something_is_safe_from_forgery(every: list[tuple[Shown, object]]) -> None:
    def check(page: Page) -> Fault:
        for form in page.all("form"):
            names = [element["name"] for element in form.walk()]
            if form["method"].lower() == "post" and "csrfmiddlewaretoken" not in names:
                yield f"{form} has no token"
            if form["method"].lower() != "post" and "csrfmiddlewaretoken" in names:
                yield f"{form} shows its token in the address"
            if not any(e.tag == "button" or e["type"] == "submit" for e in form.walk()) and not _button_of(page, form):
                yield f"{form} has no button"

    in_all(every, check)


def _button_of(page: Page, form: Element) -> bool:
    return any(button["form"] == form["id"] for button in page.all("button") if form["id"])


def test_every_control_has_a_label_and_every_button_a_name(every: list[tuple[Shown, object]]) -> None:
    def check(page: Page) -> Fault:
        labelled = {label["for"] for label in page.all("label") if label.text}
        for control in page.all("input", "select", "textarea"):
            if control["type"] in UNLABELLED:
                continue
            around = control.within("label")
            named = control["id"] in labelled or (around and _spoken(around))
            if not (named or control["aria-label"] or control["aria-labelledby"]):
                yield f"{control} has no label"
        for button in page.all("button", "a", "summary"):
            if not _spoken(button):
                yield f"{button} says nothing"

    in_all(every, check)


def _spoken(element: Element) -> bool:
    """Whether the element says anything, be it by a named picture in it."""
    return bool(element.text) or any(e["aria-label"] or e["alt"] for e in element.walk())


def test_the_page_says_its_language(demo: None) -> None:
    for language, _name in settings.LANGUAGES:
        client = Client(headers={"accept-language": language})
        [html] = Page(client.get("/").content.decode()).all("html")
        assert html["lang"] == language
