"""What a new entry of a pack may begin with: something of the book, of the pack itself, or of another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct

from club.models import Member
from club.numbers import whole_number
from club.words import words
from engines.musg.catalogue import Catalogue
from engines.musg.packs import KINDS, House, Kind, row_of
from engines.musg.packs.words import Code, Codes
from rosters.models import Pack, PackVersion
from rosters.packs import rights
from rosters.packs.fillings import Row, Shelves
from rosters.wording.packs import marked

BEGINS_WITH: Final = {"races": "generic"}
"""What of the book a new entry of a kind begins with, where nobody chose."""

type Choices = list[tuple[str, str]]


class Source(Struct, frozen=True):
    """Where entries are copied from: the book with the pack that is written, or another pack, as it was published or
    stands now.

    ``code`` is what an address calls it, empty for the book. ``entries`` are by kind and code.
    """

    code: str
    catalogue: Catalogue
    entries: Mapping[str, Mapping[str, Any]] | None = None

    def offered(self, kind: Kind) -> Mapping[str, Any]:
        """Return all of a kind that stands there, by code."""
        if self.entries is None:
            return kind.printed(self.catalogue)
        return self.entries.get(kind.name, {})

    def choices(self, kind: Kind) -> Choices:
        """Return the same, to choose from."""
        return [(code, self._name(entry)) for code, entry in self.offered(kind).items()]

    def _name(self, entry: Any) -> str:
        """What comes from the pack that is written says so: it may be called as something of the book's."""
        return marked(entry, self.catalogue) if self.entries is None else words(entry.name)


class Begun(Struct, frozen=True):
    """A row that a form begins with; ``code`` is that of the entry it was taken from.

    ``missing``: what the entry names and the pack that is written does not have.
    """

    code: str
    row: Row | None = None
    missing: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What is missing, in a sentence; empty where nothing is."""
        if not self.missing:
            return ""
        names = ", ".join(self.missing)
        return _("It also names what this pack does not have, which is left out: %(names)s.") % {"names": names}


def sources(member: Member, pack: Pack) -> list[tuple[str, Choices]]:
    """Return the packs that a member may copy from, each as it stands now and in its versions. Two queries."""
    packs = list(rights.readable(member).only("pk", "name", "name_en").order_by("name", "pk"))
    numbers: dict[int, list[int]] = {}
    for row, number in PackVersion.objects.filter(pack__in=packs).order_by("-number").values_list("pack_id", "number"):
        numbers.setdefault(row, []).append(number)
    return [(one.called, choices) for one in packs if (choices := list(_editions(one, numbers.get(one.pk, ()), pack)))]


def _editions(one: Pack, numbers: Sequence[int], pack: Pack) -> Iterator[tuple[str, str]]:
    if one.pk != pack.pk:  # as it stands now it is there beside the book
        yield str(one.pk), _("as it stands now")
    for number in numbers:
        yield f"{one.pk}.{number}", _("version %(number)s") % {"number": number}


def source(member: Member, pack: Pack, code: str) -> Source | None:
    """Return where a member copies from; ``None`` where they may not read it, or it is not there."""
    if not code:
        return Source("", catalogue_of(pack))
    which, _dot, edition = code.partition(".")
    one = rights.readable(member).filter(pk=whole_number(which) or 0).first()
    if one is None:
        return None
    if not edition:
        value = one.draft.pack
    else:
        version = one.versions.filter(number=whole_number(edition) or 0).first()
        if version is None:
            return None
        value = version.value
    if value is None:  # a pack in which nothing stands yet
        return Source(code, catalogue_of(pack), {})
    entries = {kind: {entry.code: entry for entry in value.entries(kind)} for kind in KINDS}
    return Source(code, House(packs=(value,)).catalogue, entries)


def begun(kind: Kind, found: Source, code: str, here: Catalogue) -> Begun:
    """Return what a form begins with: an entry of a source, without what ``here`` has nothing of."""
    chosen = code or ("" if found.code else BEGINS_WITH.get(kind.name, ""))
    entry = found.offered(kind).get(chosen)
    if entry is None:
        return Begun(code="")
    row, missing, shelves = dict(row_of(kind.name, entry)), [], Shelves(here)
    for word in kind.words:
        if not isinstance(word, Code | Codes) or word.name not in row:
            continue
        known = {one for shelf in word.shelves for one, _name in shelves.options(shelf)}
        named = [row[word.name]] if isinstance(word, Code) else row[word.name]
        missing += [_called(one, word.shelves, found.catalogue) for one in named if one not in known]
        kept = [one for one in named if one in known]
        row[word.name] = kept if isinstance(word, Codes) else next(iter(kept), "")
    return Begun(chosen, {name: value for name, value in row.items() if value not in ("", [])}, tuple(missing))


def _called(code: str, shelves: tuple[str, ...], catalogue: Catalogue) -> str:
    tables = (getattr(catalogue, shelf) for shelf in shelves)
    return next((words(rows[code].name) for rows in tables if code in rows), code)


def catalogue_of(pack: Pack) -> Catalogue:
    """Return what an entry of a pack may name: the book and the pack behind it."""
    value = pack.draft.pack
    return House(packs=(value,) if value is not None else ()).catalogue
