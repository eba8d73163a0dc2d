"""What a page of the rules reference is made of: sections of rows that can be searched and linked to."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from club.folding import folded, holds
from engines.core.text import Text


class Column(Struct, frozen=True):
    """The head of a column: a short ``label``, the whole word in ``title`` where they differ, numbers to the right."""

    label: str
    title: str = ""
    number: bool = False


class Link(Struct, frozen=True):
    """A way to another row of the reference."""

    text: str
    anchor: str


class Cell(Struct, frozen=True):
    """One cell: a text, or links to other rows; ``code`` is what a machine is told, the same in every language."""

    text: str = ""
    number: bool = False
    links: tuple[Link, ...] = ()
    code: str = ""


class ReferenceRow(Struct, frozen=True):
    """A row with an address of its own; ``haystack`` is what a search looks through, folded."""

    anchor: str
    name: str
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    haystack: str = ""


class Group(Struct, frozen=True):
    """Rows under a heading of their own within a section, such as a race."""

    anchor: str
    title: str
    rows: tuple[ReferenceRow, ...]
    notes: tuple[str, ...] = ()
    haystack: str = ""


class Section(Struct, frozen=True):
    """A table of the rulebook, or one table cut into ``groups``. ``source`` is the heading it stands under.

    ``special`` names what the page draws besides the rows: "damage" or "tree". ``page`` is the module on whose page it
    stands. ``prose``: each row is a name and a sentence, drawn as such.
    """

    anchor: str
    title: str
    source: str
    icon: str
    columns: tuple[Column, ...]
    rows: tuple[ReferenceRow, ...] = ()
    groups: tuple[Group, ...] = ()
    lead: tuple[str, ...] = ()
    first: str = ""
    special: str = ""
    haystack: str = ""
    page: str = ""
    prose: bool = False

    @property
    def count(self) -> int:
        """How many rows it shows, the one table without rows counting as one."""
        return len(self.rows) + sum(len(group.rows) for group in self.groups) or int(bool(self.special))


class Part(Struct, frozen=True):
    """A module: a page of its own with ``sections``. ``source`` is the rulebook's heading."""

    code: str
    title: str
    source: str
    icon: str
    sections: tuple[Section, ...]


def both(*texts: Text) -> str:
    """Return the texts in both languages, folded: whoever knows the French book finds the English page."""
    return folded(*(text.fr for text in texts), *(text.en for text in texts))


def matching(sections: Iterable[Section], query: str) -> tuple[Section, ...]:
    """Return the sections with the rows where every word of ``query`` begins a word; all sections for an empty one."""
    words = folded(query).split()
    if not words:
        return tuple(sections)
    return tuple(found for section in sections if (found := _section(section, words)) is not None)


def _section(section: Section, words: list[str]) -> Section | None:
    if holds(section.haystack, words):
        return section
    left = [word for word in words if word not in section.haystack.split()]
    rows = tuple(row for row in section.rows if holds(row.haystack, left))
    groups = tuple(found for group in section.groups if (found := _group(group, left)) is not None)
    if not rows and not groups:
        return None
    return replace(section, rows=rows, groups=groups, special="")


def _group(group: Group, words: list[str]) -> Group | None:
    if holds(group.haystack, words):
        return group
    rows = tuple(row for row in group.rows if holds(f"{group.haystack} {row.haystack}", words))
    return replace(group, rows=rows) if rows else None
