"""A thumb at the muster builder's counter."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from engines.musg.catalogue.printed import CATALOGUE
from rosters.shop.wish import KINDS


def buy(page: Page, number: int, item: str) -> int:
    """Buy an item for a figure whose row stands open, or is on its way; return how many taps that took."""
    expect(page.locator(f"#counter-{number}")).to_be_visible()
    page.wait_for_load_state()  # to the last shelf
    ware = page.locator(f"#buy-{number}-{item}")
    taps = 1
    if not ware.count():
        kind = next(kind.code for kind in KINDS if kind.holds(CATALOGUE.item(item)))
        page.locator(f"#wares-{number}-{kind}").click()
        taps += 1
    ware.click()
    return taps
