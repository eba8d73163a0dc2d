"""Draw the icons of the installed site anew, after a change of ``static/img/favicon.svg``.

They stand in ``static/img/app/``. Chromium draws (the tests' own), Pillow packs ``favicon.ico``.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))
from tests.services import chromium  # noqa: E402

TARGET = HERE / "static/img/app"
BANNER = (HERE / "static/img/favicon.svg").read_text()
SPRITE = (HERE / "static/icons/sprite.svg").read_text()
PAPER, OXBLOOD = "#e7ebdf", "#7b1e24"
WAYS = {"warband": "helmet", "pad": "card", "evening": "calendar"}


def sign(name: str) -> str:
    found = re.search(rf'<symbol id="{name}"([^>]*)>(.*?)</symbol>', SPRITE)
    if found is None:
        raise KeyError(name)
    return f'<svg xmlns="http://www.w3.org/2000/svg" style="color:{OXBLOOD}"{found[1]}>{found[2]}</svg>'


def drawn(page: Page, drawing: str, side: int, *, share: float, ground: str = "transparent") -> bytes:
    """The drawing in the middle of a square; it takes this share of the side."""
    page.set_viewport_size({"width": side, "height": side})
    drawing = drawing.replace("<svg ", f'<svg width="{side * share}" height="{side * share}" ', 1)
    page.set_content(
        f'<body style="margin:0;display:grid;place-items:center;height:100vh;background:{ground}">{drawing}'
    )
    return page.screenshot(omit_background=True)


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        made = {f"icon-{side}.png": drawn(page, BANNER, side, share=0.94) for side in (192, 512)}
        # What stands within four fifths of the middle is never cut off, whatever the shape.
        made |= {f"maskable-{side}.png": drawn(page, BANNER, side, share=0.56, ground=PAPER) for side in (192, 512)}
        made["apple-touch-icon.png"] = drawn(page, BANNER, 180, share=0.72, ground=PAPER)
        made |= {f"{word}-96.png": drawn(page, sign(name), 96, share=0.7, ground=PAPER) for word, name in WAYS.items()}
        small = [Image.open(io.BytesIO(drawn(page, BANNER, side, share=1))) for side in (48, 32, 16)]
        browser.close()
    for name, content in made.items():
        packed = io.BytesIO()
        Image.open(io.BytesIO(content)).save(packed, "PNG", optimize=True)
        (TARGET / name).write_bytes(packed.getvalue())
    small[0].save(TARGET / "favicon.ico", sizes=[one.size for one in small], append_images=small[1:])


if __name__ == "__main__":
    main()
