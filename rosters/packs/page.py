"""What the pages of packs show."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from django.utils.translation import get_language
from msgspec import Struct
from msgspec.structs import replace

from engines.core.text import Text
from engines.musg.packs import KINDS, Kind
from rosters.models import Pack, PackVersion
from rosters.packs.fillings import Row
from rosters.reference.house import house_sections
from rosters.reference.model import Section
from rosters.wording.packs import KINDS as TITLES

ICONS: Final = {
    "races": "helmet",
    "ranged": "bow",
    "melee": "sword",
    "equipment": "backpack",
    "skills": "star",
    "mercenaries": "mercenary",
    "civilians": "users",
    "non_players": "skull",
}


class EntryLine(Struct, frozen=True):
    """An entry in a list."""

    code: str
    name: str


class KindPart(Struct, frozen=True):
    """The entries of one kind."""

    code: str
    title: str
    icon: str
    entries: list[EntryLine]


class PackPage(Struct, frozen=True):
    """A pack: its entries by kind as they are listed for its writers, and as tables for everybody."""

    pack: Pack
    about: str
    parts: list[KindPart]
    sections: tuple[Section, ...]
    versions: list[PackVersion]
    empty: bool
    published: bool

    @classmethod
    def of(cls, pack: Pack) -> PackPage:
        """Read a stored pack. One query."""
        document = tomllib.loads(pack.text)
        parts = [
            KindPart(
                name, str(TITLES[name]), ICONS[name], [EntryLine(code, said(row["name"])) for code, row in rows.items()]
            )
            for name in KINDS
            for rows in [document.get(name, {})]
        ]
        value = pack.draft.pack
        versions = list(pack.versions.select_related("by").defer("data"))
        last = pack.versions.first() if versions else None
        same = last is not None and value is not None and replace(value, version=last.number).mark == last.value.mark
        return cls(
            pack,
            said(document.get("about", "")),
            parts,
            house_sections([value]) if value is not None else (),
            versions,
            value is None,
            same,
        )


def row_in(pack: Pack, kind: Kind, code: str) -> Row | None:
    """Return an entry of a pack as it stands in its file."""
    row: Row | None = tomllib.loads(pack.text).get(kind.name, {}).get(code)
    return row


def said(name: Any) -> str:
    """Return a text of a file in the reader's language."""
    if isinstance(name, str):
        return name
    text = Text(fr=name.get("fr") or name.get("en", ""), en=name.get("en") or name.get("fr", ""))
    return text.in_language(get_language() or "en")
