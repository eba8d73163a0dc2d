"""Score sheets on paper: every field of the pads is there, for as many players as may sit down, each in its column."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from campaigns.matches.paper.views import SHEETS, TEMPLATE, data, pdf
from campaigns.matches.scores import PADS
from club.paper import press
from club.paper.choices import PaperChoices

MARGIN = 11.0
GUTTER = 1.2
PPI = 120


def made(game: str, language: str, **wishes: Any) -> tuple[str, dict[str, Any]]:
    choices = PaperChoices(language=language, **wishes)
    with translation.override(language):
        reader = PdfReader(io.BytesIO(pdf(SHEETS[game], choices)))
    said = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    return said, handed(game, language, **wishes)


def handed(game: str, language: str, **wishes: Any) -> dict[str, Any]:
    """What is handed to the typesetter, who is not asked."""
    with translation.override(language):
        return data(SHEETS[game], PaperChoices(language=language, **wishes))


def unspaced(text: str) -> str:
    """Without spaces and hyphens, which depend on where lines break."""
    return "".join(text.split()).replace("-", "").replace("\xad", "").replace("\u2010", "")


def gutters(widths: list[float], page: float) -> Iterator[float]:
    """The middle of each gutter between columns, in millimetres from the left edge of the page."""
    room = page - 2 * MARGIN - GUTTER * (len(widths) - 1)
    at = MARGIN
    for width in widths[:-1]:
        at += width / sum(widths) * room
        yield at + GUTTER / 2
        at += GUTTER


def alone(part: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """One table without its rows across several columns, and nothing else on the page."""
    rows = [row for row in part["rows"] if all(cell["span"] == 1 for cell in row)]
    bare: dict[str, Any] = {key: [] for key in ("facts", "ticks", "worth", "rules")}
    return whole | bare | {"title": "", "note_lines": 0, "parts": [part | {"title": "", "rows": rows}]}


def stained(page: bytes, at: float) -> bool:
    image = Image.open(io.BytesIO(page)).convert("L")
    pixel = round(at / 25.4 * PPI)
    bottom = image.height - round(17 / 25.4 * PPI)
    lowest, _highest = image.crop((pixel - 1, 0, pixel + 1, bottom)).getextrema()
    return bool(float(str(lowest)) < 250)


class TestScoreSheets:
    def test_every_pad_has_its_sheet(self) -> None:
        assert set(SHEETS) == set(PADS)

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", ["normal", "large"])
    @pytest.mark.parametrize("game", list(SHEETS))
    def test_all_words_are_printed(self, game: str, language: str, size: str) -> None:
        said, read = made(game, language, size=size)
        tight = unspaced(said)
        cells = [cell for part in read["parts"] for row in part.get("rows", []) for cell in row]
        heads = [head for part in read["parts"] for head in part.get("heads", [])]
        texts = [cell["said"] for cell in (*heads, *cells)] + read["rules"] + read["ticks"] + [read["title"]]
        texts += [part["title"] for part in read["parts"]] + [label for label, _value in read["facts"]]
        for text in texts:
            assert unspaced(text) in tight

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("wishes", [{}, {"size": "large"}, {"landscape": True}])
    @pytest.mark.parametrize("game", list(SHEETS))
    def test_nothing_leaves_its_column(self, game: str, language: str, wishes: dict[str, Any]) -> None:
        read = handed(game, language, **wishes)
        width = 297.0 if wishes.get("landscape") else 210.0
        for part in read["parts"]:
            if part["kind"] == "table":
                for page in press.pages(TEMPLATE, alone(part, read), ppi=PPI):
                    assert not [at for at in gutters(part["widths"], width) if stained(page, at)]

    def test_a_longest_word_is_made_to_fit(self) -> None:
        """The check above is worth something where a word is far too long; and it finds a line in a column."""
        read = handed("bagarre", "en")
        part = read["parts"][0]
        long = [head | {"said": "Donaudampfschifffahrtsgesellschaft"} for head in part["heads"]]
        page = press.pages(TEMPLATE, alone(part | {"heads": long}, read), ppi=PPI)[0]
        assert not [at for at in gutters(part["widths"], 210.0) if stained(page, at)]
        assert stained(page, MARGIN + 5)

    def test_badass_force_scores_as_printed(self) -> None:
        """First kill 2, further ones 1, 1 more for the sole leader, 1 for the Cool (rulings F13, F18, F19)."""
        read = handed("badass_force", "en")
        assert [points for _label, points in read["worth"]] == ["2", "1", "1", "1"]
        track = next(part for part in read["parts"] if part["kind"] == "track")
        assert track["players"] == 6
        assert [number for number, marked in track["boxes"] if marked] == [12, 16, 20, 30, 50]

    def test_baf_has_nine_rounds_of_two_hands_for_five(self) -> None:
        """Three rounds on each of three levels (BAF!, Tour de jeu); a defeat costs one coin (Score final)."""
        read = handed("baf", "en")
        coins, heroes, bosses = read["parts"]
        names = [row[0]["said"] for row in coins["rows"]]
        assert [name for name in names if name.startswith("Round")] == [
            *(f"Round {number}, level I" for number in (1, 2, 3)),
            *(f"Round {number}, level II" for number in (4, 5, 6)),
            *(f"Round {number}, level III" for number in (7, 8, 9)),
        ]
        assert [head["said"] for head in coins["heads"][1:]] == ["L", "R"] * 5
        assert len(heroes["rows"]) == 10
        assert len(bosses["rows"]) == 2
        assert read["worth"][0][1] == "1"

    def test_bebop_has_a_line_for_every_capture(self) -> None:
        """Four players: a criminal at the start and five in the deck for each of three planets, then Vicious."""
        read = handed("bebop", "en")
        (table,) = read["parts"]
        free = [row for row in table["rows"] if not any(cell["said"] for cell in row)]
        assert len(free) == 3 * (1 + 5)
        assert [row[0]["said"] for row in table["rows"]].count("Vicious") == 1
        assert len(table["heads"]) == 4 + 4

    def test_bagarre_has_a_row_for_each_of_six(self) -> None:
        read = handed("bagarre", "fr")
        assert [len(part["rows"]) for part in read["parts"]] == [6, 6, 6]

    @pytest.mark.django_db
    def test_page(self, client: Client) -> None:
        answer = client.get(reverse("campaigns:score_sheet", args=["bebop"]))
        assert answer["Content-Disposition"] == 'inline; filename="score-bebop.pdf"'
        metadata = PdfReader(io.BytesIO(answer.content)).trailer["/Root"]["/Metadata"]  # type: ignore[index]
        assert b"<pdfuaid:part>1</pdfuaid:part>" in metadata.get_object().get_data()
        assert client.get(reverse("campaigns:score_sheet", args=["musg"])).status_code == 404
