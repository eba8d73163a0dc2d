"""Cards, tokens and empty sheets: all that must be there is, and nothing leaves its cell."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy, Hire
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.emblems import emblem
from rosters.models import Warband
from rosters.operations import create_warband, take_step
from rosters.sheets import blank, cards, tokens
from rosters.sheets.page import sheet
from tests.factories.club import MemberFactory
from tests.rosters.veterans import RICH, veteran

pytestmark = pytest.mark.django_db
LONG = "Bartholomé-Ézéchiel de la Très-Haute-Marche, dit le Balafré"
HOSTILE = (
    '#panic("x") $ x $ *b* _i_ `c` <l> @r // c',
    "right to left שלום مرحبا",
    "龍 🐉 Ωμέγα Ёж 😀",
    LONG,
)


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


def words(content: bytes) -> str:
    reader = PdfReader(io.BytesIO(content))
    return " ".join("\n".join(page.extract_text() for page in reader.pages).split())


def made(warband: Warband, language: str = "en", **wishes: Any) -> tuple[bytes, dict[str, Any]]:
    with translation.override(language):
        laid_out = sheet(warband.roster, owner="", choices=PaperChoices(language=language, **wishes))
        return cards.pdf(laid_out), cards.data(laid_out)


def handed(warband: Warband, language: str = "en", **wishes: Any) -> dict[str, Any]:
    """What is handed to the typesetter, who is not asked."""
    with translation.override(language):
        return cards.data(sheet(warband.roster, owner="", choices=PaperChoices(language=language, **wishes)))


def burdened(owner: Member) -> Warband:
    """A warband of figures with names that are long or hostile, who carry as much as they can."""
    warband = create_warband(owner=owner, setup=Setup(race="human", name="Heavy", rules=RICH))
    gear = ("rifle", "bazooka", "grenade", "sword", "two_handed_axe", "heavy_armour", "shield", "medikit", "sight")
    for number, name in enumerate(HOSTILE, start=1):
        rank = Rank.LEADER if number == 1 else Rank.HENCHMAN
        take_step(warband=warband, entry=Hire(rank=rank, race="human", name=name[:60]), author=owner)
        for item in (*gear, "pistol", "mace", "club"):
            take_step(warband=warband, entry=Buy(item=item, figure=number), author=owner)
    return warband


def gutters(columns: int, rows: int, width: float, height: float) -> Iterator[tuple[float, float, float, float]]:
    """The strips between the cards' frames, in millimetres: 2 mm inside each cell, and nothing is drawn there."""
    left, top = (210 - columns * width) / 2, (297 - rows * height) / 2
    for column in range(columns + 1):
        edge = left + column * width
        yield edge - 1.6, top, edge + 1.6, top + rows * height
    for row in range(rows + 1):
        edge = top + row * height
        yield left, edge - 1.6, left + columns * width, edge + 1.6


def stains(page: bytes, strips: Iterator[tuple[float, float, float, float]], ppi: int = 100) -> list[str]:
    """The strips that are not white. Cut marks stand 1 mm outside the outer edge: that last millimetre is left out."""
    image = Image.open(io.BytesIO(page)).convert("L")
    found = []
    for strip in strips:
        pixels = [round(side / 25.4 * ppi) for side in strip]
        lowest, _ = image.crop((pixels[0] + 1, pixels[1] + 1, pixels[2] - 1, pixels[3] - 1)).getextrema()
        if lowest < 250:
            found.append(f"{strip}: {lowest}")
    return found


def inner(columns: int, rows: int, width: float, height: float) -> Iterator[tuple[float, float, float, float]]:
    """The gutters between cards, without those at the rim, where cut marks stand."""
    strips = list(gutters(columns, rows, width, height))
    yield from strips[1:columns]
    yield from strips[columns + 2 : columns + 1 + rows]


class TestCards:
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("large", [False, True])
    def test_every_figure_number_and_weapon(self, owner: Member, language: str, large: bool) -> None:
        warband = veteran(owner)
        content, data = made(warband, language, large_cards=large)
        said = words(content)
        assert len(data["sheet"]["figures"]) == len(warband.roster.active)
        for figure in data["sheet"]["figures"]:
            assert figure["name"] in said
            assert f"{figure['value']} {data['words']['points']}" in said
            assert " ".join(stat[1] for stat in figure["stats"]) in said
            for name, numbers in (*figure["ranged_short"], *figure["melee_short"]):
                assert name.split()[0] in said
                assert numbers.split()[0] in said
            for name, _effect in (*figure["equipment"], *figure["skills"], *figure["injuries"]):
                assert name.split(",")[0] in said

    @pytest.mark.parametrize(("large", "pages"), [(False, 2), (True, 3)])
    def test_nine_or_four_to_a_page(self, owner: Member, large: bool, pages: int) -> None:
        content, _ = made(veteran(owner, figures=10, battles=0), large_cards=large)
        reader = PdfReader(io.BytesIO(content))
        assert len(reader.pages) == pages
        assert (round(reader.pages[0].mediabox.width), round(reader.pages[0].mediabox.height)) == (595, 842)

    def test_large_print_means_large_cards(self, owner: Member) -> None:
        content, _ = made(veteran(owner, figures=10, battles=0), size="large")
        assert len(PdfReader(io.BytesIO(content)).pages) == 3

    @pytest.mark.parametrize("large", [False, True])
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_nothing_leaves_its_card(self, owner: Member, language: str, large: bool) -> None:
        """Twelve pieces of gear and the longest names: the gutters between the frames stay white."""
        data = handed(burdened(owner), language, large_cards=large)
        cells = (2, 2, 95.0, 132.0) if large else (3, 3, 63.0, 88.0)
        pages = press.pages(cards.TEMPLATE, data, ppi=100)
        assert pages
        for page in pages:
            assert stains(page, inner(*cells)) == []

    @pytest.mark.parametrize("letters", [10, 11, 40])
    def test_a_name_without_a_space_stays_on_its_card(self, owner: Member, letters: int) -> None:
        """Printed in dark on white, where a name that runs over would be seen."""
        warband = create_warband(owner=owner, setup=Setup(race="human", name="Wide", rules=RICH))
        take_step(warband=warband, entry=Hire(rank=Rank.LEADER, race="human", name="W" * letters), author=owner)
        data = handed(warband, ink=True)

        for page in press.pages(cards.TEMPLATE, data, ppi=100):
            assert stains(page, inner(3, 3, 63.0, 88.0)) == []

    def test_the_search_for_stains_finds_one(self) -> None:
        """The check above is worth something: a dot in a gutter is found."""
        image = Image.new("L", (827, 1169), 255)
        image.putpixel((round((10.5 + 63) / 25.4 * 100), 500), 0)
        kept = io.BytesIO()
        image.save(kept, "PNG")
        assert len(stains(kept.getvalue(), inner(3, 3, 63.0, 88.0))) == 1

    def test_what_players_type_is_never_markup(self, owner: Member) -> None:
        content, data = made(burdened(owner))
        said = words(content).replace(" ", "")
        assert HOSTILE[0].replace(" ", "") in said
        assert data["sheet"]["figures"][0]["name"] == HOSTILE[0]

    def test_all_of_a_heavy_load_is_named(self, owner: Member) -> None:
        content, data = made(burdened(owner))
        said = words(content)
        for figure in data["sheet"]["figures"]:
            for name, _numbers in (*figure["ranged_short"], *figure["melee_short"]):
                assert said.count(name.split()[0]) >= len(HOSTILE)

    def test_can_be_read_aloud(self, owner: Member) -> None:
        """Tagged, with a title and a language, and marked as PDF/UA-1."""
        content, _ = made(veteran(owner), "fr")
        root: Any = PdfReader(io.BytesIO(content)).trailer["/Root"]
        assert root["/Lang"] == "fr"
        assert root["/MarkInfo"]["/Marked"]
        assert "/StructTreeRoot" in root
        assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()

    def test_page(self, client: Client, owner: Member) -> None:
        client.force_login(owner)
        warband = veteran(owner)
        response = client.get(reverse("rosters:cards_pdf", args=[warband.pk]))
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"] == 'inline; filename="les-ecorcheurs-cards.pdf"'
        assert client.get(reverse("rosters:cards_pdf", args=[warband.pk]) + "?at=9999").status_code == 404

    def test_nobody_to_print(self, owner: Member) -> None:
        content, _ = made(create_warband(owner=owner, setup=Setup(race="orc", name="Nobody")))
        assert "Nobody is on the roster." in words(content)


class TestForEveryTable:
    @pytest.mark.parametrize("large", [False, True])
    def test_a_row_of_each_token(self, large: bool) -> None:
        with translation.override("fr"):
            said = words(tokens.pdf(PaperChoices(size="large" if large else "")))
        for word in ("Blessé", "En fuite", "Caché", "Sans munitions", "Infecté", "Activé"):
            assert said.count(word) == (6 if large else 7)

    def test_an_empty_sheet_has_the_profiles_of_its_race(self) -> None:
        """Human leader: 9 11 2+ 3+ 5 4 6 (Musg, Race humaine); at most two lieutenants; eight henchmen."""
        with translation.override("en"):
            data = blank.sheet_data("human", PaperChoices())
            said = words(blank.sheet_pdf("human", PaperChoices()))
        assert [stat[1] for stat in data["sheet"]["figures"][0]["stats"]] == ["9", "11", "2+", "3+", "5", "4", "6"]
        assert said.count("Leader · Humans") == 1
        assert said.count("Lieutenant · Humans") == 2
        assert said.count("Henchman · Humans") == 8
        assert said.count("40 pts") == 1

    def test_boxes_of_an_empty_sheet(self) -> None:
        """A leader has 40 boxes, a lieutenant 25, a henchman 15 (ruling M242 and its neighbours)."""
        with translation.override("en"):
            figures = blank.sheet_data("human", PaperChoices())["sheet"]["figures"]
        assert [len(figure["boxes"]) for figure in figures[:4]] == [40, 25, 25, 15]
        assert not any(ticked for figure in figures for ticked, _grey in figure["boxes"])

    def test_pages(self, client: Client) -> None:
        page = client.get(reverse("rosters:paper")).content.decode()
        assert reverse("rosters:tokens_pdf") in page
        for name in ("blank_sheet", "blank_cards"):
            address = reverse(f"rosters:{name}", args=["orc"])
            assert address in page
            assert client.get(address).content.startswith(b"%PDF")
            assert client.get(reverse(f"rosters:{name}", args=["nonsense"])).status_code == 404
        assert client.get(reverse("rosters:tokens_pdf")).content.startswith(b"%PDF")


class TestEmblems:
    def test_every_race_has_one(self) -> None:
        for race in CATALOGUE.races:
            assert emblem(race).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">')
            assert "currentColor" not in emblem(race)
        assert emblem("nonsense") == emblem("generic")

    def test_where_no_portrait_hangs(self, owner: Member) -> None:
        with translation.override("en"):
            laid_out = sheet(veteran(owner).roster, owner="", choices=PaperChoices())
            figures = cards.data(laid_out, {1})["sheet"]["figures"]
        drawn = {figure["name"]: (figure["portrait"] != "", figure["emblem"] != "") for figure in figures}
        assert (True, False) in drawn.values()
        assert set(drawn.values()) == {(True, False), (False, True)}

    def test_beside_the_initials(self, client: Client, owner: Member) -> None:
        client.force_login(owner)
        warband = veteran(owner)
        for address in (warband.get_absolute_url(), reverse("rosters:figure", args=[warband.pk, 1])):
            page = client.get(address).content.decode()
            assert re.search(r'class="portrait__emblem" aria-hidden="true"><use href="[^"]*races[^"]*#human"', page)
