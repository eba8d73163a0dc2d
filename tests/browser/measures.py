"""What a page costs at the table: taps, screens of a phone, bytes on the way, and what stands where."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

LEVEL = 6
"""How hard the server's gzip tries."""
MOST_KILOBYTES = 15
MOST_SCREENS = 3
LEAST_FACE = 56
"""CSS pixels: the shorter edge of a die's face to press, at the table and in a hurry."""
PATIENCE, PAUSE = 5000, 50
"""Milliseconds: how long a page may take to come to rest, and how often it is looked at."""

NARROW = {"width": 360, "height": 740}
"""The narrowest phone."""
_FAULTS = """() => {
  const found = [];
  const name = (e) => `<${e.tagName.toLowerCase()} class="${e.className.baseVal ?? e.className}"> ${
    (e.getAttribute("aria-label") || e.textContent || e.name || "").trim().replace(/\\s+/g, " ").slice(0, 40)}`;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => {
      const scroller = e.parentElement.closest(".table-wrap, .tabs, pre, code, .total-bar");
      return !scroller && e.getBoundingClientRect().right > root.clientWidth + 1;
    });
    found.push(`scrolls sideways: ${root.scrollWidth} px; ${wide.slice(-2).map(name).join("; ")}`);
  }
  const headings = document.querySelectorAll("h1").length;
  if (headings !== 1) found.push(`${headings} headings of the first level`);
  for (const e of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    if (e.type === "hidden" || e.closest(".visually-hidden")) continue;
    if (!e.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(e);
    if (e.matches(".skip-link") || style.position === "absolute" && e.type === "radio") continue;
    // A link in the run of a text may be as low as its line (WCAG 2.5.8, inline).
    if (e.tagName === "A" && style.display === "inline") continue;
    const target = e.closest("label") || e;
    const box = target.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const wanted = e.matches(".button--primary:not(.button--small)") ? 44 : 24;
    if (box.height < wanted - 0.5 || box.width < 24 - 0.5)
      found.push(`${name(e)}: ${Math.round(box.width)} × ${Math.round(box.height)} px`);
  }
  return found;
}"""


@dataclass
class Taps:
    """A thumb that counts what it does."""

    page: Page
    count: int = 0

    def on(self, target: Locator) -> None:
        """Tap something once."""
        target.click()
        self.count += 1


def faults(page: Page) -> list[str]:
    """What is wrong with how a page is laid out, once all of it is there.

    Wider than the screen, targets too small for thumbs, more or fewer headings of the first level than one.
    """
    page.wait_for_load_state()
    found: list[str] = page.evaluate(_FAULTS)
    return found


def sideways(page: Page) -> int:
    """By how many CSS pixels the page, once all of it is there, is wider than the screen."""
    page.wait_for_load_state()
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def screens(page: Page) -> float:
    """How many screens long the page is."""
    page.wait_for_load_state()
    size = page.viewport_size
    assert size is not None
    return int(page.evaluate("document.documentElement.scrollHeight")) / size["height"]


def kilobytes(page: Page) -> float:
    """What the page's HTML weighs on its way, gzipped, asked for once more as its reader."""
    return len(gzip.compress(page.request.get(page.url).body(), LEVEL)) / 1000


def on_screen(page: Page, target: Locator) -> bool:
    """Tell whether something comes to be seen whole without scrolling, and not beneath the bar of tabs.

    A page that has just been drawn anew may still be on its way to where it stays: it is asked until its time is up.
    """
    page.wait_for_load_state()  # without its sheets nothing stands where it will
    for _ in range(PATIENCE // PAUSE):
        if seen(page, target):
            return True
        page.wait_for_timeout(PAUSE)
    return seen(page, target)


def seen(page: Page, target: Locator) -> bool:
    """Tell whether something stands whole on the screen now."""
    size, box, bar = page.viewport_size, target.bounding_box(), page.locator(".site-nav").bounding_box()
    assert size is not None
    bottom = bar["y"] if bar is not None and bar["y"] > size["height"] / 2 else size["height"]
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= bottom + 0.5


def targets(page: Page, selector: str) -> float:
    """The shorter edge of the smallest of these, in CSS pixels, once the page that was asked for is there."""
    page.locator(selector).first.wait_for()
    page.wait_for_load_state()  # without its sheets nothing is as large as it will be
    boxes = [box for one in page.locator(selector).all() if (box := one.bounding_box()) is not None]
    assert boxes, selector
    return min(min(box["width"], box["height"]) for box in boxes)


def fits(page: Page) -> None:
    """Assert that the page is short and light enough for the table."""
    long, heavy = screens(page), kilobytes(page)
    assert long <= MOST_SCREENS, f"{page.url}: {long:.2f} screens"
    assert heavy <= MOST_KILOBYTES, f"{page.url}: {heavy:.1f} kB"
