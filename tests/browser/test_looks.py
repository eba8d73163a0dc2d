"""The second look at a page finds what only a desktop or the dark shows, though not every rule is asked again."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import OpenPage, violations
from tests.browser.looks import faults, in_daylight_on_a_phone
from tests.browser.measures import FAULTS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PLANT: Final = """([html, css]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.querySelector("main").insertAdjacentHTML("beforeend", `<div id="bed">${html}</div>`);
}"""
LARGE: Final = (
    "#bed button { min-block-size: 48px; min-inline-size: 48px; color: #000; background: #fff; }"
    "#bed { display: grid; inline-size: 200px; }"
)


@pytest.mark.parametrize(
    ("html", "narrow", "wide", "dark", "found"),
    [
        ("<p id=planted>dark</p>", "", "", "#planted { color: #333; }", "color-contrast"),
        ("<button id=planted></button>", "#planted { display: none; }", "", "", "button-name"),
        ("", "", "h1 { display: none; }", "", "page-has-heading-one"),
        (
            "<button>beneath</button><button id=bar>over</button>",
            "",
            "#bed button { grid-area: 1 / 1; } #bar { margin-inline-start: 12px; }",
            "",
            "target-size",
        ),
        (
            "<p>No <a id=planted href=/>link</a> is seen in this text.</p>",
            "",
            "",
            "#planted { color: #ccf; text-decoration: none; }",
            "link-in-text-block",
        ),
        (
            "<div id=planted><p>much</p><p>more</p></div>",
            "",
            "#planted { block-size: 40px; overflow: scroll; } #planted p { block-size: 900px; }",
            "",
            "scrollable-region-focusable",
        ),
    ],
)
def test_a_fault_planted_for_the_second_look_is_found(
    open_page: OpenPage, html: str, narrow: str, wide: str, dark: str, found: str
) -> None:
    page = in_daylight_on_a_phone(open_page("phone"))
    page.goto("/")
    css = f"@media (width < 1000px) {{ {narrow} }} @media (width > 1000px) {{ {wide} }}"
    page.evaluate(PLANT, [html, f"{LARGE} {css} @media (prefers-color-scheme: dark) {{ {dark} }}"])
    assert page.evaluate(FAULTS) == []
    assert violations(page) == []
    assert found in {line.partition(":")[0] for line in faults(page)}
