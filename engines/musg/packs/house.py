"""What a campaign plays with besides the book, and what of the book it leaves out: the catalogue that comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from msgspec import Struct

from engines.core.problems import Problem
from engines.core.text import Text
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs.assembly import extended
from engines.musg.packs.pack import Pack
from engines.musg.packs.reading import checked

PACKS_MOST: Final = 6
"""So many packs may one campaign play with."""
LEFT_OUT_MOST: Final = 120
MAY_BE_LEFT_OUT: Final = ("races", "ranged", "melee", "equipment", "skills", "mercenaries")
"""The kinds whose printed entries a campaign may leave out."""


class House(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, dict=True):
    """Packs in the order they were taken in, and codes of the book's entries that nobody may take.

    Who has such a thing already keeps it, and it keeps its name and its figures: it is only not offered any more.
    """

    packs: tuple[Pack, ...] = ()
    without: tuple[str, ...] = ()

    @cached_property
    def catalogue(self) -> Catalogue:
        """The book with the packs behind it."""
        return _put_together(self)

    @property
    def named(self) -> Text:
        """What its packs are called, each with its version; nothing for the book alone."""
        names = [pack.named for pack in self.packs]
        return Text(fr=", ".join(name.fr for name in names), en=", ".join(name.en for name in names))

    def pack(self, code: str) -> Pack | None:
        """Return the pack of that code."""
        return next((pack for pack in self.packs if pack.code == code), None)


def together(houses: Iterable[House]) -> House:
    """Return what is played with where warbands of several houses meet: every pack once, nothing left out.

    Two versions of one pack both stand in it; ``problems`` names them.
    """
    packs = {(pack.code, pack.version, pack.mark): pack for house in houses for pack in house.packs}
    return House(packs=tuple(packs.values()))


def told_with(houses: Iterable[House]) -> Catalogue:
    """Return a catalogue that names all that one house after the other brought, the last one's word counting."""
    return House(packs=tuple(pack for house in houses for pack in house.packs)).catalogue


def problems(house: House) -> list[Problem]:
    """Return what keeps packs from being played with together."""
    if len(house.packs) > PACKS_MOST:  # nobody reads all of what came with a file
        return [Problem("house_packs", None, {"count": len(house.packs), "most": PACKS_MOST})]
    found: list[Problem] = []
    for pack in house.packs:
        found += checked(pack)
    codes = [pack.code for pack in house.packs]
    found += [Problem("house_pack_twice", None, {"item": code}) for code in sorted(set(codes)) if codes.count(code) > 1]
    owners: dict[tuple[str, str], Pack] = {}
    for pack in house.packs:
        for shelf, code in pack.shelves:
            other = owners.setdefault((shelf, code), pack)
            if other is not pack:
                found.append(Problem("house_clash", None, {"item": code, "pack": pack.code, "other": other.code}))
    offered = {code for kind in MAY_BE_LEFT_OUT for code in getattr(CATALOGUE, kind)}
    if len(house.without) > LEFT_OUT_MOST:
        found.append(Problem("house_left_out", None, {"count": len(house.without), "most": LEFT_OUT_MOST}))
    found += [Problem("house_without", None, {"item": code}) for code in house.without if code not in offered]
    if set(CATALOGUE.races) <= set(house.without) and not any(pack.races for pack in house.packs):
        found.append(Problem("house_no_race", None, {}))
    return found


@lru_cache(maxsize=64)
def _put_together(house: House) -> Catalogue:
    """Warbands are read from the store one by one: those of one house share a catalogue."""
    return extended(CATALOGUE, house.packs, house.without)
