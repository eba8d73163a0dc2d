"""Reads a pack from a file, or from what was typed into forms: all that is wrong with it, each with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from engines.core.documents import refuse_length, refuse_toml
from engines.core.effects.nearest import nearest
from engines.core.problems import Malformed, Param, Problem
from engines.core.text import without_mark
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.traits import TRAITS
from engines.musg.packs.assembly import extended, printed_codes
from engines.musg.packs.kinds import ENTRIES_MOST, KINDS, Kind, Values
from engines.musg.packs.pack import NOBODY, Pack
from engines.musg.packs.words import NAME_MOST, NO_VALUE, TEXT_MOST, Word, shown, whole, wording
from engines.musg.packs.writing import document_of

CHARACTERS_MOST: Final = 200_000
"""No file of a pack is longer."""
VERSION_MOST: Final = 2**31 - 1
"""No version has a greater number: sites keep it in a column of that size."""
PROBLEMS_MOST: Final = 200
"""Reading ends with so many: whoever sends ten thousand words that there are not has no ten thousand compared."""
CODE: Final = re.compile(r"[a-z][a-z0-9_]{1,29}")
"""How packs and entries may be called: a letter, then letters, digits and underscores."""
ERAS: Final = ("medieval", "modern", "futuristic")
SLOTS: Final = ("armour", "shield")

type Document = Mapping[str, object]


class Read:
    """What came of reading: the ``pack``, ``None`` where anything is wrong, and all the ``problems``."""

    def __init__(self, pack: Pack | None, problems: list[Problem]) -> None:
        self.pack = pack
        self.problems = problems


def read_text(text: str) -> Read:
    """Read a file's text."""
    try:
        refuse_length(len(text), CHARACTERS_MOST)
        refuse_toml(text)
        document = tomllib.loads(str(without_mark(text)))
    except (Malformed, tomllib.TOMLDecodeError, RecursionError, ValueError) as unreadable:
        return Read(None, [Problem("pack_unreadable", None, {"value": str(unreadable)})])
    return read(document)


@lru_cache(maxsize=64)
def checked(pack: Pack) -> list[Problem]:
    """Return what is wrong with a pack that came as a value, in a warband's file or in a log: nobody read it before."""
    try:
        document = document_of(pack)
    except KeyError as missing:
        return [Problem("pack_missing", None, {"item": shown(missing.args[0]), "pack": shown(pack.code)})]
    found = read(document)
    if found.pack is not None and found.pack.mark != pack.mark:
        return [Problem("pack_altered", None, {"pack": pack.code})]
    return found.problems


def read(document: Document) -> Read:
    """Read a pack from plain data in the shape of a file."""
    return _Reader(document).read()


class _Enough(Exception):
    """So much is wrong that nothing else need be read."""


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.codes: dict[str, list[str]] = {}

    def read(self) -> Read:
        try:
            return self._read()
        except _Enough:
            return Read(None, self.problems)

    def _read(self) -> Read:
        head = {"code", "name", "about", "version"}
        for word in self.document:
            if word not in head and word not in KINDS:
                free = sorted((head | set(KINDS)) - set(self.document))
                self.wrong("pack_word", value=shown(word), nearest=nearest(shown(word), free))
        code = self.document.get("code")
        if code is None:
            self.wrong("pack_missing", item="code")
        elif not isinstance(code, str) or not CODE.fullmatch(code):
            self.wrong("pack_code", value=shown(code), item="code")
        head_place = _Place(self, None, "", "name")
        name = wording(self.document.get("name", ""), NAME_MOST, head_place)
        about = self.document.get("about")
        told = wording(about, TEXT_MOST, _Place(self, None, "", "about")) if about else NOBODY
        version = whole(self.document.get("version", 0), 0, VERSION_MOST, _Place(self, None, "", "version"))
        tables = {name: self._table(name, kind) for name, kind in KINDS.items()}
        if not any(tables.values()) and not self.problems:
            self.wrong("pack_empty")
        made: dict[str, list[Any]] = {}
        known: Catalogue = CATALOGUE
        # In the book's order: who carries weapons comes after the weapons.
        for kind in KINDS.values():
            values = self._entries(kind, tables[kind.name])
            if not self.problems:
                made[kind.name] = [kind.make(entry, cells, known) for entry, cells in values.items()]
                known = _with(kind, known, made[kind.name])
        if not self.problems:
            self._circles({skill.code for skill in made["skills"]}, known)
        if self.problems:
            return Read(None, self.problems)
        rows: dict[str, Any] = {name: tuple(entries) for name, entries in made.items()}
        return Read(Pack(code=str(code), name=name, about=told, version=version, **rows), [])

    def wrong(self, problem: str, **params: Param) -> None:
        self.problems.append(Problem(problem, None, params))
        if len(self.problems) >= PROBLEMS_MOST:
            raise _Enough

    def known(self, shelf: str) -> Iterable[str]:
        if shelf == "eras":
            return ERAS
        if shelf == "slots":
            return SLOTS
        own = [code for name, kind in KINDS.items() if shelf in (name, kind.shelf) for code in self.codes[name]]
        if shelf == "guns":
            own = self.codes["ranged"]
        return [*getattr(CATALOGUE, shelf), *own]

    def _table(self, name: str, kind: Kind) -> Mapping[str, Document]:
        table = self.document.get(name, {})
        self.codes[name] = []
        if not isinstance(table, dict):
            self.wrong("pack_table", kind=name, value=shown(table))
            return {}
        if len(table) > ENTRIES_MOST:
            self.wrong("pack_too_many", kind=name, count=len(table), most=ENTRIES_MOST)
            return {}
        found = {}
        for code, row in table.items():
            if not isinstance(row, dict):
                self.wrong("pack_table", kind=name, code=shown(code), value=shown(row))
                continue
            if self._bad_code(kind, code):
                continue
            self.codes[name].append(code)
            found[code] = row
        return found

    def _bad_code(self, kind: Kind, code: str) -> bool:
        place: dict[str, Param] = {"kind": kind.name, "code": shown(code)}
        if kind.replaces:
            if code not in kind.printed(CATALOGUE):
                near = nearest(code, kind.printed(CATALOGUE))
                self.wrong("pack_stands_for", **place, value=shown(code), nearest=near)
                return True
            return False
        if not CODE.fullmatch(code):
            self.wrong("pack_code", **place, value=shown(code))
            return True
        if code in printed_codes(kind.shelf) and code not in kind.printed(CATALOGUE):
            self.wrong("pack_code_printed", **place, value=code)
            return True
        if any(code in self.codes.get(name, ()) for name, other in KINDS.items() if other.shelf == kind.shelf):
            self.wrong("pack_code_twice", **place, value=code)
            return True
        return False

    def _entries(self, kind: Kind, table: Mapping[str, Document]) -> dict[str, Values]:
        return {code: self._entry(kind, code, row) for code, row in table.items()}

    def _entry(self, kind: Kind, code: str, row: Document) -> Values:
        words = {word.name: word for word in kind.words}
        for word in row:
            if word not in words:
                near = nearest(shown(word), [each for each in words if each not in row])
                self.wrong("pack_word", kind=kind.name, code=code, value=shown(word), nearest=near)
        before = len(self.problems)
        values = {name: self._word(kind, code, word, row) for name, word in words.items()}
        if len(self.problems) == before:
            for word_name, problem in kind.faults(values).items():
                self.wrong(problem, kind=kind.name, code=code, item=word_name)
        return values

    def _word(self, kind: Kind, code: str, word: Word, row: Document) -> Any:
        place = _Place(self, kind, code, word.name)
        if word.name in row:
            return word.read(row[word.name], place)
        if word.required:
            place.wrong("pack_missing")
            return NO_VALUE
        return word.usual

    def _circles(self, own: Iterable[str], catalogue: Catalogue) -> None:
        """A skill that needs itself, by way of the book's as well, can be learned by nobody."""
        needs = {skill.code: set(skill.requires) for skill in catalogue.skills.values()}
        for code in own:
            reached, ahead = set[str](), list(needs[code])
            while ahead:
                step = ahead.pop()
                if step not in reached:
                    reached.add(step)
                    ahead += needs.get(step, ())
            if code in reached:
                self.wrong("pack_circle", kind="skills", code=code, item="requires", value=code)


class _Place:
    """A word of an entry, or of the pack itself where no kind is given."""

    def __init__(self, reader: _Reader, kind: Kind | None, code: str, word: str) -> None:
        self.reader = reader
        self.kind = kind
        self.code = code
        self.word = word

    def wrong(self, code: str, **params: Param) -> None:
        where: dict[str, Param] = {"kind": self.kind.name, "code": self.code} if self.kind else {}
        self.reader.wrong(code, **where, item=self.word, **params)

    def known(self, shelf: str) -> Iterable[str]:
        return self.reader.known(shelf)

    def traits(self) -> Iterable[str]:
        bearer = self.kind.bearer if self.kind else None
        return [code for code, trait in TRAITS.items() if bearer in trait.bearers]


def _with(kind: Kind, book: Catalogue, entries: Iterable[Any]) -> Catalogue:
    rows: dict[str, Any] = {kind.name: tuple(entries)}
    return extended(book, [Pack(code="own", name=NOBODY, **rows)])
