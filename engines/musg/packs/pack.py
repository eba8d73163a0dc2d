"""A pack: races, weapons, gear, skills, mercenaries and others that somebody invented, as one value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from engines.core.text import Text
from engines.musg.catalogue.module_types import Civilian, NonPlayer
from engines.musg.catalogue.types import Equipment, MeleeWeapon, Mercenary, Race, RangedWeapon, Skill
from engines.musg.packs.kinds import KINDS

NOBODY = Text(fr="", en="")


class Pack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, dict=True):
    """A pack as warbands carry it, whole.

    ``code`` tells it from others in a campaign; ``version`` counts what was published, 0 for a draft. ``about`` is what
    its author says of it. Lists are in the author's order. What an entry names is in the pack itself or in the book.
    """

    code: str
    name: Text
    version: int = 0
    about: Text = NOBODY
    races: tuple[Race, ...] = ()
    ranged: tuple[RangedWeapon, ...] = ()
    melee: tuple[MeleeWeapon, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    skills: tuple[Skill, ...] = ()
    mercenaries: tuple[Mercenary, ...] = ()
    civilians: tuple[Civilian, ...] = ()
    non_players: tuple[NonPlayer, ...] = ()

    def __hash__(self) -> int:
        return hash((self.code, self.version, self.mark))

    @cached_property
    def mark(self) -> str:
        """A short print of all that it says: two packs of one mark are the same."""
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:16]

    @property
    def named(self) -> Text:
        """What it is called, with its version."""
        return Text(fr=f"{self.name.fr} {self.version}", en=f"{self.name.en} {self.version}")

    def entries(self, kind: str) -> tuple[Any, ...]:
        """Return its entries of a kind, by the kind's name."""
        found: tuple[Any, ...] = getattr(self, kind)
        return found

    @property
    def shelves(self) -> Iterator[tuple[str, str]]:
        """Every entry as its shelf and its code."""
        for kind in KINDS.values():
            yield from ((kind.shelf, entry.code) for entry in self.entries(kind.name))

    @property
    def size(self) -> int:
        """How many entries it has."""
        return sum(len(self.entries(name)) for name in KINDS)
