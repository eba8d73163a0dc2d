"""Two looks at a page that was loaded once: on the narrowest phone by daylight, and on a desktop in the dark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import AXE_OPTIONS, violations
from tests.browser.measures import FAULTS, NARROW

WIDE: Final[ViewportSize] = {"width": 1440, "height": 900}
SHOWN: Final = """() => {
  const shown = new Set([...document.querySelectorAll("*")].filter((e) =>
    e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })));
  const before = window.shownBefore;
  window.shownBefore = shown;
  return before !== undefined && before.size === shown.size && [...shown].every((e) => before.has(e));
}"""
"""Whether just what was shown when this was last asked is shown now."""
LAID_OUT: Final = {
    **AXE_OPTIONS,
    "runOnly": ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"],
}
"""The rules whose verdict on an element hangs on its colours, size or place. Others ask what there is and is shown."""


DRAWN: Final = """async (wanted) => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let frames = 0; !matchMedia(wanted).matches; frames += 1) {
    if (frames > 1000) throw new Error(`never drawn: ${wanted}`);
    await frame();
  }
  for (let still = 0; still < 3; still += 1) {
    await frame();
    for (const one of document.getAnimations()) {
      if (!(one instanceof CSSTransition)) continue;
      one.finish();
      still = 0;
    }
  }
}"""
"""Colours pass over into each other even for whoever asked for stillness, level by level, a frame each."""
OPEN_WIDE: Final = "for (const fold of document.querySelectorAll('details[data-open-wide]')) fold.open = true"
"""What app.js does to a page that is loaded on a desktop."""


def in_daylight_on_a_phone(page: Page) -> Page:
    page.set_viewport_size(NARROW)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return page


def in_the_dark_on_a_desktop(page: Page) -> Page:
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(DRAWN, f"(prefers-color-scheme: dark) and (width: {WIDE['width']}px)")
    return page


def faults(page: Page, *, axe: bool = True) -> list[str]:
    """What is wrong with the page, which was loaded on the narrow phone; it is back there when this returns.

    ``axe`` looks twice. What its rules make of what a page says they say once, unless a desktop shows other parts.
    """
    page.evaluate(DRAWN, f"(prefers-color-scheme: light) and (width: {NARROW['width']}px)")
    found: list[str] = page.evaluate(FAULTS)
    if not axe:
        return found
    page.evaluate(SHOWN)
    found += violations_at_the_end(page)
    in_the_dark_on_a_desktop(page)
    page.evaluate(OPEN_WIDE)
    same = page.evaluate(SHOWN)
    found += violations_at_the_end(page, LAID_OUT if same else AXE_OPTIONS)
    in_daylight_on_a_phone(page)
    return found


def violations_at_the_end(page: Page, options: Mapping[str, list[str]] = AXE_OPTIONS) -> list[str]:
    """At its end no bar that stays in sight lies over a part of the page."""
    page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
    return violations(page, options)
