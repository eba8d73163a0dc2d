"""Every page on the narrowest phone: nothing beyond the edge, targets for thumbs, one heading, no complaint."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from club.models import Member
from engines.musg.report import Down, Report, Who
from tests.browser.conftest import OpenPage
from tests.browser.measures import fits
from tests.browser.tour import tour
from tests.factories.battles import LEADER, another_battle, field
from tests.thorough import THOROUGH

NARROW = {"width": 360, "height": 740}
FAULTS = """() => {
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

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_every_page_fits_a_narrow_phone(open_page: OpenPage) -> None:
    def enter(member: Member | None) -> Page:
        page = open_page("phone", member=member)
        page.set_viewport_size(NARROW)
        return page

    faults: dict[str, str] = {}
    for shown, page in tour(enter, brief=not THOROUGH):
        for fault in page.evaluate(FAULTS):
            faults.setdefault(fault, str(shown))
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())


def test_the_measure_finds_what_it_looks_for(open_page: OpenPage) -> None:
    page = open_page("phone")
    page.goto("/")
    assert page.evaluate(FAULTS) == []
    page.evaluate(
        """() => {
          const main = document.querySelector("main");
          for (const [tag, width, height] of [["h1", 900, 20], ["button", 20, 20]]) {
            const e = document.createElement(tag);
            e.textContent = tag;
            Object.assign(e.style, {display: "block", padding: 0, minHeight: 0, minWidth: 0});
            Object.assign(e.style, {width: `${width}px`, height: `${height}px`});
            main.append(e);
          }
        }"""
    )
    found = "\n".join(page.evaluate(FAULTS))
    for fault in ("scrolls sideways", "2 headings", "20 × 20 px"):
        assert fault in found


def test_the_keyboard_reaches_the_content_and_the_menus(open_page: OpenPage) -> None:
    page = open_page("desktop", language="en")
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip-link")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.goto("/")
    summary = page.locator(".site-tools details.menu summary").last
    for _press in range(12):
        page.keyboard.press("Tab")
        if summary.evaluate("e => e === document.activeElement"):
            break
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    item = page.locator(".site-tools").get_by_role("link", name="Sign up")
    expect(item).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(item).to_be_focused()
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    expect(summary).to_be_focused()


@pytest.mark.parametrize(("size", "opened"), [("phone", False), ("desktop", True)])
def test_a_campaigns_side_column_stands_open_where_there_is_room(
    open_page: OpenPage, transactional_db: None, size: str, opened: bool
) -> None:
    """Standings and last results are read at once beside the battles; on a phone they stay folded and short."""
    fight = field()
    ours, theirs = fight.keys
    fight.fight(Report(downs=(Down(Who(theirs, LEADER), Who(ours, LEADER)),)))
    another_battle(fight.campaign, fight.warbands, "The next one")
    page = open_page(size, language="en", member=fight.players[0])
    page.goto(fight.campaign.get_absolute_url())
    for title, told in (("At the top", "1 won, 0 drawn, 0 lost"), ("Last results", "At the ford")):
        fold = page.locator("aside details").filter(has=page.locator("summary", has_text=title))
        expect(fold.get_by_text(told)).to_be_visible(visible=opened)
    if not opened:
        fits(page)
