"""Every page is sound: well-formed, labelled, safe from forgery and from foreign scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client

from club.acts import ATTRIBUTE
from club.rulings import find
from tests.web import reading, soundness
from tests.web.access_table import DOORS, TABLE, Right
from tests.web.html import Page
from tests.web.reading import Reading

NO_PAGE = {"healthz", "live", "metrics", "readyz", "rosters:sheet_pdf", "rosters:cards_pdf", "rosters:picture",
           "rosters:templates_pdf", "campaigns:house_templates",
           "rosters:tokens_pdf", "rosters:modules_pdf", "rosters:table_pdf", "campaigns:table_reference",
           "rosters:blank_sheet", "rosters:blank_cards", "rosters:pack_file", "rosters:pack_version_file",
           "club:paper", "club:open_notices", "evenings:calendar", "evenings:evening_calendar", "campaigns:calendar",
           "campaigns:battle_calendar", "campaigns:calendar_secret", "campaigns:calendar_secret_campaign",
           "rosters:export", "campaigns:receipt", "play:reach", "campaigns:score_sheet", "campaigns:battle_report",
           "campaigns:booklet", "campaigns:match_report",
           "campaigns:match_cards_practice", "campaigns:match_cards_practice_pdf",
           "campaigns:match_card_set_pdf", "campaigns:match_card_set_file", "account_set_password",
           "account_confirm_login_code", "campaigns:resolution_receipt", "campaigns:replay_data",
           "campaigns:shared_replay_data", "campaigns:card", "campaigns:shared_card",
           "campaigns:match_export_csv", "campaigns:match_export_json", "campaigns:correction_receipt",
           "campaigns:pairing_draw",
           "tables:proof", "campaigns:evening_receipt", "club:own_data", "campaigns:news_open", "mfa_authenticate",
           "found:robots", "found:security", "found:sitemap", "found:sitemap_part", "found:embed", "found:feed",
           "found:feed_of", "found:card", "found:oembed",
           "evenings:dates", "evenings:plan_draw", "mfa_download_recovery_codes",
           "mfa_login_webauthn", "google_login", "google_callback", "way_in_leave", "socialaccount_signup",
           "club:end_session", "club:device_add",
           "idp:oidc:configuration", "idp:oidc:jwks", "idp:oidc:token", "idp:oidc:userinfo", "idp:oidc:revoke",
           "idp:oidc:device_code", "idp:oidc:logout", "club:site_revoke",
           "club:token_new", "club:token_revoke", "api_nothing", "openapi",
           "club:device_remove", "club:device_try", "club:device_renew", "club:worker", "club:manifest", "club:favicon",
           "club:offline_mine", "club:go", "club:outbox"}  # fmt: skip
"""Addresses that answer with a file, a word, or always lead elsewhere."""


@pytest.fixture(scope="module")
def read(founded: None) -> list[Reading]:
    return reading.all_pages()


def none_has(readings: list[Reading], check: Callable[[Page], Iterator[str]]) -> None:
    """Assert that a check found no fault in any page; all faults are told at once, each with one page it is on."""
    seen: dict[str, str] = {}
    for one in readings:
        for fault in one.faults.get(check.__name__, ()):
            seen.setdefault(fault, str(one.shown))
    assert not seen, "\n".join(f"{page}: {fault}" for fault, page in seen.items())


@pytest.fixture
def every(demo: None, read: list[Reading]) -> list[Reading]:
    return read


@pytest.fixture
def whole(every: list[Reading]) -> list[Reading]:
    """Only whole pages, no fragments."""
    return [one for one in every if not one.shown.name.endswith("_status")]


def test_every_address_that_can_be_read_has_a_page_here(every: list[Reading]) -> None:
    readable = {name.split()[0] for name, rule in TABLE.items() if rule.get is not Right.NOBODY} | set(DOORS)
    assert sorted(readable - NO_PAGE - {one.shown.name for one in every}) == []


def test_every_page_answers(every: list[Reading]) -> None:
    wrong = [
        f"{one.shown}: {one.status}"
        for one in every
        if one.status not in ({200, 422} if one.shown.sent else {one.shown.status})
    ]
    assert wrong == []


def test_structure(every: list[Reading]) -> None:
    none_has(every, soundness.structure)


def test_identifiers_are_unique_and_those_referred_to_exist(whole: list[Reading]) -> None:
    none_has(whole, soundness.identifiers)


def test_one_heading_one_main_part_and_no_level_skipped(whole: list[Reading]) -> None:
    none_has(whole, soundness.headings)


def test_every_section_has_a_heading_and_every_time_is_one(every: list[Reading]) -> None:
    none_has(every, soundness.sections)


INSIDE = re.compile(r"<(a|button|label|option|title|script|svg|textarea)\b.*?</\1>", re.DOTALL)
"""What a citation of a ruling stays plain text in."""
CITATION = re.compile(r"\b(?:(?:ruling|décision)[ \u00a0][MABCF]|M)[1-9]\d{0,2}\b")


def test_every_citation_of_a_ruling_is_a_link(every: list[Reading]) -> None:
    linked = set[str]()
    plain: dict[str, str] = {}
    for one in every:
        if one.shown.name in {"club:rulings", "club:ruling"}:
            continue
        linked |= {one.shown.name} if 'class="citation"' in one.html else set()
        text = re.sub(r"<[^>]*>", " ", INSIDE.sub("", one.html))
        plain |= {found.group(): str(one.shown) for found in CITATION.finditer(text) if find(found.group().split()[-1])}
    assert plain == {}
    assert linked >= {"rosters:catalogue", "rosters:odds", "rosters:figure", "rosters:new", "campaigns:new"}
    assert linked >= {"campaigns:campaign", "campaigns:aftermath", "campaigns:replay"}


def test_no_style_and_no_script_stands_in_a_page(every: list[Reading]) -> None:
    none_has(every, soundness.inline)


def test_the_security_policy_of_every_page_is_strict(every: list[Reading]) -> None:
    for one in every:
        assert "default-src 'self'" in one.policy, one.shown
        assert "unsafe" not in one.policy, one.shown
        assert "frame-ancestors 'none'" in one.policy, one.shown


def test_every_form_that_changes_something_is_safe_from_forgery(every: list[Reading]) -> None:
    none_has(every, soundness.forms)


def test_htmx_acts_only_where_templates_say_so(every: list[Reading]) -> None:
    none_has(every, soundness.acting)
    assert sum(ATTRIBUTE in one.html for one in every) > 100


def test_every_control_has_a_label_and_every_button_a_name(every: list[Reading]) -> None:
    none_has(every, soundness.labels)


def test_the_page_says_its_language(demo: None) -> None:
    for language, _name in settings.LANGUAGES:
        client = Client(headers={"accept-language": language})
        [html] = Page(client.get("/").content.decode()).all("html")
        assert html["lang"] == language
