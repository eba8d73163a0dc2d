"""What tests ask of paper: its words, whether anything leaves the page, whether it can be read aloud."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final

from PIL import Image, ImageChops
from pypdf import PdfReader, Transformation
from pypdf.generic import ContentStream

HOSTILE: Final = (
    '#panic("x") $ x $ *b* _i_ `c` <l> @r // c',
    "<script>alert(1)</script> &amp; #link(1)",
    "right to left שלום مرحبا",
    "龍 🐉 Ωμέγα Ёж 😀",
    "Bartholomé-Ézéchiel de la Très-Haute-Marche, dit le Balafré",
    "Bell\x07 escape\x1b",
)
"""Names that break out of markup, of a line or of a typeface."""
MARGIN: Final = 8.0
"""Millimetres at the left, right and top edge where nothing is printed."""


def words(content: bytes) -> str:
    """All that is written, in one line."""
    reader = PdfReader(io.BytesIO(content))
    return " ".join("\n".join(page.extract_text() for page in reader.pages).split())


def tight(text: str) -> str:
    """Without spaces and hyphens, which depend on where lines break."""
    return "".join(text.split()).translate(dict.fromkeys(map(ord, "-\xad\u2010\u200b")))


def page_count(content: bytes) -> int:
    """How many pages there are."""
    return len(PdfReader(io.BytesIO(content)).pages)


def stained_margins(page: bytes, ppi: float) -> list[str]:
    """The edges of a page (a PNG of ``ppi`` pixels an inch) where something is printed: left, right, top, bottom.

    At the bottom stands the footer; only the last half centimetre is free.
    """
    image = Image.open(io.BytesIO(page)).convert("L")
    width, height = image.size
    free, low = round(MARGIN / 25.4 * ppi), round(5 / 25.4 * ppi)
    edges = {
        "left": (0, 0, free, height),
        "right": (width - free, 0, width, height),
        "top": (0, 0, width, free),
        "bottom": (0, height - low, width, height),
    }
    return [name for name, box in edges.items() if ImageChops.invert(image.crop(box)).getbbox() is not None]


def is_read_aloud(content: bytes, language: str, title: str) -> bool:
    """Whether it is marked as PDF/UA-1: tagged, with its title and language."""
    reader = PdfReader(io.BytesIO(content))
    root: Any = reader.trailer["/Root"]
    about = reader.metadata
    return bool(
        root["/Lang"] == language
        and root["/MarkInfo"]["/Marked"]
        and "/StructTreeRoot" in root
        and about is not None
        and about.title == title
        and b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
    )


type Box = tuple[float, float, float, float]


def drawn(content: bytes) -> list[list[Box]]:
    """What is drawn with a line on each page: the box around every stroked path, in millimetres from its top left.

    Curves are measured by their ends and handles, which is exact for the quarters that circles are made of.
    """
    reader = PdfReader(io.BytesIO(content))
    return [list(_stroked(page, reader)) for page in reader.pages]


def _stroked(page: Any, reader: PdfReader) -> Iterator[Box]:
    height = float(page.mediabox.height)
    matrix, kept, path = Transformation(), [], list[tuple[float, float]]()
    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        numbers = [float(one) for one in operands] if operator in (b"cm", b"m", b"l", b"c", b"re") else []
        match operator:
            case b"q":
                kept.append(matrix)
            case b"Q":
                matrix = kept.pop()
            case b"cm":
                matrix = Transformation(tuple(numbers)).transform(matrix)  # type: ignore[arg-type]
            case b"m" | b"l" | b"c":
                path += [matrix.apply_on(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
            case b"re":
                x, y, width, high = numbers
                path += [matrix.apply_on(corner) for corner in ((x, y), (x + width, y + high))]
            case b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*":
                across, down = [x for x, _ in path], [height - y for _, y in path]
                left, top, right, bottom = (
                    each / 72 * 25.4 for each in (min(across), min(down), max(across), max(down))
                )
                yield left, top, right, bottom
                path = []
            case b"f" | b"f*" | b"n":
                path = []
