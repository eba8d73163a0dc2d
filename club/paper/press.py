"""The press: a Typst template and data in, a PDF (or its pages as pictures) out.

What people typed reaches Typst as JSON in ``sys.inputs`` and is only ever shown as text: nothing of it is read as
markup. Typst sees the template, the shared package ``@local/paper``, the pictures it is handed and the typefaces of the
site; none of the machine's files, and no network. It works in a process of its own (``workshop``), since what
it remembers would stay with a web process for good.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from club.paper.orders import Order
from club.paper.workshop import WORKSHOP, Spoiled

FOLDER: Final = Path(__file__).parent
PACKAGES: Final = FOLDER / "packages"
STANDARD: Final = "ua-1"
"""PDF/UA-1: tagged, with a title and a language; what cannot be read aloud is refused when it is set."""


def pdf(template: Path, data: Mapping[str, Any], *, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """Set a template and return it as a PDF.

    ``data`` is what the template reads as JSON; ``pictures`` are the files it may show, by the name it knows them by
    (see ``photograph``). It follows ``STANDARD``, unless somebody typed a letter that none of
    the typefaces has: the standard forbids what cannot be shown, and an empty box is better than no sheet.
    """
    return _set(template, data, pictures, format="pdf", standard=STANDARD)[0]


def pages(
    template: Path, data: Mapping[str, Any], *, pictures: Mapping[str, bytes] | None = None, ppi: float = 96
) -> tuple[bytes, ...]:
    """Set a template and return each of its pages as a PNG of ``ppi`` pixels an inch."""
    return tuple(_set(template, data, pictures, format="png", ppi=ppi))


def photograph(jpeg: bytes) -> bytes:
    """Return a JPEG as a square drawing around it, cut to fill: what a template may show under a name.

    The press takes files as text only; so the picture is handed over inside an SVG.
    """
    inside = base64.b64encode(jpeg).decode("ascii")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><image width="100" height="100" '
        f'preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,{inside}"/></svg>'
    ).encode("ascii")


def page_count(made: bytes) -> int:
    """Return how many pages a PDF of this press has: what the root of its tree of pages says."""
    counts = re.findall(rb"/Type\s*/Pages\s*/Count (\d+)", made)
    if not counts:
        raise ValueError("no PDF of this press")
    return max(map(int, counts))


def drawn(template: Path, *, svg: str) -> bytes:
    """Return the only page of a template that shows a drawing, as a PNG with a pixel for each point."""
    # A slice, as what a template of Django has made is no plain text, and only that is passed on.
    return _ordered(template, {}, {"svg": svg[:]}, format="png", ppi=72)[0]


def _set(template: Path, data: Mapping[str, Any], pictures: Mapping[str, bytes] | None, **how: Any) -> list[bytes]:
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    return _ordered(template, dict(pictures or {}), inputs, **how)


def _ordered(template: Path, files: dict[str, bytes], inputs: dict[str, str], **how: Any) -> list[bytes]:
    made = WORKSHOP.set(Order(str(template), files, str(template.parent), str(PACKAGES), inputs, **how))
    if made.fault:
        raise Spoiled(made.fault)
    return made.files
