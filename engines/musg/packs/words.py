"""What may stand in an entry of a pack: each word with its sort, how it is read from plain data and written back.

A word that cannot be read leaves its problems with the reader, each with its place, and no value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final, Protocol

from engines.core.effects.nearest import nearest
from engines.core.names import plain, unseen
from engines.core.problems import Param
from engines.core.text import Text
from engines.musg.catalogue.types import Characteristic, Modifier, Profile

NAME_MOST: Final = 60
TEXT_MOST: Final = 400
LIST_MOST: Final = 8
"""So many notes, codes, traits or modifiers may an entry list."""


class NoValue:
    """Stands where a word could not be read."""


NO_VALUE: Final = NoValue()


class Place(Protocol):
    """Where a word stands, and who hears what is wrong with it."""

    def wrong(self, code: str, **params: Param) -> None:
        """Note one thing that is wrong here."""

    def known(self, shelf: str) -> Iterable[str]:
        """Return the codes that may be named here, of one kind of entry: the book's and the pack's own."""

    def traits(self) -> Iterable[str]:
        """Return the traits that this kind of entry may bear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of an entry. ``usual`` is what it is where it does not stand; ``required``: it must stand."""

    name: str
    required: bool = False
    usual: Any = None

    def read(self, data: object, place: Place) -> Any:
        """Return the value, or ``NO_VALUE`` having told why."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """Return the value as TOML has it."""
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Word):
    """A whole number within limits. ``blank``: "false" stands for a cell that prints X, which is ``None``."""

    least: int
    most: int
    blank: bool = False

    def read(self, data: object, place: Place) -> Any:
        """Return the number, or ``None`` for a blank cell."""
        if data is False and self.blank:
            return None
        return whole(data, self.least, self.most, place)

    def write(self, value: Any) -> Any:
        """Return the number, "false" for a blank cell."""
        return False if value is None else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Word):
    """Yes or no."""

    usual: Any = False

    def read(self, data: object, place: Place) -> Any:
        """Return whether it is so."""
        if isinstance(data, bool):
            return data
        place.wrong("pack_flag", value=shown(data))
        return NO_VALUE


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Word):
    """One of some words; ``kind`` is the enumeration they are of."""

    kind: type[StrEnum]

    def read(self, data: object, place: Place) -> Any:
        """Return the member of the enumeration."""
        options = [member.value for member in self.kind]
        if isinstance(data, str) and data in options:
            return self.kind(data)
        place.wrong("pack_choice", value=shown(data), nearest=nearest(shown(data), options), among=", ".join(options))
        return NO_VALUE

    def write(self, value: Any) -> Any:
        """Return the word."""
        return str(value.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording(Word):
    """A text in both languages; one of them suffices. ``most`` characters each."""

    most: int = TEXT_MOST

    def read(self, data: object, place: Place) -> Any:
        """Return the text."""
        return wording(data, self.most, place)

    def write(self, value: Any) -> Any:
        """Return both languages, or a plain text where they are the same."""
        return said(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wordings(Word):
    """Some texts in both languages."""

    usual: Any = ()

    def read(self, data: object, place: Place) -> Any:
        """Return the texts."""
        rows = listed(data, place)
        found = [wording(row, TEXT_MOST, place) for row in rows or ()]
        return NO_VALUE if rows is None or any(text is NO_VALUE for text in found) else tuple(found)

    def write(self, value: Any) -> Any:
        """Return the texts, each as ``Wording`` does."""
        return [said(text) for text in value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes(Word):
    """Codes of entries of some kinds (``shelves``), the book's or the pack's own."""

    shelves: tuple[str, ...]
    usual: Any = ()

    def read(self, data: object, place: Place) -> Any:
        """Return the codes."""
        rows = listed(data, place)
        known = [code for shelf in self.shelves for code in place.known(shelf)]
        return NO_VALUE if rows is None else _all_of(rows, known, "pack_reference", place)

    def write(self, value: Any) -> Any:
        """Return the codes."""
        return [str(code) for code in value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code(Word):
    """The code of one entry; none where it is left out."""

    shelves: tuple[str, ...]

    def read(self, data: object, place: Place) -> Any:
        """Return the code."""
        known = [code for shelf in self.shelves for code in place.known(shelf)]
        found = _all_of([data], known, "pack_reference", place)
        return found if found is NO_VALUE else found[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits(Word):
    """What the entry lets somebody do, in words that the engine knows."""

    usual: Any = ()

    def read(self, data: object, place: Place) -> Any:
        """Return the traits."""
        rows = listed(data, place)
        return NO_VALUE if rows is None else _all_of(rows, list(place.traits()), "pack_trait", place)

    def write(self, value: Any) -> Any:
        """Return the words."""
        return list(value)


CELLS: Final[Mapping[Characteristic, tuple[int, int]]] = {
    Characteristic.MOVEMENT: (1, 20),
    Characteristic.LEADERSHIP: (2, 11),
    Characteristic.SHOOTING: (2, 6),
    Characteristic.MELEE: (2, 6),
    Characteristic.STRENGTH: (1, 10),
    Characteristic.TOUGHNESS: (1, 10),
    Characteristic.HIT_POINTS: (1, 12),
}
"""The least and the greatest value of each column of a profile."""
PRICE_MOST: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRow(Word):
    """A row of a profile table: its columns in the printed order, and the cost.

    ``blanks``: leadership and shooting may be "false", for neutral figures that never test or shoot.
    """

    blanks: bool = False

    def read(self, data: object, place: Place) -> Any:
        """Return the profile."""
        columns = [*CELLS, None]
        if not isinstance(data, list) or len(data) != len(columns):
            place.wrong("pack_profile", value=shown(data), count=len(columns))
            return NO_VALUE
        values: list[Any] = []
        for column, cell in zip(columns, data, strict=True):
            least, most = CELLS[column] if column else (0, PRICE_MOST)
            blank = self.blanks and column in (Characteristic.LEADERSHIP, Characteristic.SHOOTING) and cell is False
            values.append(None if blank else whole(cell, least, most, place, cell=column.value if column else "cost"))
        return NO_VALUE if NO_VALUE in values else Profile(*values)

    def write(self, value: Any) -> Any:
        """Return the cells."""
        cells = [getattr(value, field.name) for field in fields(value)]
        return [False if cell is None else cell for cell in cells]


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifiers(Word):
    """Changes to characteristics."""

    usual: Any = ()

    def read(self, data: object, place: Place) -> Any:
        """Return the modifiers."""
        rows = listed(data, place)
        found = [_modifier(row, place) for row in rows or ()]
        return NO_VALUE if rows is None or NO_VALUE in found else tuple(found)

    def write(self, value: Any) -> Any:
        """Return each as a table of what is not as usual."""
        return [
            {
                field.name: str(cell.value) if isinstance(cell, Characteristic) else cell
                for field in fields(modifier)
                if (cell := getattr(modifier, field.name)) is not None and cell is not False
            }
            for modifier in value
        ]


AMOUNT_MOST: Final = 5


def _modifier(row: object, place: Place) -> Any:
    known = {field.name for field in fields(Modifier)}
    if not isinstance(row, dict) or "characteristic" not in row or "amount" not in row:
        place.wrong("pack_modifier", value=shown(row))
        return NO_VALUE
    values: dict[str, Any] = {}
    for word in row:
        if word not in known:
            place.wrong("pack_word", value=shown(word), nearest=nearest(shown(word), known - set(row)))
            values[word] = NO_VALUE
    columns = [column.value for column in Characteristic]
    if row["characteristic"] not in columns:
        value = shown(row["characteristic"])
        place.wrong("pack_choice", value=value, nearest=nearest(value, columns), among=", ".join(columns))
        values["characteristic"] = NO_VALUE
    else:
        values["characteristic"] = Characteristic(row["characteristic"])
    values["amount"] = whole(row["amount"], -AMOUNT_MOST, AMOUNT_MOST, place, cell="amount")
    if values["amount"] == 0:
        place.wrong("pack_modifier", value=shown(row))
        values["amount"] = NO_VALUE
    if "limit" in row:
        values["limit"] = whole(row["limit"], 1, CELLS[Characteristic.MOVEMENT][1], place, cell="limit")
    for word in ("pair", "open_ground", "once"):
        if word in row:
            values[word] = Flag(name=word).read(row[word], place)
    return NO_VALUE if NO_VALUE in values.values() else Modifier(**values)


def wording(data: object, most: int, place: Place) -> Any:
    """Return a text in both languages, which may be given in one: as a plain text, or as a table."""
    said_in = {"fr": data, "en": data} if isinstance(data, str) else data
    if not isinstance(said_in, dict) or not said_in or set(said_in) - {"fr", "en"}:
        place.wrong("pack_wording", value=shown(data))
        return NO_VALUE
    given = {language: plain(text) for language, text in said_in.items() if isinstance(text, str) and plain(text)}
    if not given or any(not isinstance(text, str) for text in said_in.values()):
        place.wrong("pack_wording", value=shown(data))
        return NO_VALUE
    for text in given.values():
        if len(text) > most:
            place.wrong("pack_long", value=len(text), most=most)
            return NO_VALUE
        if bad := unseen(text):
            place.wrong("pack_unprintable", value=f"U+{ord(bad):04X}")
            return NO_VALUE
    first = next(iter(given.values()))
    return Text(fr=given.get("fr", first), en=given.get("en", first))


def said(text: Text) -> str | dict[str, str]:
    """Return a text as a file has it."""
    return text.fr if text.fr == text.en else {"fr": text.fr, "en": text.en}


def whole(data: object, least: int, most: int, place: Place, cell: str = "") -> Any:
    """Return a whole number within limits; ``cell`` names the column of a row."""
    if not isinstance(data, int) or isinstance(data, bool):
        place.wrong("pack_number", value=shown(data), cell=cell)
        return NO_VALUE
    if not least <= data <= most:
        place.wrong("pack_range", value=shown(data), least=least, most=most, cell=cell)
        return NO_VALUE
    return data


def listed(data: object, place: Place) -> Sequence[object] | None:
    """Return a list that is not too long, or ``None`` having told why."""
    if not isinstance(data, list):
        place.wrong("pack_list", value=shown(data))
        return None
    if len(data) > LIST_MOST:
        place.wrong("pack_list_long", count=len(data), most=LIST_MOST)
        return None
    return data


def shown(data: object) -> str:
    """Return a value as problems tell it: its beginning."""
    try:
        text = str(data)
    except ValueError:  # Python writes no number of more than 4,300 digits, and a file may have one in hexadecimal
        return UNWRITABLE
    return text if len(text) <= SHOWN_MOST else f"{text[:SHOWN_MOST]}…"


SHOWN_MOST: Final = 40
UNWRITABLE: Final = "…"


def _all_of(rows: Sequence[object], known: Sequence[str], code: str, place: Place) -> Any:
    unknown = [row for row in rows if not isinstance(row, str) or row not in known]
    for row in unknown:
        place.wrong(code, value=shown(row), nearest=nearest(shown(row), known))
    return NO_VALUE if unknown else tuple(str(row) for row in rows)
