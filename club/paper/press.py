"""The press: a Typst template and data in, a PDF (or its pages as pictures) out.

What people typed reaches Typst as JSON in ``sys.inputs`` and is only ever shown as text: nothing of it is read as
markup. Typst sees the template, the shared package ``@local/paper``, the pictures it is handed and the typefaces of the
site; none of the machine's files, and no network. It is loaded by whoever prints first: seven megabytes that most
processes never need.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import typst

FOLDER: Final = Path(__file__).parent
PACKAGES: Final = FOLDER / "packages"
STANDARD: Final = "ua-1"
"""PDF/UA-1: tagged, with a title and a language; what cannot be read aloud is refused when it is set."""

UNSHOWN: Final = "could not be displayed with font"
"""What the press says of a letter that it has in no typeface."""


def pdf(template: Path, data: Mapping[str, Any], *, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """Set a template and return it as a PDF.

    ``data`` is what the template reads as JSON; ``pictures`` are the files it may show, by the name it knows them by
    (see ``photograph``). It follows ``STANDARD``, unless somebody typed a letter that none of
    the typefaces has: the standard forbids what cannot be shown, and an empty box is better than no sheet.
    """
    import typst

    files, around = _files(template, pictures), _surroundings(template, data)
    made: bytes
    try:
        made = typst.compile(files, format="pdf", pdf_standards=STANDARD, **around)
    except typst.TypstError as error:
        if UNSHOWN not in error.message:
            raise
        made = typst.compile(files, format="pdf", **around)
    return made


def pages(
    template: Path, data: Mapping[str, Any], *, pictures: Mapping[str, bytes] | None = None, ppi: float = 96
) -> tuple[bytes, ...]:
    """Set a template and return each of its pages as a PNG of ``ppi`` pixels an inch."""
    import typst

    made = typst.compile(_files(template, pictures), format="png", ppi=ppi, **_surroundings(template, data))
    return (made,) if isinstance(made, bytes) else tuple(made or ())


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


@cache
def fonts() -> typst.Fonts:
    """The typefaces of the site and those built into Typst, read once."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FOLDER / "fonts"])


def _files(template: Path, pictures: Mapping[str, bytes] | None) -> dict[str, Path | bytes]:
    return {"main.typ": template, **(pictures or {})}


def _surroundings(template: Path, data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "root": template.parent,
        "font_paths": fonts(),
        "sys_inputs": {"data": json.dumps(data, ensure_ascii=False)},
        "package_path": PACKAGES,
        "package_cache_path": PACKAGES,
    }
