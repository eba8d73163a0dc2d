"""What the words of a pack's entries say, told in a line: where one version is laid beside another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from club.words import words
from engines.core.text import Text
from engines.musg.adoption import Rewording
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.traits import TRAITS
from engines.musg.catalogue.types import Characteristic
from engines.musg.packs import KINDS
from engines.musg.packs.kinds import RANKS
from engines.musg.packs.words import (
    CELLS,
    Choice,
    Code,
    Codes,
    Flag,
    Modifiers,
    Number,
    ProfileRow,
    Traits,
    Word,
    Wording,
    Wordings,
)
from rosters.packs.fillings import FLAGS, OPTIONS, Shelves
from rosters.wording import characteristic_name, characteristic_value
from rosters.wording.packs import KINDS as TITLES, WORDS, marked

NOTHING: Final = "–"

type Teller = Callable[[Any, Any, Catalogue], str]


def thing_told(line: Rewording, catalogue: Catalogue) -> str:
    """Return what the thing is called."""
    return marked(KINDS[line.kind].printed(catalogue)[line.code], catalogue)


def told(line: Rewording, before: Catalogue, after: Catalogue) -> Iterator[tuple[str, str, str]]:
    """Yield what would say something else, what it said and what it would say; nothing where a reader sees the same."""
    word = next((one for one in KINDS[line.kind].words if one.name == line.word), None)
    if word is None:
        yield pgettext("in a pack", "Kind"), str(TITLES[str(line.was)]), str(TITLES[str(line.now)])
    elif isinstance(word, ProfileRow):
        yield from _cells(word, line)
    else:
        tell, label = TELLERS[type(word)], str(WORDS[word.name])
        was, now = (
            tell(word, word.usual if value is None else value, catalogue)
            for value, catalogue in ((line.was, before), (line.now, after))
        )
        if was != now:
            yield label, was or NOTHING, now or NOTHING


def _cells(word: ProfileRow, line: Rewording) -> Iterator[tuple[str, str, str]]:
    """A profile is told number by number; only that of a rank has a price of its own."""
    names = [*CELLS, *([None] if word.name in RANKS else [])]
    rows: list[Any] = [value or [None] * (len(CELLS) + 1) for value in (line.was, line.now)]
    for column, was, now in zip(names, *rows, strict=False):
        if was != now:
            name = characteristic_name(column) if column is not None else str(WORDS["cost"])
            label = pgettext("of a profile", "%(rank)s, %(column)s") % {"rank": WORDS[word.name], "column": name}
            yield label, _cell(column, was), _cell(column, now)


def _cell(column: Characteristic | None, value: Any) -> str:
    if value is None or value is False:
        return NOTHING
    return characteristic_value(column, value) if column is not None else str(value)


def _number(_word: Number, value: Any, _catalogue: Catalogue) -> str:
    return NOTHING if value is None or value is False else str(value)


def _flag(_word: Flag, value: Any, _catalogue: Catalogue) -> str:
    return _("yes") if value else _("no")


def _choice(_word: Choice, value: Any, _catalogue: Catalogue) -> str:
    return str(OPTIONS[value]) if value else NOTHING


def _text(_word: Wording, value: Any, _catalogue: Catalogue) -> str:
    return _said(value) if value else NOTHING


def _texts(_word: Wordings, value: Any, _catalogue: Catalogue) -> str:
    return " / ".join(_said(text) for text in value)


def _code(word: Code, value: Any, catalogue: Catalogue) -> str:
    return _names(word, [value] if value else [], catalogue)


def _names(word: Code | Codes, codes: Any, catalogue: Catalogue) -> str:
    shelves = Shelves(catalogue)
    names = dict(option for shelf in word.shelves for option in shelves.options(shelf))
    return ", ".join(names.get(code, code) for code in codes)


def _traits(_word: Traits, value: Any, _catalogue: Catalogue) -> str:
    return " / ".join(words(TRAITS[code].meaning) for code in value)


def _changes(_word: Modifiers, value: Any, _catalogue: Catalogue) -> str:
    return ", ".join(_change(row) for row in value)


def _change(row: Mapping[str, Any]) -> str:
    sign = "−" if row["amount"] < 0 else "+"
    change = f"{characteristic_name(row['characteristic'])} {sign}{abs(row['amount'])}"
    limit = [_("not beyond %(limit)s") % {"limit": row["limit"]}] if row.get("limit") is not None else []
    hedges = [*limit, *(str(label) for flag, label in FLAGS.items() if row.get(flag))]
    return f"{change} ({', '.join(hedges)})" if hedges else change


def _said(text: str | Mapping[str, str]) -> str:
    return text if isinstance(text, str) else words(Text(**text))


TELLERS: Final[Mapping[type[Word], Teller]] = {
    Number: _number,
    Flag: _flag,
    Choice: _choice,
    Wording: _text,
    Wordings: _texts,
    Code: _code,
    Codes: _names,
    Traits: _traits,
    Modifiers: _changes,
}
"""By the sort of word; a profile is told number by number."""
