"""Somebody who has a keyboard and no mouse: what Tab comes to, how it is called, and whether it is seen."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page, expect

MOST_PRESSES = 90
"""Tabs to something on the same page; the longest one, with every race to choose from, has fewer stops on the way."""
FRAMES = 10
"""How often is looked before something counts as hidden: even the shortest movement takes a frame or two."""
SKIP = ("link", "Skip to the page’s content")

TROUBLE = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const focused = document.activeElement;
  const clear = (one) => { const style = getComputedStyle(one); return style.opacity !== "0" && one.offsetWidth > 1; };
  const drawn = clear(focused) ? focused : focused.closest("label") ?? focused.labels?.[0] ?? focused;
  const trouble = [];
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(drawn);
  if ((outlineStyle === "none" || parseFloat(outlineWidth) === 0) && boxShadow === "none") trouble.push("no outline");
  const box = drawn.getClientRects()[0];
  if (!box || !box.width || !box.height) return [...trouble, "nothing to see"];
  if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) {
    trouble.push(`outside the window: ${Math.round(box.left)} ${Math.round(box.top)}`);
  } else {
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const labels = [...(focused.labels ?? [])];
    if (![focused, drawn, ...labels].some((one) => one.contains(hit))) {
      trouble.push(`beneath ${hit?.outerHTML.slice(0, 80)}`);
    }
  }
  return trouble;
}"""
"""What is wrong with how the focus is drawn; a box drawn by its label is seen where the label is."""

SENSIBLE = "body, main, main h1, main h2, main h3, main [role=alert], main [data-focus], main [tabindex='-1']"
"""Where a screen reader may begin to read."""


@dataclass(frozen=True)
class Stop:
    """What has the focus, as a screen reader is told."""

    role: str
    name: str


class Keyboard:
    """Walks through a page by Tab, and complains of every stop on the way that cannot be seen or has no name."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.emulate_media(reduced_motion="reduce")
        self._protocol: CDPSession = page.context.new_cdp_session(page)

    def here(self) -> Stop:
        """What has the focus now."""
        found = self._protocol.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        asked = {"objectId": found["objectId"], "fetchRelatives": False}
        node = self._protocol.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        return Stop(node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, text: str) -> None:
        """Type over what the field has."""
        self.press("Control+a")
        self.page.keyboard.type(text)

    def seen(self) -> Stop:
        """What has the focus now, which must have a name and be seen."""
        stop = self.here()
        assert stop.name, f"{self.page.url}: no name: {self.page.evaluate('document.activeElement.outerHTML')[:200]}"
        for _ in range(FRAMES):
            if not (trouble := self.page.evaluate(TROUBLE)):
                break
        assert not trouble, f"{self.page.url}: {stop}: {trouble}"
        return stop

    def to(self, role: str, name: str, *, back: bool = False) -> None:
        """Press Tab until something of this role and name has the focus: the whole name, or its beginning and ``…``."""
        passed: list[Stop] = []
        for _ in range(MOST_PRESSES):
            self.press("Shift+Tab" if back else "Tab")
            if self.page.evaluate("document.activeElement === document.body"):
                continue  # past the last one, where the browser begins again
            stop = self.seen()
            if passed and stop.name == SKIP[1] != name:
                break  # once around
            passed.append(stop)
            if stop.role == role and (stop.name == name or (name[-1] == "…" and stop.name.startswith(name[:-1]))):
                return
        raise AssertionError(f"{self.page.url}: {role} {name!r} is not among\n" + "\n".join(map(str, passed)))

    def follow(self, role: str, name: str, *, back: bool = False) -> None:
        """Go to a link or a button and press Enter, which leads to another page; there the focus begins anew."""
        self.to(role, name, back=back)
        with self.page.expect_navigation():
            self.press("Enter")
        self.begins()

    def begins(self) -> None:
        """Assert that the focus stands where reading begins."""
        self.page.wait_for_load_state()
        where = self.page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        assert self.page.evaluate("wanted => document.activeElement.matches(wanted)", SENSIBLE), where

    def skip(self) -> None:
        """The first stop of every page leads past its head."""
        self.to(*SKIP)
        self.press("Enter")
        expect(self.page.locator("main")).to_be_focused()

    def keeps(self, selector: str) -> None:
        """Assert that the focus stands there, after a part of the page changed."""
        expect(self.page.locator(selector)).to_be_focused()
