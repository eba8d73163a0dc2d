"""The sheet as a PDF: pages, words, and a typesetter that reads nothing but its own folder."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image, ImageChops
from pypdf import PdfReader

from club import qr
from club.models import Member
from club.paper import press, typesetter as typesetting
from club.paper.choices import PaperChoices
from club.visibility import Visibility
from engines.musg.entries import Hire, Rename
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters import provenance
from rosters.models import Warband
from rosters.operations import create_warband, take_step
from rosters.sheets import pdf as typesetter
from rosters.sheets.page import sheet
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.strangers import brought
from tests.rosters.veterans import veteran

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


def address(warband: Warband) -> str:
    return reverse("rosters:sheet_pdf", args=[warband.pk])


def made(warband: Warband, language: str = "en") -> PdfReader:
    with translation.override(language):
        content = typesetter.pdf(sheet(warband.roster, owner="Ann of Brie", brought=provenance.brought(warband)))
    assert content.startswith(b"%PDF")
    return PdfReader(io.BytesIO(content))


def words(reader: PdfReader) -> str:
    return " ".join("\n".join(page.extract_text() for page in reader.pages).split())


def test_download(client: Client, owner: Member) -> None:
    client.force_login(owner)
    warband = mustered(owner, "Les Éclairés")
    response = client.get(address(warband))
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="les-eclaires.pdf"'
    assert response.content.startswith(b"%PDF")


def test_access(client: Client, owner: Member) -> None:
    public = mustered(owner, "Owls", visibility=Visibility.PUBLIC)
    assert client.get(address(public)).status_code == 200
    assert client.get(address(mustered(owner, "Rams"))).status_code == 404
    assert client.get(address(public) + "?at=999").status_code == 404


@pytest.mark.parametrize(("figures", "pages"), [(3, 1), (10, 2), (16, 3)])
def test_pages(owner: Member, figures: int, pages: int) -> None:
    """Five or six figures fill a page of A4."""
    reader = made(veteran(owner, figures=figures, battles=0))
    assert len(reader.pages) == pages
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842)


def test_words(owner: Member) -> None:
    warband = veteran(owner)
    said = words(made(warband))
    for figure in warband.roster.figures:
        assert figure.name in said
    for word in ("Les Écorcheurs", "Ann of Brie", "Humans", "Bazooka", "15 / 30 / 45", "blast, radius 3", "NOTES"):
        assert word in said
    assert f"{warband.roster.value}" in said


def test_in_french(owner: Member) -> None:
    reader = made(veteran(owner, battles=0), "fr")
    assert "Race humaine" in words(reader)
    assert "Chef" in words(reader)
    assert reader.trailer["/Root"]["/Lang"] == "fr"


def test_signs_of_the_french_sheet(owner: Member) -> None:
    """One apostrophe, one sign before a number, numbers that agree, whole headings of the rulebook's words."""
    said = words(made(veteran(owner, battles=0), "fr"))
    assert not re.search(r"[^\W\d]'[^\W\d]|\+[-−]|\.\.\.|(?<![\d,])[01] (?:munitions|cases|points|pièces)\b", said)
    assert "Armure légère : R +1" in said


def test_what_was_brought_from_elsewhere(owner: Member) -> None:
    stray = brought(band=veteran(owner, battles=0))
    assert "Brought from elsewhere: 1 grant of points." in words(made(stray))
    assert "Apporté d’ailleurs" in words(made(stray, "fr"))
    assert "elsewhere" not in words(made(veteran(owner)))


def test_no_figure_is_cut_in_two(owner: Member) -> None:
    """Each name is on the same page as the space for the figure's notes: as many of both on every page."""
    warband = veteran(owner, figures=16, battles=2)
    names = [figure.name for figure in warband.roster.active]
    for page in made(warband).pages:
        said = page.extract_text()
        assert sum(f"{name} " in said or f"{name}\n" in said for name in names) >= 1
        assert said.count("HIT POINTS") == said.count("NOTES")


@pytest.mark.parametrize(
    "name",
    [
        '#panic("x")',
        '#read("/etc/passwd")',
        "$ x $ *b* _i_ `c` <l> @r // c",
        '"]} \\u{41}',
        '#import "@preview/x:1.0.0"',
    ],
)
def test_what_players_type_is_never_markup(owner: Member, name: str) -> None:
    warband = create_warband(owner=owner, setup=Setup(race="orc", name=name))
    take_step(warband=warband, entry=Hire(rank=Rank.LEADER, race="orc", name=name), author=owner)
    said = words(made(warband))
    assert said.replace(" ", "").count(name.replace(" ", "")) >= 2


def test_letters_of_other_scripts_do_not_stop_it(owner: Member) -> None:
    warband = mustered(owner, "Owls")
    take_step(warband=warband, entry=Rename(figure=1, name="Ёж 龍 🐉 Ωμέγα"), author=owner)
    said = words(made(warband))
    for letters in ("Ёж", "龍", "🐉", "Ωμέγα"):
        assert letters in said


def test_only_bundled_fonts() -> None:
    families = set(typesetting.fonts().families())
    own = {"Alegreya", "Grenze Gotisch", "DejaVu Sans", "Droid Sans Fallback", "Noto Emoji"}
    assert own | {"Libertinus Serif"} <= families
    assert not {family for family in families - own if family.startswith(("Arial", "Noto", "Liberation"))}


def test_templates_read_no_file_but_the_shared_package() -> None:
    """Typst sees the template, ``@local/paper`` and the pictures it is handed; nothing is evaluated."""
    shared = sorted((press.PACKAGES / "local/paper/1.0.0").glob("*.typ"))
    assert len(shared) >= 5
    own = [Path(press.FOLDER).parents[1] / "rosters/sheets" / f"{name}.typ" for name in ("roster", "cards", "tokens")]
    assert typesetter.TEMPLATE in own
    for source in (*own, *shared):
        said = source.read_text()
        imports = re.findall(r'import "([^"]+)"', said)
        assert set(imports) <= {"@local/paper:1.0.0", *(one.name for one in shared)}
        for word in ("read(", "include ", "eval(", "plugin("):
            assert word not in said
        drawn = re.findall(r"\bimage\(\s*([\w.]+)", said)
        assert set(drawn) <= {"portrait", "figure.portrait", "bytes"}


def test_quick_enough_for_a_request(owner: Member) -> None:
    """Set within the request: a hundred times the usual would still pass here."""
    warband = veteran(owner, figures=16)
    start = time.process_time()  # the work, not the waiting for a busy machine
    made(warband)
    assert time.process_time() - start < 5


def dark_modules(code: qr.Code) -> set[tuple[int, int]]:
    """The dark modules of a QR code, from the path that draws it."""
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code.path)
    return {(int(x) + step, int(y)) for x, y, length in runs for step in range(int(length))}


@pytest.mark.parametrize("size", ["", "large"])
@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("title", ["Owls", "Bartholomé-Ézéchiel et les Veilleurs de la Très-Haute-Marche"])
def test_nothing_runs_through_the_square_for_the_camera(owner: Member, title: str, landscape: bool, size: str) -> None:
    """Each module is seen as it was drawn, light ones too, whatever stands beside the square."""
    wishes = PaperChoices(landscape=landscape, size=size)
    address = "https://club.example/sheets/1-1R-NE8Q56/"
    laid_out = sheet(
        mustered(owner, title).roster, owner="Ann of Brie", choices=wishes, code="1-1R-NE8Q56", address=address
    )
    ppi = 220
    first = press.pages(typesetter.TEMPLATE, typesetter.data(laid_out), ppi=ppi)[0]
    page = Image.open(io.BytesIO(first)).convert("1")
    corner = round(34 / 25.4 * ppi)
    top_right = page.crop((page.width - corner, 0, page.width, corner))
    ink = ImageChops.invert(top_right.convert("L"))
    top = ink.getbbox()[1]
    left = ink.crop((0, top, corner, top + 1)).getbbox()[0]
    code = qr.qr_code(address)
    dark = dark_modules(code)
    quiet = min(x for x, _y in dark)
    module = 17 / 25.4 * ppi / code.size
    seen = {
        (x, y)
        for x in range(quiet, code.size - quiet)
        for y in range(quiet, code.size - quiet)
        if not top_right.getpixel((left + (x - quiet + 0.5) * module, top + (y - quiet + 0.5) * module))
    }
    assert seen == dark
