"""The templates of Musg on paper, measured in the PDF: every size here is worked out by hand from paces."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.paper.choices import PaperChoices
from engines.musg.catalogue import Catalogue
from engines.musg.packs import House, read
from rosters.sheets import templates
from tests.engines.musg.packs.documents import FEN
from tests.paper import Box, drawn, is_read_aloud, page_count, tight, words

SCATTER, BLAST, HALF, FLAME = range(4)
"""The pages."""
BOTH = pytest.mark.parametrize("wishes", [{}, {"size": "large", "ink": True}])


def made(scale: str, language: str = "en", **wishes: Any) -> bytes:
    with translation.override(language):
        return templates.pdf(scale, PaperChoices(language=language, **wishes))


def sizes(boxes: list[Box]) -> list[tuple[float, float]]:
    """How wide and how high each drawing is, to a tenth of a millimetre."""
    return [(round(right - left, 1), round(bottom - top, 1)) for left, top, right, bottom in boxes]


@BOTH
@pytest.mark.parametrize("scale", ["inch", "20mm"])
def test_fifty_millimetres_to_check_on_each_page(scale: str, wishes: dict[str, Any]) -> None:
    pages = drawn(made(scale, **wishes))
    assert len(pages) == 4
    for boxes in pages:
        assert sizes(boxes).count((50.0, 0.0)) == 1


@BOTH
def test_an_inch_a_pace(wishes: dict[str, Any]) -> None:
    """25.4 mm a pace. Rings of 1, 2 and 3 paces are 50.8, 101.6 and 152.4 mm across, a blast of 5 paces is 254 mm."""
    pages = [sizes(boxes) for boxes in drawn(made("inch", **wishes))]
    for page in (SCATTER, BLAST):
        for across in (50.8, 101.6, 152.4):
            assert pages[page].count((across, across)) == 1
    assert (254.0, 254.0) in pages[HALF]
    assert (0.0, 254.0) in pages[HALF]
    assert (15.0, 76.2) in pages[HALF]
    assert (15.0, 101.6) in pages[HALF]
    # The flame: 8 paces long, 2.5 wide (ruling M80); rulers of 9 paces.
    assert (63.5, 203.2) in pages[FLAME]
    assert pages[FLAME].count((15.0, 228.6)) == 5


@BOTH
def test_twenty_millimetres_a_pace(wishes: dict[str, Any]) -> None:
    """Rings of 40, 80 and 120 mm, a blast of 200 mm, a flame of 160 by 50, rulers of 11 paces."""
    pages = [sizes(boxes) for boxes in drawn(made("20mm", **wishes))]
    for page in (SCATTER, BLAST):
        for across in (40.0, 80.0, 120.0):
            assert pages[page].count((across, across)) == 1
    assert (200.0, 200.0) in pages[HALF]
    assert (0.0, 200.0) in pages[HALF]
    assert (15.0, 60.0) in pages[HALF]
    assert (15.0, 80.0) in pages[HALF]
    assert (50.0, 160.0) in pages[FLAME]
    assert pages[FLAME].count((15.0, 220.0)) == 5


def bombs(*radii: int) -> Catalogue:
    """The book with a bomb of each of these radii."""
    bomb = {**FEN["ranged"]["blowpipe"], "template": "blast", "targets": False}
    found = read(
        {**FEN, "version": 1, "ranged": {f"bomb_{n}": {**bomb, "name": f"Bomb {n}", "radius": n} for n in radii}}
    )
    assert found.pack is not None, found.problems
    return House(packs=(found.pack,)).catalogue


@pytest.mark.parametrize("scale", ["inch", "20mm"])
def test_each_radius_of_a_pack_has_its_template(scale: str) -> None:
    """Of 8 paces an eighth is drawn: 2 × 8 × sin 22.5° = 6.12 paces wide and 8 high; of 4 all or half, of 1 all."""
    with translation.override("en"):
        content = templates.pdf(scale, PaperChoices(language="en"), bombs(1, 3, 4, 6, 7, 8))
    pages = [sizes(boxes) for boxes in drawn(content)]
    assert len(pages) == 2 + 7, "1, 3, 4, 5, 6, 7 and 8 paces between scatter and flame"
    said = tight(words(content))
    for radius in (1, 3, 4, 6, 7, 8):
        assert tight(f"Blast · {radius} pace") in said
        assert tight(f"Bomb {radius}") in said
    expected = {
        "inch": {1: (50.8, 50.8), 4: (203.2, 203.2), 6: (116.6, 152.4), 7: (136.1, 177.8), 8: (155.5, 203.2)},
        "20mm": {1: (40.0, 40.0), 4: (160.0, 160.0), 6: (240.0, 240.0), 7: (107.2, 140.0), 8: (122.5, 160.0)},
    }
    for radius, size in expected[scale].items():
        page = pages[{1: 1, 4: 3, 6: 5, 7: 6, 8: 7}[radius]]
        assert size in page, (radius, page)
    for boxes in drawn(content)[6:8]:
        for left, top, right, bottom in boxes:
            assert left >= 10
            assert top >= 9.9
            assert right <= 200
            assert bottom <= 287


def test_many_weapons_of_one_template_leave_room_for_it() -> None:
    blowpipe = {**FEN["ranged"]["blowpipe"], "template": "blast", "targets": False, "radius": 8}
    rows = {f"bomb_{n}": {**blowpipe, "name": f"Bomb number {n}"} for n in range(20)}
    found = read({**FEN, "version": 1, "ranged": rows}).pack
    assert found is not None
    with translation.override("en"):
        told = templates.data("inch", PaperChoices(language="en"), House(packs=(found,)).catalogue)
    weapons = told["blasts"][-1]["weapons"]
    assert weapons.startswith("Bomb number 0, Bomb number 1, ")
    assert weapons.endswith("Bomb number 7, …")


def test_the_outline_of_the_flame() -> None:
    """In paces: its sides touch circles of 0.25 and 1.25 that lie 6.5 apart; the sine of their lean is 1 in 6.5."""
    corners = templates.flame_outline(1.0)
    assert min(ahead for _across, ahead in corners) == 0.0
    assert max(ahead for _across, ahead in corners) == 8.0
    assert max(across for across, _ahead in corners) == pytest.approx(1.25, abs=0.002)
    # Where a side leaves the circles: radius × (cos, -sin) of the lean, 0.9881 and 0.1538.
    assert (pytest.approx(0.2470, abs=0.001), pytest.approx(0.2115, abs=0.001)) in corners
    assert (pytest.approx(1.2351, abs=0.001), pytest.approx(6.5577, abs=0.001)) in corners


@BOTH
@pytest.mark.parametrize("scale", ["inch", "20mm"])
def test_nothing_is_drawn_where_printers_do_not_print(scale: str, wishes: dict[str, Any]) -> None:
    """Ten millimetres at each edge; the left half of the largest blast is clipped away at its straight edge, x = 12."""
    for number, boxes in enumerate(drawn(made(scale, **wishes))):
        for left, top, right, bottom in boxes:
            assert left >= 10 or (number == HALF and round((left + right) / 2, 1) == 12.0)
            assert top >= 9.9
            assert right <= 200
            assert bottom <= 287


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            ["Scatter", "Blast · 3 paces", "Blast · 5 paces", "This line measures 50 mm", "Bazooka", "Flamethrower"],
        ),
        ("fr", ["Dispersion", "Explosion · 3 pas", "Explosion · 5 pas", "Ce trait mesure 50 mm", "Bazooka", "Obusier"]),
    ],
)
def test_what_it_says(language: str, said: list[str]) -> None:
    content = made("20mm", language)
    title = {"en": "Templates for Musg: 1 pace = 20 mm", "fr": "Gabarits pour Musg\u00a0: 1 pas = 20\u00a0mm"}[language]
    assert [text for text in said if tight(text) not in tight(words(content))] == []
    assert page_count(content) == 4
    assert is_read_aloud(content, language, title)


def test_pages(client: Client, db: None) -> None:
    page = client.get(reverse("rosters:paper")).content.decode()
    for scale in ("inch", "20mm"):
        address = reverse("rosters:templates_pdf", args=[scale])
        assert f'href="{address}"' in page
        answer = client.get(address)
        assert answer.content.startswith(b"%PDF")
        assert answer["Content-Disposition"] == f'inline; filename="gabarits-{scale}.pdf"'
    assert client.get(reverse("rosters:templates_pdf", args=["28mm"])).status_code == 404
