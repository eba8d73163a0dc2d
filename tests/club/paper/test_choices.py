"""How a reader wants paper: kept with the member or in the browser, and followed by page and PDF."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from club.models import Member
from club.paper.choices import COOKIE, PaperChoices
from club.visibility import Visibility
from engines.musg.entries import Rename
from rosters.models import Warband
from rosters.operations import take_step
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.veterans import veteran

pytestmark = pytest.mark.django_db
ADDRESS = "/paper/choices/"
PLAIN = {"size": "", "language": "", "rules": "figure"}


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


@pytest.fixture
def desk(client: Client, owner: Member) -> Client:
    client.force_login(owner)
    return client


def choose(client: Client, **wishes: Any) -> None:
    response = client.post(ADDRESS, PLAIN | {"next": "/about/"} | wishes)
    assert response.status_code == 302
    assert response["Location"] == "/about/"


def page(client: Client, warband: Warband) -> str:
    return client.get(reverse("rosters:sheet", args=[warband.pk])).content.decode()


def paper(client: Client, warband: Warband) -> PdfReader:
    return PdfReader(io.BytesIO(client.get(reverse("rosters:sheet_pdf", args=[warband.pk])).content))


def words(reader: PdfReader) -> str:
    return " ".join("\n".join(one.extract_text() for one in reader.pages).split())


def test_kept_with_the_member(desk: Client, owner: Member) -> None:
    choose(desk, landscape="on", rules="end", language="fr")
    owner.refresh_from_db()
    assert PaperChoices.read(owner.paper) == PaperChoices(landscape=True, rules="end", language="fr", portraits=False)
    choose(desk, portraits="on")
    owner.refresh_from_db()
    assert PaperChoices.read(owner.paper) == PaperChoices()


def test_a_visitors_browser_remembers(client: Client, owner: Member) -> None:
    warband = mustered(owner, "Owls", visibility=Visibility.PUBLIC)
    choose(client, landscape="on")
    assert client.cookies[COOKIE]["httponly"]
    assert "sheet--landscape" in page(client, warband)
    choose(client)
    assert "sheet--landscape" not in page(client, warband)


@pytest.mark.parametrize("kept", ["", "landscape=1&rules=nonsense&language=de&size=huge", "%ff=%00&" * 50, "x" * 500])
def test_a_cookie_that_makes_no_sense_is_the_default(client: Client, owner: Member, kept: str) -> None:
    warband = mustered(owner, "Owls", visibility=Visibility.PUBLIC)
    client.cookies[COOKIE] = kept
    assert "O Leader" in page(client, warband)


def test_a_wish_that_does_not_exist_is_refused_beside_its_field(desk: Client, owner: Member) -> None:
    response = desk.post(ADDRESS, PLAIN | {"rules": "everywhere", "landscape": "on", "next": "/about/"})
    assert response.status_code == 422
    said = response.content.decode()
    assert "everywhere" in said
    assert 'name="landscape"' in said
    owner.refresh_from_db()
    assert owner.paper == {}


def test_nobody_is_sent_elsewhere(desk: Client) -> None:
    response = desk.post(ADDRESS, PLAIN | {"next": "https://example.org/"})
    assert response["Location"] == "/"


def test_landscape(desk: Client, owner: Member) -> None:
    """A4 across is 842 points wide and 595 high."""
    warband = mustered(owner, "Owls")
    choose(desk, landscape="on")
    box = paper(desk, warband).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (842, 595)
    assert "sheet--landscape" in page(desk, warband)


def test_language_of_paper_is_not_that_of_the_pages(desk: Client, owner: Member) -> None:
    warband = mustered(owner, "Owls")
    choose(desk, language="fr")
    said = page(desk, warband)
    assert '<html lang="en"' in said
    assert 'lang="fr">' in said
    assert "Chef · Race humaine" in said
    assert "Back to the roster" in said
    reader = paper(desk, warband)
    assert reader.trailer["/Root"]["/Lang"] == "fr"
    assert "Chef" in words(reader)


def test_large_print_takes_more_room(desk: Client, owner: Member) -> None:
    warband = veteran(owner, figures=10, battles=0)
    assert len(paper(desk, warband).pages) == 2
    choose(desk, size="large")
    assert len(paper(desk, warband).pages) == 3
    choose(desk, size="normal")
    assert len(paper(desk, warband).pages) == 2


def test_large_pages_are_printed_large(desk: Client, owner: Member) -> None:
    Member.objects.filter(pk=owner.pk).update(large_print=True)
    assert "sheet--large" in page(desk, mustered(owner, "Owls"))


@pytest.mark.parametrize(("rules", "count"), [("figure", 3), ("end", 1), ("none", 0)])
def test_rules_in_short(desk: Client, owner: Member, rules: str, count: int) -> None:
    """Heavy armour improves R by 2 (Musg, Tableau des équipements): said by each bearer, once, or nowhere.

    Of thirteen veterans three wear one: numbers 1, 6 and 11.
    """
    warband = veteran(owner, figures=13, battles=0)
    bearers = [f for f in warband.roster.active if "heavy_armour" in f.item_codes]
    assert len(bearers) == 3
    choose(desk, rules=rules)
    assert words(paper(desk, warband)).count("+2. One suit") == count
    assert page(desk, warband).count("+2. One suit") == count


def test_only_who_can_fight(desk: Client, owner: Member) -> None:
    """A mercenary whose next battle is not paid takes no part (Musg, Mercenaires)."""
    warband = veteran(owner, battles=1)
    take_step(warband=warband, entry=Rename(figure=2, name="Falcon"), author=owner)
    assert "Not in the next battle" not in page(desk, warband)
    choose(desk, ready="on")
    said = page(desk, warband)
    assert "<h2>Falcon</h2>" not in said
    assert "Falcon (next battle not paid)" in said
    assert "Falcon (next battle not paid)" in words(paper(desk, warband))


def test_saving_ink(desk: Client, owner: Member) -> None:
    warband = mustered(owner, "Owls")
    choose(desk, ink="on")
    assert "sheet--ink" in page(desk, warband)
    assert "O Leader" in words(paper(desk, warband))
