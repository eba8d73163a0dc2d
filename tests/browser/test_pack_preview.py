"""An entry of a pack is written on a phone, seen as it will be printed while it is typed, and copied from others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from tests.browser.conftest import OpenPage
from tests.factories.club import MemberFactory
from tests.factories.packs import fen_pack, published

pytestmark = pytest.mark.django_db(transaction=True)

NARROW = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture
def ada() -> Member:
    return MemberFactory.create()


@pytest.mark.parametrize(("size", "language"), [("phone", "fr"), ("desktop", "en")])
def test_it_is_seen_while_it_is_typed(
    open_page: OpenPage, axe: Callable[[Page], None], ada: Member, size: str, language: str
) -> None:
    pack = fen_pack(ada)
    page = open_page(size, language=language, member=ada)
    page.goto(f"/packs/{pack.pk}/races/?entry=fenman")
    preview = page.locator("#preview")
    expect(preview.locator("img")).to_have_count(3)
    axe(page)
    page.locator("[name=leader__cost]").fill("41")
    expect(preview).to_contain_text("41")
    page.locator(f"[name=name__{language}]").fill("<b>Wading & wet</b>")
    expect(preview).to_contain_text("<b>Wading & wet</b>")
    assert page.evaluate(NARROW)


def test_what_another_pack_has_is_offered_once_it_is_chosen(open_page: OpenPage, ada: Member) -> None:
    """On a phone, in five taps: which pack, which weapon, fill it in."""
    pack = fen_pack(ada)
    spear = {"name": {"fr": "Épieu", "en": "Bog spear"}, "hands": 2, "dice": 1, "force": 4, "cost": 8}
    other = published(MemberFactory.create(), code="bog", name="The Bog", melee={"bog_spear": spear})
    page = open_page("phone", language="fr", member=ada)
    page.goto(f"/packs/{pack.pk}/melee/")
    page.locator("[name=of]").select_option(f"{other.pack_id}.1")
    expect(page.locator("[name=from] option")).to_have_text(["Choisir…", "Épieu"])
    page.locator("[name=from]").select_option("bog_spear")
    page.get_by_role("button", name="Remplir").click()
    expect(page.locator("[name=name__fr]")).to_have_value("Épieu")
    expect(page.locator("[name=name__en]")).to_have_value("Bog spear")
    expect(page.locator("#preview")).to_contain_text("Épieu (maison)")


def test_without_scripts_a_button_shows_it(open_page: OpenPage, ada: Member) -> None:
    pack = fen_pack(ada)
    page = open_page("phone", language="en", javascript=False, member=ada)
    page.goto(f"/packs/{pack.pk}/melee/?from=spear")
    page.locator("[name=name__en]").fill("Reed pike")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("Reed pike (house)")
    expect(page.locator("#preview img")).to_have_count(1)
    page.get_by_role("button", name="Save").click()
    pack.refresh_from_db()
    assert "Reed pike" in pack.text
