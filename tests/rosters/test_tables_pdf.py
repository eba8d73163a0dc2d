"""The modules' tables on paper: everything that the rules reference shows, nothing beyond the margins."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from club.paper import press
from club.paper.choices import PaperChoices
from rosters import reference
from rosters.sheets import tables

SIDE = 10.0
"""Millimetres at each side of the page that stay white; the margin is 11."""


def made(language: str, *modules: str, **wishes: Any) -> tuple[PdfReader, dict[str, Any], tuple[bytes, ...]]:
    choices = PaperChoices(language=language, **wishes)
    with translation.override(language):
        parts = [part for part in reference.parts() if not modules or part.code in modules]
        data = tables.data(parts, choices)
        reader = PdfReader(io.BytesIO(tables.pdf(parts, choices)))
    return reader, data, press.pages(tables.TEMPLATE, data, ppi=60)


def unspaced(text: str) -> str:
    """Without spaces and hyphens, which depend on where lines break."""
    return "".join(text.split()).replace("-", "").replace("\xad", "").replace("\u2010", "")


def said(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def texts(data: dict[str, Any]) -> list[str]:
    """Every text that the template was handed."""
    found = [data["title"]]
    for part in data["parts"]:
        found.append(part["title"])
        for section in part["sections"]:
            found += [section["title"], *section["lead"], *(label for label, _number in section["columns"])]
            for row in (*section["rows"], *(row for group in section["groups"] for row in group["rows"])):
                found += [row["name"], *row["notes"], *row["cells"]]
    return [text for text in found if text]


def margins_are_white(page: bytes, ppi: int = 60) -> bool:
    image = Image.open(io.BytesIO(page)).convert("L")
    side = round(SIDE / 25.4 * ppi)
    strips = ((0, 0, side, image.height), (image.width - side, 0, image.width, image.height))
    return all(float(str(image.crop(strip).getextrema()[0])) > 250 for strip in strips)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("wishes", [{}, {"size": "large"}, {"landscape": True}, {"ink": True}])
def test_everything_is_printed_within_the_margins(language: str, wishes: dict[str, Any]) -> None:
    reader, data, pictures = made(language, **wishes)
    printed = unspaced(said(reader))
    assert len(texts(data)) > 300
    assert [text for text in texts(data) if unspaced(text) not in printed] == []
    assert all(margins_are_white(picture) for picture in pictures)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_module_takes_a_page(language: str) -> None:
    reader, data, _pictures = made(language)
    assert len(data["parts"]) == 6
    assert len(reader.pages) == 6


def test_bad_encounters_as_printed() -> None:
    """Musg, Mauvaises rencontres: a d66 in each pair of tens the same rows, for infection points 1, 2 and 3."""
    _reader, data, _pictures = made("en", "zombies")
    table = next(section for section in data["parts"][0]["sections"] if section["first"] == "d66")
    rows = [(row["name"], *row["cells"]) for row in table["rows"]]
    odd = [("1", "Zombie: 1d3 + 3"), ("2–3", "Zombie: 1d3 + 1"), ("4–5", "Zombie: 1d3"), ("6", "Civilian: 1")]
    even = [("1", "Zombie: 3"), ("2–3", "Zombie: 2"), ("4–5", "Zombie: 1"), ("6", "Civilian: 2")]
    expected = [
        ("–".join(f"{tens}{unit}" for unit in units.split("–")), str((tens + 1) // 2), who)
        for tens in range(1, 7)
        for units, who in (odd if tens % 2 else even)
    ]
    assert rows == expected


def test_alien_encounters_as_printed() -> None:
    """Musg, Invasion Alien, Mauvaises rencontres: 11, 12-13 and 21 of each point."""
    _reader, data, _pictures = made("fr", "aliens")
    table = next(section for section in data["parts"][0]["sections"] if section["first"] == "d66")
    rows = {row["name"]: row["cells"][1].replace("\xa0", " ") for row in table["rows"]}
    for tens in (1, 3, 5):
        assert rows[f"{tens}1"] == "Alien CC : 1d3, Alien tir : 3"
        assert rows[f"{tens}2–{tens}3"] == "Alien CC : 1d3, Alien tir : 1"
        assert rows[f"{tens + 1}1"] == "Alien CC : 3"
        assert rows[f"{tens + 1}6"] == "Civil : 2"


def test_basic_vehicles_as_printed() -> None:
    """Musg, Tableau des véhicules de base: structure, speed, booster, armour front, rear, right, left, total, cost."""
    _reader, data, _pictures = made("en", "vehicles")
    table = data["parts"][0]["sections"][1]
    rows = [[*row["cells"][:8], row["cells"][-1]] for row in table["rows"]]
    assert rows == [
        ["3", "10", "6", "4", "2", "3", "3", "12", "40"],
        ["6", "8", "5", "7", "5", "6", "6", "24", "50"],
        ["9", "6", "4", "10", "8", "9", "9", "36", "60"],
    ]


def test_can_be_read_aloud() -> None:
    """Tagged, with a title and a language, and marked as PDF/UA-1."""
    reader, _data, _pictures = made("fr", "zombies")
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "fr"
    assert root["/MarkInfo"]["/Marked"]
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
    assert reader.metadata
    assert reader.metadata.title
    assert "Invasion de zombies" in reader.metadata.title


@pytest.mark.django_db
class TestPage:
    def test_all_or_those_asked_for(self, client: Client) -> None:
        address = reverse("rosters:modules_pdf")
        everything = client.get(address)
        assert everything["Content-Type"] == "application/pdf"
        assert len(PdfReader(io.BytesIO(everything.content)).pages) == 6
        two = PdfReader(io.BytesIO(client.get(address + "?module=pulp&module=aliens").content))
        assert len(two.pages) == 2
        assert client.get(address + "?module=pulp&module=nonsense").status_code == 404

    def test_ways_to_it(self, client: Client) -> None:
        address = reverse("rosters:modules_pdf")
        assert f"{address}?module=zombies" in client.get(reverse("rosters:module", args=["zombies"])).content.decode()
        page = client.get(reverse("rosters:paper")).content.decode()
        assert address in page
        assert page.count('type="checkbox" name="module"') == 6
