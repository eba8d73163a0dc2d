"""What is wrong with a page, one kind of fault after the other: each is a check that names what it finds."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator

from club.acts import ATTRIBUTE, MARK
from tests.web.html import Element, Page

UNLABELLED = ("hidden", "submit", "button", "reset", "image")

MOMENT = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?")
"""A day or a moment as HTML has it: with no more than thousandths of a second."""

Fault = Iterator[str]


def structure(page: Page) -> Fault:
    """What a browser would have to repair."""
    yield from page.faults


def identifiers(page: Page) -> Fault:
    """An identifier twice, or one that is referred to and is not there."""
    count = Counter(element["id"] for element in page.elements if element["id"])
    yield from (f"id {name!r} {times} times" for name, times in count.items() if times > 1)
    for element in page.elements:
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list", "form"):
            missing = [word for word in element[name].split() if word not in count]
            if missing and element.tag != "meta":
                yield f"{name} of {element} refers to {missing}"
        if element.tag == "a" and element["href"].startswith("#") and element["href"][1:] not in count:
            yield f"{element} leads nowhere"


def headings(page: Page) -> Fault:
    """Not one heading, main part and title, or a level of headings skipped."""
    for tag in ("h1", "main", "title"):
        found = [element for element in page.all(tag) if not element.within("svg")]
        if len(found) != 1 or not found[0].text:
            yield f"{len(found)} <{tag}>"
    levels = [int(element.tag[1]) for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    for before, after in itertools.pairwise(levels):
        if after > before + 1:
            yield f"h{after} after h{before}"


def sections(page: Page) -> Fault:
    """A section that has no heading of its own, and a moment written otherwise than HTML has it."""
    for section in page.all("section", "article"):
        if not any(re.fullmatch("h[1-6]", one.tag) for one in section.walk()):
            yield f"{section} has no heading"
    for time in page.all("time"):
        if not MOMENT.fullmatch(time["datetime"]):
            yield f"{time}"


def inline(page: Page) -> Fault:
    """Styles and scripts that stand in the page or come from elsewhere."""
    for element in page.elements:
        if element["style"]:
            yield f"style of {element}"
        yield from (f"{name} of {element}" for name in element.attrs if name.startswith(("on", "hx-on")))
        if element.tag == "style" or (element.tag == "script" and not element["src"]):
            yield f"inline {element}"
        if element["href"].startswith("javascript:") or "js:" in element["hx-vals"]:
            yield f"script in {element}"
        fetched = element.tag == "link" and element["rel"] not in ("canonical", "alternate")
        address = element["src"] or (element["href"] if fetched else "")
        if address.startswith(("http:", "https:", "//")):
            yield f"{element} comes from elsewhere"


def forms(page: Page) -> Fault:
    """Forms without a token or a button, and tokens that show in an address."""
    for form in page.all("form"):
        names = [element["name"] for element in form.walk()]
        if form["method"].lower() == "post" and "csrfmiddlewaretoken" not in names:
            yield f"{form} has no token"
        if form["method"].lower() != "post" and "csrfmiddlewaretoken" in names:
            yield f"{form} shows its token in the address"
        if not any(e.tag == "button" or e["type"] == "submit" for e in form.walk()) and not _button_of(page, form):
            yield f"{form} has no button"


def acting(page: Page) -> Fault:
    """An element that htmx would act on without the reader's key, which the page's ``htmx-config`` asks for."""
    config = [element["content"] for element in page.all("meta") if element["name"] == "htmx-config"]
    for element in page.elements:
        asks = [name for name in element.attrs if name.removeprefix("data-") in ("hx-get", "hx-post")]
        key = element[ATTRIBUTE]
        if key == MARK or (asks and not key):
            yield f"{element} has no key of its reader"
        if asks and config and f"{ATTRIBUTE}='{key}'" not in config[0]:
            yield f"{element} has another key than its page"
    yield from (f"the mark of keys in {config}" for one in config if MARK in one)


def labels(page: Page) -> Fault:
    """Controls without a label, buttons that say nothing."""
    labelled = {label["for"] for label in page.all("label") if label.text}
    for control in page.all("input", "select", "textarea"):
        if control["type"] in UNLABELLED:
            continue
        around = control.within("label")
        named = control["id"] in labelled or (around and _spoken(around))
        if not (named or control["aria-label"] or control["aria-labelledby"]):
            yield f"{control} has no label"
    for button in page.all("button", "a", "summary"):
        if not _spoken(button):
            yield f"{button} says nothing"


def _button_of(page: Page, form: Element) -> bool:
    return any(button["form"] == form["id"] for button in page.all("button") if form["id"])


def _spoken(element: Element) -> bool:
    """Whether the element says anything, be it by a named picture in it."""
    return bool(element.text) or any(e["aria-label"] or e["alt"] for e in element.walk())


CHECKS: tuple[Callable[[Page], Fault], ...] = (
    structure,
    identifiers,
    headings,
    sections,
    inline,
    forms,
    acting,
    labels,
)
