"""Somebody's phone in a story: it presses what pages offer, and counts the taps."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.measures import faults


class Phone:
    """Somebody's phone, on which they press what its page offers first: its first large button."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.count = page, name, 0

    @property
    def offer(self) -> Locator:
        """The first large button of the page."""
        return self.page.locator("main .button--primary:visible").first

    def presses(self, label: str) -> None:
        """What the page offers first is called so: press it."""
        expect(self.offer).to_contain_text(label)
        assert faults(self.page) == []
        self.goes_by(self.offer)

    def goes_by(self, target: Locator) -> None:
        """Tap what leads on, and wait until it has: it is gone with its page, or with the part it stood in.

        What comes instead is there to its end.
        """
        target.evaluate("button => { button.dataset.pressed = ''; }")
        self.taps(target)
        expect(self.page.locator("[data-pressed]")).to_have_count(0)
        self.page.wait_for_load_state()

    def taps(self, target: Locator) -> None:
        """Tap something that stays."""
        target.tap()
        self.count += 1

    def goes_home(self) -> None:
        """The noticeboard is one tap away from everywhere."""
        self.goes_by(self.page.locator(".site-nav a").first)

    def fills(self, **fields: str) -> None:
        """Type into fields, named by their keys."""
        for key, text in fields.items():
            self.page.locator(f"#id_{key}").fill(text)
