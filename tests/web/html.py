"""A page as the tests read it: its elements in order, its texts, and what is wrong with its structure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905
UNSEEN = frozenset({"script", "style", "template", "title"})
CODE = frozenset({"code", "pre", "kbd", "samp", "textarea", "output"})
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-confirm")
"""Attributes that a reader sees or hears."""
BLOCKS = frozenset(
    "address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header "  # noqa: SIM905
    "hr main nav ol p pre section table ul".split()
)
"""What may not stand inside a paragraph: the browser would close the paragraph before it."""


@dataclass
class Element:
    """A tag with its attributes, its parent and what it says directly (not its children)."""

    tag: str
    attrs: dict[str, str]
    parent: Element | None
    children: list[Element] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """What it says with the no-break spaces that it has."""

    def __getitem__(self, name: str) -> str:
        return self.attrs.get(name, "")

    def within(self, *tags: str) -> Element | None:
        """The nearest ancestor of one of these tags."""
        above = self.parent
        while above is not None and above.tag not in tags:
            above = above.parent
        return above

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def text(self) -> str:
        return " ".join(" ".join(element.said) for element in self.walk()).strip()

    def __str__(self) -> str:
        return f"<{self.tag} {' '.join(f'{k}={v!r}' for k, v in self.attrs.items())}>"


class Page(HTMLParser):
    """A parsed page. ``faults`` lists what a browser would have to repair."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()
        self.faults += [f"never closed: {element}" for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = [name for name, _value in attrs]
        if len(named) != len(set(named)):
            self.faults.append(f"an attribute twice: <{tag} {' '.join(named)}>")
        element = Element(tag, {name: value or "" for name, value in attrs}, self._open[-1] if self._open else None)
        if tag in BLOCKS and element.within("p"):
            self.faults.append(f"{element} inside a paragraph")
        if tag in ("a", "button", "input", "select", "textarea", "summary") and element.within("a", "button"):
            self.faults.append(f"{element} inside {element.within('a', 'button')}")
        if tag == "form" and element.within("form"):
            self.faults.append(f"{element} inside another form")
        self.elements.append(element)
        if element.parent:
            element.parent.children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1].tag == tag:
            self._open.pop()
        else:
            self.faults.append(f"</{tag}> closes {self._open[-1] if self._open else 'nothing'}")
            if any(element.tag == tag for element in self._open):
                while self._open.pop().tag != tag:
                    pass

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self._open[-1].said.append(" ".join(data.split()))
            self._open[-1].drawn.append(_white(data))

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    def texts(self) -> list[str]:
        """Everything a reader sees or hears, piece by piece; what says its own language is left out."""
        found = []
        for element in self.elements:
            if element.tag in UNSEEN - {"title"} or _foreign(element):
                continue
            found += element.said
            found += [element[name] for name in SPOKEN if element[name]]
            if element.tag == "input" and element["type"] in ("submit", "button") and element["value"]:
                found.append(element["value"])
        return found

    def drawn(self) -> list[str]:
        """The same with its no-break spaces, without code and what people type."""
        found = []
        for element in self.elements:
            typed = element.tag in CODE or element.within(*CODE) is not None
            if typed or element.tag in UNSEEN - {"title"} or _foreign(element):
                continue
            found += element.drawn
            found += [_white(element[name]) for name in SPOKEN if element[name]]
        return found


def _white(text: str) -> str:
    """With single plain spaces, and no-break spaces as they are."""
    return re.sub(r"[ \t\r\n\f]+", " ", text)


def _foreign(element: Element | None) -> bool:
    """Whether the element says, itself or above, that it is in a language of its own (but for the page's)."""
    while element is not None and element.tag != "html":
        if element["lang"]:
            return True
        element = element.parent
    return False


def filled_in(form: Element) -> dict[str, list[str]]:
    """What a browser would send of a form as it stands, but for its buttons."""
    sent: dict[str, list[str]] = {}
    for one in form.walk():
        if not one["name"] or "disabled" in one.attrs:
            continue
        said = sent.setdefault(one["name"], [])
        if one.tag == "textarea":
            said.append(one.text)
        elif one.tag == "select":
            options = [inner for inner in one.walk() if inner.tag == "option"]
            chosen = [option for option in options if "selected" in option.attrs]
            if not chosen and "multiple" not in one.attrs:
                chosen = options[:1]
            said.extend(option["value"] for option in chosen)
        elif one.tag == "input" and one["type"] not in ("submit", "button", "file", "image", "reset"):
            box = one["type"] in ("checkbox", "radio")
            if not box or "checked" in one.attrs:
                said.append(one.attrs.get("value", "on" if box else ""))
    return {name: said for name, said in sent.items() if said}


def unspaced(html: str) -> str:
    """Without the white space beside tags: however the template is laid out, the text reads the same."""
    return re.sub(r"(?<=>)\s+|\s+(?=<)", "", html)


def meta(page: Page, name: str) -> list[str]:
    """What a page says of itself by a name."""
    return [one["content"] for one in page.all("meta") if name in (one["name"], one["property"])]
